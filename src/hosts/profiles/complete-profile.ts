/** Completes the profile of a file: adds the defaults, and the facts of a version, to the rules in the file. */
import { type HostProfile, SECTIONS } from "../../model/host-profile.ts";
import { type Infer, isMap } from "../../model/schema.ts";
import { DEFAULTS } from "./defaults.ts";
import type { profileFile } from "./profile-file-schema.ts";
import { isInRange } from "./version-ranges.ts";

/** A profile as it is stored in its file. */
export type ProfileFile = Infer<typeof profileFile>;

/**
 * Returns the profile of the newest version, together with the earlier versions that have facts. A test checks the type
 * of the file, so it is not checked here.
 */
export function completeProfile(stated: unknown): HostProfile {
  const file = stated as ProfileFile;
  const earlier = (file.earlierVersions ?? []).map((version) => profileOf(file, version));
  return { ...profileOf(file, file.version), ...(earlier.length > 0 ? { earlier } : {}) };
}

/** Returns the profile with the facts of a version. */
export function profileOf(file: ProfileFile, version: string): HostProfile {
  const { $schema, earlierVersions, ranges = [], notes, ...stated } = file;
  const {
    source = "",
    facts,
    commands,
    ...own
  } = ranges
    .filter(({ versions }) => isInRange(version, versions))
    .reduce((rules, { versions, ...differences }) => replaceRules(rules, differences), stated);
  return {
    ...DEFAULTS,
    ...own,
    version,
    roots: own.roots.map((root) => (root.kind === "commands" ? { ...commands, ...root } : root)),
    walk: { ...DEFAULTS.walk, ...own.walk },
    frontmatter: { ...DEFAULTS.frontmatter, ...own.frontmatter },
    naming: { ...DEFAULTS.naming, ...own.naming },
    description: { ...DEFAULTS.description, ...own.description },
    collisions: { ...DEFAULTS.collisions, ...own.collisions },
    disclosure: { ...DEFAULTS.disclosure, ...own.disclosure },
    mentions: { ...DEFAULTS.mentions, ...own.mentions },
    arguments: { ...DEFAULTS.arguments, ...own.arguments },
    facts: Object.fromEntries(
      SECTIONS.map((section) => [section, facts?.[section] ?? { source }]),
    ) as HostProfile["facts"],
    notes: notes.flatMap((note) => {
      if (typeof note === "string") return [note];
      return isInRange(version, note.versions) ? [note.text] : [];
    }),
  };
}

/**
 * Returns the ranges of a file that contain a version, as one text. Versions with the same text have the same facts.
 */
export function rangesOf({ ranges = [], notes }: ProfileFile, version: string): string {
  const all = [...ranges, ...notes.filter((note) => typeof note !== "string")].map(({ versions }) => versions);
  return all.filter((each) => isInRange(version, each)).join(", ");
}

function replaceRules<Rules extends object>(rules: Rules, differences: object): Rules {
  const replaced = { ...rules } as Record<string, unknown>;
  for (const [key, value] of Object.entries(differences)) {
    const now = replaced[key];
    // The map `types` of the settings is not replaced as a whole, but entry by entry.
    if (!isMap(now) || !isMap(value)) replaced[key] = value;
    else replaced[key] = key === "configuration" ? replaceRules(now, value) : { ...now, ...value };
  }
  return replaced as Rules;
}
