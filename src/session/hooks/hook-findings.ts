/** Reports invalid hooks of a skill to its author. Invalid hooks never run. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../model/diagnostics/span.ts";
import type { Skill } from "../../model/skills/skill.ts";
import { printable } from "../../model/text/display/printable.ts";
import { limitFindings } from "../permit/rules/rule-findings.ts";
import { readHooks } from "./read-hooks.ts";

/** Maximum findings of one skill. The last finding says how many were left out. */
const MAX_FINDINGS = 20;

/** Returns findings about hooks. Each points to the closest key in the frontmatter. */
export function hookFindings({ path, header, headerLine, manifest }: Skill): Diagnostic[] {
  if (manifest.hooks === undefined) return [];
  const lines = new LinePositions(path, header, headerLine);
  const { problems } = readHooks(manifest.hooks, "skill");
  const found = problems.map(({ code, at, message, help }) => {
    const [event = ""] = at.split("[", 1);
    const place = header.indexOf(`${event}:`);
    const [from, length] = place === -1 ? [header.indexOf("hooks:"), "hooks".length] : [place, event.length];
    return diagnostic(code, {
      at: lines.span(Math.max(0, from), length),
      message: `\`hooks.${printable(at.slice(0, 100))}\` ${message}; it never runs`,
      help,
    });
  });
  return limitFindings(found, MAX_FINDINGS);
}
