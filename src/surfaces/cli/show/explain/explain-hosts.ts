/** Prints how each host treats one skill, with the smallest fix. The output is text or JSON. */

import { padToWidth, printableLine } from "../../../../model/text/display/printable.ts";
import { findNearest } from "../../../../model/text/matching/nearest.ts";
import type { explainEverywhere, HostAnswer } from "../../../../ops/hosts/look-hosts.ts";
import type { Context } from "../../command.ts";
import { shownPath } from "../../output/output.ts";
import { toneOf } from "../state-words.ts";

type ExplainedEverywhere = Awaited<ReturnType<typeof explainEverywhere>>;

export function printHostAnswers(
  asked: string,
  { answers, machine, rows }: ExplainedEverywhere,
  context: Context,
): void {
  if (answers.length > 0) return printAnswers(answers, machine.cwd, context);
  context.out.line(`no host finds a skill file called \`${printableLine(asked)}\``);
  const near = findNearest(
    asked,
    rows.map((row) => row.name),
  );
  if (near.length > 0) context.out.line(`did you mean ${near.map((name) => `\`${printableLine(name)}\``).join(", ")}?`);
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
      `  ${padToWidth(view.profile.name, width)}  ${toneOf(cell, paint)(state.replace("-", " "))}${as}${why}${sure}`,
    );
    for (const remark of entry?.remarks ?? [])
      if (remark !== because)
        out.line(paint.dim(`  ${padToWidth("", width)}  [${remark.code}] ${printableLine(remark.text)}`));
    if (remedy) out.line(`  ${padToWidth("", width)}  fix: ${printableLine(remedy.text)}`);
  }
}
