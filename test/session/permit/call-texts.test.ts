import { expect, test } from "vitest";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { possiblePaths, textsOfCall } from "../../../src/session/permit/call-texts.ts";
import { readCall } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";
import { around } from "./surroundings.ts";

const none = (): boolean => false;

test("[B22] a text that is longer than any path is not a place as a whole", () => {
  const longest = "x".repeat(4096);
  expect([possiblePaths(longest, none), possiblePaths(`${longest}x`, none)]).toEqual([
    [{ path: longest, isWhole: true }],
    [],
  ]);
});

test("[B22] a text of more than 500 places cannot be judged", () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `a/${at}.txt`).join("\n");
  // A patch writes each file name after `a/`.
  expect([possiblePaths(lines(250), none)?.length, possiblePaths(lines(251), none)]).toEqual([501, undefined]);
});

test("[B22] a call of 2,000 texts is judged, and one of more is not", () => {
  const texts = (count: number): string[] => Array.from({ length: count }, (_, at) => `t${at}`);
  expect(textsOfCall({ a: texts(2000) })).toHaveLength(2000);
  expect(textsOfCall({ a: texts(2001) })).toBeUndefined();
});

test("[B22] the path of a file address inside a text is a place", () => {
  const places = possiblePaths("see file:///etc/passwd and file://host/etc/hosts", none) ?? [];
  expect(places.filter(({ isWhole }) => !isWhole).map(({ path }) => path)).toEqual(["/etc/passwd", "/etc/hosts"]);
});

test("[B20] a file in the directory of any active skill may be read", async () => {
  const readable = ["/home/u/.agents/skills/one", "/home/u/.agents/skills/two"];
  const files = memoryFiles(Object.fromEntries(readable.map((each) => [`${each}/notes.md`, ""])));
  for (const directory of readable) {
    const call = await readCall("Read", "read", { file_path: `${directory}/notes.md` });
    expect("rule" in findGrantingRule(readToolRules(["Read"]), call, { ...around, files, readable })).toBe(true);
  }
});

test("[B22] a patch names its files, with and without the prefix, and also those with blanks", () => {
  expect(possiblePaths("*** Update File: my notes.md\n--- a/x.txt", none)).toEqual([
    { path: "*** Update File: my notes.md\n--- a/x.txt", isWhole: true },
    { path: "a/x.txt", isWhole: false },
    { path: "x.txt", isWhole: false },
    { path: "my notes.md", isWhole: false },
  ]);
});

test("[B22] a secret needs approval also through a link, a pattern, or several texts", async () => {
  const files = memoryFiles({
    [`${around.cwd}/src/deep/token.json`]: "",
    [`${around.cwd}/src/deep/app.ts`]: "",
    [`${around.cwd}/notes`]: { link: "src/deep/token.json" },
  });
  const isGranted = async (input: Record<string, unknown>): Promise<boolean> =>
    "rule" in
    findGrantingRule(readToolRules(["mcp__fs"]), await readCall("mcp__fs__do", undefined, input), { ...around, files });
  const granted = [{ dir: "src", parts: ["deep", "app.ts"] }, { dir: "src", x: "." }, { glob: "**/*.ts" }];
  const asks = [
    { x: "notes" },
    { dir: "src", parts: ["deep", "token.json"] },
    { name: "token.json", sub: "deep", dir: "src" },
    { glob: "**/.env" },
    { glob: ".env*" },
  ];
  expect(await Promise.all([...granted, ...asks].map(isGranted))).toEqual([
    ...granted.map(() => true),
    ...asks.map(() => false),
  ]);
});

test("[B22] a patch does not write to a protected place through a symlink with a blank in its name", async () => {
  const files = memoryFiles({
    [`${around.cwd}/.claude/settings.json`]: "{}",
    [`${around.cwd}/my settings`]: { link: ".claude/settings.json" },
    [`${around.cwd}/my notes`]: "",
  });
  const isGranted = async (patch: string): Promise<boolean> =>
    "rule" in
    findGrantingRule(readToolRules(["mcp__fs"]), await readCall("mcp__fs__write", undefined, { patch }), {
      ...around,
      files,
    });
  const forms = (name: string): string[] => [`*** Update File: ${name}\n+x`, `+++ b/${name}\n`, `*** Move to: ${name}`];
  expect(await Promise.all([...forms("my settings"), ...forms("my notes")].map(isGranted))).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ]);
});
