/**
 * Parses one item of `allowed-tools` or `disallowed-tools`: `Read`, `Bash(git add *)`, `Bash(git:*)`,
 * `mcp__server__tool`, `WebFetch(domain:…)`. Returns a rule or a problem. It never throws.
 */
import type { ToolKind } from "../../../model/rules/permission.ts";
import { oneLine } from "../../../model/text/text.ts";
import { readCommandPattern } from "../shell/command-pattern.ts";
import { findProgram, SHELL_BUILTINS } from "../shell/programs/programs.ts";
import { kindOfTool } from "../tool-names.ts";
import type { ToolPattern, ToolRule, UsePattern } from "./rule.ts";

export type ReadRule = { readonly rule: ToolRule } | { readonly problem: string };

const MAX_RULE_CHARS = 1000;
const NAME = /^[A-Za-z_][\w.:/@-]*$/;

export function readRule(written: string): ReadRule {
  const text = written.trim();
  if (text.length > MAX_RULE_CHARS) return { problem: "it is too long" };
  if (text === "" || oneLine(text) !== text.replaceAll(/[ \t]+/g, " "))
    return { problem: text === "" ? "it is empty" : "it has invisible characters" };
  const opening = text.indexOf("(");
  const name = opening === -1 ? text : text.slice(0, opening);
  const tool = readTool(name);
  if ("problem" in tool) return tool;
  if (opening === -1) return { rule: { text, tool } };
  if (!text.endsWith(")")) return { problem: "its bracket is not closed" };
  const use = text.slice(opening + 1, -1).trim();
  if (use === "") return { problem: "its brackets are empty" };
  if (/^(?::?\*|\*\*)$/.test(use)) return { rule: { text, tool } };
  const read = readUse(tool, use);
  return "problem" in read ? read : { rule: { text, tool, use: read } };
}

function readTool(name: string): ToolPattern | { readonly problem: string } {
  if (name.startsWith("mcp__")) return readMcp(name);
  if (name.includes("*")) return { problem: "`*` in a tool's name is only valid after `mcp__`" };
  if (!NAME.test(name)) return { problem: "it does not begin with the name of a tool" };
  const kind = kindOfTool(name);
  return kind ? { kind } : { name };
}

/** Parses the name of a server's tool. `mcp__server` and `mcp__server__*` match all tools of a server. */
function readMcp(name: string): ToolPattern | { readonly problem: string } {
  const plain = name.replace(/\*$/, "");
  if (plain.includes("*") || !NAME.test(plain)) return { problem: "`*` is only valid at the end of a tool's name" };
  if (plain !== name) return { begins: plain };
  return plain.slice(5).includes("__") ? { name } : { begins: `${name}__` };
}

/** Parses the text in the brackets. Which texts are allowed depends on the kind of the tool. */
function readUse(tool: ToolPattern, text: string): UsePattern | { readonly problem: string } {
  const kind = "kind" in tool ? tool.kind : undefined;
  if (kind === "shell") return readShell(text);
  if (kind !== undefined && PATHS.has(kind)) return { path: text };
  const named = /^([A-Za-z_]\w*):(.+)$/.exec(text);
  if (kind === "fetch") return readDomain(text);
  if (named) return { parameter: named[1] as string, value: (named[2] as string).trim() };
  const parameter = kind === undefined ? undefined : PARAMETERS[kind];
  return parameter === undefined
    ? { problem: "its brackets have no meaning for this tool" }
    : { parameter, value: text };
}

const PATHS: ReadonlySet<ToolKind> = new Set(["read", "write", "edit", "search", "find", "list"]);
/** The parameter that the text in the brackets restricts. Tools with one important value have such a parameter. */
const PARAMETERS: Readonly<Partial<Record<ToolKind, string>>> = { skill: "skill", agent: "subagent_type" };

function readShell(text: string): UsePattern | { readonly problem: string } {
  const command = readCommandPattern(text);
  if ("problem" in command) return command;
  if ("words" in command && command.words.at(-1) === "*") {
    const [program = ""] = command.words;
    if (SHELL_BUILTINS.has(program)) return { problem: `\`${program}\` changes the shell; allow specific commands` };
    const [use] = findProgram(program) ?? [];
    if (command.words.length === 2 && use?.operands[0]?.kind === "command" && !use.transparent)
      return { problem: `\`${program}\` runs any command; allow specific commands` };
  }
  return { command };
}

const DOMAIN = /^(?:\*\.)?[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9](?:[a-z0-9-]{0,62}))*$/;

function readDomain(text: string): UsePattern | { readonly problem: string } {
  const domain = /^domain:\s*(\S+)$/.exec(text)?.[1]?.toLowerCase();
  return domain !== undefined && DOMAIN.test(domain)
    ? { domain }
    : { problem: "only `domain:` and a host name are valid in its brackets" };
}
