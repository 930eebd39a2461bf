/** The exact bytes of one directory that a user approved. */
export interface ApprovedFiles {
  /** Digest of the whole directory. */
  readonly digest: string;
  /** The approved files by path. Each value is `644` or `755`, a space, and the SHA-256 digest in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
}

/** The approval that applies to a skill. It is for the skill's own directory or for a parent directory. */
export interface ApplicableApproval extends ApprovedFiles {
  /** Path from the approved directory to the skill's directory: "" or `sub/`. */
  readonly prefix: string;
  /** True if the user approved exactly these bytes. The folder then needs no trust. */
  readonly byUser: boolean;
}
