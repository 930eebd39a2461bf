/** The presentations of verbs on the command line. `node scripts/verbs.mjs` writes this table. */
import type { AnyPresentation } from "./verb-command.ts";
import { presentation as list } from "./verbs/list.ts";

export const PRESENTATIONS: Readonly<Record<string, () => Promise<AnyPresentation>>> = {
  add: async () => (await import("./verbs/add.ts")).presentation,
  approve: async () => (await import("./verbs/approve.ts")).presentation,
  audit: async () => (await import("./verbs/audit.ts")).presentation,
  budget: async () => (await import("./verbs/budget.ts")).presentation,
  catalog: async () => (await import("./verbs/catalog.ts")).presentation,
  check: async () => (await import("./verbs/check.ts")).presentation,
  compile: async () => (await import("./verbs/compile.ts")).presentation,
  config: async () => (await import("./verbs/config.ts")).presentation,
  deps: async () => (await import("./verbs/deps.ts")).presentation,
  disable: async () => (await import("./verbs/disable.ts")).presentation,
  doctor: async () => (await import("./verbs/doctor.ts")).presentation,
  enable: async () => (await import("./verbs/enable.ts")).presentation,
  eval: async () => (await import("./verbs/eval.ts")).presentation,
  explain: async () => (await import("./verbs/explain.ts")).presentation,
  hosts: async () => (await import("./verbs/hosts.ts")).presentation,
  install: async () => (await import("./verbs/install.ts")).presentation,
  list: async () => list,
  load: async () => (await import("./verbs/load.ts")).presentation,
  matrix: async () => (await import("./verbs/matrix.ts")).presentation,
  "new": async () => (await import("./verbs/new.ts")).presentation,
  place: async () => (await import("./verbs/place.ts")).presentation,
  publish: async () => (await import("./verbs/publish.ts")).presentation,
  remove: async () => (await import("./verbs/remove.ts")).presentation,
  run: async () => (await import("./verbs/run.ts")).presentation,
  search: async () => (await import("./verbs/search.ts")).presentation,
  trust: async () => (await import("./verbs/trust.ts")).presentation,
  update: async () => (await import("./verbs/update.ts")).presentation,
  verify: async () => (await import("./verbs/verify.ts")).presentation,
};
