/** Names of the steps at which an installation can be interrupted. Tests stop the process at each of them. */
export const INSTALL_STEPS = [
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

export type InstallStep = (typeof INSTALL_STEPS)[number];

export type OnStep = (step: InstallStep) => void;
