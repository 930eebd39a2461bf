/**
 * Writes pickle-bot's format: `<skills>` for the description of its tool. An entry has an `id` only if its address
 * differs from the name and from the host's own id.
 */
import type { WriteListing } from "../../../model/conversation/catalog-text.ts";
import { escapeText, escapeXml, oneLine } from "../escape.ts";
import { writeListing } from "../page/write-listing.ts";

export const pickleBotFormat: WriteListing = (input) =>
  writeListing(input, {
    whole: [],
    portioned: [
      {
        open: () => "<skills>\n",
        close: (note) => `\n</skills>${note === "" ? "" : `\n${note}`}`,
        between: "\n",
        escape: escapeText,
        entry({ name, hostId, address }, description) {
          const shown = oneLine(name);
          const id = address === shown || address === hostId ? "" : ` id="${escapeXml(address)}"`;
          return `  <skill name="${escapeXml(shown)}"${id}>${description}</skill>`;
        },
      },
    ],
  });
