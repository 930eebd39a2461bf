/** pickle-bot's: `<skills>` for the description of its tool. Where a skill is called by another name than it shows, `id` has it. */
import type { WriteListing } from "../../../model/conversation/catalog-text.ts";
import { escapeText, escapeXml, oneLine } from "../escape.ts";
import { writeListing } from "../page/write-listing.ts";

export const pickleBot: WriteListing = (input) =>
  writeListing(input, {
    whole: [],
    portioned: [
      {
        open: () => "<skills>\n",
        close: (note) => `\n</skills>${note === "" ? "" : `\n${note}`}`,
        between: "\n",
        escape: escapeText,
        entry({ name, address }, description) {
          const shown = oneLine(name);
          const id = shown === address ? "" : ` id="${escapeXml(address)}"`;
          return `  <skill name="${escapeXml(shown)}"${id}>${description}</skill>`;
        },
      },
    ],
  });
