import { diagnostic, locateKey, NO_FINDINGS, nameWithoutNamespace, type Rule } from "../rule.ts";

const MAX_NAME = 64;

/** Reports a name that is too long, because Codex rejects it. */
export const nameLength: Rule = (skill) => {
  const { length } = [...nameWithoutNamespace(skill)];
  if (length <= MAX_NAME) return NO_FINDINGS;
  return [
    diagnostic("SK105", {
      at: locateKey(skill, "name").at,
      message: `the name has ${length} characters; the specification allows ${MAX_NAME}`,
      help: "choose a shorter name",
    }),
  ];
};
