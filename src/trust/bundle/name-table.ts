/** Every name of a bundle, under a key that all file systems' ideas of "the same name" come down to. */

/** One name: as it was first written, and what stands there. */
interface Held {
  readonly path: string;
  readonly kind: "file" | "directory";
  /** Whether an entry said so itself, rather than a path through it. */
  readonly named: boolean;
}

export class NameTable {
  readonly #held = new Map<string, Held>();

  /** Adds a checked path with the directories that lead to it; a clause when something stands there already. */
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
        return name.named ? "is a file and a directory" : `lies below the file \`${held.path}\``;
      if (held.named && name.named) return "is there twice";
    }
    if (held === undefined || name.named) this.#held.set(key, name);
    return undefined;
  }
}

function twin(name: Held, path: string): string {
  const subject = name.named ? "" : `lies in \`${name.path}\`, which `;
  return `${subject}differs from \`${path}\` only in how letters are written`;
}

/** Lower, then upper case: the second undoes a final sigma and brings `ß` to `SS`, as some file systems do. */
export function foldPath(path: string): string {
  if (ASCII.test(path)) return path.toUpperCase();
  return path.normalize("NFD").toLowerCase().toUpperCase().normalize("NFD");
}

// Nearly every path.
const ASCII = /^[\x20-\x7e]*$/;
