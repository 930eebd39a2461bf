/** The interface of the editors for JSON, TOML and YAML, and the functions that they share. */

/** A server in a configuration file. */
export interface ServerEntry {
  /** Key path of the mapping that holds the servers. */
  readonly key: string;
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A piece of text, and its offset in the old text. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Adds an entry to the text of a file, or removes one. */
export interface Editor {
  /** Returns candidates, best first. The caller parses each result again before it uses one. */
  insert(text: string, entry: ServerEntry): Promise<readonly (readonly Insertion[])[]>;
  remove(text: string, entry: ServerEntry): Promise<string | undefined>;
}

/** Returns the line ending of a text. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Returns the offset after the line that contains the offset `at`. */
export function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}
