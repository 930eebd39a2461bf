/** Puts a FIFO, a device, a socket, a directory or 1 GB in the place of each file that a command opens, and watches readers. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { COMMANDS as ROWS } from "../../../src/surfaces/cli/commands.ts";
import { packageRoot, Sandbox, skill } from "./run.ts";

interface Case {
  readonly args: readonly string[];
  readonly path?: string;
  /** Paths of further files to replace. */
  readonly more?: readonly string[];
  readonly kind?: string;
}

interface Ran extends Case {
  readonly code: number;
  readonly printed: string;
  readonly opened: readonly string[];
  /** Paths of files that were replaced, or have a new time. */
  readonly changed: readonly string[];
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
  ".claude/settings.local.json": "{}",
  ".gemini/settings.json": "{}",
  ".pi/settings.json": "{}",
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
  "~/.gemini/settings.json": "{}",
  "~/.config/opencode/opencode.json": "{}",
  "~/.pi/agent/settings.json": "{}",
  "~/.npmrc": "registry=http://127.0.0.1:9/\n",
  "~/journal.jsonl": "{}\n",
  "~/.local/share/skillwright/history/sessions/20260101-000000-aa.jsonl": `${JSON.stringify(HEAD)}\n`,
});
box.run(["add", "./from/pdf", "--yes"]);
box.run(["trust", "--yes"]);
mkdirSync(join(box.directory, "outside"));
writeFileSync(join(box.directory, "outside", "precious"), "");
// An npm source. Its program writes logs into the home, unless it receives another directory.
const fakeNpm = `#!/bin/sh\nmkdir -p "\${npm_config_cache:-$HOME/.npm}/_logs"\necho http://127.0.0.1:9/\n`;
mkdirSync(join(box.directory, "bin"), { recursive: true });
writeFileSync(join(box.directory, "bin/npm"), fakeNpm, { mode: 0o755 });
const template = `${box.directory}-template`;
const outside = join(box.directory, "outside");
cpSync(box.directory, template, { recursive: true, verbatimSymlinks: true });
afterAll(() => {
  for (const path of [box.directory, template]) rmSync(path, { recursive: true, force: true });
});

/** Together, these commands open every kind of file that Skillwright reads. */
const COMMANDS = [
  ["list", "--all"],
  ["explain", "pdf"],
  ["check", "."],
  ["audit"],
  ["eval"],
  ["search", "--queries", "queries.jsonl"],
  ["load", "csv"],
  ["agent", "--sessions"],
  ["install"],
  ["update", "--yes"],
  ["remove", "pdf"],
  ["approve", "csv", "--yes"],
  ["place", "--undo"],
  ["publish", "from", "--to", "public"],
  ["disable", "csv"],
  ["trust", "--yes"],
  ["list", "--usage"],
  ["add", "./from/pdf", "--yes"],
  ["verify"],
  ["check", ".", "--fix"],
  ["doctor", "--fix", "--yes"],
  ["enable", "zzz", "--project"],
  ["disable", "csv", "--project"],
  ["budget", "--window", "100", "--apply", "pin", "--project", "--yes"],
  ["place", "csv", "--for", "all", "--apply"],
  ["deps", "csv", "--install", "--for", "claude-code", "--yes"],
  ["compile", "csv", "--to", "codex", "--out", "out/csv"],
  ["list", "--host", "claude-code"],
  ["load", "csv", "--host", "opencode"],
  ["trust", "--remove"],
];

const SETTINGS = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".gemini/settings.json",
  ".pi/settings.json",
  "opencode.json",
  "~/.claude/settings.json",
  "~/.codex/config.toml",
  "~/.gemini/settings.json",
  "~/.config/opencode/opencode.json",
  "~/.pi/agent/settings.json",
];

/** Commands that fail without a certain file. */
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

