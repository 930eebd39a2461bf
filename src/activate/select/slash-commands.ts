import type { AgentScope } from "../../model/conversation/offer.ts";
import { type CommandArg, calledName } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { compareText, nameKey } from "../../model/text/text.ts";
import { offeredSkills } from "../access/why-refused.ts";
import { commandTable } from "../commands/command-table.ts";
import { argumentHint } from "../commands/command-usage.ts";
import { ScannedMessage } from "./scan/message.ts";
import { readName } from "./scan/read-name.ts";

/** A skill as an entry in a host's list of commands. */
export interface SkillCommand {
  /** The text after the slash. */
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly source: "skill";
  /** For a command that a skill declares: the address of that skill and its arguments. */
  readonly of?: string;
  readonly args?: readonly CommandArg[];
}

export interface SkillCommandOptions {
  readonly scope?: AgentScope;
  /** The host's own commands, with or without the slash. */
  readonly commands?: readonly string[];
}

/** Returns the skills that a user can call by typing, except those whose name is a command of the host. */
export function skillCommands(snapshot: Snapshot, { scope, commands = [] }: SkillCommandOptions = {}): SkillCommand[] {
  const taken = commandKeys(commands);
  const skills = offeredSkills(snapshot, { actor: "user", ...(scope ? { scope } : {}) })
    .filter(({ address }) => !taken.has(nameKey(address)) && isTypable(address))
    .map(({ address, loaded: { skill, shownDescription } }) => ({
      name: address,
      description: shownDescription ?? skill.description,
      ...(skill.manifest.argumentHint === undefined ? {} : { argumentHint: skill.manifest.argumentHint }),
      source: "skill" as const,
    }));
  return [...skills, ...declared(snapshot, scope).filter(({ name }) => !taken.has(nameKey(name)) && isTypable(name))];
}

/** Returns commands that skills declare, sorted by name. They come after the skills. */
function declared(snapshot: Snapshot, scope: AgentScope | undefined): SkillCommand[] {
  const { commands } = commandTable(snapshot, scope);
  return [...commands.values()]
    .filter(({ spec, skill }) => nameKey(spec.name) !== nameKey(calledName(skill.loaded.skill)))
    .sort((a, b) => compareText(a.spec.name, b.spec.name))
    .map(({ spec, skill }) => {
      const hint = argumentHint(spec);
      const { name, description, args } = spec;
      return {
        name,
        description,
        ...(hint === "" ? {} : { argumentHint: hint }),
        source: "skill",
        of: skill.address,
        args,
      };
    });
}

export function commandKeys(commands: readonly string[]): ReadonlySet<string> {
  return new Set(commands.map((name) => nameKey(name.trim().replace(/^\//, ""))));
}

/** Returns false for a name with a blank or a slash, which cannot be typed as a command. */
function isTypable(address: string): boolean {
  return readName(new ScannedMessage(address), 0, (name) => name === address).known;
}
