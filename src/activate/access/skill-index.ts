/**
 * An index of all found files by path, by id and by each of their names. It is built once for each snapshot, when it is
 * first needed.
 */
import type { Refusal } from "../../model/conversation/offer.ts";
import { calledName, type Skill } from "../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../model/skills/snapshot.ts";
import { nameKey, parentPath } from "../../model/text/text.ts";
import { addressesOf } from "./addresses.ts";
import { UNTRUSTED_HELP } from "./why-refused.ts";

/** The reason why a found file is not loaded. */
export type AbsenceReason = Pick<Refusal, "code" | "reason" | "help">;

export interface SkillIndex {
  readonly byPath: ReadonlyMap<string, Loaded>;
  readonly byId: ReadonlyMap<string, Loaded>;
  readonly byName: ReadonlyMap<string, readonly Loaded[]>;
  /**
   * Skills whose address is neither their name nor their id. The keys are these addresses. A skill has such an address
   * if its name cannot be shown unchanged.
   */
  readonly byAddress: ReadonlyMap<string, readonly Loaded[]>;
  /** Overridden skills that can still be selected. The keys of this map are paths and ids. */
  readonly overriddenByPath: ReadonlyMap<string, Loaded>;
  readonly overriddenByName: ReadonlyMap<string, readonly Loaded[]>;
  /** Files that were found but not loaded, by path and id. */
  readonly absentByPath: ReadonlyMap<string, AbsenceReason>;
  /** Files that were found but not loaded. The keys are names, and `name@scope`. */
  readonly absentByName: ReadonlyMap<string, AbsenceReason>;
  /** Skills that cannot be loaded only because environment variables are missing. The keys are paths, ids and names. */
  readonly lackingVariables: ReadonlyMap<string, Loaded>;
}

const known = new WeakMap<Snapshot, SkillIndex>();

export function skillIndex(snapshot: Snapshot): SkillIndex {
  const before = known.get(snapshot);
  if (before) return before;
  const made = {
    ...loadedOf(snapshot),
    ...overriddenOf(snapshot),
    ...absentOf(snapshot),
    lackingVariables: lackingOf(snapshot),
  };
  known.set(snapshot, made);
  return made;
}

function loadedOf(snapshot: Snapshot): Pick<SkillIndex, "byPath" | "byId" | "byName" | "byAddress"> {
  const byPath = new Map<string, Loaded>();
  const byId = new Map<string, Loaded>();
  const byName = new Map<string, Loaded[]>();
  for (const loaded of snapshot.skills) {
    const { id, path, directory, realPath } = loaded.skill;
    byId.set(id, loaded);
    for (const each of [path, directory, realPath])
      if (each !== undefined && !byPath.has(each)) byPath.set(each, loaded);
    append(byName, nameKey(calledName(loaded.skill)), loaded);
  }
  const byAddress = new Map<string, readonly Loaded[]>();
  for (const [loaded, address] of addressesOf(snapshot))
    if (address !== calledName(loaded.skill)) byAddress.set(nameKey(address), [loaded]);
  return { byPath, byId, byName, byAddress };
}

/** Returns the skills with this `name@scope`; none if the key contains no `@`. */
export function skillsInScope(key: string, { byName }: SkillIndex): readonly Loaded[] {
  const at = key.lastIndexOf("@");
  if (at === -1) return [];
  return byName.get(key.slice(0, at))?.filter(({ skill }) => skill.scope === key.slice(at + 1)) ?? [];
}

function overriddenOf(snapshot: Snapshot): Pick<SkillIndex, "overriddenByPath" | "overriddenByName"> {
  const overriddenByPath = new Map<string, Loaded>();
  const overriddenByName = new Map<string, Loaded[]>();
  for (const { skill, selectable } of snapshot.overridden) {
    if (!selectable) continue;
    const loaded: Loaded = { skill };
    for (const path of pathsOf(skill)) if (!overriddenByPath.has(path)) overriddenByPath.set(path, loaded);
    append(overriddenByName, nameKey(`${skill.name}@${skill.scope}`), loaded);
  }
  return { overriddenByPath, overriddenByName };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function absentOf(snapshot: Snapshot): Pick<SkillIndex, "absentByPath" | "absentByName"> {
  const absentByPath = new Map<string, AbsenceReason>();
  const absentByName = new Map<string, AbsenceReason>();
  const note = (paths: readonly string[], names: readonly string[], why: AbsenceReason): void => {
    for (const path of paths) if (!absentByPath.has(path)) absentByPath.set(path, why);
    for (const name of names) if (!absentByName.has(nameKey(name))) absentByName.set(nameKey(name), why);
  };
  for (const { skill, reason } of snapshot.disabled)
    note(pathsOf(skill), namesOf(skill), {
      code: "SK203",
      reason,
      help: `\`skillwright enable ${calledName(skill)}\` enables it`,
    });
  for (const { skill, missing } of snapshot.ineligible)
    note(pathsOf(skill), namesOf(skill), {
      code: missing[0]?.code ?? "SK208",
      reason: missing.map((each) => each.message).join("; "),
      help: `\`skillwright explain ${calledName(skill)}\` says what it needs`,
    });
  for (const { id, path, name, root, diagnostics } of snapshot.rejected) {
    const error = diagnostics.find((each) => each.severity === "error") ?? diagnostics[0];
    note([path, parentPath(path), id], [name, `${name}@${root.scope}`], {
      code: error?.code ?? "SK003",
      reason: `it cannot be loaded: ${error?.message ?? "its file is broken"}`,
      help: `\`skillwright explain ${name}\` shows how to fix it`,
    });
  }
  // A plain name selects the winning skill. So an overridden skill is indexed only by its paths, its id and
  // `name@scope`.
  for (const { skill, by, reason, withheld, selectable } of snapshot.overridden)
    if (!selectable)
      note(pathsOf(skill), [`${skill.name}@${skill.scope}`], {
        code: withheld?.code ?? "SK201",
        reason: withheld?.reason ?? reason,
        help: withheld ? UNTRUSTED_HELP : `\`${by}\` is used instead`,
      });
  return { absentByPath, absentByName };
}

function lackingOf({ ineligible }: Snapshot): ReadonlyMap<string, Loaded> {
  const lacking = new Map<string, Loaded>();
  for (const { skill, missing } of ineligible) {
    if (missing.some(({ kind }) => kind !== "environment")) continue;
    const loaded = { skill };
    for (const key of [...pathsOf(skill), ...namesOf(skill).map(nameKey)])
      if (!lacking.has(key)) lacking.set(key, loaded);
  }
  return lacking;
}

function pathsOf({ path, directory, realPath, id }: Skill): string[] {
  return [path, directory, ...(realPath === undefined ? [] : [realPath]), id];
}

function namesOf(skill: Skill): string[] {
  const name = calledName(skill);
  return [name, `${name}@${skill.scope}`];
}
