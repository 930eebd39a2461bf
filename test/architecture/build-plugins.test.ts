/**
 * The plugins of the build change compiled chunks. Each chunk here runs before and after this change, and must give the
 * same values.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { lazyBuiltins } from "../../scripts/lazy-builtins.mjs";
import { lazyRegExps } from "../../scripts/lazy-regexps.mjs";
import { leaveOut } from "../../scripts/left-out.mjs";
import { parsedJson } from "../../scripts/parsed-json.mjs";
import { plainExports } from "../../scripts/plain-exports.mjs";
import { plainStrings } from "../../scripts/plain-strings.mjs";
import { shareStatements } from "../../scripts/shared-statements.mjs";

interface Ran {
  readonly exports: Record<string, unknown>;
  /** The modules that the chunk required, in order. */
  readonly required: string[];
}

/** Runs a chunk as Node would. */
function run(code: string): Ran {
  const required: string[] = [];
  const load = createRequire(import.meta.url);
  const loaded = { exports: {} };
  new Function("require", "module", "exports", code)(
    (id: string) => {
      required.push(id);
      return load(id);
    },
    loaded,
    loaded.exports,
  );
  return { exports: loaded.exports, required };
}

describe("lazy-builtins", () => {
  const ofModules = (uses: string) =>
    `let node_url = require("node:url");\nlet node_events = require("node:events");\n${uses}`;

  test.each([
    ["a call", "exports.value = () => node_url.fileURLToPath('file:///a/b');"],
    ["a constructor", "exports.value = () => new node_url.URL('http://a.test/b').pathname;"],
    [
      "a constructor of a member",
      "exports.value = () => new node_events.EventEmitter.EventEmitter().listenerCount('x');",
    ],
    ["a constructor whose object is called", "exports.value = () => new node_url.URL('http://a.test/b').toString();"],
    ["a constructor without arguments", "exports.value = () => (new node_events.EventEmitter).eventNames();"],
    [
      "a class that extends",
      "exports.value = () => { class A extends node_events.EventEmitter {} return new A().emit('x'); };",
    ],
    ["an `instanceof`", "exports.value = () => new node_url.URL('http://a.test') instanceof node_url.URL;"],
    ["a property", "exports.value = () => typeof node_events.defaultMaxListeners;"],
    ["an element after a property", "exports.value = () => node_url.URL['name'];"],
    ["a template", "exports.value = () => `${node_url.domainToASCII('ä.test')}`;"],
    ["a function as a value", "exports.value = () => ['a.test'].map(node_url.domainToASCII);"],
  ])("%s gives the same value, and loads nothing before", (_, uses) => {
    const code = ofModules(uses);
    const before = run(code);
    const after = run(lazyBuiltins.renderChunk(code));
    const value = ({ exports }: Ran) => (exports["value"] as () => unknown)();
    expect(after.required).toEqual([]);
    expect(value(after)).toEqual(value(before));
    expect(after.required).toHaveLength(1);
    value(after);
    expect(after.required).toHaveLength(1);
  });

  test.each([
    ["the module itself is a value", `let node_url = require("node:url");\nexports.value = node_url;`],
    ["the module is spread", `let node_url = require("node:url");\nexports.value = { ...node_url }.URL;`],
    ["it has been loaded by Node", `let node_fs = require("node:fs");\nexports.value = node_fs.existsSync;`],
  ])("leaves the chunk alone if %s", (_, code) => {
    expect(lazyBuiltins.renderChunk(code)).toBe(code);
  });
});

