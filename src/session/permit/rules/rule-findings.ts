/** For authors: the rules of a skill that cannot be understood, each at its place in the frontmatter. */

import { toolIntentOf } from "../../../format/parse/fields/tool-intent.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../../model/diagnostics/make-diagnostic.ts";
import { Lines } from "../../../model/diagnostics/span.ts";
import type { Skill } from "../../../model/skills/skill.ts";
import { printable } from "../../../model/text/printable.ts";
import { readProfile } from "../profile/read-profile.ts";
import { readRule } from "./read-rule.ts";

/** Of one skill; the last one says how many more there are. */
const MAX_FINDINGS = 20;

export function ruleFindings(skill: Skill): Diagnostic[] {
  const { granted = [], only = [], removed = [] } = toolIntentOf(skill.manifest);
  const lists = [
    [granted, "grants nothing"],
    [only, "allows nothing"],
    [removed, "takes the whole tool away"],
  ] as const;
  const lines = new Lines(skill.path, skill.header, skill.headerLine);
  const found = [
    ...lists.flatMap(([rules, effect]) => rules.flatMap((rule) => findingOn(rule, effect, skill, lines))),
    ...profileFindings(skill),
  ];
  return firstOf(found, MAX_FINDINGS);
}

/** The first findings; the last of them says how many are left out. */
export function firstOf(found: readonly Diagnostic[], max: number): Diagnostic[] {
  const more = found.length - max;
  const shown = found.slice(0, max);
  const last = shown.pop();
  if (last === undefined || more <= 0) return [...found];
  return [...shown, { ...last, message: `${last.message} (and ${more} more like this)` }];
}

/** As far as it can be said without looking at a machine. */
function profileFindings({ sidecar, directory }: Skill): Diagnostic[] {
  if (sidecar?.permissions === undefined) return [];
  const { problems } = readProfile(sidecar.permissions, { directory, home: "/home" });
  return problems.map(({ field, problem }) =>
    diagnostic("SK425", {
      path: sidecar.files[0],
      message: `\`permissions.${field}\` is not taken over: ${problem}`,
      help: "name plain paths in the skill's directory, absolute ones, or ones below `~`",
    }),
  );
}

function findingOn(rule: string, effect: string, { header }: Skill, lines: Lines): Diagnostic[] {
  const read = readRule(rule);
  if ("rule" in read) return [];
  const place = Math.max(0, header.indexOf(rule));
  return [
    diagnostic("SK402", {
      at: lines.span(place, header.startsWith(rule, place) ? rule.length : 1),
      message: `\`${printable(rule.slice(0, 100))}\` cannot be understood, so it ${effect}: ${read.problem}`,
      help: "name a tool such as `Read`, or a command such as `Bash(git log *)`",
    }),
  ];
}
