import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NeutralTool } from "../../../src/model/conversation/neutral-tool.ts";
import { nodeFiles } from "../../../src/platform/files/node-files.ts";
import { nodeSpawn } from "../../../src/platform/processes/node-spawn.ts";
import { writeFileAtomically } from "../../../src/platform/writing/write-file.ts";
import { builtInTools } from "../../../src/surfaces/agent/tools/built-in-tools.ts";
import { capText } from "../../../src/surfaces/agent/tools/shell/cap-text.ts";
import { isRunning } from "../../alive.ts";
import { waitFor } from "../../wait.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "tools-")));
const cwd = join(top, "work");
const skill = join(top, "skill");
const used: string[] = [];
const tools = new Map<string, NeutralTool>();

mkdirSync(join(cwd, "src/deep"), { recursive: true });
mkdirSync(join(cwd, "node_modules/x"), { recursive: true });
mkdirSync(skill);
writeFileSync(join(top, "secret.txt"), "secret");
writeFileSync(join(skill, "notes.md"), "of the skill\n");
writeFileSync(join(cwd, "a.txt"), "one\ntwo\nthree\ntwo\n");
writeFileSync(join(cwd, "src/b.ts"), "const two = 2;\n");
writeFileSync(join(cwd, "src/deep/c.ts"), `${"a".repeat(40)}!\n`);
writeFileSync(join(cwd, "node_modules/x/d.ts"), "two\n");
writeFileSync(join(cwd, "bytes"), Buffer.from([1, 0, 2]));
writeFileSync(join(cwd, "long.txt"), Array.from({ length: 5000 }, (_, at) => `line ${at + 1}`).join("\n"));
symlinkSync(top, join(cwd, "out"));
symlinkSync(join(top, "secret.txt"), join(cwd, "link.txt"));

for (const tool of builtInTools({
  workspace: { cwd, directories: [cwd], readable: () => [skill], files: nodeFiles },
  ports: { spawn: nodeSpawn, write: writeFileAtomically },
  prompter: undefined,
  variables: () => ({ PATH: process.env["PATH"] ?? "", NAME: "Ada" }),
  onUse: (path) => used.push(path.slice(top.length)),
}))
  tools.set(tool.name, tool);

async function call(name: string, input: object, signal?: AbortSignal): Promise<string> {
  const { content, isError } = await (tools.get(name) as NeutralTool).execute(input, { signal });
  return `${isError ? "! " : ""}${content}`;
}

