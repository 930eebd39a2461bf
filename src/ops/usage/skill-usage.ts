/**
 * Reports which skills are used and which are not, from a journal and a snapshot. A skill counts as unused if several
 * sessions listed it, but no model or person activated it.
 */
import type { Config } from "../../catalog/config/config.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { readLines } from "../../platform/files/read-lines.ts";
import { countUsage, type SkillUse, type UsageCount } from "./count-usage.ts";

export interface UsageOptions {
  /** The journal file (default: the configured one). */
  readonly journal?: string;
  /** Minimum number of sessions that listed a skill before it can count as unused (default: 3). */
  readonly unusedAfter?: number;
}

export interface UsageReport extends Omit<UsageCount, "skills"> {
  /** The journal file that was read; undefined if there is none. */
  readonly journal?: string;
  /** Every loaded skill, most used first. If no session listed a skill, all its counts are 0. */
  readonly skills: readonly SkillUse[];
  /** Listed skills that are never activated. */
  readonly unused: readonly SkillUse[];
  /** Skills in the journal that are no longer loaded. */
  readonly unloaded: readonly SkillUse[];
}

const UNUSED_AFTER = 3;
/** Maximum bytes of a journal line. One line may list thousands of skills. */
const MAX_LINE = 4 << 20;

export function skillUsage(
  snapshot: Snapshot,
  config: Pick<Config, "journal">,
  { journal = config.journal ?? undefined, unusedAfter = UNUSED_AFTER }: UsageOptions,
): UsageReport {
  const { skills: used, ...counted } = journal === undefined ? countUsage([]) : count(journal);
  const known = new Map(used.map((use) => [use.id, use]));
  const skills = snapshot.skills
    .map(({ skill }): SkillUse => ({ ...NEVER, ...known.get(skill.id), id: skill.id, address: skill.name }))
    .sort((a, b) => b.activated - a.activated || b.offered - a.offered || (a.id < b.id ? -1 : 1));
  const loaded = new Set<string>(snapshot.skills.map(({ skill }) => skill.id));
  return {
    ...(journal === undefined ? {} : { journal }),
    ...counted,
    skills,
    unused: skills.filter(({ offered, activated }) => activated === 0 && offered >= unusedAfter),
    unloaded: used.filter(({ id }) => !loaded.has(id)),
  };
}

function count(journal: string): UsageCount {
  try {
    return countUsage(readLines(journal, MAX_LINE));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new OperationError("SK360", `the journal \`${journal}\` cannot be read`, {
      hint:
        systemCode(error) === "ENOENT"
          ? "no session has written to the journal yet"
          : "the journal must be a readable file",
      cause: error,
    });
  }
}

const NEVER = { offered: 0, activated: 0, byUser: 0, completed: 0 };
