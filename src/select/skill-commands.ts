import { offered } from "../access/offered.ts";
import { nameKey } from "../catalog/name-key.ts";
import type { AgentScope } from "../model/offer.ts";
import type { Snapshot } from "../model/snapshot.ts";
import { Message } from "./message.ts";
import { readName } from "./read-name.ts";

/** A skill as an entry of a host's list of commands. */
export interface SkillCommand {
  /** What follows the slash. */
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly source: "skill";
}

export interface SkillCommandOptions {
  readonly scope?: AgentScope;
  /** Commands that the host has itself, with or without the slash. */
  readonly commands?: readonly string[];
}

/** [M14] The skills that a user can call by typing them, without those whose name a command of the host has. */
export function skillCommands(snapshot: Snapshot, { scope, commands = [] }: SkillCommandOptions = {}): SkillCommand[] {
  const taken = commandKeys(commands);
  return offered(snapshot, { actor: "user", ...(scope ? { scope } : {}) })
    .filter(({ address }) => !taken.has(nameKey(address)) && isTypable(address))
    .map(({ address, loaded: { skill, shownDescription } }) => ({
      name: address,
      description: shownDescription ?? skill.description,
      ...(skill.manifest.argumentHint === undefined ? {} : { argumentHint: skill.manifest.argumentHint }),
      source: "skill",
    }));
}

export function commandKeys(commands: readonly string[]): ReadonlySet<string> {
  return new Set(commands.map((name) => nameKey(name.trim().replace(/^\//, ""))));
}

/** A name with a blank or a slash in it would be read as something else. */
function isTypable(address: string): boolean {
  return readName(new Message(address), 0, (name) => name === address).known;
}
