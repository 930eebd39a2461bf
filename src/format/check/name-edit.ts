import type { Edit } from "../../model/diagnostics/diagnostic.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { yamlNameValue } from "../../model/text/data-formats/yaml-text.ts";
import { nextLineEnd } from "../../model/text/text.ts";
import { locateKey } from "./rule.ts";

/** Returns the edit that sets a skill's name; undefined if it is unclear where the current name ends. */
export function nameEdit(skill: Skill, name: string): readonly Edit[] | undefined {
  const { start, end } = locateKey(skill, "name");
  const value = yamlNameValue(name);
  if (start === -1) return [{ start: 0, end: 0, text: `name: ${value}\n` }];
  const over = endOfValue(skill.header, end);
  // Adds a space after the colon if there is none, because `name:pdf` has no key in YAML.
  return over === undefined
    ? undefined
    : [{ start, end: over, text: skill.header[start - 1] === ":" ? ` ${value}` : value }];
}

/**
 * Returns the end of a value that may continue in indented lines. Returns undefined if the line after the value is not
 * a key.
 */
function endOfValue(header: string, from: number): number | undefined {
  let end = nextLineEnd(header, from);
  for (let at = end; at < header.length; ) {
    const next = nextLineEnd(header, at + 1);
    const line = header.slice(at + 1, next);
    const text = line.trimStart();
    const indented = text.length < line.length;
    if (text !== "" && !text.startsWith("#")) {
      if (!indented) return ENTRY.test(line) ? end : undefined;
      end = next;
    }
    at = next;
  }
  return end;
}

/** Matches the next key, by the rule that the parser uses for invalid YAML. */
const ENTRY = /^[A-Za-z_][\w.-]{0,63}[ \t]*:(?=[ \t]|$)/;
