/** The documented answers (`docs/json.md`), written out. Lists are written one element to a line, so that they stream. */
import type { Skill } from "../../model/skill.ts";
import type { Loaded, Snapshot } from "../../model/snapshot.ts";
import type { Answer } from "../answers/answer.ts";
import { circumstances, loadedJson, loadedMore, snapshotAnswer } from "../answers/skill-answer.ts";
import type { Output } from "./output.ts";

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

export function writeAnswer(out: Output, { fields, lists }: Answer): void {
  writeObject(out, fields, lists);
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

/** The loaded skills as text from the start: they are most of it. */
export function writeSnapshot(out: Output, snapshot: Snapshot, digestOf: (skill: Skill) => string | undefined): void {
  const { fields, lists } = snapshotAnswer(snapshot, digestOf);
  writeFields(out, fields);
  for (const [key, list] of Object.entries(lists))
    if (key === "skills") writeList(out, key, snapshot.skills, loadedWriter(digestOf));
    else writeList(out, key, list, JSON.stringify);
  out.write(" }\n");
}
