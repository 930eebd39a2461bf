/**
 * Decides which tools an agent may use without approval: reading is free, and changes need approval unless the user
 * allowed them in advance.
 */
import type { Decision } from "../../../api/index.ts";

export interface AgentPermissions {
  /** Names of tools that need no approval. `mcp__files__*` matches all tools of a server. */
  readonly allowed: readonly string[];
  /** True to allow everything without questions. */
  readonly full: boolean;
}

/** Tools that need no approval, because they only read allowed files or ask the user. */
const FREE: readonly string[] = ["read", "list", "search", "ask"];

/**
 * Makes the function that decides about calls for which no skill has a rule. A skill's grant changes `ask` to `allow`.
 */
export function agentDecision({ allowed, full }: AgentPermissions): (call: { readonly tool: string }) => Decision {
  return ({ tool }) =>
    full || FREE.includes(tool) || allowed.some((pattern) => matches(pattern, tool)) ? "allow" : "ask";
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
