/** Skills with `context: fork` in the real AI SDK, with its own mock of a model. */
import { beforeAll, expect } from "vitest";
import type { Session } from "../../../src/session/conversation/session.ts";
import {
  type AiSdkGenerate,
  type AiSdkSubagentOptions,
  aiSdkSubagents,
} from "../../../src/surfaces/adapters/ai-sdk.ts";
import { open, skillFile } from "../../session/conversation/open.ts";
import { framework, withFrameworks } from "./frameworks.ts";

const { describe, test } = withFrameworks;

interface Ai {
  generateText: AiSdkGenerate;
  jsonSchema(schema: object): unknown;
}

interface AiTest {
  MockLanguageModelV3: new (options: { doGenerate: (options: ModelCall) => Promise<object> }) => object;
}

interface ModelCall {
  readonly tools?: readonly { readonly name: string }[];
  readonly prompt: readonly {
    readonly role: string;
    readonly content:
      | string
      | readonly { readonly type: string; readonly text?: string; readonly output?: { readonly value: unknown } }[];
  }[];
  readonly abortSignal?: AbortSignal;
}

let generateText: Ai["generateText"];
let jsonSchema: Ai["jsonSchema"];
let MockLanguageModelV3: AiTest["MockLanguageModelV3"];
beforeAll(async () => {
  ({ generateText, jsonSchema } = await framework<Ai>("ai"));
  ({ MockLanguageModelV3 } = await framework<AiTest>("ai/test"));
});

/** One step of a model: a text, or a call of a tool. */
type Step = string | { readonly tool: string; readonly input: object };

function scripted(steps: readonly Step[], seen: ModelCall[] = []): object {
  return new MockLanguageModelV3({
    doGenerate: async (call) => {
      const step = steps[Math.min(seen.push(call), steps.length) - 1] ?? "";
      const content =
        typeof step === "string"
          ? { type: "text", text: step }
          : {
              type: "tool-call",
              toolCallId: `call-${seen.length}`,
              toolName: step.tool,
              input: JSON.stringify(step.input),
            };
      return {
        content: [content],
        finishReason: { unified: typeof step === "string" ? "stop" : "tool-calls", raw: undefined },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      };
    },
  });
}

const calls: string[] = [];
const makeTools = () =>
  Object.fromEntries(
    ["Read", "Bash"].map((name) => [
      name,
      {
        description: name,
        inputSchema: jsonSchema({ type: "object", properties: { command: { type: "string" } } }),
        execute: async ({ command = "" }: { command?: string }) => {
          calls.push(`${name} ${command}`.trim());
          return `${name} said so`;
        },
      },
    ]),
  );

async function session(
  options: Partial<AiSdkSubagentOptions> & Pick<AiSdkSubagentOptions, "model">,
  more = "",
  skills: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const subagents = aiSdkSubagents({ generate: generateText, tools: makeTools(), ...options });
  const files = { audit: skillFile("audit", "Audit the code.\n", `context: fork\n${more}`), ...skills };
  return (await open(files, { control: { subagents } })).session;
}

async function report(from: Session): Promise<string> {
  const { text } = await from.activate({ asked: "audit", actor: "model" });
  return text.slice(text.indexOf(")") + 1);
}

const told = ({ prompt }: ModelCall): string[] =>
  prompt.flatMap(({ role, content }) =>
    typeof content === "string"
      ? [`${role}: ${content.slice(0, 30)}`]
      : content.map(({ text, output }) => `${role}: ${text ?? String(output?.value)}`),
  );

