/** A project with files and links, and what is decided there; all on a file system in memory. */
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";
import type { Surroundings } from "../../../src/session/permit/rules/covers.ts";

const PLACES = [
  ...["/project/.git", "/project/.skillwright", "/project/.claude", "/project/.mcp.json", "/project/opencode.json"],
  // A root that the configuration names.
  "/project/agent/skills",
];

export const around: Surroundings = {
  cwd: "/project",
  projectRoot: "/project",
  home: "/home/u",
  files: memoryFiles({ "/project/README.md": "", "/project/src/app.ts": "", "/home/u/.bashrc": "", "/etc/passwd": "" }),
  protectedPlaces: PLACES,
  readable: ["/project/.claude/skills/pdf"],
  isProtected: (path) => PLACES.some((place) => path === place || path.startsWith(`${place}/`)),
};
