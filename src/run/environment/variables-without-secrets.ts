/**
 * Selects the user's environment variables for a command that a model wrote. The command runs on the user's machine
 * with the user's rights. Therefore it gets all variables except secrets. Only names and values that look like secrets
 * are recognised.
 */
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { holdsSecret, secretPartOf } from "../environment/holds-secret.ts";

export interface VariablesWithoutSecrets {
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the excluded variables, sorted. */
  readonly withheld: readonly string[];
  /**
   * Secret values by variable name. They include the values of variables that the command gets. No text may show them.
   */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Removes secrets from variables. `handedOn` has the name patterns, with `*` and `?`, of secrets that the user allows
 * for commands.
 */
export function variablesWithoutSecrets(
  all: Readonly<Record<string, string | undefined>>,
  handedOn: readonly string[] = [],
): VariablesWithoutSecrets {
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const isKept = ([name, value]: readonly [string, string]): boolean =>
    !holdsSecret(name, value) || handedOn.some((pattern) => matchWildcards(pattern, name));
  const secrets = given.flatMap(([name, value]) => {
    const secret = secretPartOf(name, value);
    return secret === undefined ? [] : [[name, secret] as const];
  });
  return {
    variables: Object.fromEntries(given.filter(isKept)),
    withheld: given.flatMap((each) => (isKept(each) ? [] : [each[0]])).sort(),
    secrets: Object.fromEntries(secrets),
  };
}
