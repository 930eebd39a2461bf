/** Opens an endpoint as a model of the AI SDK. Loads only the provider's package. */
import type { LanguageModel } from "ai";
import type { Endpoint } from "./choose-endpoint.ts";

export async function openModel({ api, provider, baseUrl, model, apiKey, headers }: Endpoint): Promise<LanguageModel> {
  if (api === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    // A local endpoint may need no key, but the package requires one.
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? "none", headers })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const key = apiKey === undefined ? {} : { apiKey };
  return createOpenAICompatible({ name: provider, baseURL: baseUrl, ...key, headers, includeUsage: true })(model);
}