describe("lazy-regexps", () => {
  test.each([
    ["`test`", "const A = /^\\p{L}+$/u;\nexports.value = ['é', '1'].map((each) => A.test(each));"],
    ["an argument", "const A = /\\p{Lu}/gu;\nexports.value = 'aBcD'.replace(A, '-');"],
    [
      "a remembered place",
      "const A = /\\p{Lu}/gu;\nA.lastIndex = 2;\nexports.value = [A.exec('aBcD').index, A.lastIndex];",
    ],
    ["two constants", "const A = /\\p{Lu}/u, B = /\\p{Ll}/u;\nexports.value = [A.test('a'), B.test('a')];"],
    ["a slash and a quote", "const A = /[/'\"]\\p{L}/u;\nexports.value = ['/a', 'a'].map((each) => A.test(each));"],
    ["another variable of the name", "const A = /\\p{L}/u;\nexports.value = ((A) => A + 1)(1) + String(A.test('a'));"],
    ["a key of the name", "const A = /\\p{L}/u;\nconst b = { A: 1 };\nexports.value = [b.A, A.test('a')];"],
    ["a shorthand property", "const A = /\\p{L}/u;\nconst b = { A };\nexports.value = b.A.test('a');"],
    ["a text of the name", "const A = /\\p{L}/u;\nexports.value = ['A.test', `A${A.test('a')}`];"],
  ])("%s gives the same value", (_, code) => {
    expect(run(lazyRegExps.renderChunk(code)).exports).toEqual(run(code).exports);
  });

  test("makes the expression once, when it is used", () => {
    const code = lazyRegExps.renderChunk("const A = /\\p{L}/u;\nexports.get = (id) => [id(A), id(A)];");
    expect(code).toMatch(/^let A\$; const A = \(\) => A\$ \?\?= /);
    const [first, second] = (run(code).exports["get"] as (id: (value: unknown) => unknown) => unknown[])(
      (each) => each,
    );
    expect(first).toBe(second);
    expect(first).toEqual(/\p{L}/u);
  });

  test.each([
    ["cheap", "const A = /[a-z]/;\nexports.value = A.test('a');"],
    ["exported", "const A = /\\p{L}/u;\nexports.value = { A };"],
    ["changed", "let A = /\\p{L}/u;\nA = /\\d/;\nexports.value = A.test('1');"],
  ])("leaves a constant alone that is %s", (_, code) => {
    expect(lazyRegExps.renderChunk(code)).toBe(code);
  });
});

describe("plain-exports", () => {
  const getter = (name: string, local: string) =>
    `Object.defineProperty(exports, ${JSON.stringify(name)}, {\n  enumerable: true,\n  get: function () {\n    return ${local};\n  }\n});\n`;

  test("exports the same names and values, without getters", () => {
    const code = `const a = 1;\nfunction b() { return 2; }\n${getter("a", "a")}${getter("b$1", "b")}`;
    const { exports } = run(plainExports.renderChunk(code));
    expect(exports).toEqual({ a: 1, b$1: expect.any(Function) });
    expect(Object.getOwnPropertyDescriptor(exports, "a")).toMatchObject({ value: 1 });
  });

  test.each([
    ["an assignment", "a = 2"],
    ["an addition", "a += 1"],
    ["a default", "a ??= 2"],
    ["an increment", "a++"],
    ["a pattern", "[a] = [2]"],
    ["a pattern of an object", "({ b: a = 2 } = {})"],
    ["a loop", "for (a of [2]);"],
  ])("keeps the getter of a value that %s changes", (_, change) => {
    const code = `let a;\nconst b = 1;\nfunction set() { ${change} }\n${getter("a", "a")}${getter("b", "b")}${getter("set", "set")}`;
    const { exports } = run(plainExports.renderChunk(code));
    (exports["set"] as () => void)();
    expect(exports["a"]).not.toBeUndefined();
    expect(exports["b"]).toBe(1);
    expect(Object.keys(exports).sort()).toEqual(["a", "b", "set"]);
  });

  test("leaves a chunk alone that assigns its exports", () => {
    const code = `const a = 1;\nexports.b = 2;\n${getter("a", "a")}`;
    expect(plainExports.renderChunk(code)).toBe(code);
  });
});

