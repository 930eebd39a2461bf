import { COVERAGES } from "../../../model/conversation/catalog-text.ts";
import { padToWidth, printableLine, textWidth } from "../../../model/text/display/printable.ts";
import type { BudgetPlan } from "../../../ops/budget/plan-budget.ts";
import { budget } from "../../../ops/verbs/budget.ts";
import type { Context } from "../command.ts";
import { patchWriter } from "../output/patch-writer.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

const TOP = 5;

export const terminalOutput = defineTerminalOutput(budget, {
  budget: {
    hosts: (plans) => plans.map(({ host }) => host),
    show(plans, context, { top = TOP }) {
      for (const plan of plans) print(plan, top, context);
    },
  },
  apply: {
    async review({ path, before, after }, { err, paintErr }) {
      const patch = await patchWriter(paintErr);
      err.line(patch(path, before, after));
    },
    show({ path, refused, changed }, { out }) {
      if (refused) out.line("nothing was written; to write without a question, add `--yes`");
      else out.line(changed ? printableLine(`wrote ${path}`) : "nothing to change");
    },
  },
});

function print(plan: BudgetPlan, top: number, { out, paint }: Context): void {
  const { host, allowance, used, counts, costs, described } = plan;
  const { amount, unit, from } = allowance;
  const taken = unit === "tokens" ? used.tokens : used.characters;
  const limit = Number.isFinite(amount) ? `${taken} of ${amount}` : `${taken}`;
  out.line(`${paint.bold(host)}  ${limit} ${unit} (${from}), about ${used.tokens} tokens`);
  out.line(`  ${plural(costs.length, "skill")}: ${COVERAGES.map((each) => `${counts[each]} ${each}`).join(" · ")}`);
  const dearest = costs.slice(0, top);
  const width = Math.max(0, ...dearest.map(({ address }) => textWidth(printableLine(address))));
  for (const { address, tokens, characters, coverage, unused } of dearest)
    out.line(
      `  ${padToWidth(printableLine(address), width)}  ${String(tokens).padStart(5)} tokens  ${String(characters).padStart(5)} characters  ${coverage}${unused ? "  unused" : ""}`,
    );
  if (costs.length === 0) out.line("  no skill is offered to a model here");
  else if (described) out.line(paint.green("  every skill is described"));
  else printWays(plan, { out, paint });
  for (const { address, characters } of plan.move.slice(0, top))
    out.line(
      `  ${paint.yellow("move")} the last ${plural(characters, "character")} of \`${printableLine(address)}\` into the skill's body: no model reads them in the description`,
    );
  if (plan.pin.length > 0)
    out.line(
      `  ${paint.yellow("pin")} the used skills that are not fully described: ${some(plan.pin.map((name) => `\`${printableLine(name)}\``))}`,
    );
  out.line();
}

function printWays(
  { counts, raise, shorten, disable }: BudgetPlan,
  { out, paint }: Pick<Context, "out" | "paint">,
): void {
  const bare = counts["name-only"] + counts.omitted;
  out.line(
    paint.red(`  ${plural(bare, "skill")} ${bare === 1 ? "is" : "are"} not described; each of these changes helps:`),
  );
  if (raise)
    out.line(
      `  ${paint.yellow("raise")} ${raise.kind === "key" ? "the setting" : "the variable"} \`${raise.setting}\` from ${raise.from} to ${raise.to}`,
    );
  if (shorten)
    out.line(
      `  ${paint.yellow("shorten")} ${plural(shorten.skills.length, "description")} to ${shorten.cap} characters: ${some(shorten.skills.map(({ address, characters }) => `\`${printableLine(address)}\` (${characters})`))}`,
    );
  else out.line("  shorter descriptions do not help: the names alone fill the budget");
  if (disable)
    out.line(
      `  ${paint.yellow("disable")} ${plural(disable.length, "skill")}: ${some(disable.map(({ address, unused }) => `\`${printableLine(address)}\`${unused ? " (unused)" : ""}`))}`,
    );
}

const MAX_NAMED = 5;

function some(words: readonly string[]): string {
  const more = words.length - MAX_NAMED;
  return words.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
