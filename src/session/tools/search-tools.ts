/**
 * Where a catalog cannot say everything: a tool that finds skills by what they are for, and one that goes through all of
 * them page by page. Both only know what the session lets a model have; neither loads anything.
 */
import type { NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import { brief, failure, makeTool } from "./make-tool.ts";
import type { ToolSession } from "./tool-session.ts";

/** Ways to say one request; more do not find more. */
const MAX_PHRASINGS = 4;
const HITS = 8;
const PER_PAGE = 50;
/** Characters of a description; the skill itself has all of it. */
const MAX_DESCRIPTION = 300;

export function searchTool(session: ToolSession, name: string, loader: string): NeutralTool {
  return makeTool({
    name,
    description:
      `Finds skills by what they are for, also those that are not listed or not described. Say what is to be done in one to ` +
      `${MAX_PHRASINGS} ways; then load the one that fits with \`${loader}\`.`,
    fields: {
      queries: {
        type: "texts",
        description: "The task, in different words each time.",
        required: true,
        atMost: MAX_PHRASINGS,
      },
    },
    run: async ({ queries = "" }) => {
      const phrasings = queries.split("\n").filter((each) => each.trim() !== "");
      if (phrasings.length === 0) return failure("say in `queries` what is to be done");
      const hits = await session.search(phrasings.slice(0, MAX_PHRASINGS), { k: HITS });
      if (hits.length === 0) return answer("No skill matches. Try other words, or continue without a skill.");
      return answer(
        hits
          .map(({ address, description, terms }, at) => {
            const words = terms.map(({ term }) => brief(term)).join(", ");
            return `${at + 1}. ${brief(address)}: ${short(description)}${words === "" ? "" : ` [found by: ${words}]`}`;
          })
          .join("\n"),
      );
    },
  });
}

export function listTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description: `Lists all skills with their descriptions, ${PER_PAGE} to a page.`,
    fields: { page: { type: "integer", description: "Which page, from 1." } },
    run: async ({ page = "1" }) => {
      const offered = await session.offered("model");
      const pages = Math.max(1, Math.ceil(offered.length / PER_PAGE));
      const at = Math.max(1, Number(page));
      if (at > pages) return failure(`there ${pages === 1 ? "is 1 page" : `are ${pages} pages`}`);
      const shown = offered.slice((at - 1) * PER_PAGE, at * PER_PAGE);
      return answer(
        [
          `Page ${at} of ${pages}, ${offered.length} skills in all.`,
          ...shown.map(({ address, loaded }) => `- ${brief(address)}: ${short(loaded.skill.description)}`),
        ].join("\n"),
      );
    },
  });
}

function short(description: string): string {
  const line = description.replace(/\s+/g, " ");
  return line.length > MAX_DESCRIPTION ? `${line.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…` : line;
}

function answer(content: string): ToolResult {
  return { content, isError: false };
}
