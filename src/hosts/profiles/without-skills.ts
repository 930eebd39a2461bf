import { type Fact, type HostProfile, SECTIONS, type Section } from "../../model/host-profile.ts";

interface WithoutSkills extends Pick<HostProfile, "name" | "title" | "version" | "detect" | "notes"> {
  readonly source: string;
}

/** The profile of a program that has no skills: nothing is searched, nothing is shown, the notes say what to do instead. */
export function withoutSkills({ source, ...host }: WithoutSkills): HostProfile {
  return {
    ...host,
    confidence: "documented",
    runtime: "none",
    roots: [],
    projectMarkers: [],
    walkUp: "nearest-first",
    walk: {
      depth: 0,
      atRoot: "ignored",
      insideSkills: false,
      hidden: false,
      skipped: [],
      directoryLinks: "ignored",
      fileLinks: "ignored",
      special: "skipped",
      anyCase: false,
      flat: false,
      once: false,
      ignoreFiles: [],
    },
    frontmatter: { dialect: "none", encoding: "replaced", broken: "rejected", repair: "none" },
    naming: { from: "frontmatter", broken: "rejected" },
    description: { missing: "rejected", empty: "rejected", blank: "rejected" },
    collisions: { winner: "first", key: "name", said: "nothing" },
    disclosure: { place: "nowhere", line: "", overflow: "none", hiddenBy: {} },
    activation: { model: "none", user: "none" },
    mentions: { dollar: false, slash: "none", at: false },
    envelope: "",
    arguments: { base: "none", missing: "none", appended: "", shell: false },
    reload: "none",
    trust: "none",
    fields: [],
    facts: Object.fromEntries(SECTIONS.map((section): [Section, Fact] => [section, { source }])) as Record<
      Section,
      Fact
    >,
  };
}
