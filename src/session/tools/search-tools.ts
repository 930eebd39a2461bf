/**
 * Tools for large catalogs. One tool searches skills by purpose, and the other lists all skills in pages. Both show
 * only skills that the model may use, and load no skill.
 */
import type { NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import { failedResult, makeTool, shortenForReply } from "./make-tool.ts";
import type { ToolSession } from "./tool-session.ts";

/** Maximum phrasings of one request. More phrasings do not improve the result. */
const MAX_PHRASINGS = 4;
const HITS = 8;
const PER_PAGE = 50;
/** Maximum characters of a description. The skill itself has the full text. */
const MAX_DESCRIPTION = 300;

const NO_GOOD_MATCH =
  "No good match. These are the nearest skills: load one if its description fits the task, otherwise continue without a skill.";

export function searchSkillsTool(session: ToolSession, name: string, loader: string): NeutralTool {
  return makeTool({
    name,
    description:
      `Finds skills for a task, also those that are not listed or not described. Describe the task in one to ` +
      `${MAX_PHRASINGS} ways; then load the skill that fits with \`${loader}\`.`,
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
      if (phrasings.length === 0) return failedResult("describe the task in `queries`");
      const hits = await session.search(phrasings.slice(0, MAX_PHRASINGS), { k: HITS });
      if (hits.length === 0) return answer("No skill matches. Try other words, or continue without a skill.");
      const listed = hits
        .map(({ address, description, terms }, at) => {
          const words = terms.map(({ term }) => shortenForReply(term)).join(", ");
          return `${at + 1}. ${shortenForReply(address)}: ${short(description)}${words === "" ? "" : ` [found by: ${words}]`}`;
        })
        .join("\n");
      return answer(hits[0]?.weak ? `${NO_GOOD_MATCH}\n${listed}` : listed);
    },
  });
}

export function listSkillsTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description: `Lists all skills with their descriptions, ${PER_PAGE} to a page.`,
    fields: { page: { type: "integer", description: "Which page, from 1." } },
    run: async ({ page = "1" }) => {
      const offered = await session.offered("model");
      const pages = Math.max(1, Math.ceil(offered.length / PER_PAGE));
      const at = Math.max(1, Number(page));
      if (at > pages) return failedResult(`there ${pages === 1 ? "is 1 page" : `are ${pages} pages`}`);
      const shown = offered.slice((at - 1) * PER_PAGE, at * PER_PAGE);
      return answer(
        [
          `Page ${at} of ${pages}, ${offered.length} skills in all.`,
          ...shown.map(({ address, loaded }) => `- ${shortenForReply(address)}: ${short(loaded.skill.description)}`),
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
