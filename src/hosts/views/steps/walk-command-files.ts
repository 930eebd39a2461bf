/**
 * Finds Claude Code's older form of skills: Markdown files at any depth below `commands`, named by their path with
 * colons. A `SKILL.md` among them represents its directory and hides its siblings.
 */
import { baseName } from "../../../model/text/text.ts";
import type { Files } from "../../../platform/files/files.ts";
import type { ViewRoot } from "../host-view.ts";
import { compareByBytes, type FoundByHost, type HostWalk } from "./walk.ts";
import { followPath, listDirectory } from "./walked-directory.ts";

const MAX_DIRECTORIES = 20_000;

export function walkCommandFiles(root: ViewRoot, files: Files, maxDirectories: number = MAX_DIRECTORIES): HostWalk {
  const found: FoundByHost[] = [];
  const visited = new Set<string>();
  const queue = [root.path];
  for (let at = 0; at < queue.length; at++) {
    if (at >= maxDirectories) return { sightings: found, steps: at, limit: "reach" };
    const directory = queue[at] as string;
    const real = followPath(directory, files);
    if (real === undefined || visited.has(real)) continue;
    visited.add(real);
    const listing = listDirectory(directory, files);
    const leads = (name: string): string => {
      const target = followPath(`${directory}/${name}`, files);
      return target === undefined ? "" : files.stat(target).kind;
    };
    const linked = listing.links.map((name) => ({ name, kind: leads(name) }));
    const markdown = [...listing.files, ...linked.filter((each) => each.kind === "file").map((each) => each.name)]
      .filter((name) => isCommand(name, root) && (root.only?.includes(name) ?? true))
      .sort(compareByBytes);
    const { flat, plainCommands } = root.walk;
    const skill = flat || plainCommands ? undefined : markdown.find((name) => name.toLowerCase() === "skill.md");
    for (const name of skill === undefined ? markdown : [skill])
      found.push({
        path: `${directory}/${name}`,
        file: followPath(`${directory}/${name}`, files) ?? `${directory}/${name}`,
        directory,
        root,
        name: nameOf(directory, skill === undefined ? name : undefined, root),
        special: false,
      });
    if (root.only || flat) break;
    queue.push(
      ...[...listing.directories, ...linked.filter((each) => each.kind === "directory").map((each) => each.name)]
        .sort(compareByBytes)
        .map((name) => `${directory}/${name}`),
    );
  }
  return { sightings: found, steps: queue.length };
}

/** Returns true for a command file. A flat directory may exclude hidden files and accept files that end in `.MD`. */
function isCommand(name: string, { walk }: ViewRoot): boolean {
  if (walk.flat && !walk.hidden && name.startsWith(".")) return false;
  return (walk.flat && walk.anyCase ? name.toLowerCase() : name).endsWith(".md");
}

/**
 * Returns a command's name: `git/commit.md` becomes `git:commit`. A directory with a SKILL.md is named by its own path.
 */
function nameOf(directory: string, file: string | undefined, { path, walk }: ViewRoot): string {
  const inside = directory === path ? [] : directory.slice(path.length + 1).split("/");
  if (file === undefined && inside.length === 0) return baseName(directory);
  const parts = file === undefined ? inside : [...inside, file.slice(0, -3)];
  return (walk.plainCommands ? parts.map((part) => part.replaceAll(":", "_")) : parts).join(":");
}
