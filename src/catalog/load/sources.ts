/** Ready-made sources: a directory, and memory. */
import { DEFAULT_LIMITS } from "../../model/limits.ts";
import type { SkillSource } from "../../model/skills/skill-source.ts";
import type { Files } from "../../platform/files/files.ts";
import { nodeFiles } from "../../platform/files/node-files.ts";

/** Creates a source of skills in memory from a map of paths to contents, such as `{ "pdf/SKILL.md": "---\n…" }`. */
export function memorySource(name: string, contents: Readonly<Record<string, string | Uint8Array>>): SkillSource {
  return {
    name,
    list: () => Object.keys(contents).sort(),
    read(path) {
      const content = Object.hasOwn(contents, path) ? contents[path] : undefined;
      if (content === undefined) throw new Error(`there is no \`${path}\` in ${name}`);
      return typeof content === "string" ? Buffer.from(content) : content;
    },
  };
}

const MAX_FILES = 200_000;

/** Creates a source that has every regular file below a directory. Symlinks are ignored. */
export function directorySource(name: string, directory: string, files: Files = nodeFiles): SkillSource {
  return {
    name,
    list() {
      const found: string[] = [];
      const pending = [""];
      for (let at = 0; at < pending.length; at++) {
        if (found.length > MAX_FILES)
          throw new Error(`\`${directory}\` has more than ${MAX_FILES} files; name a directory nearer to the skills`);
        const relative = pending[at] as string;
        const within = (entry: string): string => (relative === "" ? entry : `${relative}/${entry}`);
        const listing = files.readDirectory(relative === "" ? directory : `${directory}/${relative}`);
        for (const entry of listing.files) found.push(within(entry));
        for (const entry of listing.directories) pending.push(within(entry));
      }
      return found.sort();
    },
    read(path) {
      if (path.startsWith("/") || path.split("/").includes("..")) throw new Error(`\`${path}\` leaves the source`);
      return files.readFile(`${directory}/${path}`, DEFAULT_LIMITS.maxSkillBytes);
    },
  };
}
