/**
 * Checks the skills of named paths or of roots, including advice. Each skill is checked separately, even if another
 * skill overrides it.
 */

import { applySeverities } from "../../catalog/config/config.ts";
import { type LoadContext, loadFoundFiles, loadSkills } from "../../catalog/load/load.ts";
import type { Scanner } from "../../catalog/scan/scan.ts";
import { adviseOn } from "../../format/check/advise.ts";
import { findOverlaps } from "../../format/check/overlaps.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { compareDiagnostics } from "../../model/diagnostics/make-diagnostic.ts";
import { skillsOfEveryOutcome } from "../../model/skills/snapshot.ts";
import { compareText } from "../../model/text/text.ts";
import { hookFindings } from "../../session/hooks/hook-findings.ts";
import { ruleFindings } from "../../session/permit/rules/rule-findings.ts";
import { findCopies, type SkillCopies } from "./find-copies.ts";
import { INCOMPLETE_CODES, raiseToErrors } from "./incomplete.ts";
import type { LockedSkill } from "./locked-skills.ts";
import type { NamedPath } from "./named-paths.ts";

/** What to check: paths that the user names, or roots with their own search rules. */
export type CheckTargets =
  | { readonly named: readonly NamedPath[]; readonly allowEmpty: boolean }
  | { readonly roots: readonly string[] };

export interface SkillsToCheck {
  /** Skill files, sorted. */
  readonly files: readonly string[];
  readonly rejected: readonly string[];
  readonly copies: readonly SkillCopies[];
  readonly installed: readonly LockedSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function collectSkillsToCheck(targets: CheckTargets, context: LoadContext): Promise<SkillsToCheck> {
  const found = "roots" in targets ? { ...targets, ...NOTHING } : await findNamed(targets, context);
  const { config, files, environment, cwd } = context;
  const place = { ambient: false, links: "follow", roots: found.roots, files, environment, cwd } as const;
  const load = { ...place, trust: "all", config: limitsOf(config.limits) } as const;
  const { snapshot } = await (found.scanner ? loadFoundFiles(found.scanner, load) : loadSkills(load));
  const skills = skillsOfEveryOutcome(snapshot);
  const rejected = snapshot.rejected.map(({ path }) => path);
  const paths = [...new Set([...skills.map(({ path }) => path), ...rejected])].sort();
  const copies = findCopies(paths, files);
  const repeated = new Set(copies.flatMap((each) => each.copies));
  const advice = skills.flatMap((skill) => [...adviseOn(skill, files), ...ruleFindings(skill), ...hookFindings(skill)]);
  const rivals = findOverlaps(skills.filter(({ path }) => !repeated.has(path)));
  const all = [...snapshot.diagnostics.filter(isAbout), ...found.diagnostics, ...advice, ...rivals];
  const [incomplete, others] = raiseToErrors(all, INCOMPLETE_CODES);
  const diagnostics = [...incomplete, ...applySeverities(others, config.severities)];
  return {
    files: paths,
    rejected,
    copies,
    installed: found.installed,
    diagnostics: diagnostics.sort(compareDiagnostics),
  };
}

interface Found {
  readonly roots: readonly string[];
  readonly scanner?: Scanner;
  readonly installed: readonly LockedSkill[];
  readonly diagnostics: readonly Diagnostic[];
}

const NOTHING = { installed: [], diagnostics: [], scanner: undefined };

/** Finds the skills in the paths that the user named. A skill is the author's own if no lock in its path names it. */
async function findNamed(
  { named, allowEmpty }: Extract<CheckTargets, { named: unknown }>,
  context: LoadContext,
): Promise<Found> {
  const [{ findNamedSkills, uniqueSkills }, { splitInstalled }, { scanKnown }] = await Promise.all([
    import("./named-paths.ts"),
    import("./locked-skills.ts"),
    import("../../catalog/scan/scan-known.ts"),
  ]);
  const { trees, diagnostics } = findNamedSkills(named, context, { allowEmpty });
  const split = trees.map((tree) => splitInstalled(tree, context.files));
  const own = uniqueSkills(split.map((each) => ({ skills: each.own })));
  const isOwn = new Set(own.map(({ path }) => path));
  const installed = new Map(split.flatMap((each) => each.installed.map((skill) => [skill.path, skill])));
  return {
    roots: [...new Set(own.map(({ root }) => root))],
    scanner: scanKnown(own, [...installed.keys()]),
    installed: [...installed.values()]
      .filter(({ path }) => !isOwn.has(path))
      .sort((a, b) => compareText(a.path, b.path)),
    diagnostics: [...diagnostics, ...split.flatMap((each) => each.diagnostics)],
  };
}

/** Returns true if a finding concerns authors. Empty directories, and which of two skills wins, do not concern them. */
function isAbout({ code }: Diagnostic): boolean {
  return code !== "SK023" && code !== "SK019";
}

function limitsOf(limits: LoadContext["config"]["limits"]): Record<string, number> {
  return {
    "limits.max_depth": limits.maxDepth,
    "limits.max_directories": limits.maxDirectories,
    "limits.max_entries": limits.maxEntries,
    "limits.max_skill_bytes": limits.maxSkillBytes,
    "limits.max_frontmatter_bytes": limits.maxFrontmatterBytes,
  };
}
