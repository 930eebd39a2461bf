/**
 * Skillwright's own format: `<available_skills>` with elements, or with lines if elements would leave too little space
 * for descriptions.
 */
import type { ListingInput, WriteListing } from "../../../model/conversation/catalog-text.ts";
import { escapeText, oneLine } from "../escape.ts";
import { cleanDescription, usageRules, writeCatalogLine } from "../page/lines.ts";
import type { ListingSyntax } from "../page/listing-syntax.ts";
import { fullLocations, type Locations, shortLocations } from "../page/locations.ts";
import { writeListing } from "../page/write-listing.ts";

/** If a tool loads skills, file paths are dropped before descriptions. Otherwise every name keeps its path. */
export const xmlFormat: WriteListing = (input) => {
  const located = elements(input, true);
  return input.tool === undefined
    ? writeListing(input, {
        whole: [located],
        portioned: [lines(input, shortLocations(input.skills)), lines(input, fullLocations)],
      })
    : writeListing(input, { whole: [located, elements(input, false)], portioned: [lines(input)] });
};

function frame({ tool }: ListingInput): Pick<ListingSyntax, "open" | "close" | "between"> {
  return {
    open: (rules) => `${rules ? `## Skills\n\n${usageRules(tool)}\n\n` : ""}<available_skills>\n`,
    close: (note) => `\n</available_skills>${note === "" ? "" : `\n${note}`}`,
    between: "\n",
  };
}

function elements(input: ListingInput, located: boolean): ListingSyntax {
  return {
    ...frame(input),
    escape: escapeText,
    entry({ name, address, location }, description) {
      const parts = [element("name", name)];
      if (address !== oneLine(name)) parts.push(element("address", address));
      if (description !== "") parts.push(`<description>${description}</description>`);
      if (located) parts.push(element("location", location));
      return `<skill>${parts.join("")}</skill>`;
    },
  };
}

function element(tag: string, text: string): string {
  return `<${tag}>${escapeText(oneLine(text))}</${tag}>`;
}

function lines(input: ListingInput, places?: Locations): ListingSyntax {
  const plain = frame(input);
  const roots = places?.roots.map((root) => `${root}\n`).join("") ?? "";
  return {
    ...plain,
    open: (rules) => plain.open(rules) + roots,
    escape: cleanDescription,
    entry: (skill, description) => writeCatalogLine(skill, description, places),
  };
}
