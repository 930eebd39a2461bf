/** Puts a symlink at each part of each path that a command writes to. Nothing outside of the project may change. */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { OperationError } from "../../src/model/errors.ts";
import { projectConfigPath, writeBudgetEdit } from "../../src/ops/budget/apply-budget.ts";
import { compileSkill } from "../../src/ops/hosts/compile-skill.ts";
import { placeSkills } from "../../src/ops/hosts/place-skills.ts";
import { publishSkills } from "../../src/ops/install/publish-skills.ts";
import { openInstaller } from "../../src/ops/open-installer.ts";
import { setEnabled } from "../../src/ops/settings/set-enabled.ts";
import { createSkill } from "../../src/ops/start-skill.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { writeFileAtomically } from "../../src/platform/writing/write-file.ts";
import { applyEdit } from "../../src/session/dependencies/mcp/apply-edit.ts";
import { findMcpHost } from "../../src/session/dependencies/mcp/mcp-hosts.ts";
import { planEdit } from "../../src/session/dependencies/mcp/plan-edit.ts";
import { editTool } from "../../src/surfaces/agent/tools/edit-tool.ts";
import { ToolError } from "../../src/surfaces/agent/tools/workspace.ts";
import { makeTree, skill, type Tree } from "../tree.ts";

interface Write {
  /** A path in the project that the command writes to. */
  readonly target: string;
  readonly run: (made: Tree) => Promise<unknown> | unknown;
}

const load = ({ environment }: Tree) => ({ environment, defaultSkills: false, cwd: environment.cwd });

async function add(made: Tree, where: "project" | { directory: string }): Promise<void> {
  const installer = await openInstaller({ environment: made.environment, cwd: made.at("project") });
  const plan = await installer.planAdd({ source: made.at("from/pdf"), where });
  await installer.apply(plan, { person: true, digests: plan.skills.map(({ digest }) => digest) });
}

async function edit(made: Tree, path: string): Promise<void> {
  const cwd = made.at("project");
  const workspace = { cwd, directories: [cwd], readable: () => [], files: nodeFiles };
  const tool = editTool(workspace, { write: writeFileAtomically, onUse: () => undefined });
  await tool.execute({ path, new: "changed" });
}

async function addServer(made: Tree, host: string): Promise<void> {
  const { environment } = made;
  const place = { environment, files: nodeFiles, cwd: environment.cwd, projectRoot: environment.cwd, trusted: true };
  const server = { name: "files", transport: "stdio", command: "npx", args: [] } as const;
  await applyEdit(await planEdit(server, findMcpHost(host)!, place), made.at("home/notes.json"));
}

const plan = { pin: ["pdf"], disable: [] } as unknown as Parameters<typeof writeBudgetEdit>[0];

const WRITES: Readonly<Record<string, Write>> = {
  new: {
    target: ".agents/skills/csv/SKILL.md",
    run: (made) =>
      createSkill({ name: "csv", directory: made.at("project/.agents/skills"), projectRoot: made.at("project") }),
  },
  "new --evals": {
    target: "own/csv/evals/trigger-eval.json",
    run: (made) =>
      createSkill({ name: "csv", directory: made.at("project/own"), projectRoot: made.at("project"), evals: true }),
  },
  "place --apply": {
    target: ".claude/skills/pdf",
    run: (made) => placeSkills({ skills: ["pdf"], apply: true }, { ...load(made), hosts: ["claude-code"] }),
  },
  add: { target: ".agents/skills/pdf/SKILL.md", run: (made) => add(made, "project") },
  "add, the lock": { target: "skills.lock", run: (made) => add(made, "project") },
  "add --to": {
    target: "tools/skills/pdf/SKILL.md",
    run: (made) => add(made, { directory: made.at("project/tools/skills") }),
  },
  "publish --to": {
    target: "public/.well-known/agent-skills/index.json",
    run: (made) => publishSkills({ from: made.at("from"), to: "public" }, load(made)),
  },
  "disable --project": {
    target: ".skillwright/config.yaml",
    run: (made) => setEnabled("pdf", false, made.at("project/.skillwright/config.yaml"), made.at("project")),
  },
  "budget --apply": {
    target: ".skillwright/config.yaml",
    run: (made) => writeBudgetEdit(plan, "pin", projectConfigPath(made.at("project"))),
  },
  "compile --out": {
    target: "out/codex/pdf/SKILL.md",
    run: (made) =>
      compileSkill({ skill: "pdf", to: "codex", out: "out/codex" }, { ...load(made), roots: [".crush/skills"] }),
  },
  "compile --out --force": {
    target: "out/pdf/SKILL.md",
    run: (made) =>
      compileSkill({ skill: "pdf", to: "codex", out: "out", force: true }, { ...load(made), roots: [".crush/skills"] }),
  },
  "deps --add, .mcp.json": { target: ".mcp.json", run: (made) => addServer(made, "claude-code") },
  "deps --add, opencode.json": { target: "opencode.json", run: (made) => addServer(made, "opencode") },
  "the agent's edit": { target: "a/b/note.txt", run: (made) => edit(made, "a/b/note.txt") },
};

