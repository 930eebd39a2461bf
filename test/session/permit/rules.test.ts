/** Tests the grammar of rules about tools, and the effect of such rules on calls other than commands. */
import { linkSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { toolIntentOf } from "../../../src/format/parse/fields/tool-intent.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import { guardSurroundings } from "../../../src/session/permit/open-guard.ts";
import { realCallTarget } from "../../../src/session/permit/paths/real-call-target.ts";
import { compileProfile } from "../../../src/session/permit/profile/compile-profile.ts";
import { readCall, toolKindFor } from "../../../src/session/permit/read-call.ts";
import { findGrantingRule } from "../../../src/session/permit/rules/find-granting-rule.ts";
import { readRule } from "../../../src/session/permit/rules/read-rule.ts";
import { readRemoval } from "../../../src/session/permit/rules/removes.ts";
import { readToolRules } from "../../../src/session/permit/rules/rule-set.ts";
import { findProgram, PROGRAM_NAMES } from "../../../src/session/permit/shell/programs/programs.ts";
import { makeTree } from "../../tree.ts";
import { around } from "./surroundings.ts";

describe("[B1] a rule is understood, or it is not", () => {
  test.each([
    ["Read", { tool: { kind: "read" } }],
    ["  Read  ", { tool: { kind: "read" } }],
    ["readFile", { tool: { kind: "read" } }],
    ["mongo_find", { tool: { name: "mongo_find" } }],
    ["Bash(git add *)", { tool: { kind: "shell" }, use: { command: { words: ["git", "add", "*"], open: false } } }],
    [
      "Bash(git add:*)",
      {
        tool: { kind: "shell" },
        use: { command: { words: ["git", "add", "*"], open: false, named: true } },
      },
    ],
    ["Bash(go build*)", { tool: { kind: "shell" }, use: { command: { words: ["go", "build"], open: true } } }],
    ["Bash(which stripe)", { tool: { kind: "shell" }, use: { command: { words: ["which", "stripe"], open: false } } }],
    ["Bash(a && b)", { tool: { kind: "shell" }, use: { command: { line: "a && b" } } }],
    ["Bash(*)", { tool: { kind: "shell" } }],
    ["Bash(:*)", { tool: { kind: "shell" } }],
    ["Read(src/**)", { tool: { kind: "read" }, use: { path: "src/**" } }],
    ["Read(**)", { tool: { kind: "read" } }],
    ["WebFetch(domain:Example.com)", { tool: { kind: "fetch" }, use: { domain: "example.com" } }],
    ["WebFetch(domain:*.example.com)", { tool: { kind: "fetch" }, use: { domain: "*.example.com" } }],
    ["mcp__github", { tool: { begins: "mcp__github__" } }],
    ["mcp__github__*", { tool: { begins: "mcp__github__" } }],
    ["mcp__github__get_*", { tool: { begins: "mcp__github__get_" } }],
    ["mcp__github__get_issue", { tool: { name: "mcp__github__get_issue" } }],
    ["Skill(review)", { tool: { kind: "skill" }, use: { parameter: "skill", value: "review" } }],
    ["Agent(explore)", { tool: { kind: "agent" }, use: { parameter: "subagent_type", value: "explore" } }],
    ["Deploy(env:staging*)", { tool: { name: "Deploy" }, use: { parameter: "env", value: "staging*" } }],
  ])("%j", (text, rule) => {
    expect(readRule(text)).toEqual({ rule: { text: text.trim(), ...rule } });
  });

  test.each([
    ["", "it is empty"],
    ["*", "`*` in a tool's name is only valid after `mcp__`"],
    ["Ba*", "`*` in a tool's name is only valid after `mcp__`"],
    ["mcp__*__x", "`*` is only valid at the end of a tool's name"],
    ["(git *)", "it does not begin with the name of a tool"],
    ["[Bash]", "it does not begin with the name of a tool"],
    ["Bash(git *", "its bracket is not closed"],
    ["Bash()", "its brackets are empty"],
    ["Bash(* --version)", "a `*` as the program"],
    ["Bash(g* log)", "a `*` as the program"],
    ["Bash(A=b git *)", "a variable as the program"],
    ["Bash(git log | *)", "a `*` beside quotes or operators"],
    ['Bash(git commit -m "*")', "a `*` beside quotes or operators"],
    ["Bash(sudo *)", "`sudo` runs any command; allow specific commands"],
    ["Bash(npx:*)", "`npx` runs any command; allow specific commands"],
    ["Bash(eval *)", "`eval` changes the shell; allow specific commands"],
    ["WebFetch(https://example.com)", "only `domain:` and a host name are valid in its brackets"],
    ["WebFetch(domain:ex*ample.com)", "only `domain:` and a host name are valid in its brackets"],
    ["WebFetch(domain:https://example.com)", "only `domain:` and a host name are valid in its brackets"],
    ["WebFetch(domain:*)", "only `domain:` and a host name are valid in its brackets"],
    ["TodoWrite(x)", "its brackets have no meaning for this tool"],
    ["Deploy(staging)", "its brackets have no meaning for this tool"],
    ["Re\u200bad", "it has invisible characters"],
    ["Read\u202e", "it has invisible characters"],
    [`Bash(${"x".repeat(1000)})`, "it is too long"],
  ])("%j", (text, problem) => {
    expect(readRule(text)).toEqual({ problem });
  });
});

async function covered(rules: readonly string[], tool: string, input: unknown): Promise<boolean> {
  return "rule" in findGrantingRule(readToolRules(rules), await readCall(tool, toolKindFor(tool), input), around);
}

describe("[B1] a tool under all of its names", () => {
  test.each([
    ["Bash", "run_shell_command", true],
    ["bash", "Bash", true],
    ["Read", "view", true],
    ["read_file", "Read", true],
    ["Read", "Write", false],
    ["Write", "Edit", false],
    ["Grep", "Glob", false],
    ["mongo_find", "mongo_find", true],
    ["mongo_find", "Mongo_find", false],
    ["mcp__a", "mcp__a__x", true],
    ["mcp__a", "mcp__ab__x", false],
    ["mcp__a__*", "mcp__a__x", true],
    ["mcp__a__x", "mcp__a__y", false],
  ])("%s covers %s: %s", async (rule, tool, expected) => {
    expect(await covered([rule], tool, { path: "README.md" })).toBe(expected);
  });

  test("or as the host says", async () => {
    const call = await readCall("doit", toolKindFor("doit", { doit: "shell" }), { command: "git log" });
    expect(findGrantingRule(readToolRules(["Bash(git *)"]), call, around)).toEqual({ rule: "`Bash(git *)`" });
  });
});

describe("[B1] paths, hosts and parameters", () => {
  test.each([
    ["Read(src/**)", "Read", { file_path: "src/app.ts" }, true],
    ["Read(src/**)", "Read", { path: "/project/src/deep/er.ts" }, true],
    ["Read(src/**)", "Read", { path: "README.md" }, false],
    ["Read(src/**)", "Read", { path: "src/../README.md" }, false],
    ["Read(src/**)", "Read", { path: "src/app.ts", file_path: "/etc/passwd" }, false],
    ["Read(src/**)", "Read", { path: ["src/app.ts"] }, false],
    ["Read(src/**)", "Read", {}, false],
    ["Read(src/)", "Read", { path: "src/app.ts" }, true],
    ["Read(*.md)", "Read", { path: "README.md" }, true],
    ["Read(*.md)", "Read", { path: "docs/x.md" }, false],
    ["Read(~/.bashrc)", "Read", { path: "/home/u/.bashrc" }, true],
    ["Read(~/.bashrc)", "Read", { path: "~/.bashrc" }, false],
    ["Read(/etc/*)", "Read", { path: "/etc/passwd" }, true],
    ["Read(//etc/*)", "Read", { path: "/etc/passwd" }, true],
    ["Read(../**)", "Read", { path: "/etc/passwd" }, false],
    ["Grep(src/**)", "Grep", { pattern: "x", path: "src" }, true],
    ["Grep(src/**)", "Grep", { pattern: "x" }, false],
    ["Grep(src/**)", "Grep", { pattern: "x", path: "src", glob: "*.ts" }, true],
    ["Grep(links/**)", "Grep", { pattern: "x", path: "links", glob: "etc/passwd" }, false],
    ["Grep(links/**)", "Grep", { pattern: "x", path: "links", include: ["*.ts", "etc/*"] }, false],
    ["Grep(//etc/**)", "Grep", { pattern: "x", path: "/etc" }, true],
    ["Edit(src/**)", "Edit", { path: "src/app.ts", diff: "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE" }, true],
    ["Edit", "Edit", { path: "src/app.ts", diff: "--- a/x\n+++ b/../y" }, false],
    ["Edit", "Edit", { path: "src/app.ts", diff: "*** Update File: src/app.ts\nrename to ../y" }, false],
    ["Write(src/**)", "Write", { path: "src/.claude./x" }, false],
    ["Write(src/**)", "Write", { path: "src/.claude /x" }, false],
    ["Write(src/**)", "Write", { path: "src/.git::$INDEX_ALLOCATION/x" }, false],
    ["Write(src/**)", "Write", { path: "src/.g\u200cit/config" }, false],
    ["Write(src/**)", "Write", { path: "src/a.b:c d." }, true],
    ["Glob(src/**)", "Glob", { pattern: "**/*.ts", path: "src" }, true],
    ["Glob(src/**)", "Glob", { pattern: "../../**", path: "src" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com/a" }, true],
    ["WebFetch(domain:example.com)", "web_fetch", { url: "https://EXAMPLE.com:8080" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com@attacker.invalid/" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://attacker.invalid/?example.com" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://a.example.com" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "file://example.com/etc/passwd" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "not one" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com", prompt: "see https://x" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com", urls: ["https://a.invalid"] }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com", proxy: "a.invalid" }, false],
    ["Read(src/**)", "Read", { path: "src/a", limit: 5, encoding: "utf8" }, true],
    ["Read(src/**)", "Read", { path: "src/a", paths: ["/etc/passwd"] }, false],
    ["Write(src/**)", "Write", { path: "src/a", dest: "/etc/passwd" }, false],
    ["Write(src/**)", "Write", { path: "src/a", newPath: "/etc/passwd" }, false],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "https://a.example.com" }, true],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "https://badexample.com" }, false],
    ["Skill(review)", "skill", { name: "review" }, true],
    ["Skill(review)", "Skill", { skill: "deploy" }, false],
    ["Deploy(env:staging*)", "Deploy", { env: "staging-2" }, true],
    ["Deploy(env:staging*)", "Deploy", { env: "production" }, false],
    ["Deploy(env:staging*)", "Deploy", {}, false],
  ])("%s, %s %j: %s", async (rule, tool, input, expected) => {
    expect(await covered([rule], tool, input)).toBe(expected);
  });
});

describe("[B22] no grant covers writing where skills are decided on", () => {
  test.each([
    ["Write", { path: "src/app.ts" }, true],
    ["Write", { path: ".git/hooks/pre-commit" }, false],
    ["Edit", { file_path: "/project/.skillwright/policy.yaml" }, false],
    ["Edit", { patch: "*** Update File: .git/config" }, false],
    ["Read", { path: ".git/config" }, true],
  ])("%s %j: %s", async (tool, input, expected) => {
    expect(await covered(["Write", "Edit", "Read", "Bash(git *)"], tool, input)).toBe(expected);
  });

  test("not by a redirection either", async () => {
    const rules = ["Write", "Bash(git *)"];
    expect(await covered(rules, "Bash", { command: "git diff > a.patch" })).toBe(true);
    expect(await covered(rules, "Bash", { command: "git diff > .git/hooks/pre-commit" })).toBe(false);
  });
});

describe("[B22] a tool of which nothing is known does not write to a protected place", () => {
  const nested = (value: unknown, depth: number): unknown =>
    Array.from({ length: depth }).reduce<unknown>((inner, _, at) => (at % 2 === 0 ? { a: inner } : [inner]), value);
  /** Returns a call for each way to name a path. */
  const inputs = (path: string): unknown[] => [
    ...[0, 1, 4, 5, 9, 40].map((depth) => nested({ path }, depth)),
    ...["content", "text", "message", "data"].flatMap((key) => [{ [key]: { path } }, { [key]: [{ path }] }]),
    ...["a,X", "a:X", "a;X", "--out=X", "touch X", '"X"', "X ", " X", "X\0", "a\nX", "a\n*** Move to: X"].map(
      (text) => ({
        any: text.replace("X", path),
      }),
    ),
    ...[path.replaceAll("/", "\\"), path.replaceAll("/", "%2f"), `file:///project/${path}`].map((file) => ({ file })),
    ...[{ [path]: "x" }, { files: { [path]: 1 } }, [path], [[{ path }]], JSON.stringify([path]), `touch ${path}`],
    { diff: `--- a/x\n+++ b/${path}\n` },
    { list: [...Array<string>(1500).fill("x"), path] },
  ];

  test.each([".claude/settings.json", "sub/.git/hooks/pre-commit", "links/settings/x"])("%s", async (path) => {
    for (const tool of ["mcp__fs__write", "save"])
      for (const input of inputs(path)) expect([input, await covered([tool], tool, input)]).toEqual([input, false]);
  });

  test("other places are granted", async () => {
    for (const input of inputs("src/app.ts"))
      expect([input, await covered(["mcp__fs"], "mcp__fs__write", input)]).toEqual([input, true]);
  });

  test("content is not a place, and a call with more than 2,000 values asks", async () => {
    const content = "See .claude/settings.json";
    for (const input of [
      { path: "src/app.ts", content },
      { uri: "src/app.ts", edits: [{ new_string: content }] },
      { files: [{ path: "src/app.ts", content }] },
    ])
      expect(await covered(["mcp__fs"], "mcp__fs__write", input)).toBe(true);
    // Only the text of a named file is treated as content.
    for (const input of [
      { content },
      { path: "src/app.ts", contents: ["AGENTS.md"] },
      { path: "src/app.ts", inner: { content } },
      { path: ["src/app.ts"], content },
    ])
      expect(await covered(["mcp__fs"], "mcp__fs__write", input)).toBe(false);
    const many = { list: Array.from({ length: 2001 }, (_, at) => `f${at}`) };
    expect(await covered(["mcp__fs"], "mcp__fs__write", many)).toBe(false);
  });
});

/** Protected places in unusual spellings, at any depth, and through links. */
const PROTECTED_PATHS = [
  ...[
    "sub/.git/hooks/pre-commit",
    "src/.agents/skills/x/SKILL.md",
    "src/deep/.claude/x",
    "a/.mcp.json",
    "src/CLAUDE.md",
  ],
  ...[".GIT/hooks/x", ".claude./x", ".claude /x", ".claude::$DATA", ".git\u200c/config", "links/settings/x", ".git"],
  ...["src/../.claude/x", "./././.mcp.json", "src//..//.git/config", ".github/workflows/x.yml", ".vscode/tasks.json"],
  ...[".envrc", "src/.npmrc", "skills.lock", ".git\\config", "src\\..\\.mcp.json", "git~1/config", ".mcp.json.gz"],
];

test.each(PROTECTED_PATHS)("[B22] no tool gets %j by a rule", async (path) => {
  const rules = ["Write", "Edit", "Write(**)", "mcp__fs", "save"];
  const calls: readonly [string, unknown][] = [
    ["Write", { file_path: path, content: "x" }],
    ["Edit", { file_path: "a.txt", edits: [{ file_path: path }] }],
    ["apply_patch", { input: `*** Begin Patch\n*** Add File: ${path}\n*** End Patch` }],
    ["mcp__fs__write", { to: path }],
    ["mcp__fs__run", { cmd: `touch ${path}` }],
    ["save", { a: [{ b: path }] }],
    ["save", { args: [`--out=${path}`] }],
  ];
  for (const [tool, input] of calls) expect([tool, await covered(rules, tool, input)]).toEqual([tool, false]);
});

describe("[B22] rules without a path cover the project, and reading covers skills that are available", () => {
  const rules = ["Read", "Grep", "Glob", "LS", "Write", "Edit", "Read(//etc/**)", "Read(~/notes/**)"];

  test.each([
    ["Read", { file_path: "/project/src/app.ts" }, true],
    ["Read", { path: "src/new.ts" }, true],
    ["Read", { path: ".claude/skills/pdf/form.pdf" }, true],
    ["Read", { path: ".git/config" }, true],
    ["Read", { path: "/etc/passwd" }, true],
    ["Read", { path: "/home/u/notes/a" }, true],
    ["Read", { path: "/home/u/.bashrc" }, false],
    ["Read", { path: "/usr/x" }, false],
    ["Read", { path: "../x" }, false],
    ["Read", { path: "src/../../x" }, false],
    ["Read", { path: "links/key" }, false],
    ["Read", { path: "~/x" }, false],
    ["Read", { path: "file:///usr/x" }, false],
    ["Read", { paths: ["src/app.ts", "/usr/x"] }, false],
    ["Read", { path: "src/app.ts", root: "/usr" }, false],
    ["Read", {}, false],
    ["Grep", { pattern: "x", path: "src" }, true],
    ["Grep", { pattern: "x", path: "/usr" }, false],
    ["Grep", { pattern: "x", path: "links/etc" }, false],
    ["Grep", { pattern: "x" }, false],
    ["Grep", { pattern: "x", path: "docs", glob: "*.{md,txt}" }, true],
    ["Grep", { pattern: "x", path: "src", glob: "../*" }, false],
    ["Glob", { pattern: "**/*.{ts,tsx}" }, true],
    ["Glob", { pattern: "links/{etc,x}/*" }, false],
    ["Glob", { pattern: "l*/etc/*" }, false],
    ["Glob", { pattern: "l*/e*/*" }, false],
    ["Glob", { pattern: "s*/*.ts" }, true],
    ["Grep", { pattern: "x", path: "--follow" }, false],
    ["Glob", { pattern: "*", path: "/usr" }, false],
    ["Glob", { pattern: "/usr/*" }, false],
    ["LS", { path: "src" }, true],
    ["LS", { path: "/usr" }, false],
    ["Write", { path: "src/new.ts" }, true],
    ["Write", { path: ".claude/skills/pdf/form.pdf" }, false],
    ["Write", { path: "/tmp/x" }, false],
    ["Edit", { path: "links/etc/hosts" }, false],
  ])("%s %j: %s", async (tool, input, expected) => {
    expect(await covered(rules, tool, input)).toBe(expected);
  });

  test("a search of a directory with a secret asks, unless its pattern leaves the secret out", async () => {
    const files = memoryFiles({ "/p/.env": "", "/p/a.ts": "", "/p/lib/secrets/b.ts": "", "/p/node_modules/.env": "" });
    const here = { ...around, cwd: "/p", projectRoot: "/p", files };
    const search = async (input: object, rule = "Grep"): Promise<string> => {
      const found = findGrantingRule(
        readToolRules([rule]),
        await readCall("Grep", "search", { pattern: "x", ...input }),
        here,
      );
      return "rule" in found ? "granted" : found.reason;
    };
    expect([
      await search({}),
      await search({ glob: "*.ts" }),
      await search({ path: "a.ts" }),
      await search({ path: "node_modules" }),
      await search({ path: "lib" }, "Grep(lib/**)"),
      await search({ path: "lib/secrets/b.ts" }, "Grep(lib/secrets/b.ts)"),
    ]).toEqual([
      "`.` contains `.env`, which can hold secrets",
      "`.` contains `secrets`, which can hold secrets",
      "granted",
      "`node_modules` contains `.env`, which can hold secrets",
      "`Grep(lib/**)` do not cover it",
      "granted",
    ]);
  });

  test("a file with a second name asks, because the other name can be a secret", async () => {
    const tree = makeTree({ "project/.env": "x", "project/own.txt": "" });
    linkSync(tree.at("project/.env"), tree.at("project/copy.txt"));
    const here = { ...around, cwd: tree.at("project"), projectRoot: tree.at("project"), files: tree.files };
    const reading = async (rule: string, path: string) =>
      "rule" in findGrantingRule(readToolRules([rule]), await readCall("Read", "read", { path }), here);
    expect([
      await reading("Read", "copy.txt"),
      await reading("Read", "own.txt"),
      await reading("Read", tree.at("project/copy.txt")),
      await reading("Read(*.txt)", "copy.txt"),
      await reading("Read(*.txt)", "own.txt"),
      await reading("Read(copy.txt)", "copy.txt"),
    ]).toEqual([false, true, false, false, true, true]);
  });
});

test("[B22] a search asks if a file below has a second name, except in packages", async () => {
  const tree = makeTree({ "project/.env": "x", "project/docs/a.md": "", "project/lib/node_modules/p/a.js": "" });
  linkSync(tree.at("project/.env"), tree.at("project/docs/copy.txt"));
  linkSync(tree.at("project/lib/node_modules/p/a.js"), tree.at("project/lib/node_modules/p/b.js"));
  const here = { ...around, cwd: tree.at("project"), projectRoot: tree.at("project"), files: tree.files };
  const searching = async (input: object) =>
    "rule" in findGrantingRule(readToolRules(["Grep"]), await readCall("Grep", "search", input), here);
  expect([
    await searching({ pattern: "x", path: "docs" }),
    await searching({ pattern: "x", path: "docs", glob: "*.md" }),
    await searching({ pattern: "x", path: "lib" }),
  ]).toEqual([false, true, true]);
});

test("[B22] in a home that is the project, hidden files and program directories are protected", async () => {
  const header = "name: s\ndescription: Writes.\nallowed-tools: Write, mcp__fs, Bash(touch *)";
  const tree = makeTree({ "home/.claude/skills/s/SKILL.md": `---\n${header}\n---\nWrite.\n`, "home/work/.x": "" });
  const environment = { ...tree.environment, home: tree.at("home"), cwd: tree.at("home") };
  const skills = await openSkills({ environment, ambient: false, roots: [tree.at("home/.claude/skills")] });
  const session = await skills.session();
  await session.activate({ asked: "s", actor: "user" });
  const isGranted = async (path: string): Promise<boolean[]> => {
    const calls: [string, object][] = [
      ["Write", { path, content: "" }],
      ["mcp__fs__write", { path, content: "" }],
      ["Bash", { command: `touch ${path}` }],
    ];
    return Promise.all(
      calls.map(async ([tool, input]) => (await session.check({ tool, input, actor: "model" })).allowed),
    );
  };
  for (const path of [".ssh/authorized_keys", ".config/autostart/x.desktop", "bin/git", "Library/LaunchAgents/x"])
    expect([path, ...(await isGranted(path))]).toEqual([path, false, false, false]);
  for (const path of ["notes.txt", "work/.x"])
    expect([path, ...(await isGranted(path))]).toEqual([path, true, true, true]);
});

test("[B12] [B22] a script with a second name asks, and a link that a tool just made is seen at once", async () => {
  const header = "name: s\ndescription: Reads.\nallowed-tools: Read, mcp__fs, Bash(bash *)";
  const tree = makeTree({ "skills/s/SKILL.md": `---\n${header}\n---\nRead.\n`, "project/a.txt": "", secret: "x" });
  linkSync(tree.at("secret"), tree.at("project/script"));
  const environment = { ...tree.environment, cwd: tree.at("project") };
  const session = await (await openSkills({ environment, ambient: false, roots: [tree.at("skills")] })).session();
  await session.activate({ asked: "s", actor: "user" });
  const allows = async (tool: string, input: object): Promise<boolean> =>
    (await session.check({ tool, input, actor: "model" })).allowed;
  const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  try {
    expect([await allows("Bash", { command: "bash script" }), await allows("Bash", { command: "bash a.txt" })]).toEqual(
      [false, true],
    );
    expect([await allows("Read", { path: "new.txt" }), await allows("Read", { path: "a.txt" })]).toEqual([true, true]);
    rmSync(tree.at("project/a.txt"));
    for (const name of ["new.txt", "a.txt"]) symlinkSync(tree.at("secret"), tree.at(`project/${name}`));
    expect(await allows("Read", { path: "a.txt" })).toBe(false);
    expect(await allows("mcp__fs__link", { count: 2 })).toBe(true);
    expect(await allows("Read", { path: "new.txt" })).toBe(false);
  } finally {
    now.mockRestore();
  }
});

test("[B22] the texts of a call may form two thousand paths together", async () => {
  const rules = readToolRules(["mcp__fs__copy"]);
  const names = (count: number): readonly string[] => [
    ...["src", "docs", "scripts"],
    ...Array.from({ length: count - 3 }, (_, at) => `new-${at}`),
  ];
  const verdict = async (count: number): Promise<unknown> => {
    const covered = findGrantingRule(
      rules,
      await readCall("mcp__fs__copy", undefined, { paths: names(count) }),
      around,
    );
    return "rule" in covered ? "granted" : covered.reason;
  };
  // The paths: each of three directories with each of the names.
  expect([await verdict(666), await verdict(667)]).toEqual(["granted", "it has too many values to check"]);
});

describe("[B22] a tool of unknown kind is not told to leave the project", () => {
  test.each([
    "/etc/cron.d/x",
    "~/.ssh/authorized_keys",
    "~",
    "~root/x",
    "file:///etc/passwd",
    "file:/etc/passwd",
    "FILE://localhost/etc/passwd",
    "../x",
    "src/../../x",
    "links/etc/passwd",
    "C:\\Windows\\x",
    "\\\\server\\share",
    "%2fetc%2fpasswd",
    "%252fetc%252fpasswd",
    "%252e%252e/x",
    "file:///%65tc/passwd",
    " /etc/passwd",
    "git~1",
    "src/GIT~1/config",
    "SKILLW~1/policy.yaml",
    "%252egit/config",
    ".%2563laude/x",
    "--file=/etc/passwd",
    "--root=/",
    "-C / etc",
    "-f/etc/passwd",
    "-o../x",
    "@/etc/passwd",
    "$HOME/x",
    "${HOME}/x",
    "%APPDATA%\\x",
    "....//x",
    "of=/none/x",
    "--out=~/x",
    "cat /etc/passwd now",
    "copy x,/home/u/new",
    "see links/etc/passwd",
    "print .env please",
    "a -> ../home/u/x",
  ])("%j", async (text) => {
    for (const input of [{ path: text }, { a: [{ b: text }] }, [text]])
      expect([input, await covered(["mcp__fs"], "mcp__fs__any", input)]).toEqual([input, false]);
  });

  test.each([
    { path: ".env" },
    { files: ["src/app.ts", "./.env"] },
    { cwd: "links", file: "etc/passwd" },
    { parts: ["links", "etc", "passwd"] },
    { dir: "links", to: "settings" },
    { "../x": 1 },
  ])("%j", async (input) => {
    expect(await covered(["mcp__fs"], "mcp__fs__any", input)).toBe(false);
  });

  test.each([{ path: "id_rsa" }, { cwd: "src", file: "app.ts" }])("%j is granted", async (input) => {
    expect(await covered(["mcp__fs"], "mcp__fs__any", input)).toBe(true);
  });

  test.each([
    "owner/name",
    "main..feature",
    "https://example.com/a/../b",
    "src/app.ts",
    "./src/../README.md",
    "/project/src/app.ts",
    "/project/docs/../src/app.ts",
    "a sentence about and/or, 5~6",
    "GET /api/users, 1 / 2",
    "q=1/2",
    "HEAD~1",
    "100%25",
  ])("%j is granted", async (text) => {
    expect(await covered(["mcp__fs"], "mcp__fs__any", { text: 1, any: text })).toBe(true);
  });
});

test.each([
  ["src/later", false],
  ["src/later/x", false],
  ["write to src/later now", false],
  ["src/circle", false],
  ["src/new", true],
  ["text\0with other\ncharacters", true],
])(
  "[B22] a tool of unknown kind does not write through a link that leads nowhere yet: %j is granted: %s",
  (path, granted) => {
    const files = memoryFiles({
      "/project/a.ts": "",
      "/project/src/later": { link: "/project/.claude/none.json" },
      "/project/src/circle": { link: "/project/src/circle" },
    });
    const call = { tool: "mcp__fs__any", kind: undefined, input: { path } };
    expect("rule" in findGrantingRule(readToolRules(["mcp__fs"]), call, { ...around, files })).toBe(granted);
  },
);

test.each([
  { path: ".env" },
  { files: ["a", ".env"] },
  { paths: [".env"] },
  { include: [".env"] },
  { a: { b: ".env" } },
])("[B12] `Read` without a path does not cover a file with secrets: %j", async (input) => {
  expect([await covered(["Read"], "Read", input), await covered(["Read"], "Read", { files: ["a"] })]).toEqual([
    false,
    true,
  ]);
});

describe("[B5] three intents, kept apart", () => {
  test.each([
    [{}, {}],
    [
      { allowedTools: ["Read"], disallowedTools: ["Write"] },
      { granted: ["Read"], removed: ["Write"] },
    ],
    [{ allowedTools: [] }, { granted: [] }],
    [{ metadata: { skillwright: { "only-tools": ["Read", 5] } } }, { only: ["Read"] }],
    [{ metadata: { "skillwright.only-tools": "Read, Bash(git log *)" } }, { only: ["Read", "Bash(git log *)"] }],
    [{ metadata: { "skillwright.only-tools": { a: 1 } } }, { only: [] }],
    [{ metadata: { "skillwright.only-tools": null } }, {}],
    [{ disallowedTools: Array<string>(501).fill("a") }, { only: [], removed: Array<string>(500).fill("a") }],
    [{ allowedTools: Array<string>(501).fill("a") }, { granted: Array<string>(500).fill("a") }],
  ])("%j", (manifest, intent) => {
    expect(toolIntentOf(manifest)).toEqual(intent);
  });
});

describe("[B6] what is taken away is read widely", () => {
  const taken = async (rule: string, tool: string, input: unknown): Promise<boolean> =>
    readRemoval([rule]).removes(await readCall(tool, toolKindFor(tool), input), around) !== undefined;

  test.each([
    ["Write", "write_file", {}, true],
    ["Write", "Edit", {}, true],
    ["MONGO_find", "mongo_find", {}, true],
    ["mcp__a", "MCP__A__x", {}, true],
    ["*", "anything", {}, true],
    ["Bash(git push", "Bash", { command: "ls" }, true],
    ["Bash(git push", "Read", { path: "src/app.ts" }, false],
    ["(git push)", "Read", { path: "src/app.ts" }, true],
    ["Bash(* --version)", "Bash", { command: "ls" }, true],
    ["Bash(git push *)", "Bash", { command: "git push" }, true],
    ["Bash(git push *)", "Bash", { command: "git log" }, false],
    ["Bash(git push *)", "Bash", { command: "git -c a=b push" }, true],
    ["Bash(git push *)", "Bash", { command: "/usr/bin/git push" }, true],
    ["Bash(git push *)", "Bash", { command: "sudo -u x git push" }, true],
    ["Bash(git push *)", "Bash", { command: "ls && git push" }, true],
    ["Bash(git push *)", "Bash", { command: "echo $(git push)" }, true],
    ["Bash(git push *)", "Bash", { command: "sh -c 'git push'" }, true],
    ["Bash(git push *)", "Bash", { command: "sh -c 'git log'" }, false],
    ["Bash(git push *)", "Bash", { command: "find . -exec git push" }, true],
    ["Bash(git push *)", "Bash", { command: "$X" }, true],
    ["Bash(git push *)", "Bash", { command: 'git "$X"' }, true],
    ["Bash(git push *)", "Bash", { command: "git '" }, true],
    ["Bash(git push *)", "Bash", { script: "x" }, true],
    ["Bash(git push *)", "Read", {}, false],
    ["Bash(rm *)", "Bash", { command: "grep rm x" }, true],
    ["Bash(rm *)", "Bash", { command: "trap 'rm x' EXIT" }, true],
    ["Bash(rm *)", "Bash", { command: "bash <<< 'rm x'" }, true],
    ["Bash(rm *)", "Bash", { command: "echo 'farm x' | bash" }, false],
    ["Bash(a && b)", "Bash", { command: "eval 'a && b'" }, true],
    ["Bash(rm *)", "Bash", { command: "ls" }, false],
    ["Read(.env)", "Read", { path: ".env" }, true],
    ["Read(.env)", "Read", { path: "./src/../.env" }, true],
    ["Read(.env)", "Read", { path: "src/app.ts" }, false],
    ["Read(.env)", "Read", {}, true],
    ["Read(src/**)", "Glob", { pattern: "src/*" }, true],
    ["Read(src/**)", "Glob", { pattern: "docs/*" }, false],
    ["Read(src/**)", "Glob", { pattern: "{docs,src}/*" }, true],
    ["Read(src/**)", "mcp__fs__read", { a: [{ b: { c: { d: ["x,src/app.ts"] } } }] }, true],
    ["Read(src/**)", "mcp__fs__read", { a: "docs/a.md" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://a.example.com" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://other.invalid" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "?" }, true],
    ["Write", "mcp__fs__write", { path: "new.ts" }, true],
    ["Write", "mcp__fs__any", { args: [{ a: "src/app.ts" }] }, true],
    ["Write", "mcp__fs__any", { a: { b: { c: { d: { e: { f: { g: { h: { i: {} } } } } } } } } }, true],
    ["Read", "mcp__fs__any", { files: ["x"] }, true],
    ["Write", "mcp__hub__issue", { owner: "a", repo: "b", title: "a/b is slow" }, false],
    ["Bash(rm *)", "mcp__fs__write", { path: "new.ts" }, false],
    ["Deploy(env:prod*)", "deploy", { env: "production" }, true],
    ["Deploy(env:prod*)", "deploy", { env: ["production"] }, true],
    ["Deploy(env:prod*)", "deploy", {}, false],
  ])("%s takes %s %j: %s", async (rule, tool, input, expected) => {
    expect(await taken(rule, tool, input)).toBe(expected);
  });

  const taking = async (rule: string, command: string): Promise<string | undefined> =>
    readRemoval([rule]).removes(await readCall("Bash", "shell", { command }), around)?.taking;

  test.each([
    ["Bash(rm *)", "rm x", "certain"],
    ["Bash(rm *)", "RM x", "certain"],
    ["Bash(rm *)", "eval 'rm x'", "possible"],
    ["Bash(git push *)", "python3 -c 'os.system(\"git push\")'", "possible"],
    ["Bash(git push *)", "git log --grep=pull", undefined],
  ])("%s: %s is %s", async (rule, command, expected) => {
    expect(await taking(rule, command)).toBe(expected);
  });

  /** Each row has two expected answers: the answer without `Read`, and the answer without `Write`. */
  test.each([
    ["echo done", undefined, undefined],
    ["date +%s && sleep 1", undefined, undefined],
    ["echo a | tr a b | sort | uniq -c", undefined, undefined],
    ["cd src && pwd", undefined, undefined],
    ["timeout 5 echo x", undefined, undefined],
    ["env CI=1 echo x", undefined, undefined],
    ["curl -s https://example.com/", undefined, undefined],
    ["sh -c 'echo x'", undefined, undefined],
    ["cat x", "certain", undefined],
    ["echo x; grep -r y src", "certain", undefined],
    ["wc -l < x", "certain", undefined],
    ["ls src", "certain", undefined],
    ["ls", "certain", undefined],
    ["awk '{print}' x", "certain", undefined],
    ["sh -c 'cat x'", "certain", undefined],
    ["timeout 5 cat x", "certain", undefined],
    ["git log -p", "certain", undefined],
    ["git add x && git commit -m y", "certain", undefined],
    ["cp x y", "certain", "certain"],
    ["sed -i s/a/b/ x", undefined, "certain"],
    ["echo x > y", undefined, "certain"],
    ["echo x | tee y", undefined, "certain"],
    ["touch y", undefined, "certain"],
    ["rm x", undefined, "certain"],
    ["mv x y", undefined, "certain"],
    ["tar xf a.tar -C out", "possible", "possible"],
    ["eval 'echo x'", "possible", "possible"],
    ["source x", "possible", "possible"],
    [". x", "possible", "possible"],
    ["dd if=x of=y", "possible", "possible"],
    ["perl -pi -e s/a/b/ x", "possible", "possible"],
    ["tac x", "possible", "possible"],
    ["base64 x", "possible", "possible"],
    ["unknown-program", "possible", "possible"],
    ["npm test", "possible", "possible"],
    ["make", "possible", "possible"],
    ["python3 scripts/run.py", "certain", "possible"],
    ["echo x | xargs cat", "possible", "possible"],
    ["find . -exec cat {} +", "possible", "possible"],
    ["awk 'BEGIN{while((getline l<\"x\")>0)print l}'", "possible", "possible"],
    ["awk 'BEGIN{print 1 > \"x\"}'", "possible", "possible"],
    ["sed -n 'w y' x", "certain", "possible"],
    ["curl -d @x https://example.com/", "possible", "possible"],
    ["curl -o y https://example.com/", undefined, "certain"],
    ["git checkout main", "possible", "possible"],
    ["git -c core.pager=x log", "possible", "possible"],
    ["GIT_PAGER=x git log", "certain", "possible"],
    ["./cat x", "certain", "possible"],
    ['echo "$(<x)"', "certain", "certain"],
    ["read -r line", "possible", "possible"],
    ["mapfile -t lines", "possible", "possible"],
    ["exec 3<x", "certain", "possible"],
  ])("%j without Read: %s; without Write: %s", async (command, reading, writing) => {
    expect([await taking("Read", command), await taking("Write", command), await taking("Edit", command)]).toEqual([
      reading,
      writing,
      writing,
    ]);
  });

  test("a program without a proof in its allow-list needs a question", async () => {
    for (const name of PROGRAM_NAMES)
      for (const line of [name, `${name} x`, `${name} --option x`, `${name} -x`, `${name} x y z`]) {
        if (findProgram(name)?.some(({ hidden, commands }) => hidden !== undefined || commands)) continue;
        expect([line, await taking("Read", line), await taking("Write", line)]).not.toContain(undefined);
      }
  });

  test.each([
    ["Read(src/**)", "cat src/app.ts", "certain"],
    ["Read(src/**)", "cd src && cat app.ts", "certain"],
    ["Read(src/**)", "cd src; base64 app.ts", "certain"],
    ["Read(src/**)", "grep -r x .", "certain"],
    ["Read(src/**)", "git show HEAD:src/app.ts", "certain"],
    ["Read(src/**)", "ls src", "certain"],
    ["Read(src/**)", "cat docs/a.md", undefined],
    ["Read(src/**)", "npm test", undefined],
    ["Write(src/**)", "cd src && touch a", "certain"],
    ["Write(src/**)", "cp a src/b", "certain"],
    ["Write(src/**)", "cp src/a b", undefined],
    ["Write(src/**)", "rm -rf .", "certain"],
    ["Write(src/**)", "rm -r s*", "certain"],
    ["Write(src/**)", "rm *.zip", undefined],
    ["Write(src/**)", "touch s*/app.ts", "certain"],
    ["Write(src/**)", "cd - && touch app.ts", "certain"],
    ["Read(src/**)", "cd +1 && cat app.ts", "certain"],
    ["Read", "echo *", "certain"],
  ])("%s takes %j: %s", async (rule, command, expected) => {
    expect(await taking(rule, command)).toBe(expected);
  });
});

test("[B15] beyond a thousand rules nothing is granted, and everything is taken", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => `Bash(program-${at} show *)`);
  const verdict = async (rules: string[], command: string): Promise<boolean[]> => {
    const call = await readCall("Bash", "shell", { command });
    return [
      "rule" in findGrantingRule(readToolRules(rules), call, around),
      readRemoval(rules).removes(call, around) !== undefined,
    ];
  };
  expect([
    await verdict(many, "program-999 show x"),
    await verdict(many, "ls"),
    await verdict([...many, "Bash(ls *)"], "ls"),
    await verdict([...many, "Read"], "pwd x"),
    readToolRules([...many, "Read"]).problems,
  ]).toEqual([
    [true, true],
    [false, false],
    [false, true],
    [false, true],
    [{ text: "Read", problem: "there are more than 1000 rules" }],
  ]);
});

describe("[B20] [B22] [B41] on a disk that does not tell letters apart by their case", () => {
  const files = memoryFiles(
    {
      "/Project/src/app.ts": "",
      "/Project/secret/key": "",
      "/Project/.git/HEAD": "",
      "/Project/Straße/x": "",
      "/Project/leak": { link: "/Project/secret" },
      "/home/u/x": "",
    },
    { caseless: true },
  );
  const snapshot = { cwd: "/Project", projectRoot: "/Project", roots: [], skills: [] } as unknown as Snapshot;
  const caseless = guardSurroundings({ home: "/home/u", files, own: ["/home/u/.config/skillwright"] }, snapshot);
  const call = async (tool: string, path: string) => readCall(tool, toolKindFor(tool), { path });

  test.each([
    ["Write(src/**)", "SRC/App.TS", true],
    ["Write(src/**)", "/PROJECT/sRc/new.ts", true],
    ["Write(src/**)", "SRC/../.GIT/hooks/x", false],
    ["Write(**)", ".Git/config", false],
    ["Write(**)", ".\u017fkillwright/policy.yaml", false],
    ["Write(**)", "/project/.CLAUDE/skills/x", false],
    ["Write(~/**)", "/HOME/u/.CONFIG/Skillwright/policy.yaml", false],
    ["Write(src/**)", "LEAK/key", false],
    ["Write(src/**)", "src/../SECRET/key", false],
  ])("%s grants writing %s: %s", async (rule, path, expected) => {
    expect("rule" in findGrantingRule(readToolRules([rule]), await call("Write", path), caseless)).toBe(expected);
  });

  test.each([
    ["Read(secret/**)", "SECRET/key", true],
    ["Read(secret/**)", "LEAK/KEY", true],
    ["Read(none/**)", "NONE/new", true],
    ["Read(//Project/none/**)", "/pRoject/None/new", true],
    ["Read(secret/**)", "src/app.ts", false],
  ])("%s takes away %s: %s", async (rule, path, expected) => {
    expect(readRemoval([rule]).removes(await call("Read", path), caseless) !== undefined).toBe(expected);
  });

  test.each([
    ["/", true],
    ["/PROJECT", true],
    ["/project/.GIT/hooks", true],
    ["/Home/U/.config", true],
    ["/PROJECT/SRC", false],
  ])("a profile that would write %s is refused: %s", (path, expected) => {
    const { refused, profile } = compileProfile({ read: [], write: [path], network: false }, "/skills/x", caseless);
    expect([refused.length > 0, profile.write]).toEqual([expected, expected ? [] : ["/Project/src"]]);
  });
});

describe("[B20] where a path really leads", () => {
  const tree = makeTree({
    "project/src/app.ts": "",
    "project/out": { link: "/etc" },
    "project/in": { link: "src" },
    "project/nowhere": { link: "/nowhere/at/all" },
    "elsewhere/secret": "",
    "project/up": { link: "../elsewhere/deep" },
    "elsewhere/deep/x": "",
  });
  const target = (path: string) =>
    realCallTarget(path, { cwd: tree.at("project"), files: tree.files })?.replace(tree.top, "");

  test.each([
    ["src/app.ts", "/project/src/app.ts"],
    ["./src//app.ts", "/project/src/app.ts"],
    ["new/file.ts", "/project/new/file.ts"],
    ["in/app.ts", "/project/src/app.ts"],
    ["in/new.ts", "/project/src/new.ts"],
    ["out/passwd", "/etc/passwd"],
    ["up/../secret", "/elsewhere/secret"],
    ["src/../../elsewhere/secret", "/elsewhere/secret"],
    ["new/../../elsewhere/secret", "/elsewhere/secret"],
    ["nowhere", undefined],
    ["nowhere/x", undefined],
    ["~/x", undefined],
    ["a\0b", undefined],
    ["a\nb", undefined],
    ["", undefined],
    ["src/app.ts/x", undefined],
    ["a/".repeat(300), undefined],
    ["/", "/"],
  ])("%j → %j", (path, expected) => {
    expect(target(path)).toBe(expected);
  });
});
