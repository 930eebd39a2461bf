/** What every host makes of one skill, with the smallest fix for each, as text or JSON. */

import { nearest } from "../../../model/text/nearest.ts";
import type { explainEverywhere, HostAnswer } from "../../../ops/look-hosts.ts";
import type { Context } from "../command.ts";
import { pad, printable, shownPath } from "../output/paint.ts";

type ExplainedEverywhere = Awaited<ReturnType<typeof explainEverywhere>>;

export function printHostAnswers(
  asked: string,
  { answers, machine, rows }: ExplainedEverywhere,
  context: Context,
): void {
  if (answers.length > 0) return printAnswers(answers, machine.cwd, context);
  context.out.line(`no host finds a skill file called \`${printable(asked)}\``);
  const near = nearest(
    asked,
    rows.map((row) => row.name),
  );
  if (near.length > 0) context.out.line(`did you mean ${near.map((name) => `\`${printable(name)}\``).join(", ")}?`);
}

const WORDS = {
  visible: "visible",
  "name-differs": "visible",
  "listed-without-description": "name only",
  "not-listed": "hidden",
  shadowed: "shadowed",
  rejected: "rejected",
  absent: "not searched",
  unsupported: "no skills",
} as const;

export function printAnswers(answers: readonly HostAnswer[], cwd: string, { out, paint }: Context): void {
  let before: HostAnswer["row"] | undefined;
  const width = Math.max(...answers.map(({ view }) => view.profile.name.length));
  for (const { row, view, cell, remedy } of answers) {
    if (row !== before) {
      if (before) out.line();
      out.line(`${paint.bold(printable(row.name))}  ${shownPath(row.skill.file, cwd)}`);
      before = row;
    }
    const { state, because, name, entry } = cell;
    const good = state === "visible" || state === "name-differs";
    const tone = good ? paint.green : state === "rejected" || state === "shadowed" ? paint.red : paint.yellow;
    const sure = view.profile.confidence === "verified" ? "" : paint.dim(" (documented, not verified)");
    const as = good && name !== undefined && name !== row.name ? ` as \`${printable(name)}\`` : "";
    const why = because ? ` [${because.code}] ${printable(because.text)}` : "";
    out.line(`  ${pad(view.profile.name, width)}  ${tone(WORDS[state])}${as}${why}${sure}`);
    for (const remark of entry?.remarks ?? [])
      if (remark !== because) out.line(paint.dim(`  ${pad("", width)}  [${remark.code}] ${printable(remark.text)}`));
    if (remedy) out.line(`  ${pad("", width)}  fix: ${printable(remedy.text)}`);
  }
}
