/** Builds the answers of `run`: the commands that skills declare, and the output of a script. */
import { commandTable, type ResolvedCommand } from "../../../activate/commands/command-table.ts";
import { commandUsage } from "../../../activate/commands/command-usage.ts";
import type { ScriptAnswer } from "../../../model/conversation/control.ts";
import type { SkillCommandSpec } from "../../../model/skills/skill.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { diagnosticJson, SCHEMA } from "../answer.ts";

export function commandJson(spec: SkillCommandSpec): object {
  const { name, description, args } = spec;
  return { name, description, usage: commandUsage(spec), args };
}

/** Returns the command that each `/NAME` resolves to, sorted by name. */
export function sortedCommands(snapshot: Snapshot): ResolvedCommand[] {
  return [...commandTable(snapshot).commands.values()].sort((a, b) => (a.spec.name < b.spec.name ? -1 : 1));
}

export function commandsAnswer(snapshot: Snapshot): object {
  return {
    schema: SCHEMA,
    commands: sortedCommands(snapshot).map(({ spec, skill }) => ({ ...commandJson(spec), skill: skill.address })),
    diagnostics: commandTable(snapshot).diagnostics.map(diagnosticJson),
  };
}

export type FinishedRun = Exclude<ScriptAnswer, { readonly refused: unknown }>;

export function scriptAnswer(path: string, { outcome, interpreter, digest }: FinishedRun): object {
  const { ended, code, stdout, stderr } = outcome;
  return { schema: SCHEMA, path, interpreter, digest, ended, code, stdout, stderr };
}

/** Codes of refusals that concern the script. All other codes concern the skill that owns the script. */
const OF_SCRIPTS: readonly string[] = ["SK430", "SK431", "SK433"];

/** Returns what a refusal concerns: the path of the script, or the name of the skill. */
export function nameOfRefused(code: string, skill: string, path: string): string {
  return OF_SCRIPTS.includes(code) ? path : skill;
}
