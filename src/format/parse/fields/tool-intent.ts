/** Reads a skill's tool rules from its frontmatter: grants, restrictions and removed tools. */
import type { ToolIntent } from "../../../model/rules/permission.ts";
import { isMap } from "../../../model/schema.ts";
import type { Manifest } from "../../../model/skills/skill.ts";
import { splitTools } from "./split-tools.ts";

/** Maximum rules of one list. A longer list of grants grants nothing; a longer list of removals removes every tool. */
const MAX_LISTED_TOOLS = 500;

export function toolIntentOf({ allowedTools, disallowedTools = [], metadata }: Manifest): ToolIntent {
  const only = disallowedTools.length > MAX_LISTED_TOOLS ? [] : readOnly(metadata);
  return {
    ...(allowedTools === undefined ? {} : { granted: allowedTools.slice(0, MAX_LISTED_TOOLS) }),
    ...(only === undefined ? {} : { only: only.slice(0, MAX_LISTED_TOOLS) }),
    ...(disallowedTools.length === 0 ? {} : { removed: disallowedTools.slice(0, MAX_LISTED_TOOLS) }),
  };
}

/**
 * Reads the key `only-tools`, which is nested, as in `metadata: {skillwright: {only-tools: [Read, Grep]}}`, or flat, as
 * in `skillwright.only-tools: Read, Grep`.
 */
function readOnly(metadata: Manifest["metadata"]): readonly string[] | undefined {
  const nested = metadata?.["skillwright"];
  const said = isMap(nested) ? nested["only-tools"] : metadata?.["skillwright.only-tools"];
  if (said === undefined || said === null) return undefined;
  // A restriction that cannot be read becomes the strictest one: an empty list.
  const items: readonly unknown[] = Array.isArray(said) ? said : typeof said === "string" ? splitTools(said) : [];
  return items.filter((item): item is string => typeof item === "string");
}
