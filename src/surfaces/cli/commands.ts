import type { VerbGroup } from "../../ops/operation.ts";
import { VERBS, type VerbEntry } from "../../ops/verbs.ts";
import { type Command, GLOBAL_OPTIONS } from "./command.ts";
import { TERMINAL_OUTPUTS } from "./terminal-outputs.ts";
import { verbCommand } from "./verb-command.ts";

/** A command in the overview. Its code is loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  readonly group: VerbGroup;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Commands that start a surface, such as a server. They have no operations. */
const SURFACES: readonly CommandEntry[] = [
  {
    name: "agent",
    group: "Run",
    summary: "Chat with a model that can use the skills",
    load: async () => (await import("./commands/agent.ts")).agent,
  },
  {
    name: "serve",
    group: "Serve",
    summary: "Serve the skills over HTTP, with a web console",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "mcp",
    group: "Serve",
    summary: "Serve the skills to MCP clients",
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  {
    name: "app-server",
    group: "Serve",
    summary: "Serve the skills over JSON-RPC, with the protocol of Codex's app server",
    load: async () => (await import("./commands/app-server.ts")).appServer,
  },
  {
    name: "completion",
    group: "Serve",
    summary: "Print a completion script for bash, zsh or fish",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
];

/** Commands in the order of `--help`. */
export const COMMANDS: readonly CommandEntry[] = [...VERBS.map(verbEntry), ...SURFACES];

function verbEntry({ name, group, summary, load }: VerbEntry): CommandEntry {
  return {
    ...{ name, group, summary },
    async load() {
      return verbCommand(await load(), (await TERMINAL_OUTPUTS[name]?.()) ?? {});
    },
  };
}

/** Former verbs that are now options of other verbs. They still work, but the command line prints the new form. */
export const MOVED_VERBS: Readonly<Record<string, readonly string[]>> = {
  script: ["run"],
  status: ["list", "--all"],
  roots: ["list", "--roots"],
  watch: ["list", "--watch"],
  usage: ["list", "--usage"],
  pick: ["list", "--interactive"],
  show: ["explain", "--details"],
  resolve: ["explain", "--message"],
  "policy explain": ["explain", "--policy"],
  policy: ["config", "--policy"],
  init: ["config", "--init"],
  repair: ["doctor", "--fix"],
  outdated: ["update", "--check"],
  packages: ["deps", "--packages"],
  pull: ["update", "--sites"],
  untrust: ["trust", "--remove"],
};

export function findCommand(name: string): CommandEntry | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** Returns how many words come before the command. These words are global options and their values. */
export function countLeadingOptions(argv: readonly string[]): number {
  let at = 0;
  while (argv[at]?.startsWith("--") === true && argv[at] !== "--help" && argv[at] !== "--version") {
    const takesValue = GLOBAL_OPTIONS[(argv[at] as string).slice(2)]?.type === "string";
    at += takesValue ? 2 : 1;
  }
  return at;
}