describe("[F50] agents on the AI SDK", () => {
  test("work on the body, with tools, and hand on their last text alone", async () => {
    calls.length = 0;
    const seen: ModelCall[] = [];
    const model = scripted([{ tool: "Read", input: { command: "a.ts" } }, "Found 2 problems."], seen);
    expect(await report(await session({ model }))).toBe(", which reports:\n\nFound 2 problems.");
    expect([calls, told(seen[1] as ModelCall), seen[0]?.tools?.map(({ name }) => name).sort()]).toEqual([
      ["Read a.ts"],
      [
        "system: You work on one task alone. Yo",
        "user: Audit the code.\n",
        expect.stringMatching(/^assistant: /),
        "tool: Read said so",
      ],
      ["Bash", "Read", "skill", "skill_resource"],
    ]);
  });

  test("what their skill takes away they cannot use, and read why", async () => {
    calls.length = 0;
    const seen: ModelCall[] = [];
    const model = scripted([{ tool: "Bash", input: { command: "rm -rf x" } }, "Could not."], seen);
    await report(await session({ model }, "disallowed-tools: Bash\n"));
    expect([calls, told(seen[1] as ModelCall).at(-1)]).toEqual([
      [],
      expect.stringContaining("The call of `Bash` was not made"),
    ]);
  });

  test("begin with the skills that they are to have", async () => {
    const seen: ModelCall[] = [];
    await report(
      await session({ model: scripted(["Done."], seen) }, "skills: style\n", {
        style: skillFile("style", "Be brief.\n"),
      }),
    );
    const [, first = "", second] = told(seen[0] as ModelCall);
    expect([first.includes("Be brief."), second]).toEqual([true, "user: Audit the code.\n"]);
  });

  test("are of the kind, and of the model, that the skill wishes for", async () => {
    const seen: ModelCall[] = [];
    const wished: (string | undefined)[] = [];
    const options = {
      model: (name: string | undefined) => {
        wished.push(name);
        return name === "none" ? undefined : scripted(["Done."], seen);
      },
      agents: { Explore: { system: "You only look.", tools: ["Read"], model: "small" } },
    };
    await report(await session(options, "agent: Explore\n"));
    await report(await session(options, "agent: Explore\nmodel: large\n"));
    expect([wished, told(seen[0] as ModelCall)[0], seen[0]?.tools?.map(({ name }) => name).sort()]).toEqual([
      ["small", "large"],
      "system: You only look.",
      ["Read", "skill", "skill_resource"],
    ]);
    expect([
      await report(await session(options, "agent: Nobody\n")),
      await report(await session(options, "model: none\n")),
    ]).toEqual([
      ", but it failed:\n\nthere is no agent `Nobody`; there are general-purpose, Explore",
      ", but it failed:\n\nthere is no model `none`",
    ]);
  });

  test("that never come to an end are ended", async () => {
    const model = scripted([{ tool: "Read", input: {} }]);
    expect(await report(await session({ model, maxSteps: 3 }))).toBe(
      ", but it failed:\n\nthe task was not finished after 3 steps.",
    );
  });

  test("whose model fails have failed", async () => {
    const model = new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error("no credit")) });
    expect(await report(await session({ model, settings: () => ({ maxRetries: 0 }) }))).toMatch(
      /^, but it failed:\n\n.*no credit/,
    );
  });

  test("receive the host's effort and a signal", async () => {
    const seen: ModelCall[] = [];
    const efforts: (string | undefined)[] = [];
    const stop = new AbortController();
    const model = new MockLanguageModelV3({
      doGenerate: (call) => {
        seen.push(call);
        return new Promise((_, reject) => {
          call.abortSignal?.addEventListener("abort", () => reject(call.abortSignal?.reason));
          stop.abort();
        });
      },
    });
    const from = await session(
      {
        model,
        settings: ({ effort }) => {
          efforts.push(effort);
          return { maxRetries: 0 };
        },
      },
      "effort: high\n",
    );
    const { text } = await from.activate({ asked: "audit", actor: "model", signal: stop.signal });
    expect([text.endsWith("but it was cancelled."), seen[0]?.abortSignal?.aborted, efforts]).toEqual([
      true,
      true,
      ["high"],
    ]);
  });
});
