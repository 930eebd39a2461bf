/**
 * Updates one changed skill in a snapshot. This works only for a plain file with the same name, no requirements, and no
 * diagnostics before and after the change. Nothing else depends on such a skill. Otherwise it returns undefined, and
 * the caller loads everything again.
 */
import { checkSkillFile } from "../../format/check/check.ts";
import { requirementsOf } from "../../format/eligibility.ts";
import { HEAD_BYTES, parseQuick } from "../../format/parse/quick/parse-quick.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { undefinedIfRefused } from "../../model/errors.ts";
import type { Limits } from "../../model/limits.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { freezeSnapshot, freezeWithNewEntry, type Loaded, type Snapshot } from "../../model/skills/snapshot.ts";
import type { Files } from "../../platform/files/files.ts";
import { revisionAfterReplacement } from "./revision.ts";

/**
 * Returns a snapshot with the skill as it is now. `read` returns the current skill, or undefined if the file needs the
 * full reader.
 */
export function replaceSkill(
  path: string,
  snapshot: Snapshot,
  read: (before: Skill) => Skill | undefined,
): Snapshot | undefined {
  const position = positionsIn(snapshot).get(path);
  const before = position === undefined ? undefined : snapshot.skills[position];
  if (position === undefined || before === undefined || !standsAlone(before.skill, snapshot)) return undefined;
  const skill = read(before.skill);
  if (skill === undefined || skill.name !== before.skill.name || requirementsOf(skill.manifest)) return undefined;
  if (saysTheSame(skill, before.skill)) return snapshot;
  const after: Loaded = { ...before, skill };
  // `slice` is not used here, because it is sixty times as slow for a frozen list.
  const skills = [...snapshot.skills];
  skills[position] = after;
  const revision = revisionAfterReplacement(snapshot.revision, before, after);
  const reloaded = freezeSnapshot({ ...snapshot, skills, revision });
  freezeWithNewEntry(snapshot, reloaded, after);
  positions.set(reloaded, positionsIn(snapshot));
  return reloaded;
}

/**
 * Returns true if both headers are equal and in the same place. The body offset also changes if a file now ends with
 * its header.
 */
function saysTheSame(a: Skill, b: Skill): boolean {
  return a.header === b.header && a.headerLine === b.headerLine && a.bodyOffset === b.bodyOffset;
}

/** Returns true if a skill depends only on its own file, and on no source, symlink, approval, requirement or finding. */
function standsAlone({ path, root, realPath, approved, manifest }: Skill, { host, diagnostics }: Snapshot): boolean {
  if (host !== "skillwright" || root.source !== undefined || realPath !== undefined || approved !== undefined)
    return false;
  return requirementsOf(manifest) === undefined && !pathsIn(diagnostics).has(path);
}

/** One buffer for all files, because allocating memory takes longer than reading a file. */
const HEAD = Buffer.allocUnsafeSlow(HEAD_BYTES);

/** Returns a reader of plain skills. */
export function plainReader(files: Files, limits: Limits): (skill: Skill) => Skill | undefined {
  return (skill) => {
    const findings: Diagnostic[] = [];
    return undefinedIfRefused(() => {
      const bytes = files.readHead(skill.path, HEAD, limits.maxSkillBytes);
      if (bytes <= 0) return undefined;
      const read = parseQuick(skill, HEAD, bytes, limits.maxFrontmatterBytes, findings, skill.sidecar);
      return read && findings.length === 0 && checkSkillFile(read).length === 0 ? read : undefined;
    });
  };
}

const positions = new WeakMap<Snapshot, ReadonlyMap<string, number>>();

/**
 * Returns the position of each file among the loaded skills. The positions are computed once and passed from snapshot
 * to snapshot.
 */
export function positionsIn(snapshot: Snapshot): ReadonlyMap<string, number> {
  const known = positions.get(snapshot);
  if (known) return known;
  const made = new Map(snapshot.skills.map(({ skill }, position) => [skill.path, position]));
  positions.set(snapshot, made);
  return made;
}

const told = new WeakMap<readonly Diagnostic[], ReadonlySet<string>>();

/** Returns the files that have diagnostics. */
function pathsIn(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  const known = told.get(diagnostics);
  if (known) return known;
  const made = new Set(
    diagnostics.flatMap(({ path, at, related }) => [
      ...(path ? [path] : []),
      ...(at ? [at.path] : []),
      ...(related?.flatMap((each) => (each.path ? [each.path] : [])) ?? []),
    ]),
  );
  told.set(diagnostics, made);
  return made;
}
