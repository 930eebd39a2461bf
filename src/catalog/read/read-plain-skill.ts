/** Parses a found file from its buffered head, if the file and its sidecar are plain. */
import { HEADER_OFFSET, parseQuick, parseSidecarQuick } from "../../format/parse/quick/parse-quick.ts";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { systemCode } from "../../model/errors.ts";
import type { HostProfile } from "../../model/host-profile.ts";
import type { Limits } from "../../model/limits.ts";
import { MAX_SIDECAR_BYTES, SIDECAR_FILES, type Sidecar, type Skill } from "../../model/skills/skill.ts";
import type { Files } from "../../platform/files/files.ts";
import type { FoundFile } from "../scan/found-file.ts";
import { hashBytes } from "../snapshot/revision.ts";

export interface ReadRules {
  readonly files: Files;
  readonly limits: Limits;
  /** Sidecar files of a skill, highest precedence first. */
  readonly sidecars: readonly string[];
}

export function readRulesOf(files: Files, limits: Limits, profile: HostProfile): ReadRules {
  return { files, limits, sidecars: sidecarsOf(profile) };
}

export function sidecarsOf({ engine }: HostProfile): readonly string[] {
  return engine?.sidecars ?? SIDECAR_FILES;
}

/** Parses a file whose first `bytes` are in `head`. Returns undefined if the file needs the full reader. */
export function readPlainSkill(
  found: FoundFile,
  head: Buffer,
  bytes: number,
  { files, limits, sidecars }: ReadRules,
  into: Diagnostic[],
): Skill | undefined {
  if (bytes <= 0) return undefined;
  const sidecar = found.sidecars ? readPlainSidecar(found.directory, files, sidecars) : undefined;
  if (found.sidecars && sidecar === undefined) return undefined;
  return parseQuick(found, head, bytes, limits.maxFrontmatterBytes, into, sidecar);
}

/** Hashes a skill's header. The head of its file must still be in the buffer. */
export function hashHeader(head: Buffer, { header }: Skill): number {
  return hashBytes(head, HEADER_OFFSET, HEADER_OFFSET + Buffer.byteLength(header));
}

/**
 * Parses the sidecar if there is exactly one and it is plain, as with the embedded skills. The full reader handles all
 * others.
 */
function readPlainSidecar(directory: string, files: Files, sidecars: readonly string[]): Sidecar | undefined {
  try {
    const inside = files.readDirectory(`${directory}/agents`);
    const among = (names: readonly string[]) => sidecars.filter((file) => names.includes(file.slice("agents/".length)));
    const [name, second] = among(inside.files);
    if (
      name === undefined ||
      second !== undefined ||
      among([...inside.links, ...inside.others, ...inside.directories]).length > 0
    )
      return undefined;
    const path = `${directory}/${name}`;
    return parseSidecarQuick(path, Buffer.from(files.readFile(path, MAX_SIDECAR_BYTES)).toString("utf8"));
  } catch (error) {
    // An error is ignored here, because the full reader finds and reports it.
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}
