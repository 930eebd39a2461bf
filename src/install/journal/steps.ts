/** Names of the steps at which an installation can be interrupted. Tests stop the process at each of them. */
export const STEPS = [
  "guarded",
  "begun",
  "storing",
  "stored",
  "staging",
  "staged",
  "committed",
  "moved-aside",
  "moved-in",
  "lock-written",
  "approvals-written",
  "history-written",
  "tidied",
  "done",
] as const;

export type Step = (typeof STEPS)[number];

export type OnStep = (step: Step) => void;
