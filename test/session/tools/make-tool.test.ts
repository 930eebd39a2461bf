import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GivenFields, makeTool, shortenForReply } from "../../../src/session/tools/make-tool.ts";

const tool = makeTool({
  name: "greet",
  description: "Greets.",
  fields: {
    name: { type: "string", description: "Whom.", required: true, enum: ["Ada", "Bob"] },
    times: { type: "integer", description: "How often." },
  },
  run: (given: GivenFields) => {
    if (given["name"] === "nobody") throw new Error("there is\nnobody\u001b[31m");
    return { content: JSON.stringify(given), isError: false };
  },
});

const TAKES = '`greet` takes `{ "name": string, "times"?: integer }`';

test("[X4] a stranger's text in a reply has at most 200 characters", () => {
  expect([shortenForReply("x".repeat(200)), shortenForReply("x".repeat(201)), shortenForReply("a\n\nb")]).toEqual([
    "x".repeat(200),
    `${"x".repeat(199)}…`,
    "a b",
  ]);
});

describe("[X4] what a model writes is answered", () => {
  test.each<[what: string, input: unknown, content: string]>([
    ["an object", { name: "Ada", times: 2 }, '{"name":"Ada","times":"2"}'],
    ["JSON text", '{"name":"Ada"}', '{"name":"Ada"}'],
    ["a name that is not in the enum", { name: "Eve" }, '{"name":"Eve"}'],
    ["a number for a text", { name: 7 }, '{"name":"7"}'],
    ["a truth for a text", { name: true }, '{"name":"true"}'],
    ["text for a number", { name: "Ada", times: " 3 " }, '{"name":"Ada","times":"3"}'],
    ["null", { name: null, times: null }, "{}"],
    ["keys that it does not know", { name: "Ada", shout: true, __proto__: { times: 1 } }, '{"name":"Ada"}'],
    ["nothing", undefined, "{}"],
    ["empty text", " ", "{}"],
    ["an inherited key", Object.create({ name: "Ada" }), "{}"],
  ])("%s", async (_, input, content) => {
    expect(await tool.execute(input)).toEqual({ content, isError: false });
  });

  test.each<[what: string, input: unknown, content: string]>([
    ["a list", ["Ada"], `the input must be a JSON object; ${TAKES}`],
    ["a number", 1, `the input must be a JSON object; ${TAKES}`],
    ["text that is not JSON", "Ada", `the input must be a JSON object; ${TAKES}`],
    ["broken JSON", '{"name":"Ada"', `the input must be a JSON object; ${TAKES}`],
    ["a list for a text", { name: ["Ada"] }, `\`name\` must be text; ${TAKES}`],
    ["an object for a text", { name: { first: "Ada" } }, `\`name\` must be text; ${TAKES}`],
    ["a fraction", { name: "Ada", times: 1.5 }, `\`times\` must be a whole number; ${TAKES}`],
    ["less than nothing", { name: "Ada", times: -1 }, `\`times\` must be a whole number; ${TAKES}`],
    ["a number that is none", { name: "Ada", times: Number.NaN }, `\`times\` must be a whole number; ${TAKES}`],
    ["what makes it throw", { name: "nobody" }, "the call of `greet` failed: there is nobody\\u{1b}[31m"],
  ])("%s is told", async (_, input, content) => {
    expect(await tool.execute(input)).toEqual({ content, isError: true });
  });

  test("a call that was cancelled", async () => {
    expect(await tool.execute({ name: "Ada" }, { signal: AbortSignal.abort() })).toEqual({
      content: "the call of `greet` was cancelled",
      isError: true,
    });
  });

  test("any value, and any text, has an answer of bounded size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.anything({ withBigInt: true, withNullPrototype: true }), fc.string(), fc.json(), fc.object()),
        async (input) => {
          const { content } = await tool.execute(input);
          expect(typeof content).toBe("string");
        },
      ),
      { numRuns: 500 },
    );
    const thrower = makeTool({
      name: "throw",
      description: "",
      fields: {},
      run: () => {
        throw "x".repeat(1_000_000);
      },
    });
    expect((await thrower.execute({})).content).toBe(`the call of \`throw\` failed: ${"x".repeat(199)}…`);
  });
});

describe("[X4] the schema", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string", enum: ["Ada", "Bob"], description: "Whom." },
      times: { type: "integer", minimum: 0, description: "How often." },
    },
    required: ["name"],
    additionalProperties: false,
  };
  const standard = tool.input["~standard"];

  test("is JSON Schema, the same for every draft", () => {
    expect(tool.jsonSchema).toEqual(schema);
    for (const target of ["draft-2020-12", "draft-07", "openapi-3.0"])
      expect([standard.jsonSchema.input({ target }), standard.jsonSchema.output({ target })]).toEqual([schema, schema]);
  });

  test("is a new object each time, because the AI SDK writes into it", () => {
    const first = tool.jsonSchema;
    first["type"] = "changed";
    (standard.jsonSchema.input({ target: "draft-07" })["required"] as string[]).push("times");
    expect(tool.jsonSchema).toEqual(schema);
  });

  test("lets a value through that fits, and names what does not", () => {
    for (const value of [{ name: "Eve" }, { name: "somebody else", more: 1 }])
      expect(standard.validate(value)).toEqual({ value });
    expect(standard.validate('{"name":"Eve"}')).toEqual({ value: { name: "Eve" } });
    const message = (value: unknown): unknown => {
      const { issues } = standard.validate(value);
      return issues?.map((issue) => issue.message.split(";")[0]);
    };
    expect([{}, null, { name: ["Eve"] }, 7, "text"].map(message)).toEqual([
      ["`name` is missing"],
      ["`name` is missing"],
      ["`name` must be text"],
      ["the input must be a JSON object"],
      ["the input must be a JSON object"],
    ]);
    expect([standard.version, standard.vendor]).toEqual([1, "skillwright"]);
  });
});
