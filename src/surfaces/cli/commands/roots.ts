import { loadWithServers } from "../../../index.ts";
import { countIn, rootsAnswer } from "../../../ops/answers/see-answers.ts";
import type { Command } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, printableLine, textWidth } from "../output/paint.ts";
import { badge, plural, warnUnverified } from "../output/present.ts";

export const roots: Command = {
  usage: "",
  about:
    "Shows the directories that are searched, in order of precedence: a skill in an earlier one shadows its namesakes in\nlater ones. Missing directories are shown too, since that is where a skill could be put.",
  options: {},
  examples: [
    ["skillwright roots", "where skills come from here"],
    ["skillwright roots --root ./more", "with one more"],
  ],
  positionals: [0, 0],
  async run({ load, json, out, err, paint }) {
    const { snapshot } = await loadWithServers(load);
    await warnUnverified(snapshot.host, { err });
    if (json) {
      writeAnswer(out, rootsAnswer(snapshot));
      return 0;
    }
    const counted = snapshot.roots.map((root) => ({ root, skills: countIn(snapshot, root) }));
    const width = Math.max(...counted.map(({ root }) => textWidth(printableLine(root.path))));
    for (const { root, skills } of counted) {
      const state = root.exists ? plural(skills, "skill") : paint.dim("missing");
      const from =
        root.from.startsWith("profile ") || root.from === "embedded" ? "" : `  (${printableLine(root.from)})`;
      const untrusted = root.exists && !root.trusted ? paint.yellow("  not trusted") : "";
      out.line(`${badge(root.scope, paint)}  ${pad(printableLine(root.path), width)}  ${state}${from}${untrusted}`);
    }
    out.line(`project root ${printableLine(snapshot.projectRoot)} (${snapshot.trusted ? "trusted" : "not trusted"})`);
    return 0;
  },
};
