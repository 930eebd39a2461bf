/**
 * Decides which tools an agent may use without approval. Reading is allowed. Changes need approval, unless the user
 * allowed them in advance.
 */
import type { Decision } from "../../../api/index.ts";

export interface AgentPermissions {
  /** Names of tools that need no approval. `mcp__files__*` matches all tools of a server. */
  readonly allowed: readonly string[];
  /** True to allow all calls without asking. */
  readonly full: boolean;
}

/** Tools that need no approval, because they only read allowed files or ask the user. */
const FREE: readonly string[] = ["read", "list", "search", "ask"];

/**
 * Returns a function that decides about calls for which no skill has a rule. `ask` means that the user must approve the
 * call, unless a skill grants it.
 */
export function makeAgentDecision({ allowed, full }: AgentPermissions): (call: { readonly tool: string }) => Decision {
  return ({ tool }) =>
    full || FREE.includes(tool) || allowed.some((pattern) => matches(pattern, tool)) ? "allow" : "ask";
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
