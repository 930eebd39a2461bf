/**
 * Builds an immutable snapshot from checked skills. Each found file gets exactly one outcome, in this order: rejected
 * (from the parser), disabled, ineligible, overridden, loaded. This file never reads a disk.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { compareDiagnostics, diagnostic, type SeverityOverride } from "../../model/diagnostics/make-diagnostic.ts";
import { type Root, SCOPES, type Scope } from "../../model/skills/root.ts";
import { calledName, type EligibilityRules, type Rejected, type Skill } from "../../model/skills/skill.ts";
import {
  type Disabled,
  freezeSnapshot,
  type Ineligible,
  type Loaded,
  type Missing,
  type Overridden,
  type Snapshot,
  type Withheld,
} from "../../model/skills/snapshot.ts";
import { matchWildcards } from "../../model/text/matching/match-wildcards.ts";
import { compareText, nameKey } from "../../model/text/text.ts";
import { applySeverities } from "../config/config.ts";
import { applyRequirements, type SkillRequirements } from "./link-requirements.ts";
import { type Revision, revisionOf } from "./revision.ts";

export interface CatalogInput {
  readonly host: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly trusted: boolean;
  readonly roots: readonly Root[];
  readonly skills: readonly Skill[];
  readonly rejected: readonly Rejected[];
  /** The hash of the skills' metadata, if it was computed while reading. */
  readonly said?: Revision;
  readonly diagnostics: readonly Diagnostic[];
  /** Severities of warnings and infos that the settings change. */
  readonly severities: Readonly<Record<string, SeverityOverride>>;
  /** If several patterns match a skill, the last pattern wins. */
  readonly switches: readonly { readonly pattern: string; readonly enabled: boolean; readonly from: string }[];
  /** Returns the requirements of a skill, if any. */
  readonly requirements: (skill: Skill) => EligibilityRules | undefined;
  /** Returns the requirements that this machine does not meet. */
  readonly missing: (rules: EligibilityRules) => readonly Missing[];
  readonly withheld: (skill: Skill) => Withheld | undefined;
}

export function buildSnapshot(input: CatalogInput): Snapshot {
  const diagnostics: Diagnostic[] = [...input.diagnostics];
  const precedence = withheldLast(byPrecedence(input.roots), input.withheld);
  const { enabled, disabled } = applySwitches(input.skills, input.switches, diagnostics);
  const { eligible, ineligible } = applyEligibility(enabled, precedence, input);
  const { winners, overridden } = applyNames(eligible, precedence, input.withheld, diagnostics);
  const skills = winners.map((skill): Loaded => {
    const withheld = input.withheld(skill);
    return withheld ? { skill, withheld } : { skill };
  });
  diagnostics.push(...withheldDiagnostics([...skills, ...overridden], input.projectRoot));
  const outcomes = {
    skills,
    overridden: overridden.sort((a, b) => compareForListing(a.skill, b.skill)),
    rejected: input.rejected
      .map((each) => ({ ...each, diagnostics: applySeverities(each.diagnostics, input.severities) }))
      .sort((a, b) => compareText(a.path, b.path)),
    disabled: disabled.sort((a, b) => compareForListing(a.skill, b.skill)),
    ineligible: ineligible.sort((a, b) => compareForListing(a.skill, b.skill)),
  };
  return freezeSnapshot({
    revision: revisionOf(input.host, outcomes, input.said),
    host: input.host,
    cwd: input.cwd,
    projectRoot: input.projectRoot,
    trusted: input.trusted,
    roots: input.roots,
    ...outcomes,
    diagnostics: applySeverities(diagnostics, input.severities).sort(compareDiagnostics),
  });
}

