/** Decisions about a call, a skill or an install, from the least strict to the strictest. */
export const DECISIONS = ["allow", "ask", "deny"] as const;
/** The verdict about a call: allow it, ask the user, or deny it. */
export type Decision = (typeof DECISIONS)[number];
