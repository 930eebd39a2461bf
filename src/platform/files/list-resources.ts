import type { Files } from "./files.ts";

/** Limit for listing a skill's files. After this number of files, no further directory is read. */
export const MAX_RESOURCES = 2000;

/** Returns every file in a skill's directory except SKILL.md and nested skills, relative and sorted. */
export function listResources(directory: string, files: Files): string[] {
  const found: string[] = [];
  const pending = [""];
  for (let at = 0; at < pending.length && found.length < MAX_RESOURCES; at++) {
    const relative = pending[at] as string;
    const listing = files.readDirectory(relative === "" ? directory : `${directory}/${relative}`);
    if (relative !== "" && listing.files.includes("SKILL.md")) continue;
    const within = (name: string): string => (relative === "" ? name : `${relative}/${name}`);
    found.push(...[...listing.files, ...listing.links].map(within));
    pending.push(...listing.directories.filter((name) => !name.startsWith(".") && name !== "node_modules").map(within));
  }
  return found.filter((path) => path !== "SKILL.md").sort();
}
