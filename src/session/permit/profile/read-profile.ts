/**
 * Parses `permissions` of a sidecar: readable and writable files, the network, and macOS services. Returns permissions
 * with absolute paths, and the problems of invalid parts. It accesses no files.
 */
import { isAbsolute, resolve } from "node:path";
import type { MacPermissions, PermissionProfile } from "../../../model/rules/permission.ts";
import { isMap } from "../../../model/schema.ts";
import { oneLine } from "../../../model/text/text.ts";

export interface ReadProfile {
  readonly profile: PermissionProfile;
  /** The problems, each in one clause. `field` is the position of the problem. */
  readonly problems: readonly { readonly field: string; readonly problem: string }[];
}

export interface ProfileDirectories {
  /** The directory of the skill. */
  readonly directory: string;
  readonly home: string;
}

/** Maximum number of paths in one list. */
const MAX_PATHS = 100;
const MAX_PATH_CHARS = 1024;

export function readProfile(
  permissions: Readonly<Record<string, unknown>>,
  directories: ProfileDirectories,
): ReadProfile {
  const reader = new ProfileReader(directories);
  const profile = reader.read(permissions);
  return { profile, problems: reader.problems };
}

class ProfileReader {
  readonly problems: { field: string; problem: string }[] = [];
  readonly #directories: ProfileDirectories;

  constructor(directories: ProfileDirectories) {
    this.#directories = directories;
  }

  read(permissions: Readonly<Record<string, unknown>>): PermissionProfile {
    let network = false;
    let read: readonly string[] = [];
    let write: readonly string[] = [];
    let macos: MacPermissions | undefined;
    for (const [key, value] of Object.entries(permissions)) {
      if (key === "network") network = this.#network(value);
      else if (key === "file_system" || key === "fileSystem") {
        const files = this.#map(value, "file_system");
        read = this.#paths(files["read"], "file_system.read");
        write = this.#paths(files["write"], "file_system.write");
        this.#others(files, ["read", "write"], "file_system.");
      } else if (key === "macos") macos = this.#macos(this.#map(value, "macos"));
      else this.#not(key, "it is not known");
    }
    return { read, write, network, ...(macos ? { macos } : {}) };
  }

  #network(value: unknown): boolean {
    const said = isMap(value) ? value["enabled"] : value;
    if (typeof said === "boolean") return said;
    this.#not("network", "it is neither true nor false");
    return false;
  }

  #paths(value: unknown, field: string): readonly string[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.#not(field, "it is not a list of paths");
      return [];
    }
    if (value.length > MAX_PATHS) this.#not(field, `it has more than ${MAX_PATHS} paths`);
    const paths = value.slice(0, MAX_PATHS).flatMap((each) => this.#path(each, field) ?? []);
    return [...new Set(paths)].sort();
  }

  /** Returns an absolute path. Reports a problem and returns undefined if the path is ambiguous. */
  #path(written: unknown, field: string): string | undefined {
    if (typeof written !== "string") return void this.#not(field, "one of its paths is not a string");
    const path = written.trim();
    const shown = oneLine(path).slice(0, 100);
    const problem = problemOf(path);
    if (problem !== undefined) return void this.#not(field, `\`${shown}\` ${problem}`);
    if (path === "~" || path.startsWith("~/")) return resolve(this.#directories.home, `.${path.slice(1)}`);
    if (path.startsWith("~")) return void this.#not(field, `\`${shown}\` is another user's home directory`);
    return isAbsolute(path) ? resolve(path) : resolve(this.#directories.directory, path);
  }

  #macos(said: Readonly<Record<string, unknown>>): MacPermissions {
    this.#others(said, ["preferences", "automations", "accessibility", "calendar"], "macos.");
    const flag = (key: "accessibility" | "calendar"): boolean => {
      if (typeof said[key] === "boolean" || said[key] === undefined) return said[key] === true;
      this.#not(`macos.${key}`, "it is neither true nor false");
      return false;
    };
    return {
      preferences: this.#preferences(said["preferences"]),
      automations: this.#automations(said["automations"]),
      accessibility: flag("accessibility"),
      calendar: flag("calendar"),
    };
  }

  #preferences(value: unknown): MacPermissions["preferences"] {
    if (value === undefined || value === false) return "none";
    const word = typeof value === "string" ? value.trim().toLowerCase().replace("-", "") : value;
    if (word === true || word === "readonly") return "read";
    if (word === "readwrite") return "write";
    this.#not("macos.preferences", "it is neither true nor false, `readonly` nor `readwrite`");
    return "none";
  }

  #automations(value: unknown): MacPermissions["automations"] {
    if (value === undefined || value === false) return [];
    if (value === true) return "all";
    const ids = Array.isArray(value) ? value.slice(0, MAX_PATHS) : [];
    const known = ids.filter((each): each is string => typeof each === "string" && /^[A-Za-z0-9.-]{1,200}$/.test(each));
    if (!Array.isArray(value) || known.length < value.length)
      this.#not("macos.automations", "it is neither true nor false, nor a list of bundle identifiers");
    return [...new Set(known)].sort();
  }

  #map(value: unknown, field: string): Readonly<Record<string, unknown>> {
    if (isMap(value)) return value;
    this.#not(field, "it is not a mapping");
    return {};
  }

  #others(map: Readonly<Record<string, unknown>>, known: readonly string[], prefix: string): void {
    for (const key of Object.keys(map)) if (!known.includes(key)) this.#not(`${prefix}${key}`, "it is not known");
  }

  #not(field: string, problem: string): void {
    this.problems.push({ field: oneLine(field).slice(0, 100), problem });
  }
}

function problemOf(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.length > MAX_PATH_CHARS) return "is too long";
  if (oneLine(path) !== path || path !== path.normalize("NFC")) return "has invisible or look-alike characters";
  if (/[*?[\]{}\\]/.test(path)) return "has characters that could mean a pattern";
  return path.split("/").includes("..") ? "leads upwards" : undefined;
}
