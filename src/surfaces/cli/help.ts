/** Help texts: the everyday commands, all commands by group, and the options and examples of each command. */
import { type Command, GLOBAL_OPTIONS, type OptionSpec } from "./command.ts";
import { COMMANDS, type CommandEntry } from "./commands.ts";

/** Commands that most people need, by purpose. `help --all` lists the other commands too. */
const EVERYDAY = [
  ["See why a skill is visible or missing", ["doctor", "list", "explain", "matrix"]],
  ["Write skills", ["new", "check"]],
  ["Install skills", ["add", "update", "audit", "trust"]],
  ["Give skills to a model", ["load", "mcp", "serve"]],
] as const;

const TITLE = "skillwright finds Agent Skills, shows what each host sees and why, and decides what may run.";
const USAGE = "usage: skillwright COMMAND [options]";

/** Returns the text of `skillwright --help`: everyday commands. */
export function formatOverview(): string {
  const sections = EVERYDAY.map(([title, names]) => [
    `${title}:`,
    ...names.flatMap((name) => COMMANDS.filter((command) => command.name === name).map(commandLine)),
    "",
  ]);
  return [
    ...[TITLE, "", USAGE, ""],
    ...sections.flat(),
    "More:",
    "  skillwright help --all        list every command, and the options of all commands",
    "  skillwright COMMAND --help    show the options of a command, with examples",
    "",
  ].join("\n");
}

const GROUPS = { See: "See", Write: "Write", Run: "Use", Manage: "Manage", Serve: "Serve" } as const;

/** Returns the text of `skillwright help --all`: every command, by group. */
export function formatFullOverview(): string {
  const sections = Object.entries(GROUPS).map(([group, title]) => [
    `${title}:`,
    ...COMMANDS.filter((command) => command.group === group).map(commandLine),
    "",
  ]);
  return [
    ...[TITLE, "", USAGE, ""],
    ...sections.flat(),
    ...["Options of every command:", ...optionLines(GLOBAL_OPTIONS), ""],
    "`skillwright COMMAND --help` shows the options of a command, with examples.",
    "",
  ].join("\n");
}

function commandLine({ name, summary }: CommandEntry): string {
  return `  ${name.padEnd(12)}${summary}`;
}

export function formatCommandHelp({ name, summary }: CommandEntry, command: Command): string {
  const lines = [
    `skillwright ${name}: ${summary}`,
    "",
    `usage: skillwright ${name}${command.usage === "" ? "" : ` ${command.usage}`}`,
    "",
    command.about,
    "",
  ];
  if (Object.keys(command.options).length > 0) lines.push("Options:", ...optionLines(command.options), "");
  lines.push("Options of every command:", ...optionLines(GLOBAL_OPTIONS), "", "Examples:");
  const width = Math.max(...command.examples.map(([example]) => example.length));
  for (const [example, explanation] of command.examples) lines.push(`  ${example.padEnd(width)}  ${explanation}`);
  lines.push("");
  return lines.join("\n");
}

function optionLines(options: Readonly<Record<string, OptionSpec>>): string[] {
  const names = Object.entries(options).map(([name, spec]) => ({
    shown: `${spec.short ? `-${spec.short}, ` : ""}--${name}${spec.value ? ` ${spec.value}` : ""}`,
    summary: spec.summary,
  }));
  const width = Math.max(...names.map(({ shown }) => shown.length));
  return names.map(({ shown, summary }) => `  ${shown.padEnd(width)}  ${summary}`);
}
