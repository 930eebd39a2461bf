/**
 * The names in the directory of a session. A plain word without a `/` that is not among them leads nowhere. The directory is
 * looked at again in every millisecond in which a call is judged: within that time no program can start, make a link and end.
 */
import { systemCode } from "../../../model/errors.ts";
import { foldCase } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import { SUSPECTS } from "../shell/why-line-asks.ts";
import type { Surroundings } from "./surroundings.ts";

export interface DirectoryNames {
  has(name: string): boolean;
  /** The same names and all suspects, for a part of a line, without an allocation for nearly every other word. */
  readonly filter: NameFilter;
}

interface KnownNames {
  readonly cwd: string;
  readonly files: Files;
  readonly list: string;
  readonly names: DirectoryNames;
  /** The time of the last change, if a later change is certain to have another time. */
  readonly changedAt: number | undefined;
}

let known: KnownNames | undefined;
let readAt = 0;

/** The coarsest clock of a file system that is in use. */
const CLOCK_MS = 2000;

/** The same object as long as the names are the same. */
export function namesOfDirectory({ cwd, files }: Pick<Surroundings, "cwd" | "files">): DirectoryNames {
  const now = Date.now();
  const before = known?.cwd === cwd && known.files === files ? known : undefined;
  if (before && readAt === now) return before.names;
  readAt = now;
  const changedAt = settledChange(cwd, files, now);
  if (before && changedAt !== undefined && before.changedAt === changedAt) return before.names;
  const listed = namesIn(cwd, files);
  const list = listed.join("\n");
  known = { cwd, files, list, changedAt, names: before?.list === list ? before.names : namesFrom(listed) };
  return known.names;
}

function namesFrom(listed: readonly string[]): DirectoryNames {
  const names = new Set(listed.map(foldCase));
  return { has: (name) => names.has(foldCase(name)), filter: new NameFilter([...names, ...SUSPECTS]) };
}

/** Undefined if the change is so recent that another one could have the same time. */
function settledChange(cwd: string, files: Files, now: number): number | undefined {
  const changedAt = files.stamp(cwd)?.ctimeMs ?? 0;
  return changedAt > 0 && now - changedAt > CLOCK_MS ? changedAt : undefined;
}

function namesIn(path: string, files: Files): readonly string[] {
  try {
    const { files: plain, directories, links, others } = files.readDirectory(path);
    return [...plain, ...directories, ...links, ...others];
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return [];
  }
}

/** A set of names in any case, which most words of a line are compared with and few are in. */
class NameFilter {
  /** By length with the first and with the last letter. This rules out nearly every other word without an allocation. */
  readonly #first = new Uint8Array(LENGTHS * LETTERS);
  readonly #last = new Uint8Array(LENGTHS * LETTERS);
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set(names.map((name) => name.toLowerCase()));
    for (const name of this.#names) {
      this.#first[slot(name.length, name.charCodeAt(0))] = 1;
      this.#last[slot(name.length, name.charCodeAt(name.length - 1))] = 1;
    }
  }

  /** True if a part of the text between blanks is a name of the set. The text is ASCII. */
  hasAnyIn(text: string, from: number): boolean {
    for (let at = from; at < text.length; ) {
      const blank = text.indexOf(" ", at);
      const end = blank === -1 ? text.length : blank;
      if (end > at && this.has(text, at, end)) return true;
      at = end + 1;
    }
    return false;
  }

  has(text: string, start: number, end: number): boolean {
    return (
      this.#first[slot(end - start, text.charCodeAt(start))] === 1 &&
      this.#last[slot(end - start, text.charCodeAt(end - 1))] === 1 &&
      this.#names.has(text.slice(start, end).toLowerCase())
    );
  }
}

const LENGTHS = 32;
const LETTERS = 128;

/** The bit that tells capitals from small letters in ASCII is set for every character. */
function slot(length: number, code: number): number {
  return Math.min(length, LENGTHS - 1) * LETTERS + ((code | 32) & (LETTERS - 1));
}
