import { diagnostic, locateKey, NOTHING, type Rule } from "../rule.ts";

/** Without a description a model cannot know when to use the skill. */
export const descriptionPresent: Rule = (skill) => {
  if (skill.description !== "") return NOTHING;
  const { at } = locateKey(skill, "description");
  return [
    diagnostic("SK102", {
      at,
      message: "the skill has no description",
      help: "write one sentence on what it does and one on when to use it",
    }),
  ];
};
