/**
 * Which model an agent speaks with, and where: what was typed comes first, then the agent's definition, then the
 * configuration. Keys and addresses come from the user alone, and the key of one provider never goes to another.
 */
import type { AgentConfig, AgentDefinition } from "../../../api/agent.ts";
import { OperationError } from "../../../api/index.ts";
import { type Api, PROVIDERS, type Provider } from "./providers.ts";
import { readProvider } from "./read-provider.ts";

/** The endpoint options that the user typed. */
export interface EndpointWish {
  readonly provider?: string;
  /** `MODEL`, or `PROVIDER/MODEL` where the provider is known. */
  readonly model?: string;
  readonly baseUrl?: string;
}

export interface Endpoint {
  readonly provider: string;
  readonly api: Api;
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** How the user would give a key, for messages. */
  readonly keyName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly contextWindow?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
}

interface Circumstances {
  readonly config: AgentConfig;
  readonly definition: AgentDefinition;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** An endpoint that has only an address. */
const UNNAMED = "openai-compatible";

/** Throws SK492 where something is missing, with what. */
export function chooseEndpoint(typed: EndpointWish, circumstances: Circumstances): Endpoint {
  const { config, definition, variables } = circumstances;
  const { llm } = config;
  const wish = withProvider(typed, config);
  const name =
    wish.provider ?? definition.provider ?? llm.provider ?? ((wish.baseUrl ?? llm.apiBase) ? UNNAMED : undefined);
  if (name === undefined) throw nobody();
  // What `llm` says is meant for its own provider.
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

/** Another model: of the provider that it names, or else where the first one is. */
export function otherModel(model: string, typed: EndpointWish, config: AgentConfig): EndpointWish {
  return withProvider({ model }, config).provider === undefined ? { ...typed, model } : { model };
}

/** `ollama/qwen3` is a provider and its model; `org/model` of a server that names them so is a model. */
function withProvider(typed: EndpointWish, { providers }: AgentConfig): EndpointWish {
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
    hint: `known are ${names.join(", ")}; any other needs \`api_base\`, or an entry in \`providers\` of your configuration`,
  });
}

function builtIn(name: string): Provider | undefined {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
}

function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === "") return text.replace(/\/+$/, "");
  throw new OperationError("SK492", `the address of \`${name}\` is not one: \`${text}\``, {
    hint: "write it as `http://127.0.0.1:11434/v1`, without a name or password in it",
  });
}

function nobody(): OperationError {
  return new OperationError("SK492", "no model is set up to speak with", {
    hint: "name one: `skillwright agent --base-url http://127.0.0.1:11434/v1 --model NAME`, or set `llm` in your configuration",
  });
}

function noModel(name: string): OperationError {
  return new OperationError("SK492", `no model of \`${name}\` is named`, {
    hint: "name it: `--model NAME`, or `llm.model` in your configuration",
  });
}

function noKey(name: string, keyName: string): OperationError {
  return new OperationError("SK492", `there is no key for \`${name}\``, { hint: `set ${keyName} in the environment` });
}
