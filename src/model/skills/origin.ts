/** The origin of a skill's bytes. It is stored beside the skill, never in it. */

export const SOURCE_KINDS = ["directory", "git", "npm", "archive", "well-known", "oci", "plugin", "clawhub"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The source of an installed skill, as the lockfile records it. */
export interface Origin {
  readonly kind: SourceKind;
  /**
   * The source as a user would write it to install the skill again: `npm:pdf-skills@^2`, `owner/repo#v1`. It never
   * contains credentials.
   */
  readonly source: string;
  /** The resolved commit, version or manifest digest. */
  readonly resolved?: string;
  /** `sha256:` and the digest of the fetched bytes. */
  readonly artifact?: string;
  /** The skill's directory inside the source; "" for the source itself. */
  readonly path: string;
  /** Release time of the publisher (ISO, UTC), if the source has it. */
  readonly released?: string;
  /** The verified signer. */
  readonly signer?: string;
  /** The plugin that contains the skill, if any. */
  readonly plugin?: string;
}
