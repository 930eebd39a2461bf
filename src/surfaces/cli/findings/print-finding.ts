/** Prints an audit finding for people: message, position, evidence, reason and fix. */
import type { Capabilities, Finding, FindingSeverity } from "../../../model/rules/audit.ts";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import { shownPath } from "../output/output.ts";
import type { PrintOptions } from "./print-text.ts";

const COLOURS: Readonly<Record<FindingSeverity, number>> = { block: 31, high: 31, medium: 33, low: 36, info: 36 };

/** Prints a finding of the skill in `directory`. Paths are shown relative to the working directory. */
export function printFinding(finding: Finding, directory: string, options: PrintOptions = {}): string {
  const { code, severity, message, path, line, column, evidence, why, help } = finding;
  const style = (open: number, close: number, text: string): string =>
    options.color ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  const full = shownPath(path === undefined ? directory : `${directory}/${path}`, options.cwd);
  const position = line === undefined ? "" : `:${line}${column === undefined ? "" : `:${column}`}`;
  const gutter = " ".repeat(String(line ?? "").length);
  const lines = [
    `${style(COLOURS[severity], 39, `${severity}[${code}]`)}: ${style(1, 22, printableLine(message))}`,
    style(2, 22, `${gutter} ┌─ ${full}${position}`),
  ];
  if (evidence !== undefined) lines.push(`${style(2, 22, `${line ?? ""} │`)} ${printableLine(evidence)}`);
  lines.push(`${style(2, 22, "why")}: ${why}`, `${style(32, 39, "help")}: ${help}`);
  return lines.join("\n");
}

const LABELS: readonly (readonly [keyof Capabilities, string])[] = [
  ["tools", "tools without asking"],
  ["scripts", "scripts"],
  ["hosts", "network"],
  ["outside", "files outside"],
  ["secrets", "secrets"],
  ["hooks", "hooks"],
  ["shell", "shell expressions"],
  ["binaries", "machine code"],
];
const LABEL = 22;
const SHOWN = 8;

/**
 * Prints the capabilities of a skill, one line for each kind. Without capabilities, prints one line that reports this.
 */
export function printCapabilities(capabilities: Capabilities): string[] {
  const lines: string[] = [];
  for (const [key, label] of LABELS) {
    const items = key === "scripts" ? byLanguage(capabilities.scripts) : capabilities[key];
    if (items.length === 0) continue;
    const more = items.length > SHOWN ? `, … ${items.length - SHOWN} more` : "";
    lines.push(`${padToWidth(label, LABEL)}${items.slice(0, SHOWN).map(printableLine).join(", ")}${more}`);
  }
  return lines.length > 0
    ? lines
    : ["the skill has only instructions: no scripts, addresses, tools, hooks or secrets were found"];
}

function byLanguage(scripts: Capabilities["scripts"]): string[] {
  const counts = new Map<string, string[]>();
  for (const { path, language } of scripts) counts.set(language, [...(counts.get(language) ?? []), path]);
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, paths]) => (paths.length === 1 ? `${paths[0]} (${language})` : `${paths.length} in ${language}`));
}
