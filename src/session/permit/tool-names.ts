/**
 * Maps tool names to kinds. Hosts and frameworks have different names for the same tool, but a skill uses the names of
 * one host. An unknown name is matched only by the same name.
 */
import { TOOL_KINDS, type ToolKind } from "../../model/rules/permission.ts";

const NAMES: Readonly<Record<ToolKind, string>> = {
  shell:
    "Bash shell exec bash_tool run_shell_command run_command run_terminal_cmd run_in_terminal execute_command " +
    "execute_bash exec_command shell_exec local_shell shell_command terminal",
  read: "Read NotebookRead read_many_files read_file view view_file open_file fs_read",
  write: "Write write_file create_file fs_write write_to_file",
  edit: "Edit MultiEdit edit_file str_replace str_replace_editor str_replace_based_edit_tool apply_patch replace_in_file NotebookEdit",
  search: "Grep grep_search search search_file_content search_files ripgrep",
  find: "Glob find_files file_search glob_file_search",
  list: "LS list list_dir list_directory list_files",
  fetch: "WebFetch fetch fetch_url fetch_webpage",
  "web-search": "WebSearch google_web_search search_web",
  ask: "AskUserQuestion ask ask_user request_user_input",
  todo: "TodoWrite update_plan todo",
  agent: "Task Agent spawn_agent",
  skill: "Skill activate_skill load_skill use_skill",
};

const KINDS: ReadonlyMap<string, ToolKind> = new Map(
  TOOL_KINDS.flatMap((kind) => NAMES[kind].split(" ").map((name) => [keyOf(name), kind] as const)),
);

/** Normalizes a tool name: `read_file`, `readFile` and `ReadFile` give the same key. */
function keyOf(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

export function kindOfTool(name: string): ToolKind | undefined {
  return KINDS.get(keyOf(name));
}

/** Returns all tool names of the same kind; none if the kind is unknown. */
export function namesOfSameKind(name: string): readonly string[] {
  const kind = kindOfTool(name);
  return kind === undefined ? [] : NAMES[kind].split(" ");
}
