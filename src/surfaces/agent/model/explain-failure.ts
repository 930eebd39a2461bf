/** Explains an endpoint's error and how to fix it. The text never contains the key. */
import { foreignText } from "../../../api/agent.ts";
import { OperationError } from "../../../api/index.ts";
import type { Endpoint } from "./choose-endpoint.ts";

export function explainFailure(error: unknown, endpoint: Endpoint): OperationError {
  if (error instanceof OperationError) return error;
  const last = lastError(error);
  const status = numberAt(last, "statusCode") ?? 200;
  // If a response fails after it started successfully, the error has a status below 400.
  const { message, hint } = status < 400 ? broken(last, endpoint) : answered(status, endpoint);
  const said = status < 400 ? "" : quoteHookText(last);
  const text = said === "" ? message : `${message}; ${foreignText("it", withoutKey(said, endpoint))}`;
  return new OperationError("SK493", withoutKey(text, endpoint), { hint, cause: error });
}

interface Words {
  readonly message: string;
  readonly hint: string;
}

function answered(status: number, { provider, baseUrl, model, keyName, apiKey }: Endpoint): Words {
  const who = `\`${provider}\` at ${baseUrl}`;
  if (status === 401 || status === 403)
    return {
      message: `${who} ${apiKey === undefined ? "requires an API key" : "refuses the API key"} (${status})`,
      hint: `set ${keyName} in the environment to a valid API key`,
    };
  if (status === 404)
    return {
      message: `${who} does not know the model \`${model}\`, or the address is wrong (404)`,
      hint: "check the model's name and the address",
    };
  if (status === 429)
    return {
      message: `${who} received too many requests (429)`,
      hint: "wait, then try again; the conversation is kept",
    };
  if (status === 413)
    return { message: `the conversation is too long for ${who} (413)`, hint: "shorten it with `/compact`" };
  if (status >= 500)
    return { message: `${who} returned an error (${status})`, hint: "try again; the conversation is kept" };
  return { message: `${who} refuses the request (${status})`, hint: "see the error message above" };
}

function broken(error: unknown, endpoint: Endpoint): Words {
  const { provider, baseUrl, api } = endpoint;
  const who = `\`${provider}\` at ${baseUrl}`;
  const code = codeOf(error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return {
      message: `${who} cannot be reached (${code})`,
      hint: "check that the server runs and that the address is correct",
    };
  if (/TIMEOUT/.test(code)) return { message: `${who} did not answer in time`, hint: "try again" };
  if (isObject(error) && FOREIGN.includes(String(error["name"])))
    return {
      message: `the response of ${who} is not valid for the API \`${api}\``,
      hint: "check the address, and the setting `api` of the provider",
    };
  return {
    message: `the response of ${who} was interrupted; ${foreignText("the connection", withoutKey(wordsOf(error), endpoint))}`,
    hint: "try again; the conversation is kept",
  };
}

/** Names of the SDK's errors about responses that do not match its schemas. */
const FOREIGN: readonly string[] = ["AI_JSONParseError", "AI_TypeValidationError", "AI_InvalidResponseDataError"];

/**
 * Returns the message of the innermost cause. If the cause is an object, several keys are tried, because APIs use
 * different keys.
 */
function wordsOf(failure: unknown): string {
  const error = innermost(failure);
  const message = error instanceof Error ? error.message : (messageOf(error) ?? JSON.stringify(error) ?? String(error));
  return message;
}

/** Returns the last error of several attempts. */
function lastError(error: unknown): unknown {
  return isObject(error) && "lastError" in error ? error["lastError"] : error;
}

function innermost(error: unknown): unknown {
  let found = error;
  for (let depth = 0; depth < MAX_CAUSES && isObject(found) && found["cause"] instanceof Error; depth++)
    found = found["cause"];
  return found;
}

const MAX_CAUSES = 10;

/** Returns the code of the innermost cause. */
function codeOf(error: unknown): string {
  let found = "";
  for (let at: unknown = error, depth = 0; isObject(at) && depth < MAX_CAUSES; at = at["cause"], depth++)
    if (typeof at["code"] === "string") found = at["code"];
  return found;
}

/** Returns the message of a response: a field of its JSON, or else the text of the response as one line. */
function quoteHookText(error: unknown): string {
  const body = isObject(error) && typeof error["responseBody"] === "string" ? error["responseBody"] : "";
  const message = messageIn(body.slice(0, 100_000)) ?? body;
  return message.trim();
}

function messageIn(body: string): string | undefined {
  try {
    return messageOf(JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function messageOf(value: unknown): string | undefined {
  const inner = isObject(value) && isObject(value["error"]) ? value["error"] : value;
  return isObject(inner) && typeof inner["message"] === "string" ? inner["message"] : undefined;
}

function withoutKey(text: string, { apiKey }: Endpoint): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, "…");
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === "number" ? found : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
