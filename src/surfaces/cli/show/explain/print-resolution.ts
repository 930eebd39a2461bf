/** Implements `explain --message`: prints the skills that a message selects, the refusals, and suggestions. */
import type { MessageResolution, RefusedMention, SelectedSkill } from "../../../../activate/select/resolve-message.ts";
import { LinePositions } from "../../../../model/diagnostics/span.ts";
import { printableLine } from "../../../../model/text/display/printable.ts";
import { spanOf } from "../../../../ops/answers/use/catalog-answers.ts";
import type { Context } from "../../command.ts";
import { printDiagnostic, spanLines } from "../../findings/print-text.ts";
import { shownPath } from "../../output/output.ts";

export function printResolution(resolution: MessageResolution, message: string, cwd: string, context: Context): void {
  print(resolution, cwd, new LinePositions("message", message), context);
}

function print(
  { selected, refused, suggested }: MessageResolution,
  cwd: string,
  lines: LinePositions,
  context: Context,
): void {
  const { out, paint } = context;
  const color = paint.bold("") !== "";
  for (const each of selected) printSelected(each, cwd, lines, context);
  for (const each of refused) out.line(printDiagnostic(refusalFinding(each, lines), { color }));
  for (const { address, phrase, ...where } of suggested) {
    out.line(
      `${paint.cyan("suggested")} ${paint.bold(printableLine(address))}: the message says \`${printableLine(phrase)}\``,
    );
    for (const line of spanLines(lines.span(where.start, where.end - where.start), { color }, paint.cyan))
      out.line(line);
  }
  if (selected.length + refused.length + suggested.length === 0) out.line("the message does not name a skill");
}

const BY = { pick: "picked", link: "by its path", qualified: "by its qualified name", name: "by its name" } as const;

function printSelected(selected: SelectedSkill, cwd: string, lines: LinePositions, { out, paint }: Context): void {
  const { offered, by, arguments: given, command } = selected;
  const { path, id } = offered.loaded.skill;
  out.line(`${paint.green("selected")} ${paint.bold(printableLine(offered.address))}: ${BY[by]}`);
  const span = spanOf(selected, lines);
  if (span) for (const line of spanLines(span, { color: paint.bold("") !== "" }, paint.green)) out.line(line);
  out.line(`  ${shownPath(path, cwd)}${paint.dim(`  ${printableLine(id)}`)}`);
  if (command !== undefined) out.line(`  command: ${printableLine(command)}`);
  if (given !== undefined) out.line(`  arguments: ${given.split("\n").map(printableLine).join("\n             ")}`);
}

function refusalFinding(refused: RefusedMention, lines: LinePositions): Parameters<typeof printDiagnostic>[0] {
  const { code, asked, reason, help } = refused;
  const at = spanOf(refused, lines);
  return {
    code,
    severity: "error",
    message: asked === "" ? reason : `\`${asked}\` is refused: ${reason}`,
    ...(at ? { at } : {}),
    ...(help ? { help } : {}),
  };
}
