/**
 * Defines the tool `edit`, which replaces a text in a file, or writes a new file. If it fails, the file is unchanged.
 */
import { makeTool, type NeutralTool, type ToolResult } from "../../../api/index.ts";
import { readText } from "./read-tool.ts";
import { displayPath, resolveAllowedPath, type Workspace } from "./workspace.ts";

export interface EditPorts {
  readonly write: (path: string, content: string) => void;
  /** Called with each file that the tool edits. */
  readonly onUse: (path: string) => void;
}

export function editTool(workspace: Workspace, ports: EditPorts): NeutralTool {
  return makeTool({
    name: "edit",
    description:
      "Replaces `old` by `new` in a file. `old` must occur exactly once, or `all` must be true. Without `old`, a new file " +
      "is written with `new` in it.",
    fields: {
      path: { type: "string", description: "The path of the file from the working directory.", required: true },
      old: { type: "string", description: "The exact text to replace." },
      new: { type: "string", description: "The new text.", required: true },
      all: { type: "boolean", description: "Replace every occurrence of `old`." },
    },
    run: ({ path = "", old = "", new: text = "", all }) => {
      const real = resolveAllowedPath(workspace, path, "write");
      const edited =
        old === "" ? created(real, text, workspace) : replaced(real, { old, text, all: all === "true" }, workspace);
      if ("failure" in edited) return { content: edited.failure, isError: true };
      ports.write(real, edited.content);
      ports.onUse(real);
      return said(edited.said);
    },
  });
}

type Edited = { readonly content: string; readonly said: string } | { readonly failure: string };

function created(real: string, text: string, workspace: Workspace): Edited {
  const name = displayPath(workspace, real);
  if (workspace.files.exists(real)) return { failure: `\`${name}\` exists; give the text to replace in \`old\`` };
  return { content: text, said: `wrote \`${name}\`, ${text.split("\n").length} lines` };
}

function replaced(
  real: string,
  { old, text, all }: { old: string; text: string; all: boolean },
  workspace: Workspace,
): Edited {
  const name = displayPath(workspace, real);
  const before = readText(real, workspace);
  if (before === undefined) return { failure: `\`${name}\` is not text` };
  const places = before.split(old).length - 1;
  if (places === 0) return { failure: `\`old\` does not occur in \`${name}\`; read it again` };
  if (places > 1 && !all)
    return {
      failure: `\`old\` occurs ${places} times in \`${name}\`; include more of the surrounding text, or set \`all\``,
    };
  return {
    content: before.split(old).join(text),
    said: `replaced ${places === 1 ? "1 place" : `${places} places`} in \`${name}\``,
  };
}

function said(content: string): ToolResult {
  return { content, isError: false };
}
