/**
 * Advice about a loaded skill: diagnostics of its body and bundle in a fixed order. Because it reads the file and lists
 * the directory, it runs only for `check`, never for a plain load.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import { systemCode } from "../../model/errors.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { decodeText } from "../../model/text/decode.ts";
import type { Files } from "../../platform/files/files.ts";
import { listResources } from "../../platform/files/list-resources.ts";
import { bodyEncoding } from "./advice/body-encoding.ts";
import { bodySize } from "./advice/body-size.ts";
import { bundleSize } from "./advice/bundle-size.ts";
import { caseTwins } from "./advice/case-twins.ts";
import { descriptionQuality } from "./advice/description-quality.ts";
import { homePaths } from "./advice/home-paths.ts";
import { missingReferences } from "./advice/missing-references.ts";
import { unmentionedFiles } from "./advice/unmentioned-files.ts";
import type { Advice, AdviceSubject } from "./advice.ts";

const ADVICE: readonly Advice[] = [
  descriptionQuality,
  bodyEncoding,
  bodySize,
  missingReferences,
  unmentionedFiles,
  homePaths,
  caseTwins,
  bundleSize,
];

const MAX_BODY_BYTES = 4_000_000;

/** Returns the advice about a skill. It is empty if the file cannot be read, because the load reports that. */
export function adviseOn(skill: Skill, files: Files): Diagnostic[] {
  const subject = inspect(skill, files);
  return subject ? ADVICE.flatMap((advice) => advice(subject)) : [];
}

function inspect(skill: Skill, files: Files): AdviceSubject | undefined {
  try {
    const { text, notes } = decodeText(files.readFile(skill.path, MAX_BODY_BYTES));
    const bodyStart = bodyOf(skill, text);
    return {
      skill,
      lines: new LinePositions(skill.path, text),
      bodyStart,
      body: text.slice(bodyStart),
      bundle: listResources(skill.directory, files),
      exists: (path) => files.exists(path),
      read: (path, maxBytes) => readOrNothing(`${skill.directory}/${path}`, files, maxBytes),
      notes,
    };
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

function readOrNothing(path: string, files: Files, maxBytes: number): string {
  try {
    return decodeText(files.readFile(path, maxBytes)).text;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return "";
  }
}

/** Returns the offset of the body in the decoded text, after the closing fence. */
function bodyOf({ header, headerLine }: Skill, text: string): number {
  let at = 0;
  for (let line = 1; line < headerLine; line++) at = text.indexOf("\n", at) + 1;
  const fence = text.indexOf("\n", at + header.length);
  return fence === -1 ? text.length : fence + 1;
}
