/**
 * Implements Aleph's Skill System v2 on a snapshot: ids, eligibility, life cycle and commands. Everything is sorted by
 * id, so the same skills give the same result.
 */
import { COMMAND_SOURCES, type CommandSource, commandSourceOf } from "../../catalog/snapshot/build-snapshot.ts";
import { applyRequirements, type SkillRequirements } from "../../catalog/snapshot/link-requirements.ts";
import { checkEligibility, type EligibilityContext, requirementsOf } from "../../format/eligibility.ts";
import type { Scope } from "../../model/skills/root.ts";
import type { Skill, SkillCommandSpec } from "../../model/skills/skill.ts";
import type { Missing, Snapshot, State } from "../../model/skills/snapshot.ts";
import { slugOf } from "../../model/text/slug.ts";
import { compareText } from "../../model/text/text.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { ELIGIBILITY_CONTEXT_SHAPE, MANIFEST_LIST_SHAPE, SNAPSHOT_SHAPE } from "./argument-shapes.ts";

/** The sources of skills, lowest precedence first. */
export const ALEPH_SOURCES: typeof COMMAND_SOURCES = COMMAND_SOURCES;
/** The source of a skill. In `ALEPH_SOURCES`, a later source takes precedence. */
export type AlephSource = CommandSource;

/** Aleph's `SkillManifest` with its source. */
export interface AlephManifest {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly triggers: readonly string[];
  readonly source: AlephSource;
  readonly skill: Skill;
}

/** A skill with its state and every reason why it cannot be used. */
export interface AlephStatus {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly state: State;
  /** Every reason why the skill cannot be used. */
  readonly reasons: readonly string[];
}

/** A command with the skill that defines it. */
export interface AlephCommand extends SkillCommandSpec {
  readonly id: string;
  readonly source: AlephSource;
}

/** Returns Aleph's id: `plugin:skill` or the name, in lower case and with hyphens instead of spaces. */
export function alephId(name: string): string {
  checkArguments("alephId", { name: [name, ARGUMENT_SHAPES.text] });
  return slugOf(name);
}

/** Returns the source that corresponds to a scope. */
export function alephSource(scope: Scope): AlephSource {
  checkArguments("alephSource", { scope: [scope, ARGUMENT_SHAPES.text] });
  return commandSourceOf(scope);
}

/**
 * Implements Aleph's `SkillRegistry`: one skill for each id, sorted by id. If several skills have the same id, the
 * source with the highest precedence wins. Skills that cannot be used here are included, because eligibility is
 * computed from the registry.
 */
export function alephRegistry(snapshot: Snapshot): AlephManifest[] {
  checkArguments("alephRegistry", { snapshot: [snapshot, SNAPSHOT_SHAPE] });
  const byId = new Map<string, AlephManifest>();
  for (const { skill } of [...snapshot.skills, ...snapshot.ineligible]) {
    const manifest = manifestOf(skill);
    const holder = byId.get(manifest.id);
    if (holder === undefined || priority(manifest) > priority(holder)) byId.set(manifest.id, manifest);
  }
  return [...byId.values()].sort((a, b) => compareText(a.id, b.id));
}

/**
 * Implements Aleph's `EligibilityService`: returns all reasons why a skill cannot be used, by skill. Eligible skills
 * are not in the map.
 */
export function alephEligibility(
  manifests: readonly AlephManifest[],
  context: EligibilityContext,
): ReadonlyMap<Skill, readonly Missing[]> {
  checkArguments("alephEligibility", {
    manifests: [manifests, MANIFEST_LIST_SHAPE],
    context: [context, ELIGIBILITY_CONTEXT_SHAPE],
  });
  const missing = new Map<Skill, Missing[]>();
  const linked: SkillRequirements[] = [];
  const ranked = [...manifests].sort((a, b) => priority(b) - priority(a) || compareText(a.id, b.id));
  for (const { skill } of ranked) {
    const rules = requirementsOf(skill.manifest);
    if (rules === undefined) continue;
    const found = checkEligibility(rules, context);
    if (found.length > 0) missing.set(skill, found);
    if (rules.requiredSkills || rules.conflicts) linked.push({ skill, rules });
  }
  applyRequirements(
    ranked.map(({ skill }) => skill),
    linked,
    missing,
    () => false,
    ({ name }) => alephId(name),
  );
  return missing;
}

/**
 * Implements Aleph's `skill_status()`: returns the known skills, sorted by id. `active` contains the skills that the
 * agent has received.
 */