/** Root can read every file, so root runs the cases as another user if that user can read the package. */
const NOBODY = 65534;
const main = join(packageRoot, "dist", "main.cjs");
const runner = join(import.meta.dirname, "special-files.mjs");
const probe = [main, runner].map((path) => `require("node:fs").accessSync(${JSON.stringify(path)})`).join(";");
const isRoot = process.getuid?.() === 0;
const other =
  isRoot && spawnSync(process.execPath, ["-e", probe], { uid: NOBODY, gid: NOBODY, cwd: "/" }).status === 0
    ? { uid: NOBODY, gid: NOBODY }
    : {};
if ("uid" in other) {
  execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, box.directory, template]);
  // Other users cannot enter the directory of all tests.
  if ((statSync(dirname(template)).mode & 0o001) === 0) chmodSync(dirname(template), 0o711);
}

interface RanAll {
  readonly ran: readonly Ran[];
  readonly cpuSeconds: number;
}

function runAll(cases: readonly Case[]): RanAll {
  const { output, error, status } = spawnSync(process.execPath, [runner], {
    ...other,
    cwd: "/",
    env: { PATH: `${box.directory}/bin:${process.env["PATH"]}`, HOME: box.home, COLUMNS: "400" },
    encoding: "utf8",
    input: JSON.stringify({ main, template, machine: box.directory, cases }),
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    maxBuffer: 1 << 28,
    timeout: isComplete ? 3_500_000 : 400_000,
  });
  const lines = String(output?.[3] ?? "")
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Ran & { maxRss?: number; cpuSeconds: number });
  const last = lines.at(-1);
  // The next case is the one that did not end.
  if (error || last?.maxRss === undefined)
    throw new Error(`stopped (${status}, ${error?.message}) at ${JSON.stringify(cases[lines.length])}: ${output?.[2]}`);
  expect(last.maxRss / 1024).toBeLessThan(1024);
  return { ran: lines.slice(0, -1), cpuSeconds: last.cpuSeconds };
}

const KINDS = [
  "fifo",
  "zero",
  "directory",
  "loop",
  "huge",
  "socket",
  ...(isRoot && !("uid" in other) ? [] : ["unreadable"]),
];
/** For these kinds, a command may continue without a message. */
const QUIET_KINDS = ["full", "out", "free", "empty", "nul"];

/** With `all`, each pair of command and place gets every kind. That takes minutes. */
const isComplete = process.env["SKILLWRIGHT_SPECIAL_FILES"] === "all";

