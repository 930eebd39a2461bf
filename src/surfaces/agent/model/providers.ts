/** The endpoints that have a name without any configuration: who they are, where, and which variable has their key. */

export const APIS = ["openai", "anthropic"] as const;
/** Which of the two languages an endpoint speaks: Chat Completions or Messages. */
export type Api = (typeof APIS)[number];

export interface Provider {
  readonly api: Api;
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** The variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** Without a key there is no use in asking. */
  readonly needsKey?: boolean;
  readonly model?: string;
  readonly contextWindow?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: { api: "openai", baseUrl: "https://api.openai.com/v1", apiKeyEnv: "OPENAI_API_KEY", needsKey: true },
  anthropic: {
    api: "anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    apiKeyEnv: "ANTHROPIC_API_KEY",
    needsKey: true,
  },
  openrouter: {
    api: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    apiKeyEnv: "OPENROUTER_API_KEY",
    needsKey: true,
  },
  ollama: { api: "openai", baseUrl: "http://127.0.0.1:11434/v1" },
  lmstudio: { api: "openai", baseUrl: "http://127.0.0.1:1234/v1" },
  "llama.cpp": { api: "openai", baseUrl: "http://127.0.0.1:8080/v1" },
  vllm: { api: "openai", baseUrl: "http://127.0.0.1:8000/v1" },
};
