/** Formats a command's usage for a person. */
import type { CommandArg, SkillCommandSpec } from "../../model/skills/skill.ts";

/** Returns the usage of a command, such as `lint <path> [level] [--fix]`. */
export function commandUsage({ name, args }: SkillCommandSpec): string {
  return [name, ...args.map(argumentUsage)].join(" ");
}

/** Returns the argument placeholders to show after the command's name; empty without arguments. */
export function argumentHint({ args }: SkillCommandSpec): string {
  return args.map(argumentUsage).join(" ");
}

function argumentUsage({ name, required, type }: CommandArg): string {
  if (type === "boolean") return required ? `--${name}` : `[--${name}]`;
  return required ? `<${name}>` : `[${name}]`;
}

/** Returns one line for each argument: its name, its values and its meaning. */
export function argumentLines({ args }: SkillCommandSpec): readonly (readonly [string, string, string])[] {
  return args.map((arg) => [arg.name, takes(arg), arg.description ?? ""]);
}

function takes({ type = "string", choices, default: fallback, required }: CommandArg): string {
  const what = choices === undefined ? type : choices.join(" | ");
  if (required) return `${what}, required`;
  return fallback === undefined ? what : `${what}, default ${fallback}`;
}
