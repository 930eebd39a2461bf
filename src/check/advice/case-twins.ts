import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Advice } from "../advice.ts";

/** [A6] On macOS and Windows only one of them survives a checkout. */
export const caseTwins: Advice = ({ skill, bundle }) => {
  const seen = new Map<string, string>();
  for (const path of ["SKILL.md", ...bundle]) {
    const twin = seen.get(path.toLowerCase());
    if (twin !== undefined)
      return [
        diagnostic("SK138", {
          path: skill.path,
          message: `\`${twin}\` and \`${path}\` differ only in case`,
          help: "rename or remove one of them",
        }),
      ];
    seen.set(path.toLowerCase(), path);
  }
  return [];
};
