import type { HostProfile } from "../../model/host-profile.ts";

/**
 * The programs and directories that show that a host is on this machine. A test compares this table with the
 * profiles. It is so small that `list` finds the hosts without loading their profiles.
 */
export const INSTALLATION_SIGNS: Readonly<Record<string, Pick<HostProfile["detect"], "programs" | "directories">>> = {
  aider: { programs: ["aider"], directories: ["~/.aider"] },
  aleph: { programs: ["aleph"], directories: ["~/.aleph"] },
  caliban: { programs: ["caliban"], directories: ["${XDG_CONFIG_HOME:-~/.config}/caliban"] },
  "claude-code": { programs: ["claude"], directories: ["${CLAUDE_CONFIG_DIR:-~/.claude}"] },
  cline: { programs: ["cline"], directories: ["${CLINE_DIR:-~/.cline}"] },
  codex: { programs: ["codex"], directories: ["${CODEX_HOME:-~/.codex}"] },
  "copilot-cli": { programs: ["copilot"], directories: ["${COPILOT_HOME:-~/.copilot}"] },
  crabtalk: { programs: ["crabtalk"], directories: ["~/.crabtalk"] },
  crush: { programs: ["crush"], directories: ["${XDG_CONFIG_HOME:-~/.config}/crush"] },
  cursor: { programs: ["cursor", "cursor-agent"], directories: ["~/.cursor"] },
  "gemini-cli": { programs: ["gemini"], directories: ["${GEMINI_CLI_HOME:-~}/.gemini"] },
  goose: { programs: ["goose"], directories: ["${XDG_CONFIG_HOME:-~/.config}/goose"] },
  "kimi-code": { programs: ["kimi"], directories: ["${KIMI_CODE_HOME:-~/.kimi-code}"] },
  "kimi-cli": { programs: ["kimi"], directories: ["${KIMI_SHARE_DIR:-~/.kimi}"] },
  openclaw: { programs: ["openclaw"], directories: ["${OPENCLAW_STATE_DIR:-~/.openclaw}"] },
  opencode: { programs: ["opencode"], directories: ["${XDG_CONFIG_HOME:-~/.config}/opencode", "~/.opencode"] },
  openoxide: { programs: ["openoxide"], directories: ["${OPENOXIDE_HOME:-~/.openoxide}"] },
  pi: { programs: ["pi"], directories: ["${PI_CODING_AGENT_DIR:-~/.pi/agent}"] },
  "pickle-bot": { programs: ["picklebot"], directories: ["~/.pickle-bot"] },
  "qwen-code": { programs: ["qwen"], directories: ["${QWEN_HOME:-~/.qwen}"] },
  "roo-code": { programs: ["roo"], directories: ["~/.roo"] },
  vscode: { programs: ["code"], directories: ["~/.vscode"] },
};
