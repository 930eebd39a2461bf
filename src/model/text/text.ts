/** UTF-16 order, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The last part of a path; the engine writes all of them with `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Most text is nothing else, and expressions that know of more take longer to compile than to ask this. */
export function isAscii(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A path as disks compare it that do not tell letters apart by case or composition; by way of capitals `ſ` is `s`. */
export function foldCase(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase();
}
