/**
 * For agents that can read files but have no skill tool: one line for each skill, with its file and when to read it.
 */
import type { WriteListing } from "../../../model/conversation/catalog-text.ts";
import { oneLine } from "../escape.ts";
import { cleanDescription } from "../page/lines.ts";
import { writeListing } from "../page/write-listing.ts";

const RULES =
  "# Skills\n\nEach file below has instructions for one kind of work. Read the file before you begin, when its line fits the task. Read no other file of the list.\n\n";

export const filesFormat: WriteListing = (input) =>
  writeListing(input, {
    whole: [],
    portioned: [
      {
        open: (rules) => (rules ? RULES : ""),
        close: (note) => (note === "" ? "" : `\n${note}`),
        between: "\n",
        escape: cleanDescription,
        entry: ({ location }, description) =>
          description === "" ? `- ${codeSpan(oneLine(location))}` : `- ${codeSpan(oneLine(location))}: ${description}`,
      },
    ],
  });

/**
 * Writes a path as inline code. More backticks enclose the path than it contains in a row, so the path cannot end the
 * code early.
 */
function codeSpan(path: string): string {
  const longest = Math.max(0, ...(path.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${path}${ticks}` : `${ticks} ${path} ${ticks}`;
}
