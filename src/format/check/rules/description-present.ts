import { diagnostic, locateKey, NO_FINDINGS, type Rule } from "../rule.ts";

/** Reports a missing description, because a model cannot know when to use the skill. */
export const descriptionPresent: Rule = (skill) => {
  if (skill.description !== "") return NO_FINDINGS;
  const { at } = locateKey(skill, "description");
  return [
    diagnostic("SK102", {
      at,
      message: "the skill has no description",
      help: "write one sentence on what it does and one on when to use it",
    }),
  ];
};
