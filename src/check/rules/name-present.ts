import { diagnostic, directoryOf, locate, NOTHING, type Rule, VALID_NAME } from "../rule.ts";

/** [N2] Without a name nobody can ask for the skill. */
export const namePresent: Rule = (skill) => {
  if (skill.name !== "" && skill.name !== skill.root.namespace) return NOTHING;
  const expected = directoryOf(skill);
  const { at, start, end } = locate(skill, "name");
  const name = VALID_NAME.test(expected) ? expected : `"${expected.replaceAll(/["\\]/g, "")}"`;
  const fix = start === -1 ? [{ start: 0, end: 0, text: `name: ${name}\n` }] : [{ start, end, text: name }];
  return [diagnostic("SK101", { at, message: "the skill has no name", help: `write \`name: ${expected}\``, fix })];
};
