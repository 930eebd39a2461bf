/**
 * Checked skills in, an immutable snapshot out: each found file gets exactly one outcome, in this order. Rejected comes
 * in; then disabled, ineligible, shadowed, and what is left is loaded. It must never touch a disk.
 */
import { compareDiagnostics, diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Root } from "../model/root.ts";
import type { EligibilityRules, Rejected, Skill } from "../model/skill.ts";
import type { Disabled, Ineligible, Loaded, Missing, Shadowed, Snapshot, Withheld } from "../model/snapshot.ts";
import { matchPattern } from "./match-pattern.ts";
import { byListing, byPrecedence, compareText } from "./order.ts";
import { nameKey } from "./name-key.ts";
import { revisionOf } from "./revision.ts";

export interface CatalogInput {
  readonly host: string;
  readonly cwd: string;
  readonly projectRoot: string;
  readonly trusted: boolean;
  readonly roots: readonly Root[];
  readonly skills: readonly Skill[];
  readonly rejected: readonly Rejected[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of those that match a skill the last decides. */
  readonly switches: readonly { readonly pattern: string; readonly enabled: boolean; readonly from: string }[];
  /** Unmet requirements of a machine. */
  readonly missing: (skill: Skill) => readonly Missing[];
  /** Requirements between skills. */
  readonly requirements: (skill: Skill) => EligibilityRules | undefined;
  readonly withheld: (skill: Skill) => Withheld | undefined;
}

export function buildSnapshot(input: CatalogInput): Snapshot {
  const diagnostics: Diagnostic[] = [...input.diagnostics];
  const ordered = [...input.skills].sort(byPrecedence(input.roots));
  const { enabled, disabled } = applySwitches(ordered, input.switches, diagnostics);
  const { eligible, ineligible } = applyEligibility(enabled, input);
  const { winners, shadowed } = applyNames(eligible, diagnostics);
  const skills = winners.sort(byListing).map((skill): Loaded => {
    const withheld = input.withheld(skill);
    return withheld ? { skill, withheld } : { skill };
  });
  const withheldBy = skills.find((each) => each.withheld)?.withheld;
  if (withheldBy) diagnostics.push(notTrusted(input.projectRoot, skills.filter((each) => each.withheld).length, withheldBy));
  const outcomes = {
    skills,
    shadowed: shadowed.sort((a, b) => byListing(a.skill, b.skill)),
    rejected: [...input.rejected].sort((a, b) => compareText(a.path, b.path)),
    disabled: disabled.sort((a, b) => byListing(a.skill, b.skill)),
    ineligible: ineligible.sort((a, b) => byListing(a.skill, b.skill)),
  };
  return Object.freeze({
    revision: revisionOf(input.host, outcomes),
    host: input.host,
    cwd: input.cwd,
    projectRoot: input.projectRoot,
    trusted: input.trusted,
    roots: input.roots,
    ...outcomes,
    diagnostics: diagnostics.sort(compareDiagnostics),
  });
}

function applySwitches(skills: readonly Skill[], switches: CatalogInput["switches"], diagnostics: Diagnostic[]): { enabled: readonly Skill[]; disabled: Disabled[] } {
  if (switches.length === 0) return { enabled: skills, disabled: [] };
  const used = new Set<string>();
  const enabled: Skill[] = [];
  const disabled: Disabled[] = [];
  for (const skill of skills) {
    const matching = switches.filter((each) => addresses(each.pattern, skill));
    for (const each of matching) used.add(each.pattern);
    const last = matching.at(-1);
    if (last === undefined || last.enabled) enabled.push(skill);
    else disabled.push({ skill, reason: `disabled by \`${last.pattern}\` in ${last.from}` });
  }
  for (const each of switches) {
    if (used.has(each.pattern)) continue;
    used.add(each.pattern);
    diagnostics.push(diagnostic("SK210", { message: `the pattern \`${each.pattern}\` in ${each.from} matches no skill`, help: "correct it or take it out" }));
  }
  return { enabled, disabled };
}

/** Whether a pattern names a skill: its id, its path or directory, `name@scope`, or a name with wildcards. */
export function addresses(pattern: string, skill: Skill): boolean {
  if (pattern === skill.id || pattern === skill.path || pattern === skill.directory || pattern === skill.realPath) return true;
  if (pattern === `${skill.name}@${skill.scope}`) return true;
  return !pattern.includes("/") && matchPattern(nameKey(pattern), nameKey(skill.name));
}

function applyEligibility(skills: readonly Skill[], input: CatalogInput): { eligible: Skill[]; ineligible: Ineligible[] } {
  const missing = new Map<Skill, Missing[]>();
  const linked: { skill: Skill; rules: EligibilityRules }[] = [];
  for (const skill of skills) {
    const found = input.missing(skill);
    if (found.length > 0) missing.set(skill, [...found]);
    const rules = input.requirements(skill);
    if (rules?.requiredSkills || rules?.conflicts) linked.push({ skill, rules });
  }
  if (linked.length > 0) applyLinks(skills, linked, missing);
  const eligible = missing.size === 0 ? [...skills] : skills.filter((skill) => !missing.has(skill));
  return { eligible, ineligible: [...missing].map(([skill, list]) => ({ skill, missing: list })) };
}

/** [E4] Conflicts first, each against what else is usable; then requirements, until nothing more falls away. */
function applyLinks(skills: readonly Skill[], linked: readonly { skill: Skill; rules: EligibilityRules }[], missing: Map<Skill, Missing[]>): void {
  const add = (skill: Skill, found: Missing): void => {
    missing.set(skill, [...(missing.get(skill) ?? []), found]);
  };
  const position = new Map(skills.map((skill, index) => [skill, index]));
  const declares = (skill: Skill, other: Skill): boolean => linked.some((each) => each.skill === skill && (each.rules.conflicts ?? []).some((name) => nameKey(name) === nameKey(other.name)));
  const usable = (name: string): Skill[] => skills.filter((skill) => !missing.has(skill) && nameKey(skill.name) === nameKey(name));
  for (const { skill, rules } of linked) {
    for (const name of rules.conflicts ?? []) {
      // Of two skills that name each other the one with precedence stays.
      const rival = usable(name).find((other) => other !== skill && (!declares(other, skill) || position.get(other)! < position.get(skill)!));
      if (rival) add(skill, { code: "SK209", kind: "conflict", what: name, message: `it conflicts with the skill \`${name}\`` });
    }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const { skill, rules } of linked) {
      for (const name of rules.requiredSkills ?? []) {
        if (usable(name).length > 0 || missing.get(skill)?.some((each) => each.kind === "skill" && each.what === name)) continue;
        add(skill, { code: "SK208", kind: "skill", what: name, message: `it needs the skill \`${name}\`, which is not usable here` });
        changed = true;
      }
    }
  }
}

