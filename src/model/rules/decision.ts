/** Decisions about a call, a skill or an install, from the least strict to the strictest. */
export const DECISIONS = ["allow", "ask", "deny"] as const;
export type Decision = (typeof DECISIONS)[number];
