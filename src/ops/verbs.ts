/** All verbs in one table. The file of a verb is loaded when it is needed. `node scripts/verbs.mjs` writes this table. */
import type { Verb, VerbGroup } from "./operation.ts";
import { list } from "./verbs/list.ts";

export interface VerbEntry {
  readonly name: string;
  readonly group: VerbGroup;
  readonly summary: string;
  readonly load: () => Promise<Verb>;
}

export const VERBS: readonly VerbEntry[] = [
  {
    name: "add",
    group: "Manage",
    summary: "Review and install skills",
    load: async () => (await import("./verbs/add.ts")).add,
  },
  {
    name: "approve",
    group: "Manage",
    summary: "Approve the current files of a skill",
    load: async () => (await import("./verbs/approve.ts")).approve,
  },
  {
    name: "audit",
    group: "Manage",
    summary: "Audit skills for risky content",
    load: async () => (await import("./verbs/audit.ts")).audit,
  },
  {
    name: "budget",
    group: "Run",
    summary: "Show the catalog's cost in each host, and how to make every description fit",
    load: async () => (await import("./verbs/budget.ts")).budget,
  },
  {
    name: "catalog",
    group: "Run",
    summary: "Show the catalog: the list of skills that a model reads",
    load: async () => (await import("./verbs/catalog.ts")).catalog,
  },
  {
    name: "check",
    group: "Write",
    summary: "Check skills, and fix mechanical problems",
    load: async () => (await import("./verbs/check.ts")).check,
  },
  {
    name: "compile",
    group: "Write",
    summary: "Compile a skill for another host, and report lost settings",
    load: async () => (await import("./verbs/compile.ts")).compile,
  },
  {
    name: "config",
    group: "See",
    summary: "Show every setting, its value and where it is set",
    load: async () => (await import("./verbs/config.ts")).config,
  },
  {
    name: "deps",
    group: "Run",
    summary: "List the dependencies of skills, and which are missing",
    load: async () => (await import("./verbs/deps.ts")).deps,
  },
  {
    name: "disable",
    group: "Manage",
    summary: "Disable a skill",
    load: async () => (await import("./verbs/disable.ts")).disable,
  },
  {
    name: "doctor",
    group: "See",
    summary: "Find problems, and show the command that fixes each",
    load: async () => (await import("./verbs/doctor.ts")).doctor,
  },
  {
    name: "enable",
    group: "Manage",
    summary: "Enable a disabled skill",
    load: async () => (await import("./verbs/enable.ts")).enable,
  },
  {
    name: "eval",
    group: "Write",
    summary: "Test whether a model would find a skill, with or without a model",
    load: async () => (await import("./verbs/eval.ts")).evaluate,
  },
  {
    name: "explain",
    group: "See",
    summary: "Explain why a skill is visible or missing, or explain a diagnostic code",
    load: async () => (await import("./verbs/explain.ts")).explain,
  },
  {
    name: "hosts",
    group: "See",
    summary: "List the known hosts, and which of them are on this machine",
    load: async () => (await import("./verbs/hosts.ts")).hosts,
  },
  {
    name: "install",
    group: "Manage",
    summary: "Install from skills.lock",
    load: async () => (await import("./verbs/install.ts")).install,
  },
  { name: "list", group: "See", summary: "List skills and where each one comes from", load: async () => list },
  {
    name: "load",
    group: "Run",
    summary: "Show exactly what a model receives when it loads a skill",
    load: async () => (await import("./verbs/load.ts")).load,
  },
  {
    name: "matrix",
    group: "See",
    summary: "Show which hosts see which skills, and why others do not",
    load: async () => (await import("./verbs/matrix.ts")).matrix,
  },
  {
    name: "new",
    group: "Write",
    summary: "Create a skill that passes every check",
    load: async () => (await import("./verbs/new.ts")).newSkill,
  },
  {
    name: "place",
    group: "Manage",
    summary: "Link skills so that each host sees each skill exactly once",
    load: async () => (await import("./verbs/place.ts")).place,
  },
  {
    name: "publish",
    group: "Manage",
    summary: "Publish skills as a registry that any web server can serve",
    load: async () => (await import("./verbs/publish.ts")).publish,
  },
  {
    name: "remove",
    group: "Manage",
    summary: "Remove installed skills",
    load: async () => (await import("./verbs/remove.ts")).remove,
  },
  {
    name: "run",
    group: "Run",
    summary: "Call a command of a skill, or run one of its scripts in a sandbox",
    load: async () => (await import("./verbs/run.ts")).run,
  },
  {
    name: "search",
    group: "Run",
    summary: "Find the skills that match a request best, and show why",
    load: async () => (await import("./verbs/search.ts")).search,
  },
  {
    name: "trust",
    group: "Manage",
    summary: "Let a project's skills reach models",
    load: async () => (await import("./verbs/trust.ts")).trust,
  },
  {
    name: "update",
    group: "Manage",
    summary: "Update installed skills, after a review of the differences",
    load: async () => (await import("./verbs/update.ts")).update,
  },
  {
    name: "verify",
    group: "Manage",
    summary: "Verify that installed and approved skills are unchanged",
    load: async () => (await import("./verbs/verify.ts")).verify,
  },
];
