/** Implements `list --interactive`: shows skills in the picker, and prints the user's choice. */

import { jsonText, printableLine } from "../../../model/text/display/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { openSkills } from "../../../ops/open-skills.ts";
import type { PickItem } from "../../picker/item.ts";
import type { PickerResult } from "../../picker/pick.ts";
import { skillItems } from "../../picker/skill-items.ts";
import type { Context } from "../command.ts";

export interface PickInput {
  readonly query?: string;
  readonly many?: boolean;
  readonly print?: "mention" | "name" | "path" | "id";
  readonly copy?: boolean;
  readonly all?: boolean;
  readonly mouse?: boolean;
}

/** The exit code that shells use for an interrupted program. */
const INTERRUPTED = 130;

export async function pickSkills(input: PickInput, context: Context): Promise<number> {
  const skills = await openSkills(context.load);
  const items = skillItems(skills, input.all ?? false);
  if (items.length === 0) {
    context.err.line("no skill is loaded; run `skillwright doctor` to see why");
    return 1;
  }
  const { ended, items: chosen } = await choose(items, input, context);
  if (ended !== "picked") return ended === "interrupted" ? INTERRUPTED : 1;
  hand(chosen, input, context);
  return 0;
}

async function choose(items: readonly PickItem[], input: PickInput, context: Context): Promise<PickerResult> {
  const options = { query: input.query ?? "", many: input.many ?? false, color: context.paintErr.bold("x") !== "x" };
  const { openTerminal } = await import("../../picker/terminal.ts");
  const terminal = context.json ? undefined : openTerminal({ mouse: input.mouse ?? false });
  if (terminal) return (await import("../../picker/pick.ts")).pickItems(items, terminal, options);
  return (await import("../../picker/pick-by-number.ts")).pickByNumber(items, options, (line) => {
    context.err.line(line);
    context.err.flush();
  });
}

function hand(
  chosen: readonly PickItem[],
  { print: what = "mention", copy = false }: PickInput,
  context: Context,
): void {
  const lines = chosen.map((item) => (what === "mention" ? `$${item.name}` : item[what]));
  if (context.json) {
    const skills = chosen.map(({ id, name, path, scope, state }) => ({ id, name, path, scope, state }));
    context.out.line(jsonText({ schema: SCHEMA, skills }));
  } else if (copy) {
    // Copies text with an escape sequence of the terminal. This also works over a remote connection.
    context.err.write(`\x1b]52;c;${Buffer.from(lines.join("\n")).toString("base64")}\x07`);
    context.err.line(`copied ${lines.map(printableLine).join(", ")}`);
  } else for (const line of lines) context.out.line(printableLine(line));
}
