/** The tools of every agent, unless the agent's definition limits them. */
import type { NeutralTool, Prompter } from "../../../api/index.ts";
import type { AgentPorts } from "../ports.ts";
import { askTool } from "./ask-tool.ts";
import { editTool } from "./edit-tool.ts";
import { listTool } from "./list-tool.ts";
import { readTool } from "./read-tool.ts";
import { searchTool } from "./search/search-tool.ts";
import { shellTool } from "./shell/shell-tool.ts";
import type { Workspace } from "./workspace.ts";

export interface BuiltInOptions {
  readonly workspace: Workspace;
  readonly ports: Pick<AgentPorts, "spawn" | "write">;
  readonly prompter: Prompter | undefined;
  readonly variables: () => Readonly<Record<string, string>>;
  /** Called with each file that a tool reads or edits. */
  readonly onUse: (path: string) => void;
}

export function builtInTools({ workspace, ports, prompter, variables, onUse }: BuiltInOptions): readonly NeutralTool[] {
  return [
    readTool(workspace, onUse),
    listTool(workspace),
    searchTool(workspace),
    editTool(workspace, { write: ports.write, onUse }),
    shellTool({ cwd: workspace.cwd, spawn: ports.spawn, variables }),
    askTool(prompter),
  ];
}