export function alephStatus(
  snapshot: Snapshot,
  context: EligibilityContext,
  active: (id: string) => boolean = () => false,
): AlephStatus[] {
  checkStatus("alephStatus", snapshot, context, active);
  const manifests = alephRegistry(snapshot);
  const missing = alephEligibility(manifests, context);
  return manifests.map(({ id, name, skill }) => {
    const reasons = (missing.get(skill) ?? []).map((each) => each.message);
    const state: State = reasons.length > 0 ? "ineligible" : active(id) ? "active" : "loaded";
    return { id, name, path: skill.path, state, reasons };
  });
}

/** Implements Aleph's `full_status()`: returns also overridden and invalid skills, sorted by id and path. */
export function alephFullStatus(
  snapshot: Snapshot,
  context: EligibilityContext,
  active: (id: string) => boolean = () => false,
): AlephStatus[] {
  checkStatus("alephFullStatus", snapshot, context, active);
  const known = alephStatus(snapshot, context, active);
  const paths = new Set(known.map((each) => each.path));
  const losers = [...snapshot.skills, ...snapshot.ineligible, ...snapshot.overridden].filter(
    ({ skill }) => !paths.has(skill.path),
  );
  return [
    ...known,
    ...losers.map(({ skill }): AlephStatus => {
      const { id, name } = manifestOf(skill);
      return { id, name, path: skill.path, state: "discovered", reasons: [`another skill has the id \`${id}\``] };
    }),
    ...snapshot.rejected.map(
      ({ name, path, diagnostics }): AlephStatus => ({
        id: alephId(name),
        name,
        path,
        state: "discovered",
        reasons: diagnostics.map((each) => each.message),
      }),
    ),
  ].sort((a, b) => compareText(a.id, b.id) || compareText(a.path, b.path));
}

function checkStatus(owner: string, snapshot: unknown, context: unknown, active: unknown): void {
  checkArguments(owner, {
    snapshot: [snapshot, SNAPSHOT_SHAPE],
    context: [context, ELIGIBILITY_CONTEXT_SHAPE],
    active: [active, ARGUMENT_SHAPES.act],
  });
}

const LIFE: readonly State[] = ["discovered", "evaluated", "eligible", "loaded", "active"];

/** Returns the states that a skill passed through, including the current one. */
export function alephLifecycle(state: State): readonly State[] {
  if (state === "ineligible") return ["discovered", "evaluated", "ineligible"];
  return LIFE.slice(0, LIFE.indexOf(state) + 1);
}

/**
 * Returns the commands of all skills, sorted by the skill's id and then by name. If several skills define a command,
 * only the command of the winning skill is returned.
 */
export function alephCommands(manifests: readonly AlephManifest[]): AlephCommand[] {
  checkArguments("alephCommands", { manifests: [manifests, MANIFEST_LIST_SHAPE] });
  const byName = new Map<string, AlephCommand>();
  for (const command of [...manifests].flatMap(commandsOf).sort(byPriority))
    if (!byName.has(command.name)) byName.set(command.name, command);
  return [...byName.values()].sort((a, b) => compareText(a.id, b.id) || compareText(a.name, b.name));
}

/**
 * Finds the skill of a command. Several matches are ordered: a full id first, then the workspace before bundled skills,
 * then priority, then id.
 */
export function resolveAlephCommand(asked: string, manifests: readonly AlephManifest[]): AlephCommand | undefined {
  checkArguments("resolveAlephCommand", {
    asked: [asked, ARGUMENT_SHAPES.text],
    manifests: [manifests, MANIFEST_LIST_SHAPE],
  });
  const all = manifests.flatMap(commandsOf);
  const exact = all.find(({ id, name }) => id === asked && name === ownCommand(id));
  return exact ?? all.filter(({ name }) => name === asked).sort(byPriority)[0];
}

/**
 * Returns the commands of a skill that a user may call. They are its declared commands, and a command for the skill
 * itself. The name of that command is the last part of the skill's id.
 */
function commandsOf({ id, description, source, skill }: AlephManifest): AlephCommand[] {
  const { commands = [], userInvocable = true } = skill.manifest;
  if (!userInvocable) return [];
  const declared = commands.map((command) => ({ ...command, id, source }));
  const own = { name: ownCommand(id), description, args: [], id, source };
  return declared.some(({ name }) => name === own.name) ? declared : [...declared, own];
}

function ownCommand(id: string): string {
  return id.slice(id.indexOf(":") + 1);
}

function byPriority(a: AlephCommand, b: AlephCommand): number {
  return priority(b) - priority(a) || compareText(a.id, b.id);
}

function priority({ source }: { readonly source: AlephSource }): number {
  return ALEPH_SOURCES.indexOf(source);
}

function manifestOf(skill: Skill): AlephManifest {
  const { name, description, manifest } = skill;
  return {
    id: alephId(name),
    name,
    description,
    triggers: manifest.triggers ?? [],
    source: alephSource(skill.scope),
    skill,
  };
}
