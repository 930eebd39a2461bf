/**
 * Small files in the user's configuration directory that hold decisions which let something in: trusted folders and
 * approved skills of servers. A damaged file lets nothing in, and every command that reads it reports that.
 */
import { posix, win32 } from "node:path";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError } from "../../model/errors.ts";
import { isMap } from "../../model/schema.ts";
import type { Files } from "../../platform/files/files.ts";
import { directoryProblem, readExisting, readProblem } from "../../platform/files/read-text.ts";

export interface DecisionFile {
  /** In the user's configuration directory. */
  readonly name: string;
  /** The one key beside `schema`. */
  readonly key: string;
  /** Checks the whole value: one wrong entry makes the file unusable. */
  readonly fits: (value: unknown) => boolean;
  /** What lets nothing in. */
  readonly empty: unknown;
}

export const TRUSTED_FOLDERS: DecisionFile = { name: "trust.json", key: "folders", fits: isFolders, empty: [] };
export const SERVER_APPROVALS: DecisionFile = {
  ...{ name: "server-approvals.json", key: "approvals" },
  ...{ fits: isTexts, empty: {} },
};
export const SERVER_PROGRAMS: DecisionFile = {
  ...{ name: "server-programs.json", key: "servers" },
  ...{ fits: isTexts, empty: {} },
};

/** The value, or why the file cannot be used. A missing file has neither. */
export interface Decisions {
  readonly path: string;
  readonly value?: unknown;
  readonly damaged?: string;
  /** What to do about it (default: restore or repair the file). */
  readonly help?: string;
}

const SCHEMA = 1;
const MAX_BYTES = 16 * 1024 * 1024;

export function readDecisions({ name, key, fits }: DecisionFile, configDirectory: string, files: Files): Decisions {
  const path = `${configDirectory}/${name}`;
  let text: string;
  try {
    // Mostly there is none, and an error costs thirty times as much as a question.
    if (files.stamp(path) === undefined) return { path, ...damageOf(configDirectory, files) };
    const bytes = readExisting(path, MAX_BYTES, files);
    if (bytes === undefined) return { path };
    text = Buffer.from(bytes).toString("utf8");
  } catch (error) {
    return { path, ...(damageOf(configDirectory, files) ?? { damaged: readProblem(error) }) };
  }
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { path, damaged: text.trim() === "" ? "it is empty" : "it is not JSON" };
  }
  if (!isMap(read)) return { path, damaged: "it is not an object" };
  if (read["schema"] !== SCHEMA) return { path, damaged: "it was written by another version" };
  return fits(read[key]) ? { path, value: read[key] } : { path, damaged: `its \`${key}\` is wrong` };
}

function damageOf(directory: string, files: Files): Pick<Decisions, "damaged" | "help"> | undefined {
  const problem = directoryProblem(directory, files);
  return problem === undefined ? undefined : { damaged: `its directory cannot be read (${problem})`, help: MEND };
}

/** A relative or empty folder would mean something else wherever it is read. */
export function isFolder(value: unknown): value is string {
  return typeof value === "string" && (posix.isAbsolute(value) || win32.isAbsolute(value));
}

function isFolders(value: unknown): boolean {
  return Array.isArray(value) && value.every(isFolder);
}

function isTexts(value: unknown): boolean {
  return isMap(value) && Object.values(value).every((each) => typeof each === "string");
}

/** The same value gives the same bytes. */
export function formatDecisions({ key }: DecisionFile, value: unknown): string {
  return `${JSON.stringify({ schema: SCHEMA, [key]: value }, null, 2)}\n`;
}

const MEND = "make it a directory that you can read";
const REPAIR = "restore it from a backup, or run `skillwright doctor --fix`";

/** Returns the finding about a damaged file. `effect` says what follows from it. */
export function reportDecisions({ path, damaged, help = REPAIR }: Decisions, effect: string): Diagnostic[] {
  if (damaged === undefined) return [];
  return [diagnostic("SK530", { path, message: `\`${path}\` cannot be used: ${damaged}; ${effect}`, help })];
}

/** Throws SK530 before a damaged file is written over. */
export function refuseDamaged({ path, damaged, help = REPAIR }: Decisions): void {
  if (damaged !== undefined)
    throw new OperationError("SK530", `\`${path}\` cannot be used: ${damaged}`, { hint: help });
}

/** The entries of a file that is a mapping of texts. A damaged file has none. */
export function readDecisionMap(file: DecisionFile, directory: string, files: Files): ReadonlyMap<string, string> {
  const { value = {} } = readDecisions(file, directory, files);
  return new Map(Object.entries(value as Readonly<Record<string, string>>));
}
