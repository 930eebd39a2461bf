import { yamlNameValue } from "../../../model/text/data-formats/yaml-text.ts";
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
 * Reports a name with characters other than lowercase letters, digits and single hyphens. Only these characters work in
 * every host.
 */
export const nameCharacters: Rule = (skill) => {
  const name = nameWithoutNamespace(skill);
  if (VALID_NAME.test(name) || name === "") return NO_FINDINGS;
  const directory = directoryOf(skill);
  // Proposes the same name as SK104, so that one edit satisfies both rules.
  const better = VALID_NAME.test(directory) ? directory : nearestValidName(name);
  const { at } = locateKey(skill, "name");
  const help =
    better === "" ? "use lowercase letters, digits and single hyphens" : `write \`name: ${yamlNameValue(better)}\``;
  return [
    diagnostic("SK103", {
      at,
      message: `skill name \`${name}\` has characters other than lowercase letters, digits and single hyphens`,
      help,
    }),
  ];
};
