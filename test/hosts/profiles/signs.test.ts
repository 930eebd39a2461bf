/** The small table with which `list` finds the hosts of a machine agrees with the profiles. */
import { expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { INSTALLATION_SIGNS } from "../../../src/hosts/profiles/signs.ts";

test("[V31] the table of signs has the signs of every profile but our own", () => {
  const signs = PROFILES.filter(
    ({ name, detect }) => name !== "skillwright" && detect.programs.length + detect.directories.length > 0,
  ).map(({ name, detect: { programs, directories } }) => [name, { programs, directories }]);
  expect(INSTALLATION_SIGNS).toEqual(Object.fromEntries(signs));
});