/** Makes a symlink at `path`. `outside` is a directory outside of the project, and `file` is a file in it. */
const LINKS: Readonly<Record<string, (path: string, made: Tree) => void>> = {
  "a directory": (path, made) => symlinkSync(made.at("outside"), path),
  "a file": (path, made) => symlinkSync(made.at("outside/file"), path),
  "a place that does not exist": (path, made) => symlinkSync(made.at("outside/missing"), path),
  "another symlink": (path, made) => {
    symlinkSync(made.at("outside"), made.at("project/zz-chain"));
    symlinkSync(made.at("project/zz-chain"), path);
  },
  itself: (path) => symlinkSync(path, path),
};

/** Every file with its content, and every symlink with its text. */
function everything(top: string): string[] {
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const path = join(top, name);
      const stat = lstatSync(path);
      if (stat.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
      return stat.isFile() ? `${name}: ${readFileSync(path, "latin1")}` : name;
    })
    .sort();
}

const tops: string[] = [];
afterAll(() => {
  for (const top of tops) rmSync(top, { recursive: true, force: true });
});

function project(): Tree {
  const made = makeTree({
    "project/.git/HEAD": "ref: refs/heads/main\n",
    "project/.git/objects/x": "",
    "project/.git/refs/x": "",
    "from/pdf/SKILL.md": skill("pdf"),
    "project/.crush/skills/pdf/SKILL.md": skill("pdf"),
    "outside/file": "as it was",
    "outside/pdf/SKILL.md": "as it was",
  });
  tops.push(made.top);
  return made;
}

const cases = Object.entries(WRITES).flatMap(([name, { target }]) =>
  target
    .split("/")
    .flatMap((_, at, parts) =>
      Object.keys(LINKS).map((kind) => [name, parts.slice(0, at + 1).join("/"), kind] as const),
    ),
);

describe("[SF4] nothing is written outside of the project", () => {
  test.each(cases)("by `%s` if `%s` is a symlink to %s", async (name, part, kind) => {
    const made = project();
    const path = made.at(`project/${part}`);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    LINKS[kind]?.(path, made);
    const before = everything(made.at("outside"));
    const outcome = await Promise.resolve()
      .then(() => WRITES[name]?.run(made))
      .then(
        () => "done",
        (error: unknown) => error,
      );
    expect(everything(made.at("outside"))).toEqual(before);
    // If a command replaces a whole directory, it also replaces a symlink in the place of that directory.
    if (outcome !== "done" && !(outcome instanceof ToolError)) expect(outcome).toBeInstanceOf(OperationError);
  });

  test.each(Object.keys(WRITES))("by `%s`, which works without a symlink", async (name) => {
    const made = project();
    const { target, run } = WRITES[name] as Write;
    rmSync(made.at(`project/${target}`), { recursive: true, force: true });
    await run(made);
    expect(lstatSync(made.at(`project/${target}`)).size).toBeGreaterThan(0);
  });

  // `add` accepts only a real directory `.agents/skills`, because the lock names skills by their directory.
  test.each(Object.keys(WRITES).filter((name) => name !== "add" && (WRITES[name] as Write).target.includes("/")))(
    "by `%s`, which follows a symlink to a directory of the project",
    async (name) => {
      const made = project();
      const { target, run } = WRITES[name] as Write;
      const [first = ""] = target.split("/");
      rmSync(made.at(`project/${first}`), { recursive: true, force: true });
      mkdirSync(made.at("project/inside"));
      symlinkSync(made.at("project/inside"), made.at(`project/${first}`));
      writeFileSync(made.at("project/inside/x"), "");
      await run(made);
      expect(lstatSync(made.at(`project/${target}`)).size).toBeGreaterThan(0);
    },
  );
});
