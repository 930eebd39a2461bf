/** The exact bytes of one directory that somebody said yes to. */
export interface Approved {
  /** Of the whole directory. */
  readonly digest: string;
  /** By path: `644` or `755`, a blank, and the SHA-256 of the bytes in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a skill is held to: the approval of its own directory, or of one that it lies in. */
export interface HeldTo extends Approved {
  /** From the approved directory to the skill's own: "" or `sub/`. */
  readonly prefix: string;
  /** The user said yes to exactly these bytes, so the folder need not be trusted. */
  readonly byUser: boolean;
}
