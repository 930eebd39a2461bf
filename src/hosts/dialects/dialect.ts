/**
 * The result of a host's own reader for one SKILL.md. A dialect reproduces the outcome (name, description, body, or
 * failure), not the host's messages. Every sequence of bytes gives a reading.
 */

/** The reason why a host cannot read a file. */
export type FailureCause = "encoding" | "no-frontmatter" | "yaml" | "type" | "crash";

export interface DialectReading {
  /** The skill's name in the host; undefined if the file has none. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Set if the description comes from the body instead of the frontmatter. */
  readonly descriptionFrom?: "body";
  /** All fields that the host read from the frontmatter. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text after the frontmatter, as the host splits it. */
  readonly body: string;
  /** Set if the host rejects the file because of its content. */
  readonly failure?: DialectFailure;
  /** True if the host repaired the frontmatter, or ignored it and still loads the file. */
  readonly repaired?: boolean;
}

export interface DialectFailure {
  readonly cause: FailureCause;
  /** The reason as a clause that follows "because": `the closing fence is missing`. */
  readonly detail: string;
  /** Line number in the file, starting at 1, if known. */
  readonly line?: number;
}

export type Dialect = (bytes: Uint8Array) => DialectReading;
