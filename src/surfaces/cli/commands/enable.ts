import { nearest } from "../../../diagnostics/nearest.ts";
import { loadSkills, SkillNotFoundError, type Snapshot, setEnabled } from "../../../index.ts";
import { nodeEnvironment, platformDirectories } from "../../../platform/environment.ts";
import { SCHEMA } from "../../answers/answer.ts";
import { type Command, type Context, flag, type OptionSpec } from "../command.ts";
import { printable } from "../paint.ts";
import { resolveAsked } from "../present.ts";

const options: Readonly<Record<string, OptionSpec>> = {
  project: { type: "boolean", summary: "write to this project's configuration instead of your own" },
};

export const enable: Command = {
  usage: "NAME|PATH|PATTERN [--project]",
  about:
    "Lets a skill in that `disable` left out, by editing your configuration. Comments and everything else in it stay.",
  options,
  examples: [
    ["skillwright enable pdf", "by name"],
    ["skillwright enable 'db-*' --project", "by pattern, for this project"],
  ],
  positionals: [1, 1],
  completes: "skills",
  run: (context) => change(context, true),
};

export const disable: Command = {
  usage: "NAME|PATH|PATTERN [--project]",
  about:
    "Leaves a skill out: it is listed as disabled, shadows nobody and reaches no model. Another of its name takes its place.",
  options,
  examples: [
    ["skillwright disable pdf", "by name"],
    ["skillwright disable ~/.claude/skills/pdf", "one of several of a name, by path"],
    ["skillwright disable pdf@user", "the one of a scope"],
  ],
  positionals: [1, 1],
  completes: "skills",
  run: (context) => change(context, false),
};

async function change(context: Context, enabled: boolean): Promise<number> {
  const { snapshot } = await loadSkills(context.load);
  const pattern = resolveAsked(context.positionals[0] as string, snapshot.cwd).replace(/\/SKILL\.md$/i, "");
  if (!isKnown(pattern, snapshot))
    throw new SkillNotFoundError(
      pattern,
      nearest(
        pattern,
        all(snapshot).map((skill) => skill.name),
      ),
    );
  const directory = flag(context, "project")
    ? `${snapshot.projectRoot}/.skillwright`
    : platformDirectories(nodeEnvironment()).config;
  const { path, before, after } = await setEnabled(
    pattern,
    enabled,
    `${directory}/config.yaml`,
    flag(context, "project") ? snapshot.projectRoot : undefined,
  );
  const word = enabled ? "enabled" : "disabled";
  if (context.json)
    context.out.line(JSON.stringify({ schema: SCHEMA, pattern, enabled, path, changed: before !== after }));
  else
    context.out.line(
      before === after
        ? `\`${printable(pattern)}\` is ${word} already`
        : `\`${printable(pattern)}\` is ${word} in ${printable(path)}`,
    );
  if (flag(context, "project") && !snapshot.trusted)
    context.err.line(
      "help: the folder is not trusted, so its configuration does not count yet; run `skillwright trust`",
    );
  return 0;
}

function all({
  skills,
  shadowed,
  disabled,
  ineligible,
}: Snapshot): { name: string; id: string; path: string; directory: string; scope: string }[] {
  return [...skills, ...shadowed, ...disabled, ...ineligible].map(({ skill }) => skill);
}

/** A pattern with wildcards may name what comes later; anything else must name a skill. */
function isKnown(pattern: string, snapshot: Snapshot): boolean {
  const asked = pattern.toLowerCase();
  return (
    /[*?]/.test(pattern) ||
    all(snapshot).some(
      ({ name, id, path, directory, scope }) =>
        name.toLowerCase() === asked ||
        `${name}@${scope}` === pattern ||
        id === pattern ||
        path === pattern ||
        directory === pattern,
    )
  );
}
