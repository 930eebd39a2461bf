/** The endpoints with built-in names: their addresses, and the variables that contain their keys. */

export const ENDPOINT_APIS = ["openai", "anthropic"] as const;
/** The API of an endpoint: `openai` is Chat Completions, `anthropic` is Messages. */
export type EndpointApi = (typeof ENDPOINT_APIS)[number];

export interface Provider {
  readonly api: EndpointApi;
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Name of the environment variable that contains the key. */
  readonly apiKeyEnv?: string;
  /** True if requests without a key always fail. */
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
