import type { ArgumentRule } from "../../model/host-profile.ts";

const INDEX = /\$ARGUMENTS\[\d+\]/;
const ALL = /\$ARGUMENTS(?!\[)/;
const POSITION = /\$\d+/;

/**
 * Returns the meaning of a text's placeholders in a host. If the text takes no arguments, `$1` is part of shell or awk
 * code and is ignored.
 */
export function placeholdersIn(
  body: string,
  names: readonly string[],
  takesArguments: boolean,
  rule: ArgumentRule,
): string[] {
  if (rule.base === "none" || rule.only === "user") return [];
  const { base, indexBase = base, placeholders = "claude-code" } = rule;
  const meant: string[] = [];
  if (ALL.test(body)) meant.push("$ARGUMENTS");
  if (INDEX.test(body) && placeholders !== "opencode") meant.push(`$ARGUMENTS[1]: argument ${2 - indexBase}`);
  const takes = takesArguments || meant.length > 0;
  if (takes && POSITION.test(body)) meant.push(`$1: argument ${2 - base}`);
  if (placeholders !== "opencode") for (const name of names) if (body.includes(`$${name}`)) meant.push(`$${name}`);
  return meant;
}
