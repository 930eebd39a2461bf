/**
 * Selects the user's environment variables for a command that a model wrote. The command works on the user's machine as
 * the user, so it gets all variables except secrets. Only names and values that look like secrets are recognised.
 */
import { matchWildcards } from "../../model/text/match-wildcards.ts";
import { holdsSecret, secretIn } from "./holds-secret.ts";

export interface ShellVariables {
  readonly variables: Readonly<Record<string, string>>;
  /** The names of what was left out, sorted. */
  readonly withheld: readonly string[];
  /** By name, what no text should show, left out or not. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** `handedOn` are names, with `*` and `?`, of secrets that the user lets commands have. */
export function shellVariables(
  all: Readonly<Record<string, string | undefined>>,
  handedOn: readonly string[] = [],
): ShellVariables {
  const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const isKept = ([name, value]: readonly [string, string]): boolean =>
    !holdsSecret(name, value) || handedOn.some((pattern) => matchWildcards(pattern, name));
  const secrets = given.flatMap(([name, value]) => {
    const secret = secretIn(name, value);
    return secret === undefined ? [] : [[name, secret] as const];
  });
  return {
    variables: Object.fromEntries(given.filter(isKept)),
    withheld: given.flatMap((each) => (isKept(each) ? [] : [each[0]])).sort(),
    secrets: Object.fromEntries(secrets),
  };
}
