import { systemCode } from "../../../model/errors.ts";
import { emptyListing, type Files, type Listing } from "../../../platform/files/files.ts";

/**
 * A directory as a walk comes to it. It is listed once and its paths are put together once, however many hosts walk by:
 * making and comparing the same long paths again for every host costs more than all their rules.
 */
export class Place {
  readonly path: string;
  /** The path with links resolved. */
  readonly real: string;
  readonly name: string;
  readonly parent: Place | undefined;
  readonly #files: Files;
  // Most places have neither children that anybody enters nor files that anybody asks for.
  #children: Map<string, Place> | undefined;
  #paths: Map<string, string> | undefined;
  #listing: Listing | undefined;

  constructor(path: string, real: string, parent: Place | undefined, files: Files) {
    this.path = path;
    this.real = real;
    this.name = path.slice(path.lastIndexOf("/") + 1);
    this.parent = parent;
    this.#files = files;
  }

  /** What cannot be listed is empty to every host. */
  get listing(): Listing {
    this.#listing ??= list(this.path, this.#files);
    return this.#listing;
  }

  child(name: string, link: boolean): Place {
    let child = this.#children?.get(name);
    if (child === undefined) {
      const path = `${this.path}/${name}`;
      const straight = `${this.real}/${name}`;
      child = new Place(path, link ? (follow(path, this.#files) ?? straight) : straight, this, this.#files);
      this.#children ??= new Map();
      this.#children.set(name, child);
    }
    return child;
  }

  /** The path of something in this directory. */
  at(name: string): string {
    return this.#paths?.get(name) ?? this.#keep(name, `${this.path}/${name}`);
  }

  /** The same with links resolved. */
  realAt(name: string, link: boolean): string {
    if (!link && this.real === this.path) return this.at(name);
    const key = `${name}/`;
    const path = this.#paths?.get(key);
    if (path !== undefined) return path;
    return this.#keep(key, (link ? follow(this.at(name), this.#files) : undefined) ?? `${this.real}/${name}`);
  }

  #keep(key: string, path: string): string {
    this.#paths ??= new Map();
    this.#paths.set(key, path);
    return path;
  }
}

const known = new WeakMap<Files, Map<string, Place>>();

/** The place at the top of a walk, the same for all who walk these files. */
export function placeAt(path: string, files: Files): Place {
  let places = known.get(files);
  if (places === undefined) {
    places = new Map();
    known.set(files, places);
  }
  let place = places.get(path);
  if (place === undefined) {
    place = new Place(path, follow(path, files) ?? path, undefined, files);
    places.set(path, place);
  }
  return place;
}

/** Where a path leads, or undefined when that is nowhere. */
export function follow(path: string, files: Files): string | undefined {
  try {
    return files.realPath(path);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return undefined;
  }
}

export function list(directory: string, files: Files): Listing {
  try {
    return files.readDirectory(directory);
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return emptyListing();
  }
}
