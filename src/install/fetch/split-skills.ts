/**
 * Splits a bundle into its skills. The outermost SKILL.md defines a skill; everything below it belongs to that skill.
 */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { type Bundle, type BundleFile, INSTALL_LIMITS, type InstallLimits } from "../../model/skills/bundle.ts";
import { baseName, parentPath } from "../../model/text/text.ts";
import { describeRefusal } from "../../trust/bundle/refusal.ts";

/** A skill inside a larger bundle. */
export interface SkillPart {
  /** The skill's directory; "" if the whole bundle is the skill. */
  readonly path: string;
  /** Files relative to that directory. */
  readonly bundle: Bundle;
}

export interface SplitBundle {
  /** Sorted by path. */
  readonly parts: readonly SkillPart[];
  /** Files that belong to no skill and are not installed. */
  readonly leftOut: readonly string[];
}

/** Returns skills in path order, or SK647 if there are none. */
export function splitSkills(
  bundle: Bundle,
  limits: InstallLimits = INSTALL_LIMITS,
): SplitBundle | { readonly refused: readonly Diagnostic[] } {
  const heads = new Set(bundle.files.filter(({ path }) => isSkillFile(path)).map(({ path }) => parentPath(path)));
  const parts = new Map<string, BundleFile[]>();
  const leftOut: string[] = [];
  for (const file of bundle.files) {
    const head = outermost(file.path, heads);
    if (head === undefined) leftOut.push(file.path);
    else collect(parts, head).push(head === "" ? file : { ...file, path: file.path.slice(head.length + 1) });
  }
  if (parts.size === 0 || parts.size > limits.maxSkills) return { refused: [wrongCount(parts.size, limits)] };
  const sorted = [...parts].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return { parts: sorted.map(([path, files]) => ({ path, bundle: { files } })), leftOut };
}

function wrongCount(count: number, limits: InstallLimits): Diagnostic {
  if (count > 0)
    return describeRefusal("SK642", {
      what: `there are more than ${limits.maxSkills} skills`,
      help: "name the directory of the skill that you want",
    });
  return describeRefusal("SK647", {
    what: "there is no SKILL.md",
    help: "a skill is a directory with a SKILL.md; check that this is the right source, and the right directory in it",
  });
}

/** Accepts all spellings. Some hosts find them, and the reader reports them. */
function isSkillFile(path: string): boolean {
  return baseName(path).toLowerCase() === "skill.md";
}

function outermost(path: string, heads: ReadonlySet<string>): string | undefined {
  if (heads.has("")) return "";
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1))
    if (heads.has(path.slice(0, slash))) return path.slice(0, slash);
  return undefined;
}

function collect(parts: Map<string, BundleFile[]>, head: string): BundleFile[] {
  const files = parts.get(head) ?? [];
  parts.set(head, files);
  return files;
}
