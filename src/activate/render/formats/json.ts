/** Writes a JSON object with one line for each skill. Programs that build their own prompts use this format. */
import type { ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";
import { usageRules } from "../page/lines.ts";
import type { ListingSyntax } from "../page/listing-syntax.ts";
import { writeListing } from "../page/write-listing.ts";

export const jsonFormat: WriteListing = (input) =>
  input.tool === undefined
    ? writeListing(input, { whole: [], portioned: [shape(input, true)] })
    : writeListing(input, { whole: [shape(input, true)], portioned: [shape(input, false)] });

function shape({ tool }: ListingInput, located: boolean): ListingSyntax {
  return {
    open: (rules) => `{${rules ? `"use":${JSON.stringify(usageRules(tool))},\n` : ""}"skills":[\n`,
    close: (note) => `\n]${note === "" ? "" : `,\n"note":${JSON.stringify(note)}`}}`,
    between: ",\n",
    // Escapes a text for a JSON string. The quotes are not added here, because they are part of the entry.
    escape: (text) => JSON.stringify(text).slice(1, -1),
    entry({ name, address, location }, description) {
      const shown = oneLine(name);
      const fields = [`"name":${JSON.stringify(shown)}`];
      if (address !== shown) fields.push(`"address":${JSON.stringify(address)}`);
      if (description !== "") fields.push(`"description":"${description}"`);
      if (located) fields.push(`"location":${JSON.stringify(oneLine(location))}`);
      return `{${fields.join(",")}}`;
    },
  };
}
