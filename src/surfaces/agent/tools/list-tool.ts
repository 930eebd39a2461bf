/** Defines the tool `list`, which lists the entries of a directory. */
import { makeTool, type NeutralTool } from "../../../api/index.ts";
import { walkFiles } from "./search/walk-files.ts";
import { displayPath, resolveAllowedPath, type Workspace } from "./workspace.ts";

const MAX_LISTED = 1_000;
const MAX_DEPTH = 8;

export function listTool(workspace: Workspace): NeutralTool {
  return makeTool({
    name: "list",
    description: "Lists the files of a directory; directories end with a slash.",
    fields: {
      path: { type: "string", description: "The directory (default: the working directory)." },
      depth: { type: "integer", description: "The number of directory levels to list (default: 1)." },
    },
    run: ({ path = ".", depth = "1" }) => {
      const top = resolveAllowedPath(workspace, path === "" ? "." : path, "read");
      const levels = Math.min(MAX_DEPTH, Math.max(1, Number(depth)));
      if (workspace.files.stat(top).kind !== "directory")
        return { content: `\`${displayPath(workspace, top)}\` is not a directory`, isError: true };
      const { entries, cut } = walkFiles(top, levels, workspace.files);
      const names = entries
        .map((entry) => entry.path.slice(top === "/" ? 1 : top.length + 1) + (entry.directory ? "/" : ""))
        .sort();
      const more = names.length - MAX_LISTED;
      const note = more > 0 ? [`[${more} more]`] : cut ? ["[more files than the limit]"] : [];
      return { content: [...names.slice(0, MAX_LISTED), ...note].join("\n") || "[empty]", isError: false };
    },
  });
}
