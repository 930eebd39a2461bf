import type { Command } from "./command.ts";
import { list } from "./commands/list.ts";

/** A command as the overview shows it; the rest is loaded when it is asked for. */
export interface CommandEntry {
  readonly name: string;
  readonly group: "See" | "Write" | "Run" | "Manage" | "Serve";
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** In the order in which `--help` shows them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "list",
    group: "See",
    summary: "every skill, where it came from and what it shadows",
    load: async () => list,
  },
  {
    name: "show",
    group: "See",
    summary: "all about one skill",
    load: async () => (await import("./commands/show.ts")).show,
  },
  {
    name: "explain",
    group: "See",
    summary: "why a skill is there or not, or what a code means",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  {
    name: "matrix",
    group: "See",
    summary: "skills by hosts: who sees what, and why not",
    load: async () => (await import("./commands/matrix.ts")).matrix,
  },
  {
    name: "hosts",
    group: "See",
    summary: "the hosts that are known, and which are here",
    load: async () => (await import("./commands/hosts.ts")).hosts,
  },
  {
    name: "roots",
    group: "See",
    summary: "the directories that are searched, in order",
    load: async () => (await import("./commands/roots.ts")).roots,
  },
  {
    name: "status",
    group: "See",
    summary: "the state of every file that was found",
    load: async () => (await import("./commands/status.ts")).status,
  },
  {
    name: "doctor",
    group: "See",
    summary: "what is wrong here and what to do about it",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "watch",
    group: "See",
    summary: "what changes among the skills, as it changes",
    load: async () => (await import("./commands/watch.ts")).watch,
  },
  {
    name: "config",
    group: "See",
    summary: "every setting, its value and who set it",
    load: async () => (await import("./commands/config.ts")).config,
  },
  {
    name: "new",
    group: "Write",
    summary: "start a skill that passes every check",
    load: async () => (await import("./commands/new.ts")).newSkill,
  },
  {
    name: "check",
    group: "Write",
    summary: "check skills, and repair what is mechanical",
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "eval",
    group: "Write",
    summary: "would a model find this skill? trigger tests, offline or live",
    load: async () => (await import("./commands/eval.ts")).evaluate,
  },
  {
    name: "compile",
    group: "Write",
    summary: "a skill in another host's words, and what is lost",
    load: async () => (await import("./commands/compile.ts")).compile,
  },
  {
    name: "catalog",
    group: "Run",
    summary: "what a model is told of the skills, within a budget",
    load: async () => (await import("./commands/catalog.ts")).catalog,
  },
  {
    name: "resolve",
    group: "Run",
    summary: "which skills a message names, and what it does not get",
    load: async () => (await import("./commands/resolve.ts")).resolve,
  },
  {
    name: "pick",
    group: "Run",
    summary: "choose skills on the terminal",
    load: async () => (await import("./commands/pick.ts")).pick,
  },
  {
    name: "search",
    group: "Run",
    summary: "the skills that fit a request best, and why",
    load: async () => (await import("./commands/search.ts")).search,
  },
  {
    name: "load",
    group: "Run",
    summary: "exactly what a model would receive of a skill",
    load: async () => (await import("./commands/load.ts")).load,
  },
  {
    name: "run",
    group: "Run",
    summary: "call a command of a skill, and see what the model gets",
    load: async () => (await import("./commands/run.ts")).run,
  },
  {
    name: "script",
    group: "Run",
    summary: "run a script of a skill, apart from the machine",
    load: async () => (await import("./commands/script.ts")).script,
  },
  {
    name: "deps",
    group: "Run",
    summary: "what skills need, what is here and what is missing",
    load: async () => (await import("./commands/deps.ts")).deps,
  },
  {
    name: "agent",
    group: "Run",
    summary: "talk with a model that has the skills of this place",
    load: async () => (await import("./commands/agent.ts")).agent,
  },
  {
    name: "init",
    group: "Manage",
    summary: "set up your skills directory and the embedded skills",
    load: async () => (await import("./commands/init.ts")).init,
  },
  {
    name: "add",
    group: "Manage",
    summary: "install skills from a source, after a look",
    load: async () => (await import("./commands/add.ts")).add,
  },
  {
    name: "install",
    group: "Manage",
    summary: "what skills.lock says, on the disk again",
    load: async () => (await import("./commands/install.ts")).install,
  },
  {
    name: "remove",
    group: "Manage",
    summary: "remove an installed skill, lock entry included",
    load: async () => (await import("./commands/remove.ts")).remove,
  },
  {
    name: "update",
    group: "Manage",
    summary: "fetch installed skills again, with the difference",
    load: async () => (await import("./commands/update.ts")).update,
  },
  {
    name: "pull",
    group: "Manage",
    summary: "the skills of configured sites, after a look",
    load: async () => (await import("./commands/pull.ts")).pull,
  },
  {
    name: "outdated",
    group: "Manage",
    summary: "installed skills that have changed at their source",
    load: async () => (await import("./commands/update.ts")).outdated,
  },
  {
    name: "verify",
    group: "Manage",
    summary: "hash everything that is installed or approved",
    load: async () => (await import("./commands/verify.ts")).verify,
  },
  {
    name: "approve",
    group: "Manage",
    summary: "accept a skill's bytes as they are now",
    load: async () => (await import("./commands/approve.ts")).approve,
  },
  {
    name: "audit",
    group: "Manage",
    summary: "what skills could do, and what speaks against them",
    load: async () => (await import("./commands/audit.ts")).audit,
  },
  {
    name: "packages",
    group: "Manage",
    summary: "what skills want from package managers",
    load: async () => (await import("./commands/packages.ts")).packages,
  },
  {
    name: "place",
    group: "Manage",
    summary: "link skills so that each host sees them once",
    load: async () => (await import("./commands/place.ts")).place,
  },
  {
    name: "policy",
    group: "Manage",
    summary: "what may be installed and loaded, and which rule says so",
    load: async () => (await import("./commands/policy.ts")).policy,
  },
  {
    name: "publish",
    group: "Manage",
    summary: "make a registry of skills that any web server can serve",
    load: async () => (await import("./commands/publish.ts")).publish,
  },
  {
    name: "enable",
    group: "Manage",
    summary: "let a skill in again",
    load: async () => (await import("./commands/enable.ts")).enable,
  },
  {
    name: "disable",
    group: "Manage",
    summary: "leave a skill out",
    load: async () => (await import("./commands/enable.ts")).disable,
  },
  {
    name: "trust",
    group: "Manage",
    summary: "let a project's skills reach models",
    load: async () => (await import("./commands/trust.ts")).trust,
  },
  {
    name: "untrust",
    group: "Manage",
    summary: "take that back",
    load: async () => (await import("./commands/trust.ts")).untrust,
  },
  {
    name: "repair",
    group: "Manage",
    summary: "repair damaged files that withhold skills",
    load: async () => (await import("./commands/repair.ts")).repair,
  },
  {
    name: "budget",
    group: "Manage",
    summary: "what the catalog costs in each host, and how to get every skill described",
    load: async () => (await import("./commands/budget.ts")).budget,
  },
  {
    name: "usage",
    group: "Manage",
    summary: "which skills are used, and which are dead",
    load: async () => (await import("./commands/usage.ts")).usage,
  },
  {
    name: "serve",
    group: "Serve",
    summary: "the skills of this place over HTTP, with a console",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "mcp",
    group: "Serve",
    summary: "the skills of this place for any MCP client",
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  {
    name: "app-server",
    group: "Serve",
    summary: "the skills over JSON-RPC, as Codex's app server speaks",
    load: async () => (await import("./commands/app-server.ts")).appServer,
  },
  {
    name: "completion",
    group: "Serve",
    summary: "completion for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
];

export function findCommand(name: string): CommandEntry | undefined {
  return COMMANDS.find((command) => command.name === name);
}
