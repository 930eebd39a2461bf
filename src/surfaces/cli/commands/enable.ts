import { loadWithServers } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { stillOtherwise, switchSkill } from "../../../ops/settings/switch-skill.ts";
import { type Command, type Context, flag, type OptionSpec } from "../command.ts";
import { printable } from "../output/paint.ts";
import { resolveAsked } from "../output/present.ts";

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
  const { snapshot } = await loadWithServers(context.load);
  const pattern = resolveAsked(context.positionals[0] as string, snapshot.cwd).replace(/\/SKILL\.md$/i, "");
  const project = flag(context, "project");
  const switched = await switchSkill(pattern, enabled, snapshot, { project });
  const word = enabled ? "enabled" : "disabled";
  if (context.json) context.out.line(jsonText(switched));
  else
    context.out.line(
      switched.changed
        ? `\`${printable(pattern)}\` is ${word} in ${printable(switched.path)}`
        : `\`${printable(pattern)}\` is ${word} already`,
    );
  if (project && !snapshot.trusted)
    context.err.line(
      "help: the folder is not trusted, so its configuration does not count yet; run `skillwright trust`",
    );
  else {
    const why = stillOtherwise(pattern, enabled, (await loadWithServers(context.load)).snapshot);
    if (why) context.err.line(`help: ${printable(why)}`);
  }
  return 0;
}
