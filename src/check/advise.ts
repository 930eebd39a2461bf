/**
 * Advice about a skill that loads: what authors regret later. In: a skill. Out: findings about its body and bundle, in a
 * fixed order. It reads the file and lists the directory, so it runs for `check` and never on a plain load.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import { systemCode } from "../model/errors.ts";
import type { Skill } from "../model/skill.ts";
import type { Files } from "../platform/files.ts";
import { listResources } from "../platform/list-resources.ts";
import { bodySize } from "./advice/body-size.ts";
import { caseTwins } from "./advice/case-twins.ts";
import { descriptionQuality } from "./advice/description-quality.ts";
import { homePaths } from "./advice/home-paths.ts";
import { missingReferences } from "./advice/missing-references.ts";
import { unmentionedFiles } from "./advice/unmentioned-files.ts";
import type { Advice, Subject } from "./advice.ts";

const ADVICE: readonly Advice[] = [
  descriptionQuality,
  bodySize,
  missingReferences,
  unmentionedFiles,
  homePaths,
  caseTwins,
];

const MAX_BODY_BYTES = 4_000_000;

/** Nothing, when the file cannot be read: that is already said elsewhere. */
export function advise(skill: Skill, files: Files): Diagnostic[] {
  const subject = inspect(skill, files);
  return subject ? ADVICE.flatMap((advice) => advice(subject)) : [];
}

function inspect(skill: Skill, files: Files): Subject | undefined {
  try {
    const bytes = files.readFile(skill.path, MAX_BODY_BYTES);
    const text = Buffer.from(bytes).toString("utf8").replaceAll("\r\n", "\n");
    const bodyStart = Buffer.from(bytes.subarray(0, skill.bodyOffset)).toString("utf8").replaceAll("\r\n", "\n").length;
    return {
      skill,
      text,
      bodyStart,
      body: text.slice(bodyStart),
      bundle: listResources(skill.directory, files),
      exists: (path) => files.exists(path),
    };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
