/**
 * Describes the permissions that a skill would get, one line with a label for each. Returns no lines if the skill
 * requests none.
 */

import { printableLine } from "../../../model/text/display/printable.ts";
import type { WindowPreview } from "../../../session/permit/preview-window.ts";

const UNTIL = {
  turn: "until the user's next message",
  task: "until its task is done",
  session: "for the whole session",
} as const;

const MODES = {
  ask: "needs your approval before it is loaded",
  strict: "ignored by policy",
  "trusted-sources": "accepted only from system and admin skills, by policy",
} as const;

export function windowRows({
  granted,
  only,
  removed,
  rule,
  notUnderstood,
  profile,
}: WindowPreview): readonly (readonly [label: string, value: string])[] {
  const { allowedTools, disallowedTools, until } = rule;
  const meaning = { window: "all other tools need your approval", grant: "other tools are unchanged", ignored: "" }[
    allowedTools
  ];
  const grants = granted && allowedTools !== "ignored" ? `${list(granted)}; ${meaning}` : undefined;
  const rows: (readonly [string, string | undefined])[] = [
    ["used without asking", grants ?? (granted && "no effect: this host ignores `allowed-tools`")],
    ["used at all", only && `only ${list(only)}`],
    [
      "not used",
      removed && (disallowedTools === "removed" ? list(removed) : "no effect: this host ignores `disallowed-tools`"),
    ],
  ];
  const open = rows.some(([, value]) => value !== undefined);
  return [
    ...rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])),
    ...(open && allowedTools !== "ignored" ? [["holds", UNTIL[until]] as const] : []),
    ...notUnderstood.map(({ text, problem }) => ["not understood", `${printableLine(text)}: ${problem}`] as const),
    ...(profile ? [["permissions", MODES[profile.mode]] as const] : []),
    ...(profile?.delta ?? []).map((line) => ["", printableLine(line)] as const),
    ...(profile?.refused ?? []).map(
      ({ what, problem }) => ["ignored", `${printableLine(what)}: ${printableLine(problem)}`] as const,
    ),
  ];
}

function list(rules: readonly string[]): string {
  return rules.length === 0 ? "no tool" : rules.map(printableLine).join(", ");
}
