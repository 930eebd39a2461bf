/** `list --origin`: every skill with where its bytes came from, as far as a lock knows, and whether it is enabled. */
import { directoryOfSkill, type OriginOf, openInstaller, type Skill, type Snapshot } from "../../../index.ts";
import { originsAnswer } from "../../../ops/answers/origin-answers.ts";
import { type Context, flag } from "../command.ts";
import { place } from "../findings/print-text.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, printable, textWidth } from "../output/paint.ts";
import { badge } from "../output/present.ts";
import { sourceText } from "./show-plan.ts";

interface Row {
  readonly skill: Skill;
  /** Why it is not simply loaded. */
  readonly outcome: string;
  readonly installed: OriginOf | undefined;
}

/** [Y22] With `--all` also what is shadowed, disabled or ineligible. */
export async function listOrigins(snapshot: Snapshot, context: Context): Promise<number> {
  const all = [
    ...snapshot.skills.map(({ skill }) => ({ skill, outcome: "" })),
    ...(flag(context, "all") ? notLoaded(snapshot) : []),
  ];
  const origins = await originsOf(
    all.map(({ skill }) => skill),
    context,
  );
  if (context.json) writeAnswer(context.out, originsAnswer(snapshot, origins));
  else
    print(
      all.map((each) => ({ ...each, installed: origins.get(directoryOfSkill(each.skill)) })),
      snapshot.cwd,
      context,
    );
  return 0;
}

function notLoaded({ shadowed, disabled, ineligible }: Snapshot): Omit<Row, "installed">[] {
  const as = (list: readonly { skill: Skill }[], outcome: string): Omit<Row, "installed">[] =>
    list.map(({ skill }) => ({ skill, outcome }));
  return [...as(shadowed, "shadowed"), ...as(disabled, "disabled"), ...as(ineligible, "ineligible")];
}

async function originsOf(skills: readonly Skill[], { load }: Context): Promise<ReadonlyMap<string, OriginOf>> {
  const installer = await openInstaller(load.cwd === undefined ? {} : { cwd: load.cwd });
  return installer.originsOf(skills.map(directoryOfSkill));
}

/** Columns as wide as their widest; the path, which varies most, comes last. */
function print(rows: readonly Row[], cwd: string, { out, paint }: Context): void {
  const cells = rows.map((row) => cellsOf(row));
  const widths = [0, 1, 2].map((at) => Math.max(0, ...cells.map((each) => textWidth(each[at] ?? ""))));
  for (const [index, { skill, outcome, installed }] of rows.entries()) {
    const [name = "", ...others] = cells[index] ?? [];
    const text = others.map((cell, at) => pad(cell, widths[at + 1] ?? 0)).join("  ");
    const changed = installed === undefined || installed.state === "unchanged" ? "" : `  ${paint.red(installed.state)}`;
    const kept = outcome === "" ? "" : `  ${paint.yellow(outcome)}`;
    const path = paint.dim(place(skill.directory, cwd));
    out.line(
      `${paint.bold(pad(name, widths[0] ?? 0))}  ${badge(skill.scope, paint)}  ${text}  ${path}${changed}${kept}`,
    );
  }
  if (rows.length === 0) out.line("there are no skills");
}

function cellsOf({ skill, installed }: Row): string[] {
  const origin = installed?.origin;
  const version = origin?.resolved === undefined ? "" : `  ${short(origin.resolved)}`;
  return [
    printable(skill.name),
    printable(origin ? sourceText(origin) + version : "not installed by skillwright"),
    installed ? installed.approved.slice(0, 19) : "",
  ];
}

/** A commit or a digest is known by its beginning; a version is not. */
function short(version: string): string {
  return /^(?:sha256:)?[0-9a-f]{40,64}$/.test(version)
    ? version.slice(0, version.startsWith("sha256:") ? 19 : 12)
    : version;
}