function applySwitches(
  skills: readonly Skill[],
  switches: CatalogInput["switches"],
  diagnostics: Diagnostic[],
): { enabled: readonly Skill[]; disabled: Disabled[] } {
  if (switches.length === 0) return { enabled: skills, disabled: [] };
  const used = new Set<string>();
  const enabled: Skill[] = [];
  const disabled: Disabled[] = [];
  for (const skill of skills) {
    const matching = switches.filter((each) => isSelectedBy(each.pattern, skill));
    for (const each of matching) used.add(each.pattern);
    const last = matching.at(-1);
    if (last === undefined || last.enabled) enabled.push(skill);
    else disabled.push({ skill, reason: `disabled by \`${last.pattern}\` in ${last.from}` });
  }
  for (const each of switches) {
    if (used.has(each.pattern)) continue;
    used.add(each.pattern);
    diagnostics.push(
      diagnostic("SK210", {
        message: `the pattern \`${each.pattern}\` in ${each.from} matches no skill`,
        help: "correct or remove it",
      }),
    );
  }
  return { enabled, disabled };
}

/**
 * Returns true if a pattern selects a skill. A pattern is an id, a path, a directory, `name@scope`, or a name with
 * wildcards.
 */
export function isSelectedBy(pattern: string, skill: Skill): boolean {
  if (pattern === skill.id || pattern === skill.path || pattern === skill.directory || pattern === skill.realPath)
    return true;
  const name = nameKey(calledName(skill));
  if (nameKey(pattern) === nameKey(`${name}@${skill.scope}`)) return true;
  return !pattern.includes("/") && matchWildcards(nameKey(pattern), name);
}

type Precedence = (a: Skill, b: Skill) => number;
type Withholding = CatalogInput["withheld"];

/** Orders withheld skills after all others, whatever their precedence is. They never override an available skill. */
function withheldLast(precedence: Precedence, withheld: Withholding): Precedence {
  return (a, b) => Number(withheld(a) !== undefined) - Number(withheld(b) !== undefined) || precedence(a, b);
}

function applyEligibility(
  skills: readonly Skill[],
  precedence: Precedence,
  input: CatalogInput,
): { eligible: readonly Skill[]; ineligible: Ineligible[] } {
  const missing = new Map<Skill, Missing[]>();
  const linked: SkillRequirements[] = [];
  for (const skill of skills) {
    const rules = input.requirements(skill);
    if (rules === undefined) continue;
    const found = input.missing(rules);
    if (found.length > 0) missing.set(skill, [...found]);
    if (rules.requiredSkills || rules.conflicts) linked.push({ skill, rules });
  }
  if (linked.length > 0)
    applyRequirements(
      [...skills].sort(precedence),
      linked.sort((a, b) => precedence(a.skill, b.skill)),
      missing,
      (skill) => input.withheld(skill) !== undefined,
    );
  const eligible = missing.size === 0 ? skills : skills.filter((skill) => !missing.has(skill));
  const ineligible = [...missing].map(([skill, list]): Ineligible => {
    const withheld = input.withheld(skill);
    return { skill, missing: list, ...(withheld ? { withheld } : {}) };
  });
  return { eligible, ineligible };
}

/** Keeps one skill of each name. The other skills become overridden, and record the winner and the reason. */
function applyNames(
  skills: readonly Skill[],
  precedence: Precedence,
  withheld: Withholding,
  diagnostics: Diagnostic[],
): { winners: Skill[]; overridden: Overridden[] } {
  const byName = new Map<string, Skill>();
  const losers: Skill[] = [];
  for (const skill of skills) {
    const key = nameKey(skill.name);
    const rival = byName.get(key);
    if (rival === undefined || precedence(skill, rival) < 0) byName.set(key, skill);
    if (rival !== undefined) losers.push(byName.get(key) === skill ? rival : skill);
  }
  const overridden = losers.map((skill): Overridden => {
    const winner = byName.get(nameKey(skill.name)) as Skill;
    if (winner.scope === skill.scope) diagnostics.push(duplicateName(winner, skill));
    const why = withheld(skill);
    if (why === undefined) return { skill, by: winner.id, reason: whyOverridden(winner, skill), selectable: true };
    if (withheld(winner) !== undefined) return { skill, by: winner.id, reason: whyOverridden(winner, skill) };
    return { skill, by: winner.id, reason: `${why.reason}, so every other skill of this name wins`, withheld: why };
  });
  return { winners: inListingOrder(byName), overridden };
}

