/** `--help`: an overview by group, and for each command what it does, its options and examples. */
import { type Command, GLOBAL_OPTIONS, type OptionSpec } from "./command.ts";
import { COMMANDS, type CommandEntry } from "./commands.ts";

export function overview(): string {
  const lines = [
    "skillwright: finds Agent Skills, says what each host sees and why.",
    "",
    "usage: skillwright COMMAND [options]",
    "",
  ];
  for (const group of ["See", "Write", "Run", "Manage", "Serve"] as const) {
    lines.push(`${group}:`);
    for (const { name, summary } of COMMANDS.filter((command) => command.group === group))
      lines.push(`  ${name.padEnd(12)}${summary}`);
    lines.push("");
  }
  lines.push("Options of every command:", ...optionLines(GLOBAL_OPTIONS), "");
  lines.push(
    "Start here:",
    "  skillwright doctor            what is on this machine, and what is wrong with it",
    "  skillwright explain pdf       why the skill `pdf` is there, or is not",
    "  skillwright check . --fix     repair the skills below this directory",
    "",
    "`skillwright COMMAND --help` says more about each.",
    "",
  );
  return lines.join("\n");
}

export function commandHelp({ name, summary }: CommandEntry, command: Command): string {
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
