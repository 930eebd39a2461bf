import { systemCode } from "../../../model/errors.ts";
import { baseName } from "../../../model/text/text.ts";
import { emptyListing, type Files, type Listing } from "../../../platform/files/files.ts";

/**
 * A directory of a walk. It is listed once for all hosts, because building the same long paths for every host would
 * cost more than applying all rules.
 */
export class WalkedDirectory {
  readonly path: string;
  /** The real path, with symlinks resolved. */
  readonly real: string;
  readonly name: string;
  readonly parent: WalkedDirectory | undefined;
  readonly #files: Files;
  // These fields are created on demand, because most directories have neither children nor relevant files.
  #children: Map<string, WalkedDirectory> | undefined;
  #paths: Map<string, string> | undefined;
  #listing: Listing | undefined;

  constructor(path: string, real: string, parent: WalkedDirectory | undefined, files: Files) {
    this.path = path;
    this.real = real;
    this.name = baseName(path);
    this.parent = parent;
    this.#files = files;
  }

  /** A directory that cannot be listed is empty for every host. */
  get listing(): Listing {
    this.#listing ??= listDirectory(this.path, this.#files);
    return this.#listing;
  }

  child(name: string, link: boolean): WalkedDirectory {
    let child = this.#children?.get(name);
    if (child === undefined) {
      const path = `${this.path}/${name}`;
      const straight = `${this.real}/${name}`;
      child = new WalkedDirectory(
        path,
        link ? (followPath(path, this.#files) ?? straight) : straight,
        this,
        this.#files,
      );
      this.#children ??= new Map();
      this.#children.set(name, child);
    }
    return child;
  }

  /** Returns the path of an entry. */
  at(name: string): string {
    return this.#paths?.get(name) ?? this.#keep(name, `${this.path}/${name}`);
  }

  /** Returns the real path of an entry. */
  realAt(name: string, link: boolean): string {
    if (!link && this.real === this.path) return this.at(name);
    const key = `${name}/`;
    const path = this.#paths?.get(key);
    if (path !== undefined) return path;
    return this.#keep(key, (link ? followPath(this.at(name), this.#files) : undefined) ?? `${this.real}/${name}`);
  }

  #keep(key: string, path: string): string {
    this.#paths ??= new Map();
    this.#paths.set(key, path);
    return path;
  }
}

const known = new WeakMap<Files, Map<string, WalkedDirectory>>();

/** Returns the top directory of a walk. All walks over these files share it. */
export function walkedDirectory(path: string, files: Files): WalkedDirectory {
  let places = known.get(files);
  if (places === undefined) {
    places = new Map();
    known.set(files, places);
  }
  let place = places.get(path);
  if (place === undefined) {
    place = new WalkedDirectory(path, followPath(path, files) ?? path, undefined, files);
    places.set(path, place);
  }
  return place;
}

/** Returns the target of a path; undefined if it does not exist. */
export function followPath(path: string, files: Files): string | undefined {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

export function listDirectory(directory: string, files: Files): Listing {
  try {
    return files.readDirectory(directory);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return emptyListing();
  }
}
