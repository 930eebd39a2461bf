import { yamlNameValue } from "../../../model/text/data-formats/yaml-text.ts";
import { nameEdit } from "../name-edit.ts";
import {
  diagnostic,
  directoryOf,
  locateKey,
  NO_FINDINGS,
  nameWithoutNamespace,
  nearestValidName,
  type Rule,
  VALID_NAME,
} from "../rule.ts";

/**
 * Reports a `name` that differs from the directory. Hosts address a skill by its directory, and some of them never find
 * a skill with another name.
 */
export const nameMatchesDirectory: Rule = (skill) => {
  const expected = directoryOf(skill);
  const name = nameWithoutNamespace(skill);
  if (name === expected || name === "") return NO_FINDINGS;
  return [
    diagnostic("SK104", {
      at: locateKey(skill, "name").at,
      message: `skill name \`${name}\` does not match its directory \`${expected}\``,
      help: wayOut(name, expected),
      fix: VALID_NAME.test(expected) ? nameEdit(skill, expected) : undefined,
    }),
  ];
};

/**
 * Returns the help text. It proposes a new `name` or a new directory name. A proposal is always a valid name and never
 * a path such as `../x`.
 */
function wayOut(name: string, directory: string): string {
  const ways = [
    ...(VALID_NAME.test(directory) ? [`write \`name: ${yamlNameValue(directory)}\``] : []),
    ...(VALID_NAME.test(name) ? [`rename the directory to \`${name}\``] : []),
  ];
  if (ways.length > 0) return ways.join(", or ");
  const better = nearestValidName(name) || nearestValidName(directory);
  return better === ""
    ? "give both the same name, of lowercase letters, digits and single hyphens"
    : `call both \`${better}\``;
}
