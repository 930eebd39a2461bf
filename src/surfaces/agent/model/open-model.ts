/**
 * Opens an endpoint as a model of the AI SDK. Only the provider's own package is loaded, without its other models and
 * tools.
 */
import type { LanguageModel } from "ai";
import type { Endpoint } from "./choose-endpoint.ts";

export async function openModel({ api, provider, baseUrl, model, apiKey, headers }: Endpoint): Promise<LanguageModel> {
  if (api === "anthropic") {
    const { AnthropicMessagesLanguageModel } = await import("@ai-sdk/anthropic/internal");
    // A local endpoint may need no key. The API requires the header `x-api-key` in any case.
    const all = { "anthropic-version": "2023-06-01", "x-api-key": apiKey ?? "none", ...headers };
    return new AnthropicMessagesLanguageModel(model, {
      provider: "anthropic.messages",
      baseURL: withoutSlash(baseUrl).replace(/^https:\/\/api\.anthropic\.com$/, "$&/v1"),
      headers: () => all,
    });
  }
  const { OpenAICompatibleChatLanguageModel } = await import("@ai-sdk/openai-compatible");
  const all = { ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }), ...headers };
  return new OpenAICompatibleChatLanguageModel(model, {
    provider: `${provider}.chat`,
    url: ({ path }) => `${withoutSlash(baseUrl)}${path}`,
    headers: () => all,
    includeUsage: true,
  });
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
