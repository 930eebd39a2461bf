/** Checks that a path is valid and has the same meaning on every system. */
import type { InstallLimits } from "../../model/skills/bundle.ts";
import type { RefusalCode } from "./refusal.ts";

export interface PathProblem {
  readonly code: RefusalCode;
  /** A clause about the problem. The message contains it after the path. */
  readonly what: string;
  readonly help: string;
}

// Maximum bytes of one name on common file systems.
const MAX_NAME_BYTES = 255;

const RENAME = "rename the file in the original skill, and pack the skill again";
const SHORTEN = "shorten the path in the original skill; a skill is a small directory";
const INSIDE = "a file's path is relative and stays inside the skill; pack the skill's directory again";

/** Returns the problem of a path. Returns undefined if the path is valid. */
export function checkPath(path: string, limits: InstallLimits): PathProblem | undefined {
  // A path never has fewer bytes than UTF-16 units. Very long paths can therefore be rejected without counting bytes.
  if (path.length > limits.maxPathBytes || Buffer.byteLength(path) > limits.maxPathBytes)
    return { code: "SK642", what: `is longer than ${limits.maxPathBytes} bytes`, help: SHORTEN };
  const parts = path.split("/");
  const what = wrongPath(path) ?? firstOf(parts, wrongPart);
  if (what !== undefined) return { code: "SK640", what, help: what.startsWith("leaves") ? INSIDE : RENAME };
  if (parts.length - 1 > limits.maxDepth)
    return { code: "SK642", what: `is deeper than ${limits.maxDepth} directories`, help: SHORTEN };
  if (parts.some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES))
    return { code: "SK642", what: `has a name of more than ${MAX_NAME_BYTES} bytes`, help: SHORTEN };
  return undefined;
}

const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function wrongPath(path: string): string | undefined {
  if (path === "") return "is not a valid path";
  if (path.includes("\ufffd")) return "is not UTF-8";
  const hidden = HIDDEN.exec(path)?.[0];
  if (hidden !== undefined) return `has the hidden character U+${codePoint(hidden)}`;
  if (path.startsWith("/")) return "leaves the skill: it is absolute";
  if (path.includes("\\")) return "has a backslash, which some systems take for `/`";
  if (/^[a-z]:/i.test(path)) return "leaves the skill: it begins with a drive";
  if (path !== path.normalize("NFC")) return "is not in Unicode's composed form (NFC)";
  return undefined;
}

// Matches names that Windows reserves with any extension. Windows treats ¹²³ as digits.
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
// Matches characters that Windows forbids. On NTFS, `:` opens another stream of a file.
const FORBIDDEN = /[<>:"|?*]/;
// Matches git repositories, because a repository inside a skill affects git commands that run in the skill. On Windows,
// GIT~1 is another name of `.git`.
const REPOSITORY = /^(?:\.git|git~[0-9]+)$/i;

function wrongPart(part: string): string | undefined {
  if (part === "..") return "leaves the skill by `..`";
  if (part === "" || part === ".") return "has an empty part or `.` in it";
  if (part.endsWith(".") || part.endsWith(" ")) return "has a name that ends in a dot or a space";
  if (RESERVED.test(part)) return "has a name that Windows reserves for a device";
  const forbidden = FORBIDDEN.exec(part)?.[0];
  if (forbidden !== undefined) return `has \`${forbidden}\` in it, which no file on Windows can have`;
  if (REPOSITORY.test(part)) return "is part of a git repository";
  return undefined;
}

function firstOf(parts: readonly string[], judge: (part: string) => string | undefined): string | undefined {
  for (const part of parts) {
    const found = judge(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codePoint(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0");
}

// The names in a bundle, to find names that collide. The keys ignore every difference that some file system ignores.

/** A name in a bundle: how it was first spelled, and its kind. */
interface Held {
  readonly path: string;
  readonly kind: "file" | "directory";
  /** True if an entry has this path. False if it is only a parent directory of an entry. */
  readonly named: boolean;
}

export class NameTable {
  readonly #held = new Map<string, Held>();

  /**
   * Adds a checked path and its parent directories. If a name collides with an earlier one, returns a clause about it.
   */
  add(path: string, kind: Held["kind"]): string | undefined {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      const clash = this.#hold({ path: path.slice(0, slash), kind: "directory", named: false });
      if (clash !== undefined) return clash;
    }
    return this.#hold({ path, kind, named: true });
  }

  #hold(name: Held): string | undefined {
    const key = foldPath(name.path);
    const held = this.#held.get(key);
    if (held !== undefined) {
      if (held.path !== name.path) return twin(name, held.path);
      if (held.kind !== name.kind)
        return name.named ? "is a file and a directory" : `is below the file \`${held.path}\``;
      if (held.named && name.named) return "appears twice";
    }
    if (held === undefined || name.named) this.#held.set(key, name);
    return undefined;
  }
}

function twin(name: Held, path: string): string {
  const subject = name.named ? "" : `is in \`${name.path}\`, which `;
  return `${subject}differs from \`${path}\` only in case or Unicode form`;
}

/**
 * Converts a path to lower case, then to upper case. Upper case makes all sigmas equal and turns `ß` into `SS`, as some
 * file systems do.
 */
export function foldPath(path: string): string {
  if (ASCII.test(path)) return path.toUpperCase();
  return path.normalize("NFD").toLowerCase().toUpperCase().normalize("NFD");
}

// Matches nearly every path. Such a path needs no Unicode normalization.
const ASCII = /^[\x20-\x7e]*$/;
