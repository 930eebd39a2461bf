/** Decisions about a call, a skill or an install, least strict first. */
export const DECISIONS = ["allow", "ask", "deny"] as const;
/** A decision: allow, ask the user, or deny. */
export type Decision = (typeof DECISIONS)[number];
