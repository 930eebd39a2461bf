/**
 * Implements caliban's loader (ADR 0019) on a view of the machine: the list of skills, and the body of a skill by its
 * name.
 */

import { caliban as readSkill } from "../../hosts/dialects/seeds.ts";
import type { HostView, Remark } from "../../hosts/views/host-view.ts";
import { SkillNotFoundError, systemCode } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { compareText } from "../../model/text/text.ts";
import type { Files } from "../../platform/files/files.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { FILES_SHAPE, HOST_VIEW_SHAPE } from "./argument-shapes.ts";

/** A skill as caliban lists it. */
export interface CalibanSkill {
  readonly name: string;
  readonly description: string;
  /** The metadata as written in the file, without interpretation. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly path: string;
}

const MAX_BYTES = 1_000_000;

/** Returns the loaded skills, sorted by name. */
export function calibanSkills(view: HostView): CalibanSkill[] {
  checkArguments("calibanSkills", { view: [view, HOST_VIEW_SHAPE] });
  return view.entries
    .filter((entry) => entry.outcome === "visible")
    .map(({ name, description = "", fields, path }) => ({ name, description, metadata: metadataOf(fields), path }))
    .sort((a, b) => compareText(a.name, b.name));
}

/** Returns one warning for each rejected file. Overridden files cause no warning. */
export function calibanWarnings(view: HostView): (Remark & { path: string })[] {
  checkArguments("calibanWarnings", { view: [view, HOST_VIEW_SHAPE] });
  return view.entries.flatMap(({ outcome, because, path }) =>
    outcome === "rejected" && because ? [{ ...because, path }] : [],
  );
}

/** Implements caliban's `invoke({ name })`: returns the body of a skill, read from the disk now. */
export function invokeCaliban(name: string, view: HostView, files: Files): string {
  checkArguments("invokeCaliban", {
    name: [name, ARGUMENT_SHAPES.text],
    view: [view, HOST_VIEW_SHAPE],
    files: [files, FILES_SHAPE],
  });
  const skills = calibanSkills(view);
  const skill = skills.find((each) => each.name === name);
  const names = skills.map((each) => each.name);
  if (skill === undefined) throw new SkillNotFoundError(name, findNearest(name, names));
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
