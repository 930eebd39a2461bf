/**
 * Reads the commands of a skill: Aleph's `commands`, with types, defaults and choices of arguments. An error is
 * reported with its position. Only the affected part is dropped, such as a default or an argument.
 */

import { isMap } from "../../../model/schema.ts";
import {
  ARGUMENT_TYPES,
  type ArgumentType,
  type ArgumentValue,
  type CommandArg,
  type SkillCommandSpec,
} from "../../../model/skills/skill.ts";
import type { YamlNode } from "../../yaml/parse-yaml.ts";
import { type FieldIssue, type HeaderEntry, WRONG_TYPE } from "../entries.ts";

/**
 * Maximum commands, arguments and choices that are read. A user cannot choose from more of them, and a listing cannot
 * show more.
 */
const MAX_COMMANDS = 100;
const MAX_ARGS = 50;
const MAX_CHOICES = 100;
/** Matches the names that a user can type: commands after a slash, and arguments after two dashes. */
const COMMAND_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,63}$/u;
const ARGUMENT_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const COMMAND_KEYS = ["name", "description", "args", "arguments"];
const ARGUMENT_KEYS = ["name", "description", "type", "required", "default", "choices"];

type Path = readonly (string | number)[];

export function readCommands(entry: HeaderEntry, issues: FieldIssue[]): unknown {
  if (!Array.isArray(entry.value)) return WRONG_TYPE;
  return new CommandReader(entry, issues).read(entry.value);
}

class CommandReader {
  readonly #entry: HeaderEntry;
  readonly #issues: FieldIssue[];

  constructor(entry: HeaderEntry, issues: FieldIssue[]) {
    this.#entry = entry;
    this.#issues = issues;
  }

