import type { Verified } from "../../../index.ts";
import { map, SCHEMA } from "../../../ops/answers/answer.ts";
import type { Command, Context } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { installerFor, tellLockFindings } from "../installer.ts";
import { writeObject } from "../output/json.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { plural } from "../output/present.ts";

export const verify: Command = {
  usage: "",
  about:
    "Hashes every skill that is installed or approved and compares it with what was approved, file by file. What has changed is\nnot offered to models until you approve it again. Exits 1 if anything has changed or is missing.",
  options: {},
  examples: [
    ["skillwright verify", "everything of this project and of yours"],
    ["skillwright verify --json | jq '.skills[] | select(.state != \"unchanged\")'", "for programs"],
  ],
  positionals: [0, 0],
  async run(context) {
    const installer = await installerFor(context);
    const list = await installer.verify();
    const diagnostics = await tellLockFindings(installer, context);
    if (context.json) writeObject(context.out, { schema: SCHEMA, diagnostics }, { skills: map(list, (each) => each) });
    else print(list, installer.projectRoot, context);
    return diagnostics.length > 0 || list.some(({ state }) => state !== "unchanged") ? 1 : 0;
  },
};

function print(list: readonly Verified[], projectRoot: string, { out, paint }: Context): void {
  const width = Math.max(4, ...list.map(({ name }) => textWidth(printable(name))));
  for (const { name, directory, state, changes, reason, ...more } of list) {
    const tone = state === "unchanged" ? paint.green : paint.red;
    const shown = `${paint.bold(pad(printable(name), width))}  ${place(directory, projectRoot)}`;
    out.line(`${tone(state.padEnd(9))}  ${shown}${noteOn({ state, ...more })}`);
    if (reason !== undefined) out.line(`           ${printable(reason)}`);
    for (const { path, kind } of changes) out.line(`           ${kind.padEnd(7)}  ${printable(path)}`);
  }
  const bad = list.filter(({ state }) => state !== "unchanged").length;
  out.line(`${plural(list.length, "skill")} · ${bad} changed or missing`);
}

/** Who vouches for it, where that is not the user and the lock alike. */
function noteOn(verified: Pick<Verified, "state" | "approved" | "found" | "locked" | "rolledBack">): string {
  const { state, approved, found, locked, rolledBack } = verified;
  if (rolledBack) return "  skills.lock was rolled back: it names an older version than you approved";
  if (locked !== undefined) return found === locked ? "  as skills.lock says, and not as you approved it" : "";
  return state === "unchanged" && !approved ? "  not approved by you" : "";
}
