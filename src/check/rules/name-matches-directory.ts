import { diagnostic, directoryOf, locate, NOTHING, ownName, type Rule, VALID_NAME } from "../rule.ts";

/** [N4] Hosts address a skill by its directory; under another `name` some of them never find it. */
export const nameMatchesDirectory: Rule = (skill) => {
  const expected = directoryOf(skill);
  const name = ownName(skill);
  if (name === expected || name === "") return NOTHING;
  const { at, start, end } = locate(skill, "name");
  const fix = start !== -1 && VALID_NAME.test(expected) ? [{ start, end, text: expected }] : undefined;
  return [
    diagnostic("SK104", {
      at,
      message: `skill name \`${name}\` does not match its directory \`${expected}\``,
      help: `write \`name: ${expected}\`, or rename the directory to \`${name}\``,
      fix,
    }),
  ];
};