describe("shared-statements", () => {
  /** Shares the common statements of two modules, and runs both. Returns their values, and the code that they share. */
  async function runBoth(one: string, other: string) {
    const directory = mkdtempSync(join(tmpdir(), "skw-shared-"));
    const [shared = "", ...rest] = shareStatements(one, other, "./shared.mjs");
    const files = { shared, one: rest[0]!, other: rest[1]! };
    for (const [name, code] of Object.entries(files)) writeFileSync(join(directory, `${name}.mjs`), code);
    const load = async (name: string) => (await import(pathToFileURL(join(directory, `${name}.mjs`)).href)).get();
    return { shared, values: [await load("one"), await load("other")] };
  }

  test.each<[title: string, one: string, other: string, values: unknown[], isMoved: boolean]>([
    ["moves a function with all that it needs", "const b = 1;", "const b = 1;", ["/1", "/1"], true],
    ["leaves a function that needs another constant", "const b = 1;", "const b = 2;", ["/1", "/2"], false],
    [
      "leaves a function that needs another import",
      "const b = 1;",
      'import { sep as b } from "node:path/win32";',
      ["/1", "/\\"],
      false,
    ],
    [
      "leaves a function if a statement that stays changes its variable",
      "let b = 1;",
      "let b = 1;\nb++;",
      ["/1", "/2"],
      false,
    ],
  ])("%s", async (_, one, other, expected, isMoved) => {
    const code = (first: string, more: string) => `import { sep } from "node:path/posix";
${first}
function same() { return sep + b; }
const more = "${more}";
export const get = () => same() + more;`;
    const { shared, values } = await runBoth(code(one, "-one"), code(other, "-other"));
    expect(shared.includes("function same")).toBe(isMoved);
    expect(values).toEqual([`${expected[0]}-one`, `${expected[1]}-other`]);
  });

  test("moves a function that uses a copy with another number in each module", async () => {
    const copy = (name: string) => `function ${name}(value) { return value === "/"; }\n`;
    const code = (number: number, more: string) => `import { sep } from "node:path/posix";
${copy(`isRoot$${number}`)}${copy("isRoot")}
function same() { return isRoot$${number}(sep); }
export const get = () => [same(), isRoot("${more}")];`;
    const { shared, values } = await runBoth(code(2, "-one"), code(3, "/"));
    expect(shared).toContain("function same");
    expect(shared).not.toContain("$");
    expect(values).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test("moves a function with a property whose name is that of another function", async () => {
    const code = (other: string) => `import { sep } from "node:path/posix";
function same() { return { b: sep }.b; }
function b() { return "${other}"; }
export const get = () => same() + b();`;
    const { shared, values } = await runBoth(code("one"), code("other"));
    expect(shared).toContain("function same");
    expect(values).toEqual(["/one", "/other"]);
  });

  test("moves a statement that fills a table", async () => {
    const fill = "const table = [];\nfor (const each of [1, 2]) table.push(each);\n";
    const { shared, values } = await runBoth(
      `${fill}export const get = () => table;`,
      `${fill}export const get = () => [...table, 3];`,
    );
    expect(shared).toContain("table.push");
    expect(values).toEqual([
      [1, 2],
      [1, 2, 3],
    ]);
  });

  test("compares imports of files without the hash in their names", () => {
    const code = (hash: string) => `import { a } from "./chunk-${hash}.mjs";\nconst b = () => a;\nexport { b };\n`;
    const [shared] = shareStatements(code("DYPzFuB5"), code("vYduTEsO"), "./shared.mjs");
    expect(shared).toContain("const b = () => a;");
  });
});

describe("parsed-json", () => {
  test("gives the values of the file, whatever its texts contain", async () => {
    const value = { __proto__x: [1, null, true], 'quo"te': "\\ ' ` ${x} \u2028 \n ü", nested: { a: {} } };
    const { code } = parsedJson.transform.handler(JSON.stringify(value, null, 2));
    const { default: loaded } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    expect(loaded).toEqual(value);
  });
});

describe("plain-strings", () => {
  const value = (code: string) => run(code).exports["value"];

  test.each([
    ["plain text", "`text`"],
    ["quotes of both kinds", '`it\'s "so"`'],
    ["more double quotes", '`"a" "b"`'],
    ["lines and escapes", "`a\nb\\n\\\\ \\` \\${c}`"],
    ["characters outside of ASCII", "`ü\u2028\\u{1f600}`"],
    ["a lone surrogate", "`\\ud800`"],
    ["a property", "({ [`a b`]: 1 })[`a b`]"],
    ["after a keyword", "typeof`x`"],
  ])("%s keeps its value", (_, text) => {
    const code = `exports.value = ${text};`;
    const after = plainStrings(code);
    expect(after).not.toContain("= `");
    expect(value(after)).toEqual(value(code));
  });

  test.each([
    ["a value", "exports.value = `a${1}b`;"],
    ["a tag", "exports.value = String.raw`a\\n`;"],
    ["no use, because it would be a directive", "`use strict`;exports.value = 1;"],
  ])("leaves a template alone that has %s", (_, code) => {
    expect(plainStrings(code)).toBe(code);
  });
});

describe("left-out", () => {
  const code = `function first() { return 1; }
const second = (value) => ({ value });
const third = class { fourth() { return 4; } fifth() { return 5; } };
exports.values = [first, second, () => new third().fourth(), () => new third().fifth()];`;

  test("a function, an arrow function and a method throw, and others stay", () => {
    const { values } = run(leaveOut(code, ["first", /^sec/, "third.fourth"], "a.js")).exports;
    const [first, second, fourth, fifth] = values as (() => unknown)[];
    expect(first).toThrow("first is not in this build");
    expect(second).toThrow("second is not in this build");
    expect(fourth).toThrow("third.fourth is not in this build");
    expect(fifth?.()).toBe(5);
  });

  test("a name that the module does not have stops the build", () => {
    expect(() => leaveOut(code, ["third.sixth"], "a.js")).toThrow("a.js has no function third.sixth");
  });
});
