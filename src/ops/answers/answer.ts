/**
 * Converts values of the library into the documented answers (`docs/json.md`), for every surface that uses JSON. The
 * functions do not depend on arguments or requests, and print nothing. The command line writes an answer line by line,
 * and the server writes it at once.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Rejected, Skill } from "../../model/skills/skill.ts";
import type { Disabled, Ineligible, Loaded, Overridden, SkillOutcome, Snapshot } from "../../model/skills/snapshot.ts";

/** Version of the JSON answers. It changes only if the meaning of a field changes. */
export const SCHEMA = 2;

/** An object with long lists. The elements of a list are created one by one while they are written. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lists: Readonly<Record<string, Iterable<object>>>;
}

/** Returns the whole answer as one object, with its lists as arrays. */
export function materializeAnswer({ fields, lists }: Answer): Readonly<Record<string, unknown>> {
  return { ...fields, ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, [...list]])) };
}

export function* mapLazily<T, U>(items: readonly T[], make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}

// The functions below convert skills, outcomes and findings. All answers share them.

export function skillJson(skill: Skill, state: SkillOutcome, more?: object): object {
  const { id, name, description, path, directory } = skill;
  return { id, name, description, path, directory, ...rootFields(skill, state), ...more };
}

/** Returns the fields whose values are the same for most skills of a root. */
export function rootFields({ root, scope, manifest, sidecar }: Skill, state: SkillOutcome): object {
  return {
    root: root.path,
    scope,
    state,
    enabled: state !== "disabled",
    modelInvocable: manifest.disableModelInvocation !== true && sidecar?.policy?.allowImplicitInvocation !== false,
    userInvocable: manifest.userInvocable !== false,
  };
}

export function loadedJson(loaded: Loaded, digest?: string): object {
  return skillJson(loaded.skill, "loaded", loadedFields(loaded, digest));
}

export function loadedFields(
  { skill, withheld, shownName, shownDescription, coverage }: Loaded,
  digest: string | undefined,
): object {
  return {
    offered: withheld === undefined,
    ...(shownName === undefined ? {} : { shownName }),
    ...(shownDescription === undefined ? {} : { shownDescription }),
    ...(coverage === undefined ? {} : { coverage }),
    ...(withheld ? { withheld } : {}),
    ...(digest ? { digest } : {}),
    ...(skill.realPath ? { realPath: skill.realPath } : {}),
    ...(skill.hostId === undefined ? {} : { hostId: skill.hostId }),
  };
}

export function diagnosticJson({ code, severity, message, path, at, help, related, copies, host }: Diagnostic): object {
  return {
    code,
    severity,
    message,
    path: path ?? null,
    line: at?.line ?? null,
    column: at?.column ?? null,
    help: help ?? null,
    ...(host ? { host } : {}),
    ...(related ? { related } : {}),
    ...(copies ? { copies } : {}),
  };
}

function overriddenJson({ skill, by, reason, withheld }: Overridden): object {
  return skillJson(skill, "overridden", { by, reason, ...(withheld ? { withheld } : {}) });
}

function rejectedJson({ id, name, path, root, diagnostics }: Rejected): object {
  return {
    id,
    name,
    path,
    root: root.path,
    scope: root.scope,
    state: "rejected",
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

function disabledJson({ skill, reason }: Disabled): object {
  return skillJson(skill, "disabled", { reason });
}

function ineligibleJson({ skill, missing }: Ineligible): object {
  const needed = missing.map(({ code, kind, what, message }) => ({ code, kind, name: what, message }));
  return skillJson(skill, "ineligible", { missing: needed });
}

/** Builds the answer of `list`. */
export function snapshotAnswer(snapshot: Snapshot, digestOf: (skill: Skill) => string | undefined): Answer {
  const { host, cwd, revision } = snapshot;
  return {
    fields: { schema: SCHEMA, host, cwd, revision },
    lists: {
      skills: mapLazily(snapshot.skills, (loaded) => loadedJson(loaded, digestOf(loaded.skill))),
      overridden: mapLazily(snapshot.overridden, overriddenJson),
      rejected: mapLazily(snapshot.rejected, rejectedJson),
      disabled: mapLazily(snapshot.disabled, disabledJson),
      ineligible: mapLazily(snapshot.ineligible, ineligibleJson),
      diagnostics: mapLazily(snapshot.diagnostics, diagnosticJson),
    },
  };
}
