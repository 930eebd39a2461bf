/** Reports a skill's invalid tool rules to its author, with their positions in the frontmatter. */

import { toolIntentOf } from "../../../format/parse/fields/tool-intent.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { LinePositions } from "../../../model/diagnostics/span.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import { printable } from "../../../model/text/display/printable.ts";
import { readProfile } from "../profile/read-profile.ts";
import { readRule } from "./read-rule.ts";

/** Maximum findings of one skill. The last finding says how many were left out. */
const MAX_FINDINGS = 20;

export function ruleFindings(skill: Skill): Diagnostic[] {
  const { granted = [], only = [], removed = [] } = toolIntentOf(skill.manifest);
  const lists = [
    [granted, "grants nothing"],
    [only, "allows nothing"],
    [removed, "removes the whole tool"],
  ] as const;
  const lines = new LinePositions(skill.path, skill.header, skill.headerLine);
  const found = [
    ...lists.flatMap(([rules, effect]) => rules.flatMap((rule) => findingOn(rule, effect, skill, lines))),
    ...profileFindings(skill),
  ];
  return limitFindings(found, MAX_FINDINGS);
}

/** Returns the first findings. If some are left out, the last finding says how many. */
export function limitFindings(found: readonly Diagnostic[], max: number): Diagnostic[] {
  const more = found.length - max;
  const shown = found.slice(0, max);
  const last = shown.pop();
  if (last === undefined || more <= 0) return [...found];
  return [...shown, { ...last, message: `${last.message} (and ${more} more like this)` }];
}

/** Reports invalid requests for permissions. Problems that depend on the user's machine cannot be found here. */
function profileFindings({ sidecar, directory }: Skill): Diagnostic[] {
  if (sidecar?.permissions === undefined) return [];
  const { problems } = readProfile(sidecar.permissions, { directory, home: "/home" });
  return problems.map(({ field, problem }) =>
    diagnostic("SK425", {
      path: sidecar.files[0],
      message: `\`permissions.${field}\` is ignored: ${problem}`,
      help: "write plain paths in the skill's directory, absolute paths, or paths below `~`",
    }),
  );
}

function findingOn(rule: string, effect: string, { header }: Skill, lines: LinePositions): Diagnostic[] {
  const read = readRule(rule);
  if ("rule" in read) return [];
  const place = Math.max(0, header.indexOf(rule));
  return [
    diagnostic("SK402", {
      at: lines.span(place, header.startsWith(rule, place) ? rule.length : 1),
      message: `\`${printable(rule.slice(0, 100))}\` is not a valid rule, so it ${effect}: ${read.problem}`,
      help: "write a tool such as `Read`, or a command such as `Bash(git log *)`",
    }),
  ];
}
