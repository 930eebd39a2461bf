/** Checks `npm run mutate`: its mutants, its selection, and a complete run in a small project. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseMutants, collectMutants, instrument } from "../../scripts/mutants.mjs";

const root = resolve(import.meta.dirname, "../..");

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly original: string;
  readonly mutated: string;
}

function changes(source: string): string[] {
  return collectMutants("a.ts", source).map(({ original, mutated }: Mutant) => `${original} => ${mutated}`);
}

describe("the mutants of a source", () => {
  test.each<[string, string[]]>([
    ["x = a < b;", ["x = a < b; => ", "a < b => a <= b", "a < b => a >= b"]],
    ["const x = a && b;", ["a && b => a || b"]],
    ["const x = a ?? b;", ["a ?? b => a", "a ?? b => b"]],
    ["const x = y + `s`;", ["y + `s` => y", '`s` => ""']],
    ["if (!a) b();", ["!a => false", "!a => true", "!a => a", "b(); => "]],
    ["if (a) throw b;", ["a => !(a)", "a => false", "a => true", "throw b; => "]],
    ["for (const a of b) continue;", ["b => []", "continue; => "]],
    ["const x = a?.b?.[c]?.(d);", ["?.(d)", "?.[c]", "?.b"].map((part) => `a?.b?.[c]?.(d) => ${without(part)}`)],
    ["const x = [a, ...b];", ["a => ", "...b => "]],
    ["const x = { a, b: c };", ["a => ", "b: c => "]],
    ["a(b, c);", ["a(b, c); => ", "c => "]],
    ["const x = a.filter(b).every(c);", ["a.filter(b).every(c) => a.filter(b).some(c)", ".filter(b) => "]],
    ["const x = /^a$/u;", ["/^a$/u => /a$/u"]],
    ["a += 1;", ["a += 1; => ", "a += 1 => a -= 1", "1 => 2", "1 => 0"]],
    ["function a() { return; }", ["function a() {…} => function a() {}"]],
    ["function a() { return b; }", []],
    ['"use strict"; import a from "b"; import("c"); delete a?.b;', []],
    ['type A = "a" | 3; const x: A = b as 3; interface B { a: 4 }', []],
  ])("%s", (source, expected) => {
    expect(changes(source)).toEqual(expected);
  });

  function without(part: string): string {
    return "a?.b?.[c]?.(d)".replace(part, part.replace("?.", part === "?.b" ? "." : ""));
  }

  test("each mutant changes the result as described, and does nothing while it is not active", () => {
    const source = "const x: number[] = []; if (b?.c !== 1 && a < 3) if (b) x.push(4, 5); else x.push(6); x.join(1);";
    const mutants = chooseMutants(collectMutants("a.ts", source), 1000, 1) as (Mutant & { id: number })[];
    const javaScript = instrument(source, mutants, "/nowhere").replace(": number[]", "");
    const outcomes = mutants.map(({ id, original, mutated }) =>
      [original, mutated, result(javaScript, id)].join(" | "),
    );
    expect([result(javaScript, 0), ...outcomes]).toMatchInlineSnapshot(`
      [
        "415",
        "b?.c !== 1 && a < 3 | !(b?.c !== 1 && a < 3) | ",
        "b?.c !== 1 && a < 3 | false | ",
        "b?.c !== 1 && a < 3 | true | 415",
        "b?.c !== 1 && a < 3 | b?.c !== 1 || a < 3 | 415",
        "b?.c !== 1 | b?.c === 1 | ",
        "b?.c | b.c | 415",
        "1 | 2 | ",
        "1 | 0 | 415",
        "a < 3 | a <= 3 | 415",
        "a < 3 | a >= 3 | ",
        "3 | 4 | 415",
        "3 | 2 | ",
        "b | !(b) | 6",
        "b | false | 6",
        "b | true | 415",
        "x.push(4, 5); |  | ",
        "5 |  | 4",
        "4 | 5 | 515",
        "4 | 3 | 315",
        "5 | 6 | 416",
        "5 | 4 | 414",
        "x.push(6); |  | 415",
        "6 | 7 | 415",
        "6 | 5 | 415",
        "x.join(1); |  | ",
        "1 | 2 | 425",
        "1 | 0 | 405",
      ]
    `);
  });

  function result(source: string, active: number): unknown {
    const names = ["globalThis", "a", "b"];
    const body = `return eval(${JSON.stringify(source)})`;
    return new Function(...names, body)({ __mutants: (id: number) => id === active }, 2, { c: 2 });
  }

  test("a seed always chooses the same mutants, and all lines are equally likely", () => {
    const mutants = collectMutants("a.ts", `f(${"1,".repeat(500)});\n${"g(x);\n".repeat(9)}`);
    const chosen = (seed: number) => chooseMutants(mutants, 5, seed).map(({ line }: Mutant) => line) as number[];
    expect(chosen(7)).toEqual(chosen(7));
    const lines = Array.from({ length: 200 }, (_, seed) => chosen(seed)).flat();
    expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect(lines.filter((line) => line === 1).length).toBeLessThan(lines.length / 4);
  });

  test("every entry of equivalent-mutants.json matches a mutant and has a reason", () => {
    const known = JSON.parse(readFileSync(join(root, "test/equivalent-mutants.json"), "utf8")) as (Omit<
      Mutant,
      "line"
    > & { reason: string; line?: string })[];
    const stale = known.filter(({ file, original, mutated, reason, line }) => {
      const source = readFileSync(join(root, file), "utf8");
      const lines = source.split("\n").map((each) => each.trim());
      const found = (collectMutants(file, source) as Mutant[]).filter(
        (each) => line === undefined || lines[each.line - 1] === line,
      );
      return !reason || !found.some((each) => each.original === original && each.mutated === mutated);
    });
    expect(stale).toEqual([]);
  });
});

test("a run reports mutants that survive or are not reached, also in a child without an environment", () => {
  const project = mkdtempSync(join(tmpdir(), "skw-mutate-"));
  const files: Record<string, string> = {
    ".gitignore": "node_modules\ndist\n",
    "vitest.config.ts": 'export default { test: { include: ["test/*.test.ts"], testTimeout: 60_000 } };\n',
    "scripts/build.mjs":
      'import { cpSync } from "node:fs";\ncpSync("src/room/child.ts", "dist/child.mjs", { recursive: true });\n',
    "src/room/child.ts": "if (process.argv[2]) console.log(process.argv[2]);\n",
    "src/room/names.ts":
      "export const isShort = (name: string) => name.length < 3;\nexport const never = () => !isShort;\nexport const same = (a: string) => a.trim();\n",
    "test/child.test.ts": `import { execFileSync } from "node:child_process";
      import { expect, test } from "vitest";
      test("child", () => {
        expect(execFileSync(process.execPath, ["dist/child.mjs", "hello"], { env: {}, encoding: "utf8" })).toBe("hello\\n");
      });\n`,
    "test/names.test.ts": `import { expect, test } from "vitest";
      import { isShort, same } from "../src/room/names.ts";
      test("names", () => expect([isShort("a"), isShort("abcd"), same("a")]).toEqual([true, false, "a"]));\n`,
    "test/fails.test.ts": `import { test } from "vitest";
      import "../src/room/names.ts";
      test("fails", () => Promise.reject(new Error("always")));\n`,
    "test/equivalent-mutants.json": JSON.stringify([
      { file: "src/room/names.ts", original: ".trim()", mutated: "", reason: "the caller has trimmed it" },
    ]),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/VITEST|^TEST$/.test(name)));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: project, env: environment, encoding: "utf8" });
  run("git", "init", "--quiet");
  const output = run(process.execPath, join(root, "scripts/mutate.mjs"), "--room=room", "--seed=1", "--json=out.json");
  const { results } = JSON.parse(readFileSync(join(project, "out.json"), "utf8")) as {
    results: (Mutant & { status: string; tests: string[]; killer?: string })[];
  };
  const lines = results.map(({ status, original, mutated, tests }) =>
    [status, original, mutated, ...tests].join(" | "),
  );
  expect(lines).toMatchInlineSnapshot(`
    [
      "killed | process.argv[2] | !(process.argv[2]) | test/child.test.ts",
      "killed | process.argv[2] | false | test/child.test.ts",
      "survived | process.argv[2] | true | test/child.test.ts",
      "killed | 2 | 3 | test/child.test.ts",
      "survived | 2 | 1 | test/child.test.ts",
      "killed | console.log(process.argv[2]); |  | test/child.test.ts",
      "killed | 2 | 3 | test/child.test.ts",
      "killed | 2 | 1 | test/child.test.ts",
      "survived | name.length < 3 | name.length <= 3 | test/names.test.ts",
      "killed | name.length < 3 | name.length >= 3 | test/names.test.ts",
      "survived | 3 | 4 | test/names.test.ts",
      "survived | 3 | 2 | test/names.test.ts",
      "not reached | !isShort | isShort",
      "equivalent | .trim() |  | test/names.test.ts",
    ]
  `);
  const killers = results.map(({ killer }) => killer?.replace(/: expected .*/, ": expected …"));
  expect([...new Set(killers)]).toEqual([
    "test/child.test.ts > child: expected …",
    undefined,
    "test/names.test.ts > names: expected …",
  ]);
  expect(output).toContain("left out, because it fails in the copy: test/fails.test.ts");
});
