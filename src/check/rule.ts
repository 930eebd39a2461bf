import { diagnostic } from "../diagnostics/diagnostic.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Skill } from "../model/skill.ts";
import { type Span, spanAt } from "../model/span.ts";

/** A rule about metadata: runs on every load, so it allocates nothing when all is well. */
export type Rule = (skill: Skill) => readonly Diagnostic[];

export const NOTHING: readonly Diagnostic[] = [];

/** Where a top-level key's value stands, or the first line when the key is absent. Only asked for when a rule fires. */
export function locate(skill: Skill, key: string): { at: Span; start: number; end: number } {
  const match = new RegExp(`^${key}[ \\t]*:[ \\t]*`, "m").exec(skill.header);
  if (!match) return { at: spanAt(skill.path, skill.header, 0, 1, skill.headerLine), start: -1, end: -1 };
  const start = match.index + match[0].length;
  const newline = skill.header.indexOf("\n", start);
  const line = skill.header.slice(start, newline === -1 ? undefined : newline).trimEnd();
  return {
    at: spanAt(skill.path, skill.header, start, Math.max(1, line.length), skill.headerLine),
    start,
    end: start + line.length,
  };
}

/** The name of the skill's own directory. */
export function directoryOf({ directory }: Skill): string {
  return directory.slice(directory.lastIndexOf("/") + 1);
}

/** The name without the plugin's namespace. */
export function ownName({ name, root }: Skill): string {
  return root.namespace !== "" && name.startsWith(root.namespace) ? name.slice(root.namespace.length) : name;
}

/** [N1] What the specification allows as a name. */
export const VALID_NAME: RegExp = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export { diagnostic };
