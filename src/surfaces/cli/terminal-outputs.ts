/** The terminal output of each verb. `node scripts/verbs.mjs` writes this table. */
import type { AnyTerminalOutput } from "./verb-command.ts";
import { terminalOutput as list } from "./verbs/list.ts";

export const TERMINAL_OUTPUTS: Readonly<Record<string, () => Promise<AnyTerminalOutput>>> = {
  add: async () => (await import("./verbs/add.ts")).terminalOutput,
  approve: async () => (await import("./verbs/approve.ts")).terminalOutput,
  audit: async () => (await import("./verbs/audit.ts")).terminalOutput,
  budget: async () => (await import("./verbs/budget.ts")).terminalOutput,
  catalog: async () => (await import("./verbs/catalog.ts")).terminalOutput,
  check: async () => (await import("./verbs/check.ts")).terminalOutput,
  compile: async () => (await import("./verbs/compile.ts")).terminalOutput,
  config: async () => (await import("./verbs/config.ts")).terminalOutput,
  deps: async () => (await import("./verbs/deps.ts")).terminalOutput,
  disable: async () => (await import("./verbs/disable.ts")).terminalOutput,
  doctor: async () => (await import("./verbs/doctor.ts")).terminalOutput,
  enable: async () => (await import("./verbs/enable.ts")).terminalOutput,
  eval: async () => (await import("./verbs/eval.ts")).terminalOutput,
  explain: async () => (await import("./verbs/explain.ts")).terminalOutput,
  hosts: async () => (await import("./verbs/hosts.ts")).terminalOutput,
  install: async () => (await import("./verbs/install.ts")).terminalOutput,
  list: async () => list,
  load: async () => (await import("./verbs/load.ts")).terminalOutput,
  matrix: async () => (await import("./verbs/matrix.ts")).terminalOutput,
  "new": async () => (await import("./verbs/new.ts")).terminalOutput,
  place: async () => (await import("./verbs/place.ts")).terminalOutput,
  publish: async () => (await import("./verbs/publish.ts")).terminalOutput,
  remove: async () => (await import("./verbs/remove.ts")).terminalOutput,
  run: async () => (await import("./verbs/run.ts")).terminalOutput,
  search: async () => (await import("./verbs/search.ts")).terminalOutput,
  trust: async () => (await import("./verbs/trust.ts")).terminalOutput,
  update: async () => (await import("./verbs/update.ts")).terminalOutput,
  verify: async () => (await import("./verbs/verify.ts")).terminalOutput,
};
