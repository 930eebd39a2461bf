/**
 * Conductor: a journal and a snapshot in, what is used and what is dead out. A skill is dead when models were told of it
 * in several sessions and none of them, nor a person, ever called it.
 */
import type { Config } from "../../catalog/config/config.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import { readLines } from "../../platform/files/read-lines.ts";
import { countUsage, type SkillUse, type Usage } from "./count-usage.ts";

export interface UsageOptions {
  /** The journal file (default: the configured one). */
  readonly journal?: string;
  /** Number of sessions that must have offered a skill before it can be dead (default: 3). */
  readonly deadAfter?: number;
}

export interface UsageReport extends Omit<Usage, "skills"> {
  /** Absent if no journal is kept. */
  readonly journal?: string;
  /** Every loaded skill, most used first; a skill that no session listed has only zeros. */
  readonly skills: readonly SkillUse[];
  /** The skills of these that are never called. */
  readonly dead: readonly SkillUse[];
  /** In the journal, but not loaded any more. */
  readonly gone: readonly SkillUse[];
}

const DEAD_AFTER = 3;
/** Bytes of a line: a listing of thousands of skills is one. */
const MAX_LINE = 4 << 20;

export function usageOf(
  snapshot: Snapshot,
  config: Pick<Config, "journal">,
  { journal = config.journal ?? undefined, deadAfter = DEAD_AFTER }: UsageOptions,
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
    dead: skills.filter(({ offered, activated }) => activated === 0 && offered >= deadAfter),
    gone: used.filter(({ id }) => !loaded.has(id)),
  };
}

function count(journal: string): Usage {
  try {
    return countUsage(readLines(journal, MAX_LINE));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new OperationError("SK360", `the journal \`${journal}\` cannot be read`, {
      hint: systemCode(error) === "ENOENT" ? "no session has written to it yet" : "it must be a file that you may read",
      cause: error,
    });
  }
}

const NEVER = { offered: 0, activated: 0, byUser: 0, completed: 0 };
