/**
 * Chooses the model and endpoint of an agent. Typed options take precedence, then the agent's definition, then the
 * configuration. Keys and addresses come only from the user, and a provider's key is never sent to another provider.
 */
import type { AgentConfig, AgentDefinition } from "../../../api/agent.ts";
import { OperationError } from "../../../api/index.ts";
import { type EndpointApi, PROVIDERS, type Provider } from "./providers.ts";
import { readProvider } from "./read-provider.ts";

/** The endpoint options that the user typed. */
export interface EndpointChoice {
  readonly provider?: string;
  /** The model: `MODEL`, or `PROVIDER/MODEL` for a known provider. */
  readonly model?: string;
  readonly baseUrl?: string;
}

export interface Endpoint {
  readonly provider: string;
  readonly api: EndpointApi;
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Name of the setting or variable that provides the key. Messages use this name. */
  readonly keyName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contextWindow?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

interface EndpointSettings {
  readonly config: AgentConfig;
  readonly definition: AgentDefinition;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Name of the provider if the user gave only an address. */
const UNNAMED = "openai-compatible";

/** Chooses the model and its endpoint. Throws SK492 if a value is missing. */
export function chooseEndpoint(typed: EndpointChoice, circumstances: EndpointSettings): Endpoint {
  const { config, definition, variables } = circumstances;
  const { llm } = config;
  const wish = withProvider(typed, config);
  const name =
    wish.provider ?? definition.provider ?? llm.provider ?? ((wish.baseUrl ?? llm.apiBase) ? UNNAMED : undefined);
  if (name === undefined) throw nobody();
  // Settings under `llm` apply only if they name no provider, or the chosen provider.
  const own = llm.provider === undefined || llm.provider === name;
  const provider = providerOf(name, wish.baseUrl ?? (own ? llm.apiBase : undefined), config);
  const model =
    wish.model ??
    (definition.provider === undefined || definition.provider === name ? definition.model : undefined) ??
    (own ? llm.model : undefined) ??
    provider.model;
  if (model === undefined) throw noModel(name);
  const apiKey = (own ? llm.apiKey : undefined) ?? provider.apiKey ?? variables[provider.apiKeyEnv ?? ""];
  const keyName = provider.apiKeyEnv ?? `providers.${name}.api_key_env`;
  if (provider.needsKey && !apiKey && provider.baseUrl === PROVIDERS[name]?.baseUrl) throw noKey(name, keyName);
  const contextWindow = (own ? llm.contextWindow : undefined) ?? provider.contextWindow;
  const temperature = definition.temperature ?? llm.temperature;
  const maxTokens = definition.maxTokens ?? llm.maxTokens;
  return {
    provider: name,
    api: provider.api,
    baseUrl: addressOf(name, provider.baseUrl),
    model,
    ...(apiKey ? { apiKey } : {}),
    keyName,
    headers: provider.headers ?? {},
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}

/**
 * Returns the options for another model. If the model's name contains a known provider, that provider is used;
 * otherwise the endpoint of the first model is used.
 */
export function chooseOtherModel(model: string, typed: EndpointChoice, config: AgentConfig): EndpointChoice {
  return withProvider({ model }, config).provider === undefined ? { ...typed, model } : { model };
}

/**
 * Splits `ollama/qwen3` into a provider and a model. If the part before the slash is not a known provider, the whole
 * text is the model's name.
 */
function withProvider(typed: EndpointChoice, { providers }: AgentConfig): EndpointChoice {
  const slash = typed.model?.indexOf("/") ?? -1;
  const head = typed.model?.slice(0, Math.max(slash, 0)) ?? "";
  const known = Object.hasOwn(PROVIDERS, head) || Object.hasOwn(providers, head);
  if (typed.provider !== undefined || !known) return typed;
  return { ...typed, provider: head, model: (typed.model ?? "").slice(slash + 1) };
}

function providerOf(name: string, baseUrl: string | undefined, { providers }: AgentConfig): Provider {
  const known = Object.hasOwn(providers, name) ? readProvider(name, providers[name]) : builtIn(name);
  if (known !== undefined) return baseUrl === undefined ? known : { ...known, baseUrl };
  if (baseUrl !== undefined) return { api: "openai", baseUrl };
  const names = [...Object.keys(providers), ...Object.keys(PROVIDERS)].map((each) => `\`${each}\``);
  throw new OperationError("SK492", `there is no provider \`${name}\``, {
    hint: `the known providers are ${names.join(", ")}; any other provider needs \`api_base\`, or an entry in \`providers\` of your configuration`,
  });
}

function builtIn(name: string): Provider | undefined {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
}

function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "") return text.replace(/\/+$/, "");
  throw new OperationError("SK492", `the address of \`${name}\` is not valid: \`${text}\``, {
    hint: "write an address such as `http://127.0.0.1:11434/v1`, without a user name or password",
  });
}

function nobody(): OperationError {
  return new OperationError("SK492", "no model is configured", {
    hint: "choose a model: `skillwright agent --base-url http://127.0.0.1:11434/v1 --model NAME`, or set `llm` in your configuration",
  });
}

function noModel(name: string): OperationError {
  return new OperationError("SK492", `no model of the provider \`${name}\` is chosen`, {
    hint: "choose a model: `--model NAME`, or `llm.model` in your configuration",
  });
}

function noKey(name: string, keyName: string): OperationError {
  return new OperationError("SK492", `there is no API key for the provider \`${name}\``, {
    hint: `set ${keyName} in the environment`,
  });
}
