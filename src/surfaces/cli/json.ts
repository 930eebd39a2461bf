/** The documented JSON shapes (`docs/json.md`), schema 1. Lists are written one element to a line, so that they stream. */
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Rejected, Skill } from "../../model/skill.ts";
import type { Disabled, Ineligible, Loaded, Shadowed, Snapshot } from "../../model/snapshot.ts";
import type { Output } from "./output.ts";

export const SCHEMA = 1;

export function skillJson(skill: Skill, state: string, more?: object): object {
  const { id, name, description, path, directory } = skill;
  return { id, name, description, path, directory, ...circumstances(skill, state), ...more };
}

/** What a skill shares with most others of its root. */
function circumstances({ root, scope, manifest, sidecar }: Skill, state: string): object {
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
  return skillJson(loaded.skill, "loaded", loadedMore(loaded, digest));
}

function loadedMore({ skill, withheld, shownDescription }: Loaded, digest: string | undefined): object {
  return {
    offered: withheld === undefined,
    ...(shownDescription === undefined ? {} : { shownDescription }),
    ...(withheld ? { withheld } : {}),
    ...(digest ? { digest } : {}),
    ...(skill.realPath ? { realPath: skill.realPath } : {}),
  };
}

/**
 * `loadedJson` as text, for catalogs of thousands: what skills share is only written out when it changes, which takes
 * half the time of making an object of each.
 */
function loadedWriter(digestOf: (skill: Skill) => string | undefined): (loaded: Loaded) => string {
  let before: Loaded | undefined;
  let shared = "";
  return (loaded) => {
    const { skill } = loaded;
    const digest = digestOf(skill);
    if (digest !== undefined || before === undefined || !sharesAll(before, loaded)) {
      before = digest === undefined ? loaded : undefined;
      shared = JSON.stringify({ ...circumstances(skill, "loaded"), ...loadedMore(loaded, digest) }).slice(1);
    }
    const { id, name, description, path, directory } = skill;
    // Id and path are made of the directory: what needs no escaping there needs none in them.
    if (ESCAPED.test(path) || ESCAPED.test(id) || ESCAPED.test(name)) return JSON.stringify(loadedJson(loaded, digest));
    return `{"id":"${id}","name":"${name}","description":${quote(description)},"path":"${path}","directory":"${directory}",${shared}`;
  };
}

function sharesAll(a: Loaded, b: Loaded): boolean {
  if (a.skill.root !== b.skill.root || a.withheld !== b.withheld) return false;
  if (a.shownDescription !== undefined || b.shownDescription !== undefined) return false;
  return isPlain(a.skill) && isPlain(b.skill);
}

/** Nothing of its own among what skills share. */
function isPlain({ manifest, sidecar, realPath }: Skill): boolean {
  return (
    manifest.disableModelInvocation === undefined &&
    manifest.userInvocable === undefined &&
    sidecar === undefined &&
    realPath === undefined
  );
}

function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Whatever JSON writes differently. */
const ESCAPED = /["\\\0-\x1f\ud800-\udfff]/;

export function diagnosticJson({ code, severity, message, path, at, help, related, host }: Diagnostic): object {
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
  };
}

/** Writes an object whose values are either plain or lists; each list element is made only when its turn comes. */
export function writeObject(
  out: Output,
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Iterable<object>>>,
): void {
  writeFields(out, fields);
  for (const [key, list] of Object.entries(lists)) writeList(out, key, list, JSON.stringify);
  out.write(" }\n");
}

function writeFields(out: Output, fields: Readonly<Record<string, unknown>>): void {
  const pairs = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  out.write(`{ ${pairs.join(", ")}`);
}

function writeList<T>(out: Output, key: string, list: Iterable<T>, textOf: (element: T) => string): void {
  out.write(`,\n${JSON.stringify(key)}: [`);
  let separator = "\n";
  for (const element of list) {
    out.write(separator + textOf(element));
    separator = ",\n";
  }
  out.write("]");
}

export function writeSnapshot(out: Output, snapshot: Snapshot, digestOf: (skill: Skill) => string | undefined): void {
  const { host, cwd, revision } = snapshot;
  const textAs =
    <T>(make: (item: T) => object) =>
    (item: T): string =>
      JSON.stringify(make(item));
  writeFields(out, { schema: SCHEMA, host, cwd, revision });
  writeList(out, "skills", snapshot.skills, loadedWriter(digestOf));
  writeList(out, "shadowed", snapshot.shadowed, textAs(shadowedJson));
  writeList(out, "rejected", snapshot.rejected, textAs(rejectedJson));
  writeList(out, "disabled", snapshot.disabled, textAs(disabledJson));
  writeList(out, "ineligible", snapshot.ineligible, textAs(ineligibleJson));
  writeList(out, "diagnostics", snapshot.diagnostics, textAs(diagnosticJson));
  out.write(" }\n");
}

function shadowedJson({ skill, by, reason, withheld }: Shadowed): object {
  return skillJson(skill, "eligible", { by, reason, ...(withheld ? { withheld } : {}) });
}

function rejectedJson({ id, name, path, root, diagnostics }: Rejected): object {
  return {
    id,
    name,
    path,
    root: root.path,
    scope: root.scope,
    state: "discovered",
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

function disabledJson({ skill, reason }: Disabled): object {
  return skillJson(skill, "evaluated", { enabled: false, reason });
}

function ineligibleJson({ skill, missing }: Ineligible): object {
  return skillJson(skill, "ineligible", { missing });
}

export function* map<T, U>(items: readonly T[], make: (item: T) => U): Generator<U> {
  for (const item of items) yield make(item);
}
