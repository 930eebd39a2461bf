import { diagnostic, locateKey, NO_FINDINGS, type Rule } from "../rule.ts";

const MAX_COMPATIBILITY = 500;

/** Checks the specification's limit for `compatibility`. */
export const compatibilityLength: Rule = (skill) => {
  const length = [...(skill.manifest.compatibility ?? "")].length;
  if (length <= MAX_COMPATIBILITY) return NO_FINDINGS;
  return [
    diagnostic("SK117", {
      at: locateKey(skill, "compatibility").at,
      message: `\`compatibility\` has ${length} characters; the specification allows ${MAX_COMPATIBILITY}`,
      help: "name only what must be installed",
    }),
  ];
};
