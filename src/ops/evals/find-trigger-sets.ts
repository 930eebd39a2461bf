/** Finds the trigger tests of a skill: every readable file in its `evals/` that contains requests. */
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { Files } from "../../platform/files/files.ts";
import { limitError } from "../check/incomplete.ts";
import type { TriggerSet } from "./read-trigger-set.ts";
import { readTriggerSet } from "./read-trigger-set.ts";

const DIRECTORIES = ["evals", "eval", "evaluations"];
const FILES = /\.(?:json|jsonl|ndjson|yaml|yml)$/i;
const MAX_FILES = 50;
const MAX_BYTES = 1 << 20;

export function findTriggerSets(skill: Skill, files: Files, isSkill: (name: string) => boolean): TriggerSet[] {
  if (skill.root.source !== undefined) return [];
  const all = DIRECTORIES.flatMap((name) => filesIn(`${skill.directory}/${name}`, files));
  const sets = all.slice(0, MAX_FILES).map((path) => read(path, files, isSkill));
  return all.length > MAX_FILES ? [...sets, tooMany(skill.directory, all.length)] : sets;
}

function tooMany(path: string, count: number): TriggerSet {
  const message = `the skill has ${count} trigger sets, but only the first ${MAX_FILES} are read`;
  return { path, cases: [], diagnostics: [limitError(path, message, "combine several trigger sets in one file")] };
}

/** Returns the directories that may contain trigger tests, even if they do not exist. */
export function triggerSetDirectories({ skills }: Pick<Snapshot, "skills">): string[] {
  return skills
    .filter(({ skill }) => skill.root.source === undefined)
    .flatMap(({ skill }) => DIRECTORIES.map((name) => `${skill.directory}/${name}`));
}

function filesIn(directory: string, files: Files): string[] {
  try {
    return files
      .readDirectory(directory)
      .files.filter((name) => FILES.test(name))
      .map((name) => `${directory}/${name}`);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

function read(path: string, files: Files, isSkill: (name: string) => boolean): TriggerSet {
  try {
    return readTriggerSet(new TextDecoder().decode(files.readFile(path, MAX_BYTES)), path, isSkill);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    const large = systemCode(error) === "EFBIG";
    return {
      path,
      cases: [],
      diagnostics: [
        large
          ? limitError(
              path,
              "the trigger set is ignored, because it is larger than 1 MB",
              "split the trigger set into several files",
            )
          : diagnostic("SK361", {
              path,
              message: "the trigger set cannot be read",
              help: "check the permissions of the file",
            }),
      ],
    };
  }
}
