import { loadSkills, SkillNotFoundError, type Snapshot, type ToApprove } from "../../../index.ts";
import { nearest } from "../../../model/text/nearest.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { changedSkills, toApprove } from "../../../ops/answers/show-answer.ts";
import { APPROVAL_OPTIONS, carryOut } from "../ask/approve-plan.ts";
import { type Command, type Context, flag, UsageError } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { installerFor } from "../installer.ts";
import { printable } from "../output/paint.ts";
import { plural, resolveAsked } from "../output/present.ts";

export const approve: Command = {
  usage: "NAME|PATH… [--changed] [--forget] [--yes]",
  about:
    "Approves exactly the bytes that a skill has now, after showing what is different from those you approved before. A changed\nskill is offered again; a skill of a folder that you do not trust is offered as long as it stays as it is.",
  options: {
    changed: { type: "boolean", summary: "every skill that has changed since it was approved" },
    forget: { type: "boolean", summary: "take the approval back; the files stay as they are" },
    ...APPROVAL_OPTIONS,
  },
  examples: [
    ["skillwright approve pdf", "after a look at the difference"],
    ["skillwright approve --changed --dry-run", "see what has changed"],
    ["skillwright approve pdf --forget", "take it back"],
    ["skillwright approve mcp:docs:pdf", "a skill of the MCP server `docs`, exactly as it is served now"],
  ],
  positionals: [0, 100],
  completes: "skills",
  async run(context) {
    const served = context.positionals.filter((name) => name.startsWith("mcp:"));
    if (served.length > 0) {
      if (served.length < context.positionals.length)
        throw new UsageError("skills of servers are approved by themselves", "name those that begin with `mcp:` alone");
      const { approveServed } = await import("../ask/approve-served.ts");
      return approveServed(served, context);
    }
    if (flag(context, "forget")) return forget(context);
    const { snapshot } = await loadSkills(context.load);
    const chosen = flag(context, "changed")
      ? changedSkills(snapshot)
      : context.positionals.map((asked) => find(asked, snapshot));
    if (chosen.length === 0 && !flag(context, "changed"))
      throw new UsageError("`approve` takes the names of skills, or `--changed`", "see `skillwright approve --help`");
    const installer = await installerFor(context);
    const plan = await installer.planApprove(chosen);
    const open = plan.skills.filter((skill) => skill.action !== "same").length;
    return carryOut(plan, `Approve ${plural(open, "skill")} as shown?`, installer, context);
  },
};

async function forget(context: Context): Promise<number> {
  if (context.positionals.length === 0)
    throw new UsageError("`--forget` takes the names of skills", "see `skillwright approve --help`");
  const installer = await installerFor(context);
  const forgotten = await installer.forget(context.positionals, { dryRun: flag(context, "dry-run") });
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, forgotten }));
  else
    for (const { name, directory } of forgotten)
      context.out.line(`forgot the approval of ${printable(name)} in ${place(directory, installer.projectRoot)}`);
  return 0;
}

function find(typed: string, snapshot: Snapshot): ToApprove {
  const asked = resolveAsked(typed, snapshot.cwd).replace(/\/SKILL\.md$/i, "");
  const all = [...snapshot.skills, ...snapshot.shadowed, ...snapshot.disabled, ...snapshot.ineligible].map(
    ({ skill }) => skill,
  );
  const found = all.find(({ name, id, path, directory, scope }) =>
    [name, id, path, directory, `${name}@${scope}`].includes(asked),
  );
  if (found) return toApprove(found);
  throw new SkillNotFoundError(
    asked,
    nearest(
      asked,
      all.map(({ name }) => name),
    ),
  );
}
