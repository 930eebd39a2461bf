/** Builds the answers of `list --roots`, `list --origin`, `hosts` and `config`, and of the state of every file. */
import type { EffectiveValue } from "../../../catalog/config/config.ts";
import { CONFIG_KEYS } from "../../../catalog/config/keys.ts";
import type { Loading } from "../../../catalog/load/load.ts";
import { PROFILES } from "../../../hosts/profiles/profiles.ts";
import type { InstalledOrigin } from "../../../install/origin-of.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { isMap } from "../../../model/schema.ts";
import type { Root } from "../../../model/skills/root.ts";
import { directoryOfSkill, type Skill } from "../../../model/skills/skill.ts";
import { type Snapshot, skillsOfEveryOutcome } from "../../../model/skills/snapshot.ts";
import type { Skills } from "../../open-skills.ts";
import { type Answer, diagnosticJson, loadedJson, mapLazily, SCHEMA } from "../answer.ts";

/** Returns how many files a root contains, whatever their outcome is. */
export function countFilesOfRoot(snapshot: Snapshot, root: Root): number {
  const inRoot = (each: { readonly root: Root }): boolean => each.root === root;
  return skillsOfEveryOutcome(snapshot).filter(inRoot).length + snapshot.rejected.filter(inRoot).length;
}

export function rootsAnswer(snapshot: Snapshot): Answer {
  const { host, cwd, projectRoot, trusted } = snapshot;
  return {
    fields: { schema: SCHEMA, host, cwd, projectRoot, trusted },
    lists: {
      roots: mapLazily(snapshot.roots, (root) => {
        const { path, scope, label, from, namedBy, trusted: vouched, exists, followLinks, namespace } = root;
        const named = { path, scope, label, from, namedBy, trusted: vouched };
        return { ...named, exists, followLinks, namespace, skills: countFilesOfRoot(snapshot, root) };
      }),
    },
  };
}

/**
 * Builds the answer of `list --origin`. `installed` is null if neither a lock nor an approval contains the directory.
 */
export function originsAnswer(snapshot: Snapshot, origins: ReadonlyMap<string, InstalledOrigin>): Answer {
  const { host, cwd, revision, skills } = snapshot;
  const known = (skill: Skill): InstalledOrigin | null => origins.get(directoryOfSkill(skill)) ?? null;
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: { skills: mapLazily(skills, (loaded) => ({ ...loadedJson(loaded), installed: known(loaded.skill) })) },
  };
}

/** Builds the answer of `hosts`. It includes the names of the hosts on this machine. */
export function hostsAnswer(here: readonly string[]): Answer {
  const hosts = mapLazily(PROFILES, (profile) => ({
    name: profile.name,
    title: profile.title,
    version: profile.version,
    confidence: profile.confidence,
    supported: profile.runtime !== "none",
    detected: here.includes(profile.name),
    roots: profile.roots.map(({ scope, path, kind = "skills" }) => ({ scope, path, kind })),
  }));
  return { fields: { schema: SCHEMA }, lists: { hosts } };
}

export function statusAnswer(skills: Skills): Answer {
  const { host, cwd, revision } = skills.snapshot;
  const status = mapLazily(skills.status(), ({ state: stage, outcome: state, ...more }) => ({ ...more, state, stage }));
  return { fields: { schema: SCHEMA, host, cwd, revision }, lists: { status } };
}

export function configAnswer({ snapshot, config }: Pick<Loading, "snapshot" | "config">): Answer {
  const problems = snapshot.diagnostics.filter(isAboutSettings);
  return {
    fields: { schema: SCHEMA, cwd: snapshot.cwd },
    lists: { values: mapLazily(config.values, displayValue), diagnostics: mapLazily(problems, diagnosticJson) },
  };
}

export function isAboutSettings({ code }: Diagnostic): boolean {
  return /^SK(?:03\d|42[01]|504|530)$/.test(code);
}

/**
 * Returns a setting for display. For a secret it shows only that the secret is set. Providers and servers are maps that
 * can contain keys, so only their names are shown.
 */
export function displayValue(effective: EffectiveValue): EffectiveValue {
  const { key, value } = effective;
  if (value === null || !CONFIG_KEYS.find((each) => each.key === key)?.secret) return effective;
  return { ...effective, value: isMap(value) ? Object.keys(value) : "(set)" };
}
