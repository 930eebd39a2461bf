import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { baseName } from "../../../model/text/text.ts";
import type { Advice } from "../advice.ts";

/** Reports file names that differ only in case. On macOS and Windows, only one of these files survives a checkout. */
export const caseTwins: Advice = ({ skill, bundle }) => {
  const seen = new Map<string, string>();
  for (const path of [baseName(skill.path), ...bundle]) {
    const twin = seen.get(path.toLowerCase()) ?? path;
    if (twin !== path)
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