function applyNames(skills: readonly Skill[], diagnostics: Diagnostic[]): { winners: Skill[]; shadowed: Shadowed[] } {
  const byName = new Map<string, Skill>();
  const winners: Skill[] = [];
  const shadowed: Shadowed[] = [];
  for (const skill of skills) {
    const key = nameKey(skill.name);
    const winner = byName.get(key);
    if (winner === undefined) {
      byName.set(key, skill);
      winners.push(skill);
      continue;
    }
    shadowed.push({ skill, by: winner.id, reason: whyShadowed(winner, skill) });
    if (winner.scope === skill.scope) diagnostics.push(duplicateName(winner, skill));
  }
  return { winners, shadowed };
}

function whyShadowed(winner: Skill, skill: Skill): string {
  if (winner.scope !== skill.scope) return `scope \`${winner.scope}\` comes before \`${skill.scope}\``;
  if (winner.root !== skill.root) return `root \`${winner.root.label}\` comes before \`${skill.root.label}\``;
  return "its path comes first in the same root";
}

function duplicateName(winner: Skill, skill: Skill): Diagnostic {
  return diagnostic("SK202", {
    path: skill.path,
    message: `two skills of scope \`${skill.scope}\` are called \`${skill.name}\`; this one is shadowed`,
    help: "give one of them another name, or remove it",
    related: [{ message: "the other one", path: winner.path }],
  });
}

function notTrusted(projectRoot: string, count: number, withheld: Withheld): Diagnostic {
  return diagnostic("SK501", { path: projectRoot, message: `${count} ${count === 1 ? "skill" : "skills"} of this project ${count === 1 ? "is" : "are"} not offered to models: ${withheld.reason}`, help: "look at them, then run `skillwright trust`" });
}
