/** Where a skill's bytes came from. Kept beside the skill, never in it. */

export const SOURCE_KINDS = ["directory", "git", "npm", "archive", "well-known", "oci", "plugin", "clawhub"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The source of an installed skill, as the lockfile records it. */
export interface Origin {
  readonly kind: SourceKind;
  /** As one would write it to get the same again: `npm:pdf-skills@^2`, `owner/repo#v1`. No credentials. */
  readonly source: string;
  /** What that led to: a commit, a version, a manifest's digest. */
  readonly resolved?: string;
  /** `sha256:` of the bytes as they were fetched. */
  readonly artifact?: string;
  /** The skill's directory inside the source; "" for the source itself. */
  readonly path: string;
  /** When the publisher released it (ISO, UTC), where the source says so. */
  readonly released?: string;
  /** Who signed it, once that is proven. */
  readonly signer?: string;
  /** Its plugin, where it is part of one. */
  readonly plugin?: string;
}

/** What a catalog calls a skill: one of a plugin is called after its plugin. */
export function fullName(name: string, { plugin }: Pick<Origin, "plugin">): string {
  return plugin === undefined ? name : `${plugin}:${name}`;
}
