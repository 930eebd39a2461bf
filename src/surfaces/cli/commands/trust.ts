import { resolve } from "node:path";
import { loadAgents, loadSkills, type Snapshot, setTrusted, type TrustChange, trustedFolders } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { compareText } from "../../../model/text/text.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { printable } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const trust: Command = {
  usage: "[DIR] [--yes] | --list",
  about:
    "Skills of a project reach models only when you have trusted its folder, because they are instructions that run with your\nrights. Shows what the project brings, asks, and remembers the answer outside of every repository.",
  options: {
    yes: { type: "boolean", short: "y", summary: "do not ask" },
    list: { type: "boolean", summary: "the folders that are trusted" },
  },
  examples: [
    ["skillwright trust", "this project, after a look"],
    ["skillwright trust ~/work/site --yes", "without asking"],
    ["skillwright trust --list", "what is trusted"],
  ],
  positionals: [0, 1],
  completes: "files",
  async run(context) {
    if (flag(context, "list")) return list(context);
    const directory = directoryOf(context);
    const { snapshot } = await loadSkills({ ...context.load, cwd: directory });
    const brought = [...snapshot.skills, ...snapshot.shadowed.filter(({ withheld }) => withheld)]
      .filter(({ skill }) => skill.scope === "repo")
      .sort((a, b) => compareText(a.skill.name, b.skill.name));
    context.err.line(
      `${printable(snapshot.projectRoot)} brings ${plural(brought.length, "skill")}${brought.length > 0 ? ":" : ""}`,
    );
    for (const { skill } of brought.slice(0, MAX_NAMED))
      context.err.line(
        `  ${printable(skill.name)}${skill.manifest.allowedTools ? `  (wants ${printable(skill.manifest.allowedTools.join(", "))})` : ""}${skill.manifest.hooks ? "  (has hooks)" : ""}`,
      );
    const agents = await agentsOf(directory, context);
    if (agents.length > 0)
      context.err.line(`and ${plural(agents.length, "agent")}: ${agents.map(printable).join(", ")}`);
    for (const { path, code } of snapshot.diagnostics)
      if (code === "SK033" && path !== undefined)
        context.err.line(`and its own settings, in ${place(path, snapshot.projectRoot)}`);
    const { names, all } = await addedBySettings(snapshot, context);
    if (names.length > 0)
      context.err.line(
        `which add ${plural(names.length, "skill")}: ${names.slice(0, MAX_NAMED).map(printable).join(", ")}`,
      );
    if (!all) context.err.line("which search more directories than were looked at now");
    if (!flag(context, "yes") && !(await isTrusted(context))) return 1;
    return told(context, await setTrusted(directory, true), "is trusted", "is trusted already");
  },
};

export const untrust: Command = {
  usage: "[DIR]",
  about:
    "Takes the trust in a folder back: its skills are still listed and explained, but no longer offered to models.",
  options: {},
  examples: [["skillwright untrust", "this project"]],
  positionals: [0, 1],
  completes: "files",
  run: async (context) =>
    told(context, await setTrusted(directoryOf(context), false), "is no longer trusted", "was not trusted"),
};

const MAX_NAMED = 50;

/** A stranger's settings are no reason to go through the whole disk, whatever limits they bring along. */
const GLANCE = { "limits.max_directories": 2000, "limits.max_entries": 20_000, "limits.max_depth": 6 };

/** Skills that count only with the project's own settings, wherever those find them; `all` of them, or what a glance has found. */
async function addedBySettings(now: Snapshot, { load }: Context): Promise<{ names: readonly string[]; all: boolean }> {
  const config = { ...load.config, ...GLANCE };
  const { snapshot } = await loadSkills({ ...load, cwd: now.cwd, trust: "all", config });
  const known = new Set(
    [...now.skills, ...now.shadowed, ...now.disabled, ...now.ineligible].map(({ skill }) => skill.id),
  );
  const added = [...snapshot.skills, ...snapshot.shadowed].filter(({ skill }) => !known.has(skill.id));
  return {
    names: added.map(({ skill }) => skill.name).sort(compareText),
    all: !snapshot.diagnostics.some(({ code }) => code === "SK020"),
  };
}

/** The agents that the project would bring. */
async function agentsOf(cwd: string, { load }: Context): Promise<readonly string[]> {
  const { definitions } = await loadAgents({ ...load, cwd, trust: "all" });
  return definitions.filter(({ scope }) => scope === "repo").map(({ id }) => id);
}

function directoryOf({ positionals, load }: Context): string {
  return resolve(load.cwd ?? process.cwd(), positionals[0] ?? ".");
}

async function isTrusted(context: Context): Promise<boolean> {
  if (await confirmed("Trust this folder and everything below it?", context)) return true;
  const { err } = context;
  err.line("nothing was changed");
  if (process.stdin.isTTY !== true)
    err.line("help: run it on a terminal, or look at the skills and run `skillwright trust --yes`");
  return false;
}

function told({ json, out }: Context, change: TrustChange, done: string, already: string): number {
  if (json) out.line(jsonText({ schema: SCHEMA, ...change }));
  else out.line(`${printable(change.folder)} ${change.changed ? done : already}`);
  return 0;
}

function list({ json, out }: Context): number {
  const { store, folders } = trustedFolders();
  if (json) out.line(jsonText({ schema: SCHEMA, store, folders }));
  else if (folders.length === 0) out.line("no folder is trusted");
  else for (const folder of folders) out.line(printable(folder));
  return 0;
}
