/**
 * Implements pickle-bot's `SkillLoader` (Skill System Design) on a view of the machine. It discovers skills with
 * warnings for rejected files, and loads a skill by its id. The id is the name of the skill's directory.
 */

import { pickleBot as readSkill } from "../../hosts/dialects/seeds.ts";
import type { HostView, ViewRoot } from "../../hosts/views/host-view.ts";
import type { Diagnostic, Outcome } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, SkillNotFoundError, systemCode } from "../../model/errors.ts";
import { findNearest } from "../../model/text/matching/nearest.ts";
import { baseName, compareText } from "../../model/text/text.ts";
import type { EntryKind, Files } from "../../platform/files/files.ts";
import { ARGUMENT_SHAPES, checkArguments } from "../check-options.ts";
import { FILES_SHAPE, HOST_VIEW_SHAPE } from "./argument-shapes.ts";

/** Metadata of a skill, like pickle-bot's `SkillMetadata`. */
export interface PickleBotSkill {
  /** The name of the skill's directory. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** A complete skill, like pickle-bot's `SkillDef`. */
export interface PickleBotDefinition extends PickleBotSkill {
  readonly content: string;
}

const MAX_BYTES = 1_000_000;

/**
 * Implements `discover_skills()`: returns valid skills sorted by id, and a warning for each directory without a valid
 * skill.
 */
export function discoverPickleBot(view: HostView, files: Files): Outcome<PickleBotSkill[]> {
  checkArguments("discoverPickleBot", { view: [view, HOST_VIEW_SHAPE], files: [files, FILES_SHAPE] });
  const value = view.entries
    .filter((entry) => entry.outcome === "visible")
    .map(({ directory, name, description = "" }) => ({ id: baseName(directory), name, description }))
    .sort((a, b) => compareText(a.id, b.id));
  const missing = view.roots.flatMap((root) => absences(root, files));
  const said = new Set(missing.flatMap(({ path = "" }) => [path, `${path}/SKILL.md`]));
  const invalid = view.entries.flatMap(({ because, directory, path }) =>
    because && !said.has(path)
      ? [
          diagnostic(because.code, {
            path,
            message: `the skill \`${baseName(directory)}\` is skipped: ${because.text}`,
          }),
        ]
      : [],
  );
  return { value, diagnostics: [...missing, ...invalid] };
}

/** Implements `load_skill(id)`: returns the whole definition, as it is on the disk now. */
export function loadPickleBot(id: string, view: HostView, files: Files): PickleBotDefinition {
  checkArguments("loadPickleBot", {
    id: [id, ARGUMENT_SHAPES.text],
    view: [view, HOST_VIEW_SHAPE],
    files: [files, FILES_SHAPE],
  });
  const ids = view.entries.filter(({ outcome }) => outcome === "visible").map((entry) => baseName(entry.directory));
  const isName = id !== "" && id !== "." && id !== ".." && !/[/\\\0]/.test(id);
  for (const root of isName ? view.roots : []) {
    const found = read(`${root.path}/${id}/SKILL.md`, files);
    if (found === undefined) continue;
    if (typeof found === "object") return { id, ...found };
    throw new OperationError("SK713", `the skill \`${id}\` cannot be loaded: ${found}`, {
      hint: "correct its frontmatter",
    });
  }
  throw new SkillNotFoundError(id, findNearest(id, ids));
}

/** Validates a skill like pickle-bot's `validate_skill(path)`. */
export function validatePickleBot(path: string, files: Files): boolean {
  checkArguments("validatePickleBot", { path: [path, ARGUMENT_SHAPES.text], files: [files, FILES_SHAPE] });
  return typeof read(path, files) === "object";
}

/** Returns a skill, or a text that describes a problem with its file. Returns undefined if the file does not exist. */
function read(path: string, files: Files): Omit<PickleBotDefinition, "id"> | string | undefined {
  try {
    const { name, description, body, failure } = readSkill(files.readFile(path, MAX_BYTES));
    if (failure) return failure.detail;
    if (!name) return "the frontmatter has no `name`";
    return description === undefined ? "the frontmatter has no `description`" : { name, description, content: body };
  } catch (error) {
    const code = systemCode(error);
    if (code === "") throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : `the file cannot be read (${code})`;
  }
}

/** Reports missing skill directories, and subdirectories without a skill. */
function absences({ path, exists }: ViewRoot, files: Files): Diagnostic[] {
  if (!exists)
    return [
      diagnostic("SK022", { path, message: "the skills directory cannot be found", help: "create the directory" }),
    ];
  try {
    const { directories, links } = files.readDirectory(path);
    return [...directories, ...links]
      .filter((name) => kindOf(`${path}/${name}`, files) === "directory")
      .sort(compareText)
      .flatMap((name) => absence(`${path}/${name}`, kindOf(`${path}/${name}/SKILL.md`, files)));
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [diagnostic("SK021", { path, message: `the skills directory cannot be read (${systemCode(error)})` })];
  }
}

function absence(directory: string, kind: EntryKind | undefined): Diagnostic[] {
  if (kind === undefined)
    return [
      diagnostic("SK023", { path: directory, message: `there is no \`SKILL.md\` in \`${baseName(directory)}\`` }),
    ];
  if (kind === "file") return [];
  return [diagnostic("SK005", { path: `${directory}/SKILL.md`, message: "the file is not a regular file" })];
}

function kindOf(path: string, files: Files): EntryKind | undefined {
  return files.exists(path) ? files.stat(path).kind : undefined;
}
