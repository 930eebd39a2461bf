import { diagnostic, locateKey, NO_FINDINGS, type Rule } from "../rule.ts";

const MAX_DESCRIPTION = 1024;

/** Reports a description that is too long, because hosts cut or reject it. */
export const descriptionLength: Rule = (skill) => {
  if (skill.description.length <= MAX_DESCRIPTION) return NO_FINDINGS;
  const length = [...skill.description].length;
  if (length <= MAX_DESCRIPTION) return NO_FINDINGS;
  return [
    diagnostic("SK106", {
      at: locateKey(skill, "description").at,
      message: `the description has ${length} characters; the specification allows ${MAX_DESCRIPTION}`,
      help: "say what it does and when to use it, and move the rest into the body",
    }),
  ];
};
