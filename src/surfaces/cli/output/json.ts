/**
 * Writes the documented answers (`docs/json.md`). Lists are written with one element per line, so that readers can
 * process them as a stream.
 */

import type { Skill } from "../../../model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../../model/skills/snapshot.ts";
import { jsonText } from "../../../model/text/display/printable.ts";
import { type Answer, loadedFields, loadedJson, rootFields, snapshotAnswer } from "../../../ops/answers/answer.ts";
import type { Output } from "./output.ts";

/**
 * Returns a function that writes a skill like `loadedJson`, but directly as text. It is for catalogs of thousands of
 * skills. Values that skills share are serialized only when they change, and plain ASCII is neither escaped nor
 * encoded. This takes a third of the time of building objects.
 */
function loadedWriter(
  out: Output,
  digestOf: (skill: Skill) => string | undefined,
): (separator: string, loaded: Loaded) => void {
  let before: Loaded | undefined;
  let shared = "";
  let usual = false;
  return (separator, loaded) => {
    const { skill } = loaded;
    const { id, name, description, path, directory } = skill;
    const digest = digestOf(skill);
    if (digest !== undefined || before === undefined || !sharesAll(before, loaded)) {
      before = digest === undefined ? loaded : undefined;
      shared = jsonText({ ...rootFields(skill, "loaded"), ...loadedFields(loaded, digest) }).slice(1);
      usual = !WIDE.test(shared) && !UNUSUAL.test(id);
    }
    // The id needs no check for special characters. It consists of the root's id, which was checked above, and the end
    // of the path. If the directory ends with the name, the name needs no check, either.
    if (!usual || UNUSUAL.test(path) || !(directory.endsWith(name) || !UNUSUAL.test(name)))
      return out.write(separator + jsonText(loadedJson(loaded, digest)));
    const odd = UNUSUAL.test(description);
    const quoted = odd ? jsonText(description) : `"${description}"`;
    const text = `${separator}{"id":"${id}","name":"${name}","description":${quoted},"path":"${path}","directory":"${directory}",${shared}`;
    if (odd && WIDE.test(description)) out.write(text);
    else out.ascii(text);
  };
}

function sharesAll(a: Loaded, b: Loaded): boolean {
  if (a.skill.root !== b.skill.root || a.withheld !== b.withheld) return false;
  if (a.shownName !== undefined || b.shownName !== undefined) return false;
  if (a.shownDescription !== undefined || b.shownDescription !== undefined) return false;
  if (a.coverage !== undefined || b.coverage !== undefined) return false;
  return isPlain(a.skill) && isPlain(b.skill);
}

/** Returns true if all values of the skill are the same as the values that its root's skills share. */
function isPlain({ manifest, sidecar, realPath, hostId }: Skill): boolean {
  return (
    hostId === undefined &&
    manifest.disableModelInvocation === undefined &&
    manifest.userInvocable === undefined &&
    sidecar === undefined &&
    realPath === undefined
  );
}

/** Matches characters that are not ASCII or need an escape in JSON. */
const UNUSUAL = /[^ !#-[\]-~]/;
const WIDE = /[^\0-\x7f]/;

export function isAnswer(value: Answer | object): value is Answer {
  return "fields" in value && "lists" in value;
}

/** Writes an answer without long lists, indented for people. */
export function writeJson(out: Output, answer: object): void {
  out.line(jsonText(answer, 2));
}

export function writeAnswer(out: Output, { fields, lists }: Answer): void {
  writeObject(out, fields, lists);
}

/** Writes an object whose values are plain or lists. Each list element is created when it is written. */
export function writeObject(
  out: Output,
  fields: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Iterable<object>>>,
): void {
  writeFields(out, fields);
  for (const [key, list] of Object.entries(lists)) writeList(out, key, list, (element) => jsonText(element));
  out.write(" }\n");
}

function writeFields(out: Output, fields: Readonly<Record<string, unknown>>): void {
  const pairs = Object.entries(fields).map(([key, value]) => `${jsonText(key)}: ${jsonText(value)}`);
  out.write(`{ ${pairs.join(", ")}`);
}

function writeList<T>(out: Output, key: string, list: Iterable<T>, textOf: (element: T) => string): void {
  out.write(`,\n${jsonText(key)}: [`);
  let separator = "\n";
  for (const element of list) {
    out.write(separator + textOf(element));
    separator = ",\n";
  }
  out.write("]");
}

/** Writes the loaded skills of a snapshot directly as text, because they are most of the output. */
export function writeSnapshot(out: Output, snapshot: Snapshot, digestOf: (skill: Skill) => string | undefined): void {
  const { fields, lists } = snapshotAnswer(snapshot, digestOf);
  writeFields(out, fields);
  for (const [key, list] of Object.entries(lists))
    if (key === "skills") writeLoaded(out, snapshot.skills, digestOf);
    else writeList(out, key, list, (element) => jsonText(element));
  out.write(" }\n");
}

function writeLoaded(out: Output, skills: readonly Loaded[], digestOf: (skill: Skill) => string | undefined): void {
  out.write(',\n"skills": [');
  const write = loadedWriter(out, digestOf);
  // An index is used, because an iterator over a frozen list would allocate an object for each element.
  for (let at = 0; at < skills.length; at++) write(at === 0 ? "\n" : ",\n", skills[at] as Loaded);
  out.write("]");
}
