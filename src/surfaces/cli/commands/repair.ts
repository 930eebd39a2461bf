import { type Repair, repairFiles } from "../../../index.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { confirmed } from "../ask/confirm.ts";
import { type Command, type Context, flag } from "../command.ts";
import { printableLine } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const repair: Command = {
  usage: "[--yes] [--dry-run]",
  about:
    "Repairs damaged files that withhold skills: approvals, lockfiles, trusted folders and approved servers. Keeps the damaged\nfile beside, and lets no skill in. Shows which configurations and policies you have to correct.",
  options: {
    yes: { type: "boolean", short: "y", summary: "do not ask" },
    "dry-run": { type: "boolean", summary: "only show what is damaged" },
  },
  examples: [
    ["skillwright repair --dry-run", "show what is damaged"],
    ["skillwright repair", "repair it after a yes"],
  ],
  positionals: [0, 0],
  async run(context) {
    const { load, err, out, json } = context;
    const found = await repairFiles({ apply: false }, load);
    const open = found.filter(({ action }) => action !== "none");
    for (const { problem, effect, action } of found) {
      err.line(`error: ${printableLine(problem)}`);
      err.line(`${action === "none" ? "help" : "after the repair"}: ${printableLine(effect)}`);
    }
    const apply = open.length > 0 && !flag(context, "dry-run") && (await isWanted(open, context));
    if (apply) await repairFiles({ apply }, load);
    if (json) out.line(JSON.stringify({ schema: SCHEMA, repaired: apply, files: found }));
    else out.line(summary(found, apply ? open.length : 0));
    return found.length === (apply ? open.length : 0) ? 0 : 1;
  },
};

async function isWanted(open: readonly Repair[], context: Context): Promise<boolean> {
  if (flag(context, "yes") || (await confirmed(`Repair ${plural(open.length, "file")}?`, context))) return true;
  if (process.stdin.isTTY !== true) context.err.line("help: run it on a terminal, or with `--yes`");
  return false;
}

function summary(found: readonly Repair[], repaired: number): string {
  if (found.length === 0) return "no file is damaged";
  const left = found.length - repaired;
  return `repaired ${plural(repaired, "file")}${left > 0 ? `; ${plural(left, "file")} left` : ""}`;
}
