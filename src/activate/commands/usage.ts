/** A command in, what a person reads about it out. */
import type { CommandArg, SkillCommandSpec } from "../../model/skills/skill.ts";

/** `lint <path> [level] [--fix]` */
export function usageOf({ name, args }: SkillCommandSpec): string {
  return [name, ...args.map(argumentUsage)].join(" ");
}

/** What follows the name, as a hint where it is typed; empty where nothing does. */
export function argumentHint({ args }: SkillCommandSpec): string {
  return args.map(argumentUsage).join(" ");
}

function argumentUsage({ name, required, type }: CommandArg): string {
  if (type === "boolean") return required ? `--${name}` : `[--${name}]`;
  return required ? `<${name}>` : `[${name}]`;
}

/** One line for each argument: its name, what it takes, what it means. */
export function argumentLines({ args }: SkillCommandSpec): readonly (readonly [string, string, string])[] {
  return args.map((arg) => [arg.name, takes(arg), arg.description ?? ""]);
}

function takes({ type = "string", choices, default: fallback, required }: CommandArg): string {
  const what = choices === undefined ? type : choices.join(" | ");
  if (required) return `${what}, required`;
  return fallback === undefined ? what : `${what}, default ${fallback}`;
}
