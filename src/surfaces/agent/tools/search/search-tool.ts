/** Defines the tool `search`, which returns the lines that match a pattern in the files below a directory. */
import { makeTool, type NeutralTool, type ToolResult } from "../../../../api/index.ts";
import { readText } from "../read-tool.ts";
import { capText } from "../shell/cap-text.ts";
import { displayPath, resolveAllowedPath, type Workspace } from "../workspace.ts";
import { type LineMatcher, makeLineMatcher, PatternTimeout } from "./match-lines.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_MATCHES = 200;
const MAX_DEPTH = 32;
/** Maximum bytes of one file that is searched. */
const MAX_FILE_BYTES = 2_000_000;
const MAX_BYTES = 200_000_000;
const MAX_SHOWN = 300;

export function searchTool(workspace: Workspace): NeutralTool {
  return makeTool({
    name: "search",
    description:
      "Finds lines that match a regular expression, in all files below a directory. Returns `file:line: text`.",
    fields: {
      pattern: { type: "string", description: "A JavaScript regular expression.", required: true },
      path: { type: "string", description: "A directory or a file (default: the working directory)." },
      ending: { type: "string", description: "Search only files whose name ends with this text, such as `.ts`." },
      ignore_case: { type: "boolean", description: "Whether to ignore case." },
    },
    run: async ({ pattern = "", path = ".", ending = "", ignore_case: ignoreCase }) => {
      if (pattern === "") return failure("pass the expression as `pattern`");
      const top = resolveAllowedPath(workspace, path === "" ? "." : path, "read");
      const matcher = matcherOf(pattern, ignoreCase === "true");
      if (typeof matcher === "string") return failure(matcher);
      return search(top, ending, matcher, workspace);
    },
  });
}

function matcherOf(pattern: string, ignoreCase: boolean): LineMatcher | string {
  try {
    return makeLineMatcher(pattern, ignoreCase);
  } catch (error) {
    if (error instanceof SyntaxError) return `\`pattern\` is not a regular expression: ${error.message}`;
    throw error;
  }
}

async function search(top: string, ending: string, matches: LineMatcher, workspace: Workspace): Promise<ToolResult> {
  const found: string[] = [];
  let left = MAX_BYTES;
  for (const path of filesBelow(top, workspace).filter((each) => each.endsWith(ending))) {
    if (found.length >= MAX_MATCHES || left <= 0) break;
    const { size } = workspace.files.stat(path);
    if (size > MAX_FILE_BYTES) continue;
    left -= size;
    const text = readText(path, workspace);
    if (text === undefined) continue;
    try {
      for (const { line, text: shown } of matches(text, MAX_MATCHES - found.length))
        found.push(`${displayPath(workspace, path)}:${line}: ${shown.trim().slice(0, MAX_SHOWN)}`);
    } catch (error) {
      if (error instanceof PatternTimeout) return failure(error.message);
      throw error;
    }
    // Waits for a moment between two files. Otherwise the user could not stop the search.
    await new Promise(setImmediate);
  }
  const note = found.length >= MAX_MATCHES ? [`[at most ${MAX_MATCHES} are shown]`] : [];
  return { content: capText([...found, ...note].join("\n")) || "[nothing found]", isError: false };
}

function filesBelow(top: string, { files }: Workspace): readonly string[] {
  if (files.stat(top).kind !== "directory") return [top];
  return walkFiles(top, MAX_DEPTH, files)
    .entries.filter((entry) => !entry.directory)
    .map((entry) => entry.path);
}

function failure(content: string): ToolResult {
  return { content, isError: true };
}
