/**
 * Reads the current file of a skill that was found. If the frontmatter changed, creates a new snapshot and checks
 * permission again. If the file is missing or broken, returns a refusal that contains the last known metadata.
 */
import type { LoadOptions } from "../catalog/load/load.ts";
import { type CurrentSkill, readCurrentSkill, readUnchangedSkill } from "../catalog/read/read-current-skill.ts";
import { upsertSkill } from "../catalog/snapshot/upsert-skill.ts";
import type { OfferedSkill, Refusal, SkillRequester } from "../model/conversation/offer.ts";
import { OperationError, systemCode } from "../model/errors.ts";
import type { HostProfile } from "../model/host-profile.ts";
import type { Limits } from "../model/limits.ts";
import type { Skill } from "../model/skills/skill.ts";
import type { Snapshot } from "../model/skills/snapshot.ts";
import { findNearest } from "../model/text/matching/nearest.ts";
import { nameKey } from "../model/text/text.ts";
import { addressesOf } from "./access/addresses.ts";
import { lookUpSkill } from "./access/look-up.ts";
import { offeredSkills, relativeToProject, whyRefused } from "./access/why-refused.ts";

export type LocatedSkill = OfferedSkill & { readonly snapshot: Snapshot };
export type RefreshedSkill =
  | (LocatedSkill & { readonly fresh: CurrentSkill })
  | { readonly refusal: Refusal; readonly snapshot: Snapshot };

interface RefreshContext {
  readonly profile: HostProfile;
  readonly options: LoadOptions;
  readonly limits: Limits;
  readonly reload?: () => Promise<Snapshot>;
}

export async function refreshSkill(
  found: LocatedSkill,
  asked: string,
  asking: SkillRequester,
  context: RefreshContext,
): Promise<RefreshedSkill> {
  const { loaded, address, snapshot } = found;
  const { skill } = loaded;
  const same = readUnchangedSkill(skill, context.options, context.limits);
  if (same) return { loaded, address, snapshot, fresh: same };
  let fresh: CurrentSkill;
  try {
    fresh = await readCurrentSkill(skill, context.options, context.limits);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (KEPT_BACK.includes(error.code)) return { refusal: changedSince(error, asked), snapshot };
    return moved(found, asked, asking, context, error);
  }
  if (fresh.skill === skill && fresh.broken === undefined) return { ...found, fresh };
  // If the skill comes from the view of another host, that host's own reader must read the changed file.
  if (context.profile.runtime !== "engine") return throughHost(found, fresh, asking, context);
  if (fresh.broken) return refusedAs("SK331", `its file is broken now: ${fresh.broken.message}`, found, asked, asking);
  return changed(found, fresh, asked, asking);
}

/** Codes for files that differ from their approval, or from the entry that the server published for the skill. */
const KEPT_BACK: readonly string[] = ["SK503", "SK912", "SK914"];

function changedSince({ code, message, hint }: OperationError, asked: string): Refusal {
  return { code, asked, reason: message, candidates: [], ...(hint === undefined ? {} : { help: hint }) };
}

/** Handles a missing file. The skill may have moved, so the skills are loaded again. */
async function moved(
  found: LocatedSkill,
  asked: string,
  asking: SkillRequester,
  { reload, ...context }: RefreshContext,
  error: OperationError,
): Promise<RefreshedSkill> {
  const snapshot = reload ? await reload() : found.snapshot;
  const again = reload ? lookUpSkill(asked, snapshot, asking) : undefined;
  if (again && "found" in again && again.found.loaded.skill.path !== found.loaded.skill.path)
    return refreshSkill({ ...again.found, snapshot }, asked, asking, context);
  const why = systemCode(error.cause);
  const reason = why === "" || why === "ENOENT" ? "its file was removed" : `its file cannot be read any more (${why})`;
  return refusedAs("SK330", reason, { ...found, snapshot }, asked, asking);
}

async function throughHost(
  found: LocatedSkill,
  fresh: CurrentSkill,
  asking: SkillRequester,
  { reload }: RefreshContext,
): Promise<RefreshedSkill> {
  if (reload === undefined) return { ...found, fresh };
  const snapshot = await reload();
  const again = lookUpSkill(found.loaded.skill.path, snapshot, asking);
  return "found" in again ? { ...again.found, snapshot, fresh } : { refusal: again.refusal, snapshot };
}

/** Handles a changed frontmatter: creates a new snapshot, and checks permission again. */
function changed(found: LocatedSkill, fresh: CurrentSkill, asked: string, asking: SkillRequester): RefreshedSkill {
  const { loaded, snapshot: before } = found;
  const { skill } = fresh;
  // If another skill has the same name, or if this skill was not loaded, the snapshot stays unchanged. The next load
  // then decides which skill wins.
  const replaces = before.skills.includes(loaded) && isFree(skill, loaded.skill, before);
  const snapshot = replaces ? upsertSkill(before, skill, loaded.skill) : before;
  const current = snapshot.skills.find((each) => each.skill === skill) ?? { ...loaded, skill };
  const reason = whyRefused(current, relativeToProject(asking, snapshot));
  if (reason) return { refusal: { asked, candidates: [], ...reason }, snapshot };
  return { loaded: current, address: addressesOf(snapshot).get(current) ?? found.address, snapshot, fresh };
}

function isFree(skill: Skill, before: Skill, { skills }: Snapshot): boolean {
  const key = nameKey(skill.name);
  return skills.every((each) => each.skill === before || nameKey(each.skill.name) !== key);
}

/** Maximum characters of a description in a refusal. */
const MAX_DESCRIPTION = 200;

/** Returns a refusal with the last valid metadata and similar names. */
function refusedAs(
  code: "SK330" | "SK331",
  what: string,
  { loaded: { skill }, snapshot }: LocatedSkill,
  asked: string,
  asking: SkillRequester,
): RefreshedSkill {
  const names = offeredSkills(snapshot, asking).filter((each) => each.loaded.skill.id !== skill.id);
  const near = findNearest(
    skill.name,
    names.map((each) => each.address),
  );
  const was = skill.description.slice(0, MAX_DESCRIPTION);
  return {
    refusal: {
      code,
      asked,
      reason: `${what}; it was listed as “${was}” (\`${skill.path}\`)`,
      help:
        near.length > 0
          ? `continue without it; similar names: ${near.map((name) => `\`${name}\``).join(", ")}`
          : "continue without it, and tell the user",
      candidates: near,
    },
    snapshot,
  };
}
