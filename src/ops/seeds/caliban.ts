/** caliban's loader (ADR 0019) over a view: the menu of skills, and one body by its name. */

import { caliban as readSkill } from "../../hosts/dialects/seeds.ts";
import type { HostView, Remark } from "../../hosts/views/host-view.ts";
import { SkillNotFoundError, systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import { nearest } from "../../model/text/nearest.ts";
import { compareText } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";

/** A skill as caliban lists it. */
export interface CalibanSkill {
  readonly name: string;
  readonly description: string;
  /** As it is written; nothing looks into it. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly path: string;
}

const MAX_BYTES = 1_000_000;

/** The skills that are loaded, sorted by name. */
export function calibanSkills({ entries }: HostView): CalibanSkill[] {
  return entries
    .filter((entry) => entry.outcome === "visible")
    .map(({ name, description = "", fields, path }) => ({ name, description, metadata: metadataOf(fields), path }))
    .sort((a, b) => compareText(a.name, b.name));
}

/** One warning for each file that is lost; a shadowed one is not worth a word. */
export function calibanWarnings({ entries }: HostView): (Remark & { path: string })[] {
  return entries.flatMap(({ outcome, because, path }) =>
    outcome === "rejected" && because ? [{ ...because, path }] : [],
  );
}

/** `invoke({ name })`: the body, fresh from disk. */
export function invokeCaliban(name: string, view: HostView, files: Files): string {
  const skills = calibanSkills(view);
  const skill = skills.find((each) => each.name === name);
  const names = skills.map((each) => each.name);
  if (skill === undefined) throw new SkillNotFoundError(name, nearest(name, names));
  try {
    return readSkill(files.readFile(skill.path, MAX_BYTES)).body;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw new SkillNotFoundError(name, []);
  }
}

function metadataOf({ metadata }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isMap(metadata) ? metadata : {};
}
