/** The interface of the editors for JSON, TOML and YAML, and the functions that they share. */

/** A server in a configuration file. */
export interface ServerEntry {
  /** Path of keys that leads to the mapping of servers. */
  readonly key: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A text to insert, with its offset in the old text. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Adds an entry to the text of a configuration file, or removes an entry from it. */
export interface Editor {
  /**
   * Returns possible insertions, best first. The caller applies each of them, parses the result, and uses the first
   * correct result.
   */
  insert(text: string, entry: ServerEntry): Promise<readonly (readonly Insertion[])[]>;
  remove(text: string, entry: ServerEntry): Promise<string | undefined>;
}

/** Returns the line ending of a text. */
export function lineEndingOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Returns the offset after the line that contains the offset `at`. */
export function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}
