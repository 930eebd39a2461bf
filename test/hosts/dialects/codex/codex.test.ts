/** The expected result of every row comes from Codex 0.166.0. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codex } from "../../../../src/hosts/dialects/codex/codex.ts";
import { readCodexPolicy } from "../../../../src/hosts/dialects/codex/codex-metadata.ts";
import { readCodexManifest } from "../../../../src/hosts/dialects/codex/read-codex-manifest.ts";
import { startProcessorTimer } from "../../../processor-time.ts";

const read = (text: string) => codex(Buffer.from(text));
const head = (yaml: string) => read(`---\n${yaml}\n---\nbody\n`);

describe("what Codex takes for the description", () => {
  test.each<[yaml: string, description: string | undefined]>([
    ["description: plain", "plain"],
    ['description: "a\\nb\\t c "', "a b c"],
    ["description: 'it''s'", "it's"],
    ["description: 42", "42"],
    ["description: true", "true"],
    ["description: 2024-01-01", "2024-01-01"],
    ["description: !!int x", "x"],
    ["description: !foo x", "x"],
    ["description: ~", undefined],
    ["description: !!null ~", undefined],
    ["description: '~'", "~"],
    ["description:", undefined],
    ['description: ""', ""],
    ["description: >\n  a\n  b\n\n  c", "a b c"],
    ["description: |2\n    a\n   b", "a b"],
    ["description: |#c\n  a", "a"],
    ["description: a\n  b", "a b"],
    ['description: "a"#c', "a"],
    ["description: a#c", "a#c"],
    ["description: a\u2028name: n", "a"],
    ["\ufeffdescription: d", "d"],
    ["{description: d}", "d"],
    ["--- # c\ndescription: d", "d"],
    ["description: d\n...", "d"],
    ["%YAML 1.2\n--- {description: d}", "d"],
    ["? description\n: d", "d"],
    ["!!str description: d", "d"],
    ["x: &k description\n*k : d", "d"],
    ["<<: {description: m}", undefined],
    ["license: a\nlicense: b\ndescription: d", "d"],
    ["metadata:\ndescription: d", "d"],
    ["metadata: {a: 1, a: 2}\ndescription: d", "d"],
    ["x:\n  [a]: b\ndescription: d", "d"],
    ["x: &a 1\ny: &a 2\nz: &b 3\ndescription: *a", "3"],
    ["description: &a d\nname: *a", "d"],
  ])("%j → %j", (yaml, description) => {
    const { failure, repaired, ...reading } = head(yaml);
    expect({ failure, repaired }).toEqual({ failure: undefined, repaired: undefined });
    expect(reading.description).toBe(description);
    expect(reading.body).toBe("body\n");
  });
});

describe("what Codex repairs", () => {
  test.each<[yaml: string, description: string]>([
    ["description: a: b: c", "a: b: c"],
    ["description: it's a: b # c", "it's a: b"],
    ["description: [x: y", "[x: y"],
    ["description: [x] y", "[x] y"],
    ["description: @x", "@x"],
    ["description: `x`", "`x`"],
    ["argument-hint: <a: b>\ndescription: d", "d"],
    ["x: [next,@supabase/ssr]\ndescription: d", "d"],
    ["description: |\n a: b\n\n c: d\nx: y: z", "a: b c: d"],
    ["x: p: q\ny: {1: a, 0x1: b}\ndescription: d", "d"],
  ])("%j → %j", (yaml, description) => {
    expect(head(yaml)).toMatchObject({ description, repaired: true });
  });
});

describe("what Codex rejects", () => {
  test.each<[yaml: string, cause: string, line: number]>([
    ["description: d\n\tname: x", "yaml", 3],
    ["description: %x", "yaml", 2],
    ['description: "open', "yaml", 2],
    ['description: "\\q"', "yaml", 2],
    ["description: a\x07", "yaml", 2],
    ["description: d\nfoo", "yaml", 3],
    ["description: d\n name: n", "yaml", 3],
    ["description: *a", "yaml", 2],
    ["description: !e!x y", "yaml", 2],
    ["--- description: d", "yaml", 2],
    ["description: d\n--- # x", "yaml", 3],
    ["%FOO bar\n--- {description: d}", "yaml", 2],
    ['"x" : y\n[a,\n b]: c', "yaml", 3],
    ["description: [a]", "type", 2],
    ["description: !!null x", "type", 2],
    ["name: a\nname: b\ndescription: d", "type", 3],
    ["metadata: ~\ndescription: d", "type", 2],
    ["metadata: text\ndescription: d", "type", 2],
    ["metadata: []\ndescription: d", "type", 2],
    ["[a]: b\ndescription: d", "type", 2],
    ["- a", "type", 2],
    ["text", "type", 2],
  ])("%j: %s, line %i", (yaml, cause, line) => {
    expect(head(yaml)).toMatchObject({ name: undefined, description: undefined, failure: { cause, line } });
  });

  test.each<[file: string, why: string]>([
    ["\ufeff---\ndescription: d\n---", "the first line is not `---`"],
    ["\n---\ndescription: d\n---", "the first line is not `---`"],
    ["----\ndescription: d\n----", "the first line is not `---`"],
    ["---\rdescription: d\r---\r", "the first line is not `---`"],
    ["", "the first line is not `---`"],
    ["---\n---\ndescription: d\n---", "the frontmatter is empty"],
    ["---\ndescription: d\n...", "the closing fence is missing"],
  ])("%j: %s", (file, detail) => {
    expect(read(file).failure).toEqual({ cause: "no-frontmatter", detail, line: 1 });
  });

  test("a byte that is not UTF-8, wherever it stands", () => {
    const bytes = Buffer.concat([Buffer.from("---\ndescription: d\n---\n"), Buffer.from([0xe9])]);
    expect(codex(bytes).failure).toEqual({ cause: "encoding", detail: "it is not UTF-8" });
  });
});

describe("fences", () => {
  test.each([
    "---\ndescription: d\n---",
    " ---\ndescription: d\n\t---\t",
    "---\r\ndescription: d\r\n---\r\n",
    "\u00a0---\ndescription: d\n---\u0085\nbody",
    "---\ndescription: d\nx: |\n  ---\n  y\n---",
  ])("%j", (file) => {
    expect(read(file)).toMatchObject({ description: "d" });
  });
});

test("name, description and short description, white space collapsed", () => {
  const reading = head(
    'name: " deploy\u3000 service"\ndescription: x\nmetadata:\n  short-description:  Deploy   safely',
  );
  expect(reading).toEqual({
    name: "deploy service",
    description: "x",
    fields: { name: "deploy service", description: "x", metadata: { "short-description": "Deploy safely" } },
    body: "body\n",
  });
  expect(head('name: " "\ndescription: x').name).toBeUndefined();
});

describe("agents/openai.yaml", () => {
  test.each<[yaml: string, products: string[]]>([
    ["policy:\n  products: [chatgpt, ATLAS]", ["chatgpt", "atlas"]],
    ["policy:\n  products:\n  - codex", ["codex"]],
    ["policy:\n  products: [!chatgpt ]", ["chatgpt"]],
    ["policy:\n  products: [Chatgpt]", []],
    ["policy:\n  products: chatgpt", []],
    ["policy:\n  products: [chatgpt]\nfoo: [", []],
    ["policy:\n  products: [chatgpt]\ninterface: {display_name: [x]}", []],
    ["policy:\n  products: [chatgpt]\ninterface: {display_name: 5}", ["chatgpt"]],
    ["policy:\n  products: [chatgpt]\ndependencies: {tools: [{oauth: {callbackPort: 65536}}]}", []],
    ["policy:\n  products: [chatgpt]\ndependencies: {tools: [{oauth: {callback_port: 5}}]}", ["chatgpt"]],
  ])("%j → %j", (yaml, products) => {
    expect(readCodexPolicy(Buffer.from(yaml)).products).toEqual(products);
  });
});

describe("a plugin's manifest", () => {
  test.each<[json: string, name: string | undefined]>([
    ['{"name":"a"}', "a"],
    ['{"name":" a "}', " a "],
    ["{}", ""],
    ['{"name":"\\u0085"}', ""],
    ['{"name":"\\ufeff"}', "\ufeff"],
    ["[]", ""],
    ['["s"]', "s"],
    ['["s",1]', undefined],
    ['{"name":null}', undefined],
    ['{"name":"a","name":"b"}', undefined],
    ['{"x":{"name":"b"},"n\\u0061me":"a"}', "a"],
    ['{"name":"\\ud800"}', undefined],
    ['\ufeff{"name":"a"}', undefined],
    ['{"name":"a",}', undefined],
  ])("%j → %j", (json, name) => {
    expect(readCodexManifest(Buffer.from(json))).toBe(name);
  });
});

describe("any input", () => {
  const pieces = fc.constantFrom(
    ..."---|description: |name: |metadata:|\n|\n  |: |:|#|\"|'|- |[|]|{|}|\t|,|&a |*a|!|!!str |~|x|?|>|@|\\|%|\r|é|😀".split(
      "|",
    ),
    "|",
  );
  const yaml = fc.array(pieces, { maxLength: 40 }).map((each) => Buffer.from(`---\n${each.join("")}\n---\n`));

  test("is read without a throw, to texts or nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), yaml), (bytes) => {
        const { name, description, body } = codex(bytes);
        expect([typeof name, typeof description, typeof body].every((each) => /string|undefined/.test(each))).toBe(
          true,
        );
        expect(Array.isArray(readCodexPolicy(bytes).products)).toBe(true);
      }),
    );
  });

  test.each([
    ["nesting", "[".repeat(20_000)],
    ["closed nesting", `x: ${"[".repeat(10_000)}${"]".repeat(10_000)}`],
    ["keys", "{a: ".repeat(10_000)],
    ["lines", "a: b: c\n".repeat(5_000)],
    ["blanks", `a:${" ".repeat(200_000)}b`],
    ["aliases", `x: [&a [${"y,".repeat(5_000)}], ${"*a,".repeat(5_000)} @`],
  ])("of much %s ends soon", (_, yaml) => {
    const elapsedMs = startProcessorTimer();
    expect(head(yaml).description).toBeUndefined();
    expect(elapsedMs()).toBeLessThan(10_000);
  });
});
