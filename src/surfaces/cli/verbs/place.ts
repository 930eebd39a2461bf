import { dirname, relative } from "node:path";
import type { LinkStep, Placement } from "../../../install/place/plan-placement.ts";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import type { Placed } from "../../../ops/hosts/place-skills.ts";
import { place } from "../../../ops/verbs/place.ts";
import type { Context } from "../command.ts";
import { shownPath } from "../output/output.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(place, {
  plan: { show: print },
  apply: { show: print },
  undo: {
    show(undone, { out }) {
      for (const { do: kind, at } of undone)
        out.line(`${kind === "link" ? "linked" : "unlinked"} ${printableLine(at)}`);
    },
  },
});

function print({ placements, applied, projectRoot }: Placed, context: Context): void {
  for (const placement of placements) printOne(placement, projectRoot, context);
  const open = placements.some(({ steps }) => steps.length > 0);
  if (open && !applied) context.err.line("help: run the command again with `--apply` to make these links");
}

function printOne({ directory, steps, hosts }: Placement, root: string, { out, paint }: Context): void {
  out.line(paint.bold(printableLine(shownPath(directory, root))));
  if (steps.length === 0) out.line("  there is no link to make or remove");
  for (const step of steps) out.line(`  ${told(step, root)}`);
  const width = Math.max(...hosts.map(({ host }) => host.length)) + 2;
  for (const { host, path, because } of hosts) {
    const said = path === undefined ? paint.yellow(`no: ${because?.text} (${because?.code})`) : shownPath(path, root);
    out.line(`  ${padToWidth(host, width)}${printableLine(said)}`);
  }
}

function told({ do: kind, at, to }: LinkStep, root: string): string {
  if (kind === "unlink") return `unlink ${printableLine(shownPath(at, root))}`;
  return `link ${printableLine(shownPath(at, root))} → ${printableLine(relative(dirname(at), to))}`;
}
