/** Skillwright's Markdown format: a section with a table of roots, which keeps the paths of skills short. */
import type { ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { cleanDescription, usageRules, writeCatalogLine } from "../page/lines.ts";
import type { ListingSyntax } from "../page/listing-syntax.ts";
import { fullLocations, type Locations, shortLocations } from "../page/locations.ts";
import { writeListing } from "../page/write-listing.ts";

/** If a tool loads skills, paths are dropped before descriptions. The XML format does the same. */
export const markdownFormat: WriteListing = (input) => {
  const short = section(input, shortLocations(input.skills));
  return input.tool === undefined
    ? writeListing(input, { whole: [], portioned: [short, section(input, fullLocations)] })
    : writeListing(input, { whole: [short], portioned: [section(input)] });
};

function section({ tool }: ListingInput, places?: Locations): ListingSyntax {
  const roots = places?.roots.map((root) => `- ${root}\n`).join("") ?? "";
  const table = roots === "" ? "" : `### Skill roots\n${roots}`;
  return {
    open: (rules) => `## Skills\n${rules ? `${usageRules(tool)}\n` : ""}${table}### Available skills\n`,
    close: (note) => (note === "" ? "" : `\n\n${note}`),
    between: "\n",
    escape: cleanDescription,
    entry: (skill, description) => writeCatalogLine(skill, description, places),
  };
}
