/**
 * Finds the command of a skill that a request calls, with its values or problems; undefined if the request calls no
 * command.
 */

import type { ActivationRequest, Prepared } from "../../model/conversation/activation.ts";
import type { Refusal } from "../../model/conversation/offer.ts";
import { calledName, type Skill, type SkillCommandSpec } from "../../model/skills/skill.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { quoteWord } from "../../model/text/text.ts";
import { bindArguments } from "./bind-arguments.ts";
import { commandNamed } from "./command-table.ts";
import { commandUsage } from "./command-usage.ts";

export interface CommandCall {
  readonly command: NonNullable<Prepared["command"]>;
  /** Values for the text's placeholders: the command name, then its arguments in order. */
  readonly arguments: string;
  readonly names: readonly string[];
}

/** Returns the command that the request calls. `split` splits a line into words as the skill's host does. */
export function callCommand(
  skill: Skill,
  { asked, command, arguments: typed = "" }: ActivationRequest,
  split: (typed: string) => readonly string[],
): CommandCall | { readonly refusal: Refusal } | undefined {
  const { commands = [] } = skill.manifest;
  const words = split(typed);
  const spec = commandNamed(command ?? words[0] ?? "", commands);
  if (spec === undefined) return command === undefined ? undefined : { refusal: unknown(command, asked, commands) };
  const { values, problems } = bindArguments(command === undefined ? words.slice(1) : words, spec);
  if (problems.length === 0) return calling(spec, values);
  const help = `write \`/${calledName(skill)} ${commandUsage(spec)}\``;
  return { refusal: { code: "SK472", asked, reason: problems.join("; "), help, candidates: [] } };
}

function unknown(command: string, asked: string, commands: readonly SkillCommandSpec[]): Refusal {
  const names = commands.map((each) => each.name);
  const near = findNearest(command, names);
  const known = names.map((each) => `\`${each}\``).join(", ");
  return {
    code: "SK471",
    asked,
    reason: names.length === 0 ? "it has no commands" : `it has no command \`${command}\``,
    ...(names.length === 0 ? {} : { help: near[0] ? `did you mean \`${near[0]}\`?` : `its commands are ${known}` }),
    candidates: [],
  };
}

function calling(spec: SkillCommandSpec, values: ReturnType<typeof bindArguments>["values"]): CommandCall {
  const given = spec.args.map(({ name }) => values.get(name));
  const last = given.findLastIndex((value) => value !== undefined);
  const words = given.slice(0, last + 1).map((value) => (value === undefined ? "" : String(value)));
  return {
    command: { name: spec.name, values: Object.fromEntries(values) },
    arguments: [spec.name, ...words].map(quoteWord).join(" "),
    names: ["command", ...spec.args.map(({ name }) => name)],
  };
}
