/** Reads an entry of `providers` in the configuration. The entry may be any value; throws if it is invalid. */
import { OperationError } from "../../../api/index.ts";
import { ENDPOINT_APIS, type Provider } from "./providers.ts";

const KEYS = ["api", "base_url", "api_key", "api_key_env", "model", "context_window", "headers"] as const;

export function readProvider(name: string, given: unknown): Provider {
  const map = mapOf(name, "it", given);
  const unknown = Object.keys(map).find((key) => !KEYS.some((each) => each === key));
  if (unknown !== undefined) throw wrong(name, `\`${unknown}\` is not one of its keys, ${KEYS.join(", ")}`);
  const { api = "openai", base_url: baseUrl, api_key: apiKey, api_key_env: apiKeyEnv, model } = map;
  const known = ENDPOINT_APIS.find((each) => each === api);
  if (known === undefined)
    throw wrong(name, `\`api\` should be ${ENDPOINT_APIS.map((each) => `\`${each}\``).join(" or ")}`);
  if (typeof baseUrl !== "string") throw wrong(name, "the setting `base_url` is missing");
  for (const [key, value] of Object.entries({ api_key: apiKey, api_key_env: apiKeyEnv, model }))
    if (value !== undefined && typeof value !== "string") throw wrong(name, `\`${key}\` should be a string`);
  return {
    api: known,
    baseUrl,
    ...(typeof apiKey === "string" ? { apiKey } : {}),
    ...(typeof apiKeyEnv === "string" ? { apiKeyEnv } : {}),
    ...(typeof model === "string" ? { model } : {}),
    ...windowOf(name, map["context_window"]),
    ...headersOf(name, map["headers"]),
  };
}

function mapOf(name: string, what: string, given: unknown): Record<string, unknown> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw wrong(name, `${what} is not a mapping`);
  return given as Record<string, unknown>;
}

function windowOf(name: string, given: unknown): { contextWindow?: number } {
  if (given === undefined) return {};
  if (!Number.isSafeInteger(given) || (given as number) < 1) throw wrong(name, "`context_window` should be a number");
  return { contextWindow: given as number };
}

function headersOf(name: string, given: unknown): { headers?: Record<string, string> } {
  if (given === undefined) return {};
  const entries = Object.entries(mapOf(name, "`headers`", given));
  if (entries.some(([, value]) => typeof value !== "string"))
    throw wrong(name, "the values of `headers` should be strings");
  return { headers: Object.fromEntries(entries) as Record<string, string> };
}

function wrong(name: string, problem: string): OperationError {
  return new OperationError("SK492", `the provider \`${name}\` cannot be used: ${problem}`, {
    hint: "correct its entry in `providers` of your configuration",
  });
}
