import { yamlNameValue } from "../../../model/text/data-formats/yaml-text.ts";
import { nameEdit } from "../name-edit.ts";
import { diagnostic, directoryOf, locateKey, NO_FINDINGS, type Rule } from "../rule.ts";

/** Reports a missing name, because a skill without a name cannot be requested. */
export const namePresent: Rule = (skill) => {
  if (skill.name !== "" && skill.name !== skill.root.namespace) return NO_FINDINGS;
  const expected = directoryOf(skill);
  const help = `write \`name: ${yamlNameValue(expected)}\``;
  const { at } = locateKey(skill, "name");
  return [
    diagnostic("SK101", {
      at,
      message: `the skill has no name; some hosts call it \`${expected}\`, others ignore it`,
      help,
      fix: nameEdit(skill, expected),
    }),
  ];
};
