/**
 * Builds a table of the commands of all skills, and reports conflicts between commands. A skill's own name always
 * refers to the skill. The table is built once for each snapshot.
 */
import { COMMAND_SOURCES, commandSourceOf } from "../../catalog/snapshot/build-snapshot.ts";
import type { AgentScope, OfferedSkill } from "../../model/conversation/offer.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { calledName, type SkillCommandSpec } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { compareText, nameKey } from "../../model/text/text.ts";
import { offeredSkills } from "../access/why-refused.ts";

/** A command and the skill that defines it. */
export interface ResolvedCommand {
  readonly spec: SkillCommandSpec;
  readonly skill: OfferedSkill;
}

export interface CommandTable {
  /** Commands by their names in normalized form (`nameKey`). */
  readonly commands: ReadonlyMap<string, ResolvedCommand>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum number of agents with a cached table for one snapshot. */
const MAX_SCOPES = 8;
const tables = new WeakMap<Snapshot, Map<string, CommandTable>>();

/**
 * Returns the commands: first those of the workspace, last the bundled commands; commands of one source are sorted by
 * id. With a `scope`, the table has only the commands of that agent.
 */
export function commandTable(snapshot: Snapshot, scope?: AgentScope): CommandTable {
  const key = JSON.stringify([scope?.skills ?? [], scope?.strict ?? false, scope?.within ?? null]);
  const known = tables.get(snapshot) ?? new Map<string, CommandTable>();
  const made = known.get(key) ?? makeTable(snapshot, scope);
  if (known.size >= MAX_SCOPES) known.clear();
  tables.set(snapshot, known.set(key, made));
  return made;
}

function makeTable(snapshot: Snapshot, scope: AgentScope | undefined): CommandTable {
  const skills = offeredSkills(snapshot, { actor: "user", ...(scope ? { scope } : {}) });
  const ranked = skills
    .filter(({ loaded }) => (loaded.skill.manifest.commands ?? []).length > 0)
    .sort((a, b) => rank(b) - rank(a) || compareText(a.loaded.skill.id, b.loaded.skill.id));
  const names = new Map(skills.map(({ address, loaded }) => [nameKey(calledName(loaded.skill)), address]));
  const commands = new Map<string, ResolvedCommand>();
  const diagnostics: Diagnostic[] = [];
  for (const skill of ranked)
    for (const spec of skill.loaded.skill.manifest.commands ?? []) {
      const key = nameKey(spec.name);
      const holder = commands.get(key);
      // A skill may define a command with the skill's own name. The name and the command then mean the same.
      const namesake = names.get(key) === skill.address ? undefined : names.get(key);
      if (namesake !== undefined) diagnostics.push(collision(spec, skill, `the skill \`${namesake}\` has that name`));
      else if (holder)
        diagnostics.push(collision(spec, skill, `the command of \`${holder.skill.address}\` takes precedence`));
      else commands.set(key, { spec, skill });
    }
  return { commands, diagnostics };
}

function rank({ loaded: { skill } }: OfferedSkill): number {
  return COMMAND_SOURCES.indexOf(commandSourceOf(skill.scope));
}

function collision({ name }: SkillCommandSpec, { address, loaded }: OfferedSkill, why: string): Diagnostic {
  return diagnostic("SK470", {
    path: loaded.skill.path,
    message: `the command \`/${name}\` of \`${address}\` cannot be called as \`/${name}\`: ${why}`,
    help: `write \`/${address} ${name}\`, or rename the command`,
  });
}

/** Returns the command that `/name` calls if no skill has this name. */
export function resolveCommand(name: string, snapshot: Snapshot, scope?: AgentScope): ResolvedCommand | undefined {
  return commandTable(snapshot, scope).commands.get(nameKey(name));
}

/** Returns the command of this skill that a word calls. */
export function commandNamed(word: string, commands: readonly SkillCommandSpec[] = []): SkillCommandSpec | undefined {
  const key = nameKey(word);
  return commands.find(({ name }) => nameKey(name) === key);
}
