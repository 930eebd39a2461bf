/** Prints how each host treats one skill, with the smallest fix. The output is text or JSON. */

import { padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { findNearest } from "../../../../model/text/matching/nearest.ts";
import { plural } from "../../../../model/text/text.ts";
import { isSeen } from "../../../../ops/answers/hosts/host-summary.ts";
import type { explainEverywhere, HostAnswer } from "../../../../ops/hosts/look-hosts.ts";
import type { Context } from "../../command.ts";
import { shownPath } from "../../output/output.ts";
import { stateColour } from "../state-words.ts";

type ExplainedEverywhere = Awaited<ReturnType<typeof explainEverywhere>>;

export function printHostAnswers(
  asked: string,
  { answers, machine, rows }: ExplainedEverywhere,
  context: Context,
): void {
  if (answers.length > 0) {
    context.out.line(`${verdict(answers)}\n`);
    return printAnswers(answers, machine.cwd, context);
  }
  context.out.line(`no host finds a skill file called \`${printableLine(asked)}\``);
  const near = findNearest(
    asked,
    rows.map((row) => row.name),
  );
  if (near.length > 0) context.out.line(`did you mean ${near.map((name) => `\`${printableLine(name)}\``).join(", ")}?`);
}

/** Returns the answer in one sentence: which hosts see the skill, and which do not. */
function verdict(answers: readonly HostAnswer[]): string {
  const { seeing, blind } = sightings(answers);
  const skill = `\`${printableLine(answers[0]?.row.name ?? "")}\``;
  if (seeing.length > 0)
    return `${listNames(seeing)} ${seeing.length === 1 ? "sees" : "see"} ${skill}${describeHostsWithoutSkill(answers)}.`;
  if (blind.length > 1) return `None of these ${blind.length} hosts sees ${skill}.`;
  const why = answers.find(({ cell }) => cell.because)?.cell.because;
  return `${blind[0]} does not see ${skill}${why === undefined ? "" : `: ${printableLine(why.text)} (${why.code})`}.`;
}

/** Returns the end of a sentence that names the hosts which do not see the skill; empty if there are none. */
export function describeHostsWithoutSkill(answers: readonly HostAnswer[]): string {
  const { blind } = sightings(answers);
  return blind.length === 0 ? "" : `, but ${listNames(blind)} ${blind.length === 1 ? "does" : "do"} not`;
}

/** Returns the titles of the hosts that see one of the files, and the titles of the hosts that see none of them. */
function sightings(answers: readonly HostAnswer[]): { readonly seeing: string[]; readonly blind: string[] } {
  const seeing = new Set(answers.flatMap(({ cell, view }) => (isSeen(cell) ? view.profile.title : [])));
  const titles = new Set(answers.map(({ view }) => view.profile.title));
  return { seeing: [...seeing], blind: [...titles].filter((title) => !seeing.has(title)) };
}

const MAX_NAMED = 4;

/** Returns names as a text: `A`, `A and B` or `A, B and 5 more hosts`. */
function listNames(names: readonly string[]): string {
  const shown = names.slice(0, names.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, plural(left, "more host")] : shown;
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

export function printAnswers(answers: readonly HostAnswer[], cwd: string, { out, paint }: Context): void {
  let before: HostAnswer["row"] | undefined;
  const width = Math.max(...answers.map(({ view }) => view.profile.name.length));
  for (const { row, view, cell, remedy } of answers) {
    if (row !== before) {
      if (before) out.line();
      out.line(`${paint.bold(printableLine(row.name))}  ${shownPath(row.skill.file, cwd)}`);
      before = row;
    }
    const { state, because, name, entry } = cell;
    const sure = view.profile.confidence === "verified" ? "" : paint.dim(" (documented, not verified)");
    const as = state === "renamed" && name !== undefined && name !== row.name ? ` to \`${printableLine(name)}\`` : "";
    const why = because ? ` [${because.code}] ${printableLine(because.text)}` : "";
    out.line(
      `  ${padToWidth(view.profile.name, width)}  ${stateColour(cell, paint)(state.replace("-", " "))}${as}${why}${sure}`,
    );
    for (const remark of entry?.remarks ?? [])
      if (remark !== because)
        out.line(paint.dim(`  ${padToWidth("", width)}  [${remark.code}] ${printableLine(remark.text)}`));
    if (remedy) out.line(`  ${padToWidth("", width)}  fix: ${printableLine(remedy.text)}`);
  }
}
