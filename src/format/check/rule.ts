import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { type Span, spanAt } from "../../model/diagnostics/span.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { baseName } from "../../model/text/text.ts";

/** A rule about metadata. Every load runs it, so it allocates nothing if it has nothing to report. */
export type Rule = (skill: Skill) => readonly Diagnostic[];

export const NO_FINDINGS: readonly Diagnostic[] = [];

/**
 * Returns the position of a top-level key's value, or of the opening fence if the key is missing. It is called only if
 * a rule reports something.
 */
export function locateKey(skill: Skill, key: string): { at: Span; start: number; end: number } {
  const { path, header, headerLine } = skill;
  const keys = [...header.matchAll(new RegExp(`^["']?${key}["']?[ \\t]*:`, "gm"))];
  // The last of several equal keys wins. `name:pdf` is not a key in YAML, so it is used only if the header has no
  // `name: `.
  const match = keys.findLast((each) => /\s/.test(header[each.index + each[0].length] ?? "\n")) ?? keys.at(-1);
  if (!match) return { at: { path, line: headerLine - 1, column: 1, length: 3, text: "---" }, start: -1, end: -1 };
  const colon = match.index + match[0].length;
  const newline = header.indexOf("\n", colon);
  const line = header.slice(colon, newline === -1 ? undefined : newline).trimEnd();
  const value = line.trimStart();
  const start =
    value === ""
      ? colon + Math.min(1, (newline === -1 ? header.length : newline) - colon)
      : colon + line.length - value.length;
  return { at: spanAt(path, header, start, Math.max(1, value.length), headerLine), start, end: start + value.length };
}

/** Returns the name of the skill's directory. */
export function directoryOf({ directory }: Skill): string {
  return baseName(directory);
}

/** Returns the name without the plugin's namespace. */
export function nameWithoutNamespace({ name, root }: Skill): string {
  return root.namespace !== "" && name.startsWith(root.namespace) ? name.slice(root.namespace.length) : name;
}

/** The names that the specification allows. */
export const VALID_NAME: RegExp = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns the nearest valid name; "" if no letter is left. */
export function nearestValidName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

export { diagnostic };
