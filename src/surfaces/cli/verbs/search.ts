import { cutToWidth, jsonText, printableLine } from "../../../model/text/display/printable.ts";
import type { SearchBatch } from "../../../ops/use/search-batch.ts";
import { search } from "../../../ops/verbs/search.ts";
import type { MatchedTerm } from "../../../search/search-document.ts";
import type { SearchAnswer } from "../../../search/search-stored.ts";
import type { Context } from "../command.ts";
import { printDiagnostics } from "../findings/print-groups.ts";
import { plural } from "../output/present.ts";
import { defineTerminalOutput } from "../verb-command.ts";

export const terminalOutput = defineTerminalOutput(search, {
  search: {
    show({ found, size }, context) {
      if (found[0]?.weak) context.err.line(`no good match among ${plural(size, "skill")}; the nearest skills are:`);
      if (found.length > 0) print(found, context);
      else context.err.line(`no match: none of ${plural(size, "skill")} has any of these words`);
    },
  },
  batch: { show: printBatch, write: printBatch },
});

function print(found: SearchAnswer["found"], { out, paint, width }: Context): void {
  found.forEach(({ address, description, terms, withheld }, at) => {
    const rank = `${at + 1}.`.padStart(3);
    const mark = withheld === undefined ? "" : paint.yellow(`  withheld (${printableLine(withheld.reason)})`);
    out.line(`${paint.dim(rank)} ${paint.bold(printableLine(address))}${mark}`);
    out.line(`    ${cutToWidth(printableLine(description), width - 4)}`);
    out.line(paint.dim(`    ${cutToWidth(terms.map(why).join(", "), width - 4)}`));
  });
}

function why({ term, as, fields }: MatchedTerm): string {
  return `${printableLine(term)}${as === undefined ? "" : ` → ${printableLine(as)}`} (${fields.join(", ")})`;
}

/** Prints one line for each query: a JSON array of paths. It does so even without `--json`. */
async function printBatch({ answers, diagnostics, cwd }: SearchBatch, { out, err, paintErr }: Context): Promise<void> {
  for await (const paths of answers) out.line(jsonText(paths));
  if (diagnostics.length > 0) err.line(printDiagnostics(diagnostics, { cwd, color: paintErr.bold("") !== "" }));
}
