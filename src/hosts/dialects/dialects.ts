/**
 * All dialects, by the names that profiles use. The dialects import the YAML libraries, so this file is loaded on
 * demand.
 */
import { claudeCode, claudeCodeCommand, olderClaudeCode, olderClaudeCodeCommand } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { copilotCli, copilotCliCommand } from "./copilot-cli.ts";
import type { Dialect } from "./dialect.ts";
import { cline, crush, cursor, goose, kimiCli, openclaw, rooCode, vscode } from "./documented.ts";
import { geminiCli } from "./gemini-cli.ts";
import { kimiCode, kimiCodeFile } from "./kimi-code.ts";
import { opencode } from "./opencode.ts";
import { olderPi, pi } from "./pi.ts";
import { qwenCode, qwenCodeCommand } from "./qwen-code.ts";
import { aleph, caliban, crabtalk, pickleBot } from "./seeds.ts";

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  aleph,
  caliban,
  "claude-code": claudeCode,
  "claude-code-command": claudeCodeCommand,
  "claude-code-2.1.197": olderClaudeCode,
  "claude-code-command-2.1.197": olderClaudeCodeCommand,
  cline,
  codex,
  "copilot-cli": copilotCli,
  "copilot-cli-command": copilotCliCommand,
  crabtalk,
  crush,
  cursor,
  "gemini-cli": geminiCli,
  goose,
  "kimi-cli": kimiCli,
  "kimi-code": kimiCode,
  "kimi-code-file": kimiCodeFile,
  openclaw,
  opencode,
  pi,
  "pi-0.73.1": olderPi,
  "pickle-bot": pickleBot,
  "qwen-code": qwenCode,
  "qwen-code-command": qwenCodeCommand,
  "roo-code": rooCode,
  vscode,
};
