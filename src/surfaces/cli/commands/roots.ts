import { loadSkills, type Root } from "../../../index.ts";
import type { Command } from "../command.ts";
import { map, SCHEMA, writeObject } from "../json.ts";
import { pad, printable, textWidth } from "../paint.ts";
import { badge, plural, warnUnverified } from "../present.ts";

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
    const { snapshot } = await loadSkills(load);
    await warnUnverified(snapshot.host, { err });
    const counted = snapshot.roots.map((root) => ({ root, skills: countIn(root) }));
    function countIn(root: Root): number {
      const all = [...snapshot.skills, ...snapshot.shadowed, ...snapshot.disabled, ...snapshot.ineligible];
      return (
        all.filter(({ skill }) => skill.root === root).length +
        snapshot.rejected.filter((each) => each.root === root).length
      );
    }
    if (json) {
      writeObject(
        out,
        {
          schema: SCHEMA,
          host: snapshot.host,
          cwd: snapshot.cwd,
          projectRoot: snapshot.projectRoot,
          trusted: snapshot.trusted,
        },
        {
          roots: map(counted, ({ root: { path, scope, label, from, exists, followLinks, namespace }, skills }) => ({
            path,
            scope,
            label,
            from,
            exists,
            followLinks,
            namespace,
            skills,
          })),
        },
      );
      return 0;
    }
    const width = Math.max(...counted.map(({ root }) => textWidth(printable(root.path))));
    for (const { root, skills } of counted) {
      const state = root.exists ? plural(skills, "skill") : paint.dim("missing");
      out.line(
        `${badge(root.scope, paint)}  ${pad(printable(root.path), width)}  ${state}${root.configured ? `  (${root.from})` : ""}`,
      );
    }
    out.line(`project root ${printable(snapshot.projectRoot)} (${snapshot.trusted ? "trusted" : "not trusted"})`);
    return 0;
  },
};
