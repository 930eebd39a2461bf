/** Defines the tool `read`, which returns a text file or a range of its lines. */
import { makeTool, type NeutralTool } from "../../../api/index.ts";
import { capText, MAX_RESULT_CHARS } from "./shell/cap-text.ts";
import { displayPath, resolveAllowedPath, type Workspace } from "./workspace.ts";

const MAX_BYTES = 20_000_000;
const MAX_LINES = 2_000;

/** Makes the tool. It calls `onUse` with each file that it reads, because the user is then working on that file. */
export function readTool(workspace: Workspace, onUse: (path: string) => void): NeutralTool {
  return makeTool({
    name: "read",
    description: `Reads a text file, at most ${MAX_LINES} lines at once.`,
    fields: {
      path: { type: "string", description: "The path of the file from the working directory.", required: true },
      offset: { type: "integer", description: "The line to begin with; 1 is the first." },
      limit: { type: "integer", description: "The maximum number of lines to read." },
    },
    run: ({ path = "", offset = "1", limit = String(MAX_LINES) }) => {
      const real = resolveAllowedPath(workspace, path, "read");
      const text = readText(real, workspace);
      onUse(real);
      if (text === undefined) return { content: `\`${displayPath(workspace, real)}\` is not text`, isError: true };
      const from = Math.max(1, Number(offset));
      return { content: part(text, from, Math.min(MAX_LINES, Math.max(1, Number(limit)))), isError: false };
    },
  });
}

/**
 * Returns the text of a file; undefined if the file is not text. If the file does not exist, throws an error that the
 * model reads.
 */
export function readText(path: string, workspace: Workspace): string | undefined {
  const bytes = bytesOf(path, workspace);
  return bytes.subarray(0, 8192).includes(0) ? undefined : new TextDecoder().decode(bytes);
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is not a file",
  EINVAL: "is not a file",
  EFBIG: "is too large",
  EACCES: "may not be read",
};

function bytesOf(path: string, workspace: Workspace): Uint8Array {
  try {
    return workspace.files.readFile(path, MAX_BYTES);
  } catch (error) {
    const problem = error instanceof Error && "code" in error ? PROBLEMS[String(error.code)] : undefined;
    throw problem === undefined ? error : new Error(`\`${displayPath(workspace, path)}\` ${problem}`);
  }
}

function part(text: string, from: number, count: number): string {
  const lines = text.split("\n");
  const shown = lines.slice(from - 1, from - 1 + count);
  const content = capText(shown.join("\n"), MAX_RESULT_CHARS);
  const next = from + shown.length;
  if (shown.length === 0 && text !== "") return `[the file has ${lines.length} lines]`;
  return next <= lines.length
    ? `${content}\n[cut: the file has ${lines.length} lines; continue with offset ${next}]`
    : content;
}
