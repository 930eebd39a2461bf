/**
 * What a host's own reader makes of one SKILL.md. A dialect reproduces the outcome (which name, which description,
 * where the body begins, or why nothing), never the host's words. It must be total: any bytes give a reading.
 */

/** Why a host gets nothing out of a file. */
export type FailureCause = "encoding" | "no-frontmatter" | "yaml" | "type" | "crash";

export interface Reading {
  /** As the host's program holds it; undefined where the file gives none. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Set when the description is not the frontmatter's but taken from the text below it. */
  readonly descriptionFrom?: "body";
  /** All that the host read from the frontmatter, as plain values. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The text after the frontmatter, as the host cuts it. */
  readonly body: string;
  /** Set when the host drops the file because of what is in it. */
  readonly failure?: Failure;
  /** True when the frontmatter had to be repaired, or was given up while the file still loads. */
  readonly repaired?: boolean;
}

export interface Failure {
  readonly cause: FailureCause;
  /** In our words, as the end of "… because": `the closing fence is missing`. */
  readonly detail: string;
  /** Line of the file, 1-based, where it can be told. */
  readonly line?: number;
}

export type Dialect = (bytes: Uint8Array) => Reading;
