import type { Verified } from "../../../index.ts";
import type { Command, Context } from "../command.ts";
import { installerFor } from "../installer.ts";
import { map, SCHEMA, writeObject } from "../json.ts";
import { printable } from "../paint.ts";
import { plural } from "../present.ts";

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
    if (context.json) writeObject(context.out, { schema: SCHEMA }, { skills: map(list, (each) => each) });
    else print(list, installer.projectRoot, context);
    return list.some(({ state }) => state !== "unchanged") ? 1 : 0;
  },
};

function print(list: readonly Verified[], projectRoot: string, { out, paint }: Context): void {
  for (const { name, directory, state, changes, reason, approved } of list) {
    const shown = directory.startsWith(`${projectRoot}/`) ? directory.slice(projectRoot.length + 1) : directory;
    const tone = state === "unchanged" ? paint.green : paint.red;
    const note = state === "unchanged" && !approved ? "  not approved by you" : "";
    out.line(`${tone(state.padEnd(9))}  ${paint.bold(printable(name))}  ${printable(shown)}${note}`);
    if (reason !== undefined) out.line(`           ${printable(reason)}`);
    for (const { path, kind } of changes) out.line(`           ${kind.padEnd(7)}  ${printable(path)}`);
  }
  const bad = list.filter(({ state }) => state !== "unchanged").length;
  out.line(`${plural(list.length, "skill")} · ${bad} changed or missing`);
}
