/** A skill's frontmatter in, its rules about tools out: what it grants, to what it restricts itself, and what it gives up. */
import type { ToolIntent } from "../../../model/rules/permission.ts";
import { isMap } from "../../../model/schema.ts";
import type { Manifest } from "../../../model/skills/skill.ts";
import { splitTools } from "./tool-list.ts";

/** Rules of one list. Beyond them a grant grants nothing; who gives up more than that is left with nothing. */
export const MAX_RULES = 500;

export function toolIntentOf({ allowedTools, disallowedTools = [], metadata }: Manifest): ToolIntent {
  const only = disallowedTools.length > MAX_RULES ? [] : readOnly(metadata);
  return {
    ...(allowedTools === undefined ? {} : { granted: allowedTools.slice(0, MAX_RULES) }),
    ...(only === undefined ? {} : { only: only.slice(0, MAX_RULES) }),
    ...(disallowedTools.length === 0 ? {} : { removed: disallowedTools.slice(0, MAX_RULES) }),
  };
}

/** `metadata: {skillwright: {only-tools: [Read, Grep]}}`, or flat: `skillwright.only-tools: Read, Grep`. */
function readOnly(metadata: Manifest["metadata"]): readonly string[] | undefined {
  const nested = metadata?.["skillwright"];
  const said = isMap(nested) ? nested["only-tools"] : metadata?.["skillwright.only-tools"];
  if (said === undefined || said === null) return undefined;
  // A restriction that cannot be read is the strictest one.
  const items: readonly unknown[] = Array.isArray(said) ? said : typeof said === "string" ? splitTools(said) : [];
  return items.filter((item): item is string => typeof item === "string");
}