/**
 * Returns the skills sorted by scope, then by name. Names are unique here, so a native sort of names is enough and
 * several times as fast.
 */
function inListingOrder(byName: ReadonlyMap<string, Skill>): Skill[] {
  const names = new Map<Scope, string[]>(SCOPES.map((scope) => [scope, []]));
  for (const skill of byName.values()) names.get(skill.scope)?.push(skill.name);
  return [...names.values()].flatMap((each) => each.sort().map((name) => byName.get(nameKey(name)) as Skill));
}

function whyOverridden(winner: Skill, skill: Skill): string {
  if (winner.scope !== skill.scope) return `scope \`${winner.scope}\` takes precedence over \`${skill.scope}\``;
  if (winner.root !== skill.root) return `root \`${winner.root.label}\` takes precedence over \`${skill.root.label}\``;
  return "its path comes first in the same root";
}

function duplicateName(winner: Skill, skill: Skill): Diagnostic {
  return diagnostic("SK202", {
    path: skill.path,
    message: `two skills of scope \`${skill.scope}\` are called \`${skill.name}\`; this one is overridden`,
    help: "give one of them another name, or remove it",
    related: [{ message: "the other skill", path: winner.path }],
  });
}

/** Returns one diagnostic for the untrusted folder, and one for each skill that is withheld for another reason. */
function withheldDiagnostics(skills: readonly (Loaded | Overridden)[], projectRoot: string): Diagnostic[] {
  const withheld = skills.filter((each) => each.withheld !== undefined);
  const untrusted = withheld.filter((each) => each.withheld?.code === "SK501");
  return [
    ...(untrusted[0]?.withheld ? [notTrusted(projectRoot, untrusted.length, untrusted[0].withheld)] : []),
    ...withheld.flatMap(({ skill, withheld: why }) =>
      why?.code === "SK503" || why?.code === "SK507" || why?.code === "SK912" ? [notOffered(why.code, skill, why)] : [],
    ),
  ];
}

function notOffered(code: "SK503" | "SK507" | "SK912", { name, path }: Skill, { reason, help }: Withheld): Diagnostic {
  return diagnostic(code, { path, message: `the skill \`${name}\` is not offered to models: ${reason}`, help });
}

function notTrusted(projectRoot: string, count: number, withheld: Withheld): Diagnostic {
  return diagnostic("SK501", {
    path: projectRoot,
    message: `${count} ${count === 1 ? "skill" : "skills"} of this project ${count === 1 ? "is" : "are"} not offered to models: ${withheld.reason}`,
    help: "review these skills, then run `skillwright trust`",
  });
}

/** Orders by scope rank, then root order, then path. */
function byPrecedence(roots: readonly Root[]): (a: Skill, b: Skill) => number {
  const order = new Map(roots.map((root, index) => [root, index]));
  return (a, b) => {
    if (a.root === b.root) return compareText(a.path, b.path);
    return compareScope(a, b) || (order.get(a.root) ?? 0) - (order.get(b.root) ?? 0) || compareText(a.path, b.path);
  };
}

/** Orders listings by scope rank, then name, then path. */
export function compareForListing(a: Skill, b: Skill): number {
  return compareScope(a, b) || compareText(a.name, b.name) || compareText(a.path, b.path);
}

function compareScope(a: Skill, b: Skill): number {
  return a.scope === b.scope ? 0 : SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope);
}

/** The kinds of sources that a skill's commands can come from. Later kinds take precedence. */
export const COMMAND_SOURCES = ["bundled", "global", "plugin", "workspace"] as const;
export type CommandSource = (typeof COMMAND_SOURCES)[number];

export function commandSourceOf(scope: Scope): CommandSource {
  if (scope === "plugin") return "plugin";
  if (scope === "user") return "global";
  return scope === "system" || scope === "admin" ? "bundled" : "workspace";
}
