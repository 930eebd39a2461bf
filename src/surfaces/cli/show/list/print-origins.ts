/** Implements `list --origin`: prints the recorded origin of every skill, and whether it is enabled. */

import type { InstalledOrigin } from "../../../../install/origin-of.ts";
import { directoryOfSkill, type Skill } from "../../../../model/skills/skill.ts";
import type { Snapshot } from "../../../../model/skills/snapshot.ts";
import type { Context } from "../../command.ts";
import { shownPath } from "../../output/output.ts";
import { scopeColour } from "../../output/present.ts";
import { tableLines } from "../../output/table.ts";
import { sourceText } from "../show-plan.ts";

interface Row {
  readonly skill: Skill;
  /** The reason why the skill is not loaded. */
  readonly outcome: string;
  readonly installed: InstalledOrigin | undefined;
}

/** Prints the origin of every loaded skill. With `--all` it also prints overridden, disabled and ineligible skills. */
export function printOrigins(
  snapshot: Snapshot,
  origins: ReadonlyMap<string, InstalledOrigin>,
  all: boolean,
  context: Context,
): void {
  const rows = [...snapshot.skills.map(({ skill }) => ({ skill, outcome: "" })), ...(all ? notLoaded(snapshot) : [])];
  print(
    rows.map((each) => ({ ...each, installed: origins.get(directoryOfSkill(each.skill)) })),
    snapshot.cwd,
    context,
  );
}

function notLoaded({ overridden, disabled, ineligible }: Snapshot): Omit<Row, "installed">[] {
  const as = (list: readonly { skill: Skill }[], outcome: string): Omit<Row, "installed">[] =>
    list.map(({ skill }) => ({ skill, outcome }));
  return [...as(overridden, "overridden"), ...as(disabled, "disabled"), ...as(ineligible, "ineligible")];
}

const COLUMNS = [
  { title: "skill", least: 16 },
  { title: "scope" },
  { title: "origin", least: 16 },
  { title: "digest", least: 8 },
  { title: "directory", least: 16 },
  { title: "state" },
];

function print(rows: readonly Row[], cwd: string, context: Context): void {
  const { out, paint } = context;
  const cells = rows.map(({ skill, outcome, installed }) => {
    const changed = installed === undefined || installed.state === "unchanged" ? "" : installed.state;
    return [
      { text: skill.name, tone: paint.bold },
      { text: skill.scope, tone: scopeColour(skill.scope, paint) },
      { text: originText(installed) },
      { text: installed?.approved.slice(0, 19) ?? "" },
      { text: shownPath(skill.directory, cwd), tone: paint.dim },
      { text: [changed, outcome].filter(Boolean).join(", "), tone: changed === "" ? paint.yellow : paint.red },
    ];
  });
  for (const line of tableLines(COLUMNS, cells, context)) out.line(line);
  if (rows.length === 0) out.line("there are no skills");
}

function originText(installed: InstalledOrigin | undefined): string {
  const origin = installed?.origin;
  if (origin === undefined) return "not installed by skillwright";
  return sourceText(origin) + (origin.resolved === undefined ? "" : `  ${short(origin.resolved)}`);
}

/** Shortens a commit or a digest. Returns any other version unchanged. */
function short(version: string): string {
  return /^(?:sha256:)?[0-9a-f]{40,64}$/.test(version)
    ? version.slice(0, version.startsWith("sha256:") ? 19 : 12)
    : version;
}
