/**
 * Reads small files in the user's configuration directory. They contain decisions that allow something: trusted
 * folders, and approved skills of servers. A damaged file allows nothing, and every command that reads it reports the
 * damage.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { hasShape, isMap, list, matching, parseJson, record, type Schema, string } from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";
import { directoryProblem, readExisting, readProblem } from "../../platform/files/read-text.ts";

export interface DecisionFile {
  /** File name in the user's configuration directory. */
  readonly name: string;
  /** The key of the file that contains the decisions. The only other key of the file is `schema`. */
  readonly key: string;
  /** The schema of the decisions. A single wrong entry makes the whole file unusable. */
  readonly schema: Schema;
  /** The value to use if the file is missing or damaged. It allows nothing. */
  readonly empty: unknown;
}

/**
 * An absolute path of Unix or Windows. A relative path is not valid, because its meaning depends on the working
 * directory.
 */
const FOLDER = matching(/^(?:[\\/]|[A-Za-z]:[\\/])/, "an absolute path");
const DIGESTS = record(string("a digest"), "digests by name");

export const TRUSTED_FOLDERS: DecisionFile = { name: "trust.json", key: "folders", schema: list(FOLDER), empty: [] };
export const SERVER_APPROVALS: DecisionFile = {
  ...{ name: "server-approvals.json", key: "approvals" },
  ...{ schema: DIGESTS, empty: {} },
};
export const SERVER_PROGRAMS: DecisionFile = {
  ...{ name: "server-programs.json", key: "servers" },
  ...{ schema: DIGESTS, empty: {} },
};

/** The decisions, or the reason why the file cannot be used. Both are undefined if the file is missing. */
export interface Decisions {
  readonly path: string;
  readonly value?: unknown;
  readonly damaged?: string;
  /** How the user can fix the file (default: the user should restore or repair the file). */
  readonly help?: string;
}

const SCHEMA = 1;
const MAX_BYTES = 16 * 1024 * 1024;

export function readDecisions({ name, key, schema }: DecisionFile, configDirectory: string, files: Files): Decisions {
  const path = `${configDirectory}/${name}`;
  let text: string;
  try {
    // Checks first whether the file exists, because it is usually missing. This check is thirty times as fast as
    // catching an error.
    if (files.stamp(path) === undefined) return { path, ...damageOf(configDirectory, files) };
    const bytes = readExisting(path, MAX_BYTES, files);
    if (bytes === undefined) return { path };
    text = Buffer.from(bytes).toString("utf8");
  } catch (error) {
    return { path, ...(damageOf(configDirectory, files) ?? { damaged: readProblem(error) }) };
  }
  const read = parseJson(text);
  if (read === undefined) return { path, damaged: text.trim() === "" ? "it is empty" : "it is not JSON" };
  if (!isMap(read)) return { path, damaged: "it is not an object" };
  if (read["schema"] !== SCHEMA) return { path, damaged: "it was written by another version" };
  return hasShape(read[key], schema)
    ? { path, value: read[key] }
    : { path, damaged: `its \`${key}\` has an invalid value` };
}

function damageOf(directory: string, files: Files): Pick<Decisions, "damaged" | "help"> | undefined {
  const problem = directoryProblem(directory, files);
  return problem === undefined ? undefined : { damaged: `its directory cannot be read (${problem})`, help: MEND };
}

/** Returns true for an absolute path of a folder. Relative and empty paths are not valid. */
export function isFolder(value: unknown): value is string {
  return hasShape(value, FOLDER);
}

/** Returns the text of a decision file. The same value gives the same bytes. */
export function formatDecisions({ key }: DecisionFile, value: unknown): string {
  return `${JSON.stringify({ schema: SCHEMA, [key]: value }, null, 2)}\n`;
}

const MEND = "make it a directory that you can read";
const REPAIR = "restore it from a backup, or run `skillwright doctor --fix`";

/** Returns the diagnostic for a damaged file. `effect` describes what the damage changes for the user. */
export function reportDecisions({ path, damaged, help = REPAIR }: Decisions, effect: string): Diagnostic[] {
  if (damaged === undefined) return [];
  return [diagnostic("SK530", { path, message: `\`${path}\` cannot be used: ${damaged}; ${effect}`, help })];
}

/** Throws SK530 for a damaged file. Call it before the file is overwritten. */
export function refuseDamaged({ path, damaged, help = REPAIR }: Decisions): void {
  if (damaged !== undefined)
    throw new OperationError("SK530", `\`${path}\` cannot be used: ${damaged}`, { hint: help });
}

/** Returns the entries of a file with a map of texts. Returns an empty map for a damaged file. */
export function readDecisionMap(file: DecisionFile, directory: string, files: Files): ReadonlyMap<string, string> {
  const { value = {} } = readDecisions(file, directory, files);
  return new Map(Object.entries(value as Readonly<Record<string, string>>));
}
