import type { Catalog } from "../../../activate/list-catalog.ts";
import { COVERAGES } from "../../../model/conversation/catalog-text.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import { padToWidth, printableLine } from "../../../model/text/display/printable.ts";
import { catalog } from "../../../ops/verbs/catalog.ts";
import type { Context } from "../command.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput, type OperationOutput } from "../verb-command.ts";

interface Listed {
  readonly catalog: Catalog;
  readonly snapshot: Snapshot;
}

const listed: OperationOutput<{ readonly report?: boolean }, Listed> = {
  show({ catalog: made, snapshot }, context, { report = false }) {
    if (report) printReport(made, context);
    else if (made.text !== "") context.out.line(made.text);
    tellMissing(made, snapshot, context);
  },
};

export const terminalOutput = defineTerminalOutput(catalog, {
  catalog: listed,
  bestFirst: listed,
  relevant: {
    show({ text }, { out, err }) {
      if (text !== "") out.line(text);
      else err.line("no skill without a description in the catalog matches the message");
    },
  },
});

function printReport({ entries, counts, used, allowance }: Catalog, { out, paint }: Context): void {
  const colours = { full: paint.green, shortened: paint.yellow, "name-only": paint.yellow, omitted: paint.red };
  for (const { address, coverage, tokens } of entries)
    out.line(`${colours[coverage](padToWidth(coverage, 9))}  ${String(tokens).padStart(6)}  ${printableLine(address)}`);
  const { amount, unit, from } = allowance;
  const taken = unit === "tokens" ? used.tokens : used.characters;
  out.line(`${plural(entries.length, "skill")}: ${COVERAGES.map((each) => `${counts[each]} ${each}`).join(" · ")}`);
  out.line(
    `${taken} of ${Number.isFinite(amount) ? amount : "any number of"} ${unit} (${from}), about ${used.tokens} tokens`,
  );
}

/** Tells the user which skills are missing in the model's catalog. */
function tellMissing({ entries }: Catalog, snapshot: Snapshot, { err }: Context): void {
  const others = snapshot.skills.length - entries.length;
  if (entries.length === 0) err.line("no skill is offered to a model, so there is no catalog");
  if (others > 0)
    err.line(
      `${plural(others, "skill")} that ${others === 1 ? "is" : "are"} loaded ${others === 1 ? "is" : "are"} not offered; run \`skillwright explain NAME\` to see why`,
    );
  if (snapshot.skills.some(({ withheld }) => withheld?.code === "SK501"))
    err.line("the folder is not trusted; review its skills, then run `skillwright trust`");
  if (snapshot.skills.some(({ withheld }) => withheld?.code === "SK503"))
    err.line("some skills have changed since they were approved; review them with `skillwright approve --changed`");
}
