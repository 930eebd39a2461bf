import { describe, expect, test } from "vitest";
import { mergeLayers } from "../../../src/catalog/config/config.ts";
import { readConfigFile } from "../../../src/catalog/config/read-layer.ts";
import { OperationError } from "../../../src/model/errors.ts";
import { chooseEndpoint, type EndpointChoice } from "../../../src/surfaces/agent/model/choose-endpoint.ts";
import { explainFailure } from "../../../src/surfaces/agent/model/explain-failure.ts";

const DEFINITION = { id: "d", name: "D", allowSkills: false, skills: [], prompt: "" };

/** Returns `provider model address key`, or the missing part. */
function chosen(
  typed: EndpointChoice,
  config: string,
  definition: { provider?: string; model?: string } = {},
  variables: Record<string, string> = {},
): string {
  const { value, diagnostics } = readConfigFile({ path: "c", text: config, base: "/", home: "/" });
  expect(diagnostics).toEqual([]);
  try {
    const endpoint = chooseEndpoint(typed, {
      config: mergeLayers([value]).agent,
      definition: { ...DEFINITION, ...definition },
      variables,
    });
    const { provider, model, baseUrl, apiKey = "-", api } = endpoint;
    return `${provider} ${model} ${baseUrl} ${apiKey}${api === "openai" ? "" : ` ${api}`}`;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

const OLLAMA = "http://127.0.0.1:11434/v1";
const KEYED = "llm: { provider: openai, model: gpt, api_key: k1, api_base: 'http://one/v1' }";
const OWN = "providers: { mine: { base_url: 'http://mine/v1/', api_key_env: MINE, model: small } }";

describe("[AG6] the endpoint", () => {
  test.each<[string, string, string]>([
    [
      "an address and a model",
      chosen({ baseUrl: "http://x/v1/", model: "m" }, ""),
      "openai-compatible m http://x/v1 -",
    ],
    ["a provider and its model in one", chosen({ model: "ollama/qwen3" }, ""), `ollama qwen3 ${OLLAMA} -`],
    [
      "a model with a slash of its own",
      chosen({ model: "org/m", baseUrl: "http://x" }, ""),
      "openai-compatible org/m http://x -",
    ],
    ["pickle-bot's `llm`", chosen({}, KEYED), "openai gpt http://one/v1 k1"],
    [
      "an unknown provider with an address",
      chosen({}, "llm: { provider: zai, model: glm, api_base: 'http://z/v4' }"),
      "zai glm http://z/v4 -",
    ],
    [
      "the definition's before `llm`",
      chosen({}, `${KEYED}\n${OWN}`, { provider: "mine" }, { MINE: "k2" }),
      "mine small http://mine/v1 k2",
    ],
    ["never the key of another", chosen({}, KEYED, { provider: "ollama", model: "q" }), `ollama q ${OLLAMA} -`],
    [
      "what was typed before the definition",
      chosen({ provider: "ollama", model: "q" }, KEYED, { provider: "openai", model: "gpt" }),
      `ollama q ${OLLAMA} -`,
    ],
    [
      "a typed provider without the definition's model",
      chosen({ provider: "mine" }, OWN, { provider: "openai", model: "gpt" }),
      "mine small http://mine/v1 -",
    ],
    [
      "a key from the environment",
      chosen({ model: "anthropic/claude" }, "", {}, { ANTHROPIC_API_KEY: "k" }),
      "anthropic claude https://api.anthropic.com/v1 k anthropic",
    ],
    ["nothing", chosen({}, ""), "SK492 no model is configured"],
    ["no model", chosen({ provider: "ollama" }, ""), "SK492 no model of the provider `ollama` is chosen"],
    ["no key", chosen({ model: "openai/gpt" }, ""), "SK492 there is no API key for the provider `openai`"],
    ["no such provider", chosen({ provider: "nobody", model: "m" }, ""), "SK492 there is no provider `nobody`"],
    [
      "`__proto__` is not a provider",
      chosen({ provider: "__proto__", model: "m" }, ""),
      "SK492 there is no provider `__proto__`",
    ],
    [
      "no address",
      chosen({ baseUrl: "file:///etc", model: "m" }, ""),
      "SK492 the address of `openai-compatible` is not valid: `file:///etc`",
    ],
    [
      "an address with a password",
      chosen({ baseUrl: "http://u:p@x", model: "m" }, ""),
      "SK492 the address of `openai-compatible` is not valid: `http://…@x`",
    ],
    [
      "a provider without an address",
      chosen({}, "llm: { provider: a }\nproviders: { a: {} }"),
      "SK492 the provider `a` cannot be used: the setting `base_url` is missing",
    ],
    [
      "a provider with a strange key",
      chosen({}, "llm: { provider: a }\nproviders: { a: { url: x } }"),
      "SK492 the provider `a` cannot be used: `url` is not one of its keys, api, base_url, api_key, api_key_env, model, context_window, headers",
    ],
    [
      "a provider that speaks nothing",
      chosen({}, "llm: { provider: a }\nproviders: { a: { api: x, base_url: y } }"),
      "SK492 the provider `a` cannot be used: `api` should be `openai` or `anthropic`",
    ],
  ])("%s", (_, found, wanted) => {
    expect(found).toBe(wanted);
  });

  test.each([
    ["headers: [x]", "`headers` is not a mapping"],
    ["headers: { x: 1 }", "the values of `headers` should be strings"],
    ["headers: { x: y, z: [] }", "the values of `headers` should be strings"],
    ["context_window: many", "`context_window` should be a number"],
    ["context_window: 0", "`context_window` should be a number"],
    ["api_key: 1", "`api_key` should be a string"],
  ])("a provider with `%s`", (key, problem) => {
    const config = `llm: { provider: a }\nproviders: { a: { base_url: "http://x/v1", model: m, ${key} } }`;
    expect(chosen({}, config)).toBe(`SK492 the provider \`a\` cannot be used: ${problem}`);
  });
});

describe("[AG6] what an endpoint does wrong", () => {
  const endpoint = {
    provider: "p",
    api: "openai",
    baseUrl: "http://x/v1",
    model: "m",
    apiKey: "sk-secret",
    keyName: "P_KEY",
    headers: {},
  } as const;
  const said = (error: unknown): [string, string, string | undefined] => {
    const { code, message, hint } = explainFailure(error, endpoint);
    return [code, message, hint];
  };
  const answered = (statusCode: number, responseBody = "") =>
    Object.assign(new Error("x"), { statusCode, responseBody });

  test.each<[string, unknown, string]>([
    [
      "a key that is refused",
      answered(401, '{"error":{"message":"bad key sk-secret"}}'),
      '`p` at http://x/v1 refuses the API key (401); it says: "bad key …"',
    ],
    [
      "no such model",
      answered(404, '{"message":"no m"}'),
      '`p` at http://x/v1 does not know the model `m`, or the address is wrong (404); it says: "no m"',
    ],
    ["too many requests", answered(429), "`p` at http://x/v1 received too many requests (429)"],
    ["too long", answered(413), "the conversation is too long for `p` at http://x/v1 (413)"],
    [
      "its own failure, in HTML",
      answered(502, "<html>\n<b>Bad\tGateway</b>"),
      '`p` at http://x/v1 returned an error (502); it says: "<html>\\n<b>Bad Gateway</b>"',
    ],
    [
      "a request it does not take",
      answered(400, "x".repeat(5000)),
      `\`p\` at http://x/v1 refuses the request (400); it says: "${"x".repeat(300)}…" (5000 characters)`,
    ],
    ["the last of several attempts", { lastError: answered(500) }, "`p` at http://x/v1 returned an error (500)"],
    [
      "no server",
      Object.assign(new Error("fetch failed"), { cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }) }),
      "`p` at http://x/v1 cannot be reached (ECONNREFUSED)",
    ],
    [
      "patience at an end",
      Object.assign(new Error(""), { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } }),
      "`p` at http://x/v1 did not answer in time",
    ],
    [
      "an end in the middle",
      new Error("terminated sk-secret"),
      'the response of `p` at http://x/v1 was interrupted; the connection says: "terminated …"',
    ],
    ["anything", undefined, 'the response of `p` at http://x/v1 was interrupted; the connection says: "undefined"'],
  ])("%s", (_, error, message) => {
    expect(said(error)).toEqual(["SK493", message, expect.stringMatching(/\w/)]);
  });
});
