/** A project with files and links, and what is decided there; all on a file system in memory. */
import type { Surroundings } from "../../src/permit/covers.ts";
import { memoryFiles } from "../../src/platform/memory-files.ts";

export const around: Surroundings = {
  cwd: "/project",
  projectRoot: "/project",
  home: "/home/u",
  files: memoryFiles({ "/project/README.md": "", "/project/src/app.ts": "", "/home/u/.bashrc": "", "/etc/passwd": "" }),
  protectedPlaces: ["/project/.git", "/project/.skillwright", "/project/.mcp.json", "/project/opencode.json"],
  readable: ["/project/.claude/skills/pdf"],
  isProtected: (path) => /^\/project\/(?:\.git\/|\.skillwright\/|\.mcp\.json$|opencode\.json$)/.test(path),
};