  read(items: readonly unknown[]): SkillCommandSpec[] {
    const commands: SkillCommandSpec[] = [];
    items.slice(0, MAX_COMMANDS).forEach((item, at) => {
      const command = this.#command(item, [at]);
      if (command === undefined) return;
      if (commands.some(({ name }) => name === command.name))
        this.#bad(
          [at, "name"],
          `another command is called \`${command.name}\` already; this command is ignored`,
          "rename it",
        );
      else commands.push(command);
    });
    if (items.length > MAX_COMMANDS)
      this.#bad(
        [MAX_COMMANDS],
        `there are more than ${MAX_COMMANDS} commands; the commands after these are ignored`,
        "turn some of them into arguments of another command",
      );
    return commands;
  }

  #command(item: unknown, path: Path): SkillCommandSpec | undefined {
    const name = isMap(item) ? item["name"] : undefined;
    if (!isMap(item) || typeof name !== "string" || !COMMAND_NAME.test(name))
      return this.#bad(
        isMap(item) && "name" in item ? [...path, "name"] : path,
        "a command needs a `name` that can be typed: letters, digits, `_`, `-`, `.` and `:`; this command is ignored",
        "write `- name: extract`",
      );
    // Aleph calls this key `args`. `arguments` is accepted here, too, because a skill's own top-level key is
    // `arguments`.
    const key = "args" in item ? "args" : "arguments";
    const { description, [key]: args } = item;
    this.#unknown(item, COMMAND_KEYS, name, path);
    if (args !== undefined && args !== null && !Array.isArray(args))
      this.#bad(
        [...path, key],
        `the \`${key}\` of \`${name}\` should be a list; the value is ignored`,
        "write one list item for each value",
      );
    return {
      name,
      description: typeof description === "string" ? description : "",
      args: Array.isArray(args) ? this.#args(args, name, [...path, key]) : [],
    };
  }

  /** Reports unknown keys, which would otherwise be ignored silently. */
  #unknown(item: Readonly<Record<string, unknown>>, known: readonly string[], of: string, path: Path): void {
    const key = Object.keys(item).find((each) => !known.includes(each));
    if (key === undefined) return;
    const wanted = known.map((each) => `\`${each}\``).join(", ");
    this.#bad([...path, key], `\`${key}\` of \`${of}\` is not valid; it is ignored`, `write one of ${wanted}`);
  }

  #args(items: readonly unknown[], command: string, path: Path): CommandArg[] {
    const args: CommandArg[] = [];
    items.slice(0, MAX_ARGS).forEach((item, at) => {
      const arg = this.#arg(item, command, [...path, at]);
      if (arg === undefined) return;
      if (args.some(({ name }) => name === arg.name))
        this.#bad(
          [...path, at],
          `\`${command}\` has an argument \`${arg.name}\` already; this argument is ignored`,
          "rename it",
        );
      else args.push(arg);
    });
    if (items.length > MAX_ARGS)
      this.#bad(
        [...path, MAX_ARGS],
        `\`${command}\` has more than ${MAX_ARGS} arguments; the arguments after these are ignored`,
        "use fewer arguments",
      );
    return args;
  }

  #arg(item: unknown, command: string, path: Path): CommandArg | undefined {
    const said: Record<string, unknown> = typeof item === "string" ? { name: item } : isMap(item) ? item : {};
    const { name, description } = said;
    if (typeof name !== "string" || !ARGUMENT_NAME.test(name))
      return this.#bad(
        path,
        `an argument of \`${command}\` needs a \`name\` of letters, digits, \`_\` and \`-\`; this argument is ignored`,
        "write `- name: file`",
      );
    this.#unknown(said, ARGUMENT_KEYS, name, path);
    const type = this.#type(said["type"], name, [...path, "type"]);
    const choices = this.#choices(said["choices"], type, name, [...path, "choices"]);
    const fallback = this.#default(said["default"], { name, type, choices }, [...path, "default"]);
    return {
      name,
      ...(typeof description === "string" ? { description } : {}),
      // An argument with a default is never required.
      required: said["required"] === true && fallback === undefined,
      ...(type === "string" ? {} : { type }),
      ...(fallback === undefined ? {} : { default: fallback }),
      ...(choices === undefined ? {} : { choices }),
    };
  }

  #type(said: unknown, name: string, path: Path): ArgumentType {
    if (said === undefined || said === null) return "string";
    const type = ARGUMENT_TYPES.find((each) => each === said);
    if (type === undefined)
      this.#bad(
        path,
        `the type of \`${name}\` is unknown; it is read as \`string\``,
        `write ${ARGUMENT_TYPES.map((each) => `\`${each}\``).join(", ")}`,
      );
    return type ?? "string";
  }

  #choices(said: unknown, type: ArgumentType, name: string, path: Path): readonly ArgumentValue[] | undefined {
    if (said === undefined || said === null) return undefined;
    const values = Array.isArray(said) ? said.slice(0, MAX_CHOICES).map((value) => ofType(value, type)) : [];
    const known = values.filter((value) => value !== undefined);
    if (known.length === 0 || known.length < values.length)
      this.#bad(
        path,
        `the choices of \`${name}\` should be a list of values of type \`${type}\``,
        "write `[low, high]`",
      );
    return known.length === 0 ? undefined : [...new Set(known)];
  }

  #default(
    said: unknown,
    { name, type, choices }: { name: string; type: ArgumentType; choices: readonly ArgumentValue[] | undefined },
    path: Path,
  ): ArgumentValue | undefined {
    if (said === undefined || said === null) return undefined;
    const value = ofType(said, type);
    if (value !== undefined && (choices === undefined || choices.includes(value))) return value;
    const wanted =
      choices === undefined ? `of type \`${type}\`` : `one of ${choices.map((each) => `\`${each}\``).join(", ")}`;
    return this.#bad(
      path,
      `the default of \`${name}\` is not ${wanted}; it is ignored`,
      `write a default that is ${wanted}`,
    );
  }

  #bad(path: Path, message: string, help: string): undefined {
    const at = positionOf(this.#entry.tree, path);
    this.#issues.push({ code: "SK108", entry: this.#entry, message, help, ...(at ? { at } : {}) });
    return undefined;
  }
}

/**
 * Returns the value if it has the type. YAML converts texts such as `1.0` and `yes`, so for the type `string`, numbers
 * and booleans become text again.
 */
function ofType(value: unknown, type: ArgumentType): ArgumentValue | undefined {
  if (type === "boolean") return typeof value === "boolean" ? value : undefined;
  if (type === "string") return typeof value === "object" || value === undefined ? undefined : String(value);
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined;
  return type === "integer" && !Number.isInteger(value) ? undefined : value;
}

/** Returns the position of the deepest existing node on a path. */
function positionOf(tree: HeaderEntry["tree"], path: Path): FieldIssue["at"] {
  if (tree === undefined) return undefined;
  let node: YamlNode = tree.node;
  for (const step of path) {
    const next: YamlNode | undefined =
      node.kind === "list" && typeof step === "number"
        ? node.items[step]
        : node.kind === "map"
          ? node.entries.find(({ key }) => key === step)?.value
          : undefined;
    if (next === undefined || next.start < 0) break;
    node = next;
  }
  const length = node.kind === "scalar" ? Math.max(1, node.end - node.start) : 1;
  return { offset: node.start + tree.shift, length };
}