describe("[SF3] a file that is not a regular file", () => {
  const isOwn = (path: string): boolean => existsSync(path.replace(box.directory, template)) && !path.endsWith(".tmp");

  test("ends no command with a crash, a long wait, much memory or a write out of the project", {
    timeout: isComplete ? 3_600_000 : 400_000,
  }, () => {
    const { ran: traced } = runAll(COMMANDS.map((args) => ({ args })));
    const readers = new Map<string, (readonly string[])[]>();
    for (const { args, opened } of traced)
      for (const path of opened.filter(isOwn)) readers.set(path, [...(readers.get(path) ?? []), args]);
    expect(readers.size).toBeGreaterThan(30);
    // Every place gets every kind. The commands that read a place take turns.
    const kinds = [...KINDS, ...QUIET_KINDS];
    const turns = (commands: readonly (readonly string[])[], kind: string): readonly (readonly string[])[] =>
      isComplete ? commands : [commands[kinds.indexOf(kind) % commands.length] ?? []];
    const cases = [...readers].flatMap(([path, commands]) =>
      kinds.flatMap((kind) => turns(commands, kind).map((args): Case => ({ args, path, kind }))),
    );
    const { ran, cpuSeconds } = runAll(cases);
    expect(ran.length).toBe(cases.length);
    const crashed = ran.filter(({ code, printed, cpuMs }) => code === 70 || /\n {4}at /.test(printed) || cpuMs > 5000);
    // Only symlinks in the project must not be followed, because users may keep their own files in another directory.
    const followed = ran.filter(
      ({ path = "", changed }) => path.startsWith(box.project) && changed.some((each) => each.startsWith(outside)),
    );
    const wrong = [...crashed, ...followed];
    expect(wrong.map(({ args, path, kind, printed }) => [...args, kind, path, printed.slice(0, 300)])).toEqual([]);
    if (!isComplete) expect(cpuSeconds).toBeLessThan(60);
  });

  test("is named if it has settings of a host", () => {
    const [path = "", ...more] = SETTINGS.map((file) => box.path(file));
    const { ran } = runAll(KINDS.map((kind): Case => ({ args: ["matrix", "--hosts", "every"], path, more, kind })));
    const unnamed = ran.flatMap(({ code, kind, printed }) =>
      [path, ...more]
        .filter((each) => !new RegExp(`\\[SK00[456]\\].*${each}: `).test(printed))
        .map((each) => [code, kind, each]),
    );
    expect([ran.map(({ code }) => code), unnamed]).toEqual([KINDS.map(() => 0), []]);
  });

  test("is named by every command that cannot go on without it", () => {
    const cases = NEEDED.flatMap(([args, file]) => KINDS.map((kind): Case => ({ args, path: box.path(file), kind })));
    const wrong = runAll(cases).ran.filter(
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

/** Commands that only read, on a machine that could make them write: a lock with an npm source, approvals, an index. */
const READING: readonly string[] = [
  ...["list", "list --all", "list --json --digest", "list --host codex", "list --host claude-code", "list --verbose"],
  ...["explain pdf", "explain nope", "explain SK104", "explain pdf --host opencode", "matrix", "matrix --hosts every"],
  ...["hosts", "doctor", "config", "check", "check . --target all", "check --fix --dry-run", "eval csv", "catalog"],
  ...[
    "compile csv --to codex",
    "search csv",
    "load csv",
    "load csv --dry-run",
    "deps csv",
    "outdated",
    "outdated --offline",
  ],
  ...["verify", "audit", "audit ./from", "packages", "budget", "completion bash", "agent --agents", "agent --sessions"],
  ...["update --dry-run", "place csv", "pull --dry-run", "install --dry-run", "add ./from/pdf --dry-run"],
  ...["remove pdf --dry-run", "trust --list", "approve csv --dry-run", "publish from --to public --dry-run", "--help"],
  "run",
];

/** Commands that change something, or run until they are stopped. */
const OTHERS = ["new", "script", "enable", "disable", "untrust", "serve", "mcp", "app-server"];

describe("[O15] a command that only reads", () => {
  test("changes no byte of the project and the home but a cache", { timeout: 400_000 }, () => {
    const lock = JSON.parse(readFileSync(join(template, "project/skills.lock"), "utf8"));
    const [entry] = Object.values(lock.skills) as { origin: object }[];
    lock.skills[".agents/skills/other"] = {
      ...entry,
      name: "other",
      origin: { kind: "npm", source: "npm:x", path: "" },
    };
    const path = join(template, "project/skills.lock");
    const before = readFileSync(path);
    writeFileSync(path, JSON.stringify(lock));
    rmSync(join(template, "home/.npmrc"));
    const { ran } = runAll(READING.map((line) => ({ args: line.split(" ") })));
    writeFileSync(path, before);
    const wrong = ran
      .map(({ args, code, changed, printed }) => ({
        line: args.join(" "),
        changed: changed.filter((each) => !each.startsWith(box.path("~/.cache"))),
        ...(code > 1 ? { code, printed: printed.slice(0, 200) } : {}),
      }))
      .filter(({ changed, code }) => code !== undefined || changed.some((each) => each !== box.home));
    expect(wrong).toEqual([]);
    // Proves that Skillwright has asked npm for its registry.
    expect(ran.find(({ args }) => args.join(" ") === "outdated")?.printed).toContain("127.0.0.1:9");
    const named = new Set([...READING.map((line) => line.split(" ")[0]), ...OTHERS]);
    expect(ROWS.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
  });
});
