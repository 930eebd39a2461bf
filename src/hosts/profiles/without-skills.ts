import type { HostProfile } from "../../model/host-profile.ts";
import { defineProfile } from "./define-profile.ts";

interface WithoutSkills extends Pick<HostProfile, "name" | "title" | "version" | "detect" | "notes"> {
  readonly source: string;
}

/**
 * Creates the profile of a program without skills: nothing is searched or shown, and the notes suggest alternatives.
 */
export function withoutSkills(host: WithoutSkills): HostProfile {
  return defineProfile({
    ...host,
    runtime: "none",
    roots: [],
    projectMarkers: [],
    walk: {
      depth: 0,
      atRoot: "ignored",
      insideSkills: false,
      hidden: false,
      directoryLinks: "ignored",
      fileLinks: "ignored",
    },
    frontmatter: { dialect: "none" },
    naming: { broken: "rejected" },
    collisions: { winner: "first" },
    disclosure: { place: "nowhere", line: "", overflow: "none" },
    activation: { model: "none", user: "none" },
    mentions: { slash: "none" },
    envelope: "",
    reload: "none",
    trust: "none",
    fields: [],
  });
}
