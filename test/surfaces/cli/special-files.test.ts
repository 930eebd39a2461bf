/** Puts a FIFO, a device, a socket, a directory or 1 GB in the place of each file that a command opens. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageRoot, Sandbox, skill } from "./run.ts";

interface Case {
  readonly args: readonly string[];
  readonly path?: string;
  readonly kind?: string;
}

interface Ran extends Case {
  readonly code: number;
  readonly printed: string;
  readonly opened: readonly string[];
  readonly cpuMs: number;
}

const HEAD = { type: "conversation", version: 1, id: "1", time: "t", cwd: "/", agent: "a", host: "h" };

const box = new Sandbox({
  "from/pdf/SKILL.md": skill("pdf"),
  "from/pdf/scripts/x.sh": "#!/bin/sh\necho hello\n",
  ".agents/skills/csv/SKILL.md": skill("csv"),
  ".agents/skills/csv/evals/trigger-eval.json": '[{"query": "csv please", "should_trigger": true}]',
  ".agents/skills/csv/agents/openai.yaml": "interface:\n  display_name: CSV\n",
  ".agents/skills/csv/reference.md": "text",
  ".claude/skills/odd/SKILL.md": "---\nname: odd\ndescription: 'a: b' # c\nallowed-tools: [Read]\n---\nx\n",
  ".claude/settings.json": "{}",
  ".mcp.json": '{"mcpServers": {}}',
  "opencode.json": "{}",
  ".npmrc": "registry=http://127.0.0.1:9/\n",
  "package.json": '{"name": "x", "version": "1.0.0", "dependencies": {}}',
  "queries.jsonl": '"pdf"\n',
  ".skillwright/config.yaml": "disable: [zzz]\n",
  ".skillwright/policy.yaml": "rules: []\n",
  "~/.config/skillwright/config.yaml": "default_skills: false\njournal: ~/journal.jsonl\n",
  "~/.config/skillwright/policy.yaml": "rules: []\n",
  "~/.local/share/skillwright/placements.json": '{"schema": 1, "notes": []}',
  "~/.codex/config.toml": 'model = "x"\n',
  "~/.claude.json": "{}",
  "~/.claude/settings.json": "{}",
  "~/.npmrc": "registry=http://127.0.0.1:9/\n",
  "~/journal.jsonl": "{}\n",
  "~/.local/share/skillwright/history/sessions/20260101-000000-aa.jsonl": `${JSON.stringify(HEAD)}\n`,
});
box.run(["add", "./from/pdf", "--yes"]);
box.run(["trust", "--yes"]);
const template = `${box.directory}-template`;
cpSync(box.directory, template, { recursive: true, verbatimSymlinks: true });
afterAll(() => {
  for (const path of [box.directory, template]) rmSync(path, { recursive: true, force: true });
});

/** Together they open every kind of file that our commands read. */
const COMMANDS = [
  ["status"],
  ["explain", "pdf"],
  ["check", "."],
  ["audit"],
  ["eval"],
  ["search", "--queries", "queries.jsonl"],
  ["load", "csv"],
  ["agent", "--sessions"],
  ["install"],
  ["update", "--yes"],
  ["remove", "pdf", "--yes"],
  ["approve", "csv", "--yes"],
  ["place", "--undo"],
  ["publish", "from", "--to", "public"],
  ["disable", "csv"],
  ["trust", "--yes"],
  ["usage"],
];

/** Commands that cannot go on without a file. */
const NEEDED: readonly (readonly [args: readonly string[], file: string])[] = [
  [["install"], "skills.lock"],
  [["verify"], "skills.lock"],
  [["verify"], "~/.config/skillwright/approvals.json"],
  [["approve", "csv", "--yes"], "~/.config/skillwright/approvals.json"],
  [["disable", "csv"], "~/.config/skillwright/config.yaml"],
  [["enable", "csv", "--project"], ".skillwright/config.yaml"],
  [["search", "--queries", "queries.jsonl"], "queries.jsonl"],
  [["place", "--undo"], "~/.local/share/skillwright/placements.json"],
  [["load", ".agents/skills/csv"], ".agents/skills/csv/SKILL.md"],
];

function runAll(cases: readonly Case[]): readonly Ran[] {
  const input = JSON.stringify({
    main: join(packageRoot, "dist", "main.cjs"),
    template,
    machine: box.directory,
    cases,
  });
  const { output, error, status } = spawnSync(process.execPath, [join(import.meta.dirname, "special-files.mjs")], {
    env: { PATH: process.env["PATH"], HOME: box.home, COLUMNS: "400" },
    encoding: "utf8",
    input,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    maxBuffer: 1 << 28,
    timeout: 240_000,
  });
  const lines = String(output?.[3] ?? "")
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Ran & { maxRss?: number });
  const last = lines.at(-1);
  // The next case is the one that did not end.
  if (error || last?.maxRss === undefined)
    throw new Error(`stopped (${status}, ${error?.message}) at ${JSON.stringify(cases[lines.length])}: ${output?.[2]}`);
  expect(last.maxRss / 1024).toBeLessThan(1024);
  return lines.slice(0, -1);
}

const KINDS = [
  "fifo",
  "zero",
  "directory",
  "loop",
  "huge",
  "socket",
  ...(process.getuid?.() === 0 ? [] : ["unreadable"]),
];

describe("[SF3] a file that is not a regular file", () => {
  test("ends no command with a crash, a long wait or much memory", { timeout: 120_000 }, () => {
    const traced = runAll(COMMANDS.map((args) => ({ args })));
    const isOwn = (path: string): boolean =>
      existsSync(path.replace(box.directory, template)) && !path.endsWith(".tmp");
    let turn = 0;
    // Places meet the kinds in turn, each place several kinds by several commands.
    const cases = traced.flatMap(({ args, opened }) =>
      opened.filter(isOwn).map((path): Case => ({ args, path, kind: KINDS[turn++ % KINDS.length] as string })),
    );
    expect(cases.length).toBeGreaterThan(100);
    const wrong = runAll(cases).filter(
      ({ code, printed, cpuMs }) => code === 70 || /\n {4}at /.test(printed) || cpuMs > 5000,
    );
    expect(wrong.map(({ args, path, kind, printed }) => [...args, kind, path, printed.slice(0, 300)])).toEqual([]);
  });

  test("is named by every command that cannot go on without it", { timeout: 60_000 }, () => {
    const cases = NEEDED.flatMap(([args, file]) => KINDS.map((kind): Case => ({ args, path: box.path(file), kind })));
    const wrong = runAll(cases).filter(
      ({ code, printed, path = "" }) =>
        code !== 1 ||
        ![path, dirname(path)].some((each) => printed.includes(basename(each))) ||
        !/error\[SK\d{3}\]/.test(printed),
    );
    expect(
      wrong.map(({ args, path, kind, code, printed }) => [...args, kind, path, code, printed.slice(0, 300)]),
    ).toEqual([]);
  });
});
