/**
 * The tools that an agent may use by itself: reading is free, and changes need the user's approval, unless the user
 * allowed them in advance.
 */
import type { Decision } from "../../../api/index.ts";

export interface Permissions {
  /** Names of tools that need no question; `mcp__files__*` stands for all of a server. */
  readonly allowed: readonly string[];
  /** Nothing is asked. */
  readonly full: boolean;
}

/** They read what they may read, or speak with the user. */
const FREE: readonly string[] = ["read", "list", "search", "ask"];

/** For calls on which no skill has a word; a skill's grant turns `ask` into `allow`. */
export function decisionOn({ allowed, full }: Permissions): (call: { readonly tool: string }) => Decision {
  return ({ tool }) =>
    full || FREE.includes(tool) || allowed.some((pattern) => matches(pattern, tool)) ? "allow" : "ask";
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