describe("[AG10] the tools of an agent", () => {
  test.each<[string, object, string]>([
    ["read", { path: "a.txt" }, "one\ntwo\nthree\ntwo\n"],
    ["read", { path: "a.txt", offset: 2, limit: 1 }, "two\n[cut: the file has 5 lines; continue with offset 3]"],
    ["read", { path: "a.txt", offset: 99 }, "[the file has 5 lines]"],
    ["read", { path: "bytes" }, "! `bytes` is not text"],
    ["read", { path: "src" }, "! the call of `read` failed: `src` is not a file"],
    ["read", { path: "none" }, "! the call of `read` failed: `none` does not exist"],
    ["read", { path: join(skill, "notes.md") }, "of the skill\n"],
    [
      "read",
      { path: "../secret.txt" },
      "! the call of `read` failed: `../secret.txt` is outside of the working directory",
    ],
    ["read", { path: "link.txt" }, "! the call of `read` failed: `link.txt` is outside of the working directory"],
    [
      "read",
      { path: "out/secret.txt" },
      "! the call of `read` failed: `out/secret.txt` is outside of the working directory",
    ],
    ["read", { path: "a\0b" }, "! the call of `read` failed: the path has a NUL character in it"],
    ["read", {}, "! the call of `read` failed: `.` is not a file"],
    ["list", {}, "a.txt\nbytes\nlong.txt\nsrc/"],
    ["list", { path: "src", depth: 2 }, "b.ts\ndeep/\ndeep/c.ts"],
    ["list", { path: "a.txt" }, "! `a.txt` is not a directory"],
    ["list", { path: "/etc" }, "! the call of `list` failed: `/etc` is outside of the working directory"],
    ["search", { pattern: "\\btwo" }, "a.txt:2: two\na.txt:4: two\nsrc/b.ts:1: const two = 2;"],
    ["search", { pattern: "TWO", ignore_case: true, ending: ".ts" }, "src/b.ts:1: const two = 2;"],
    ["search", { pattern: "three", path: "a.txt" }, "a.txt:3: three"],
    ["search", { pattern: "nowhere" }, "[nothing found]"],
    [
      "search",
      { pattern: "(" },
      "! `pattern` is not a regular expression: Invalid regular expression: /(/u: Unterminated group",
    ],
    ["search", { pattern: "(a+)+$" }, "! the pattern takes too long to match; write a simpler one"],
    ["search", { pattern: "" }, "! pass the expression as `pattern`"],
    [
      "edit",
      { path: "a.txt", old: "two", new: "2" },
      "! `old` occurs 2 times in `a.txt`; include more of the surrounding text, or set `all`",
    ],
    ["edit", { path: "a.txt", old: "four", new: "4" }, "! `old` does not occur in `a.txt`; read it again"],
    ["edit", { path: "a.txt", new: "4" }, "! `a.txt` exists; give the text to replace in `old`"],
    [
      "edit",
      { path: "out/new.txt", new: "x" },
      "! the call of `edit` failed: `out/new.txt` is outside of the working directory",
    ],
    [
      "edit",
      { path: join(skill, "notes.md"), old: "of", new: "x" },
      `! the call of \`edit\` failed: \`${join(skill, "notes.md")}\` is outside of the working directory`,
    ],
    ["shell", { command: 'echo "Hello, $NAME"; echo oops >&2' }, "Hello, Ada\n\noops"],
    ["shell", { command: "exit 3" }, "! [exit code 3]"],
    ["shell", { command: "true" }, "[no output]"],
    ["shell", { command: "  " }, "! pass the command line as `command`"],
    ["shell", { command: "sleep 9", timeout_ms: 300 }, "! [the command was stopped after 300 ms]"],
    [
      "shell",
      { command: "yes" },
      expect.stringMatching(
        /^! y\ny\n[\s\S]*characters omitted[\s\S]*\[the command was stopped, because its output was too long\]$/,
      ) as unknown as string,
    ],
    ["ask", { question: "Why?" }, "! no user can answer here; decide yourself, or stop and report what is missing"],
  ])("%s %j", async (name, input, wanted) => {
    expect(await call(name, input)).toEqual(wanted);
  });

  test("edits, and tells which files are worked on", async () => {
    used.length = 0;
    expect(await call("edit", { path: "a.txt", old: "two", new: "$& 2", all: true })).toBe(
      "replaced 2 places in `a.txt`",
    );
    expect(await call("edit", { path: "new/file.txt", new: "x\ny" })).toBe("wrote `new/file.txt`, 2 lines");
    expect(await call("read", { path: "new/file.txt" })).toBe("x\ny");
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe("one\n$& 2\nthree\n$& 2\n");
    expect(used).toEqual(["/work/a.txt", "/work/new/file.txt", "/work/new/file.txt"]);
  });

  test("long files come in parts, long answers without their middle", async () => {
    expect(await call("read", { path: "long.txt" })).toMatch(
      /^line 1\n[\s\S]*line 2000\n\[cut: the file has 5000 lines; continue with offset 2001\]$/,
    );
    expect(capText("a".repeat(30) + "b".repeat(30), 40)).toBe(
      `${"a".repeat(30)}\n[20 characters omitted]\n${"b".repeat(10)}`,
    );
  });

  test("a command ends with all that it started when it is stopped", async () => {
    const stop = new AbortController();
    const running = call("shell", { command: "(sleep 30; touch late) & echo $! > started; sleep 30" }, stop.signal);
    const started = join(cwd, "started");
    const pid = Number(
      await waitFor("the command to start", () => existsSync(started) && readFileSync(started, "utf8")),
    );
    stop.abort();
    expect(await running).toBe("! [the user stopped the command]");
    await waitFor("the background command to end", () => !isRunning(pid));
    expect(existsSync(join(cwd, "late"))).toBe(false);
  });
});
