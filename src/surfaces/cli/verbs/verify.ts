import type { Verified } from "../../../install/verify.ts";
import { padToWidth, printableLine, textWidth } from "../../../model/text/display/printable.ts";
import { verify } from "../../../ops/verbs/verify.ts";
import type { Context } from "../command.ts";
import { showLockFindings } from "../operation-context.ts";
import { shownPath } from "../output/output.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(verify, {
  verify: {
    async show({ skills, diagnostics, projectRoot }, context) {
      await showLockFindings(diagnostics, projectRoot, context);
      print(skills, projectRoot, context);
    },
  },
});

function print(list: readonly Verified[], projectRoot: string, { out, paint }: Context): void {
  const width = Math.max(4, ...list.map(({ name }) => textWidth(printableLine(name))));
  for (const { name, directory, state, changes, reason, ...more } of list) {
    const tone = state === "unchanged" ? paint.green : paint.red;
    const shown = `${paint.bold(padToWidth(printableLine(name), width))}  ${shownPath(directory, projectRoot)}`;
    out.line(`${tone(state.padEnd(9))}  ${shown}${noteOn({ state, ...more })}`);
    if (reason !== undefined) out.line(`           ${printableLine(reason)}`);
    for (const { path, kind } of changes) out.line(`           ${kind.padEnd(7)}  ${printableLine(path)}`);
  }
  const bad = list.filter(({ state }) => state !== "unchanged").length;
  out.line(`${plural(list.length, "skill")} · ${bad} changed or missing`);
}

/** Returns a note about a difference between the skill, its approval and its lock. */
function noteOn(verified: Pick<Verified, "state" | "approved" | "found" | "locked" | "rolledBack">): string {
  const { state, approved, found, locked, rolledBack } = verified;
  if (rolledBack) return "  skills.lock names an older version than the version that you approved";
  if (locked !== undefined)
    return found === locked ? "  matches skills.lock, but not the version that you approved" : "";
  return state === "unchanged" && !approved ? "  not approved by you" : "";
}
