/** What `pick` and `list -i` share: skills become items, and what was chosen becomes text. */

import { openSkills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import type { PickItem } from "../../picker/item.ts";
import type { Picked } from "../../picker/pick.ts";
import { skillItems } from "../../picker/skill-items.ts";
import { type Context, flag, UsageError } from "../command.ts";
import { printable } from "../output/paint.ts";

export const PRINTED = ["mention", "name", "path", "id"] as const;
type Printed = (typeof PRINTED)[number];

/** As a shell has it for a program that was interrupted. */
const INTERRUPTED = 130;

export async function pickSkills(
  context: Context,
  { query, print = "mention" }: { readonly query: string; readonly print?: string | undefined },
): Promise<number> {
  const what = PRINTED.find((each) => each === print);
  if (what === undefined)
    throw new UsageError(`\`--print ${printable(print)}\` is not known`, `use ${PRINTED.join(", ")}`);
  const skills = await openSkills(context.load);
  const items = skillItems(skills, flag(context, "all"));
  if (items.length === 0) {
    context.err.line("there is nothing to choose from; `skillwright doctor` says why");
    return 1;
  }
  const { ended, items: chosen } = await choose(items, query, context);
  if (ended !== "picked") return ended === "interrupted" ? INTERRUPTED : 1;
  hand(chosen, what, context);
  return 0;
}

async function choose(items: readonly PickItem[], query: string, context: Context): Promise<Picked> {
  const options = { query, many: flag(context, "many"), color: context.paintErr.bold("x") !== "x" };
  const { openTerminal } = await import("../../picker/terminal.ts");
  const terminal = context.json ? undefined : openTerminal({ mouse: flag(context, "mouse") });
  if (terminal) return (await import("../../picker/pick.ts")).pick(items, terminal, options);
  return (await import("../../picker/numbered.ts")).pickByNumber(items, options, (line) => {
    context.err.line(line);
    context.err.flush();
  });
}

function hand(chosen: readonly PickItem[], what: Printed, context: Context): void {
  const lines = chosen.map((item) => (what === "mention" ? `$${item.name}` : item[what]));
  if (context.json) {
    const skills = chosen.map(({ id, name, path, scope, state }) => ({ id, name, path, scope, state }));
    context.out.line(jsonText({ schema: SCHEMA, skills }));
  } else if (flag(context, "copy")) {
    // The terminal's own clipboard, also over a connection from another machine.
    context.err.write(`\x1b]52;c;${Buffer.from(lines.join("\n")).toString("base64")}\x07`);
    context.err.line(`copied ${lines.map(printable).join(", ")}`);
  } else for (const line of lines) context.out.line(printable(line));
}
