/**
 * Creates and removes the symlinks of a plan, and writes a note with which the changes can be undone. It never changes
 * real files.
 */

import { basename, dirname, join, relative, resolve } from "node:path";
import { OperationError, systemCode } from "../../model/errors.ts";
import { type Infer, list, object, oneOf, optional, string } from "../../model/schema.ts";
import { missingParents } from "../../platform/files/linked-files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";
import { realTarget } from "../../platform/files/real-target.ts";
import { changeFiles, type LockedFiles } from "../../platform/writing/change-files.ts";
import { makeLink, readLink, removeEmptyDirectory, removeLink } from "../../platform/writing/links.ts";
import { readUndoNotes, writeUndoNotes } from "../../platform/writing/undo-notes.ts";
import type { LinkStep } from "./plan-placement.ts";

/** A symlink that was created or removed. */
const NOTED_STEP = object({
  do: oneOf(["link", "unlink"], "the kind of step"),
  at: string("the path of the symlink"),
  text: string("the target, as written in the symlink"),
  real: optional(string("real path of its directory at that time; earlier versions did not store it")),
});

/** The undo note of one run. It has the steps, and the directories that the run created. */
const NOTE = object({
  steps: list(NOTED_STEP),
  made: list(string("a directory that was created for symlinks")),
});

type NotedStep = Infer<typeof NOTED_STEP>;
type DoneStep = Omit<NotedStep, "real">;
type Note = Infer<typeof NOTE>;

/** Writes the note before the first symlink, so that an interrupted run can be undone too. */
export async function applyPlacement(steps: readonly LinkStep[], notes: string): Promise<void> {
  if (steps.length > 0) await changeFiles([notes], (files) => apply(steps, notes, files));
}

function apply(steps: readonly LinkStep[], notes: string, files: LockedFiles): void {
  const noted = steps.map(({ do: kind, at, to }): NotedStep => {
    const real = realTarget(dirname(at));
    const text = kind === "link" ? linkText(at, to, real) : readLink(at);
    return { do: kind, at, text, ...(real === undefined ? {} : { real }) };
  });
  const made = [...new Set(noted.flatMap(({ at }) => missingParents(at, nodeFiles)))];
  writeUndoNotes(notes, [...readUndoNotes(notes, NOTE), { steps: noted, made }], files);
  attempt(() => {
    for (const step of noted) carryOut(step);
  });
}

/**
 * Returns the target of a symlink. The system resolves it from the real directory of the symlink, which differs from the
 * path if a part of the path is a symlink.
 */
function linkText(at: string, to: string, real: string | undefined): string {
  const target = realTarget(dirname(to));
  if (real === undefined || real === dirname(at) || target === undefined) return relative(dirname(at), to);
  return relative(real, join(target, basename(to)));
}

/** Undoes the last run and returns the steps. Changes that the user made later stay. */
export function undoPlacement(notes: string): Promise<readonly DoneStep[]> {
  return changeFiles([notes], (files) => undoLast(notes, files));
}

function undoLast(notes: string, files: LockedFiles): readonly DoneStep[] {
  const all = readUndoNotes(notes, NOTE);
  const last = all.at(-1);
  if (last === undefined)
    throw new OperationError("SK693", "there are no links to undo", { hint: "nothing was changed" });
  const inverse = [...last.steps]
    .reverse()
    .map((step): NotedStep => ({ ...step, do: step.do === "link" ? "unlink" : "link" }));
  const done = inverse.filter(isOpen);
  attempt(() => {
    for (const step of done) carryOut(step);
    for (const directory of [...last.made].sort((a, b) => b.length - a.length)) removeEmptyDirectory(directory);
  });
  writeUndoNotes(notes, all.slice(0, -1), files);
  return done.map(withoutRealPath);
}

/** Removes the symlinks that Skillwright created to these removed skill directories, and returns the steps. */
export async function removeLinks(directories: readonly string[], notes: string): Promise<readonly DoneStep[]> {
  const leads = ({ do: kind, at, text }: NotedStep): boolean =>
    kind === "link" && directories.includes(resolve(dirname(at), text));
  if (!readUndoNotes(notes, NOTE).some(({ steps }) => steps.some(leads))) return [];
  return changeFiles([notes], (files) => removeNoted(leads, notes, files));
}

function removeNoted(leads: (step: NotedStep) => boolean, notes: string, files: LockedFiles): readonly DoneStep[] {
  const all = readUndoNotes(notes, NOTE);
  const links = all.flatMap(({ steps }) => steps.filter(leads)).map((step): NotedStep => ({ ...step, do: "unlink" }));
  const done = [...new Map(links.filter(isOpen).map((step) => [step.at, step])).values()];
  attempt(() => {
    for (const step of done) carryOut(step);
    const made = all.flatMap((note) => note.made).sort((a, b) => b.length - a.length);
    for (const directory of made)
      if (links.some(({ at }) => at.startsWith(`${directory}/`))) removeEmptyDirectory(directory);
  });
  writeUndoNotes(notes, withoutSteps(all, leads), files);
  return done.map(withoutRealPath);
}

function withoutRealPath({ do: kind, at, text }: NotedStep): DoneStep {
  return { do: kind, at, text };
}

/**
 * Removes steps from the notes. If a dropped note had created a directory with symlinks of another note, the other note
 * will remove the directory.
 */
function withoutSteps(all: readonly Note[], goes: (step: NotedStep) => boolean): Note[] {
  const left = all.map((note) => ({ ...note, steps: note.steps.filter((step) => !goes(step)) }));
  const [first, ...others] = left.filter(({ steps }) => steps.length > 0);
  const orphaned = left.filter(({ steps }) => steps.length === 0).flatMap(({ made }) => made);
  return first === undefined ? [] : [{ ...first, made: [...new Set([...first.made, ...orphaned])] }, ...others];
}

/**
 * Returns true if the step can still be done: the symlink exists and is from Skillwright, or its path is free. A
 * project can replace the parent directory by a symlink, so the real path is checked too.
 */
function isOpen({ do: kind, at, text, real }: NotedStep): boolean {
  if (real !== undefined && realTarget(dirname(at)) !== real) return false;
  try {
    if (nodeFiles.stamp(at) === undefined) return kind === "link";
    return kind === "unlink" && nodeFiles.lstat(at).kind === "link" && readLink(at) === text;
  } catch (error) {
    // A file is now in the place of a directory of the path.
    if (systemCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

function carryOut({ do: kind, at, text }: NotedStep): void {
  if (kind === "unlink") removeLink(at);
  else makeLink(at, text);
}

function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (systemCode(error) === "") throw error;
    throw new OperationError("SK601", `a link cannot be made or removed (${systemCode(error)})`, {
      hint: "run `skillwright place --undo` to undo the links that were made",
      cause: error,
    });
  }
}
