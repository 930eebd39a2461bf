/** The description of a tool that loads skills: one sentence, then `- name: description` for each skill. */
import type { WriteListing } from "../../../model/conversation/catalog-text.ts";
import { cleanDescription, writeCatalogLine } from "../page/lines.ts";
import { writeListing } from "../page/write-listing.ts";

const RULES =
  "Loads a skill: instructions for a particular kind of work. Call it before you begin, when a task matches a description below or the user names a skill, with the name exactly as it is listed. The rest of a skill is read only when its instructions send you there.\n\n";

export const bulletsFormat: WriteListing = (input) =>
  writeListing(input, {
    whole: [],
    portioned: [
      {
        open: (rules) => (rules ? RULES : ""),
        close: (note) => (note === "" ? "" : `\n${note}`),
        between: "\n",
        escape: cleanDescription,
        entry: (skill, description) => writeCatalogLine(skill, description),
      },
    ],
  });
