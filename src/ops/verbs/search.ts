import { flag, integer, type ObjectOf, object, optional, text, withCliForm } from "../../model/schema.ts";
import type { SkillSearchOptions } from "../../search/search-skills.ts";
import { SCHEMA } from "../answers/answer.ts";
import { loadAsHost, type OperationContext, operation, verb } from "../operation.ts";
import { agentSkills, host } from "./fields.ts";

const MAX_HITS = 1000;

const fields = {
  k: optional(
    withCliForm(integer("the maximum number of skills (default: 10)", 1, MAX_HITS), { name: "hits", short: "k" }),
  ),
  bodies: optional(
    withCliForm(flag("search only names, descriptions and triggers, and no instructions"), { off: true }),
  ),
  agentSkills,
  forModel: optional(flag("search only skills that a model may load by itself")),
};

type SearchInput = ObjectOf<typeof fields>;

export const search = verb({
  name: "search",
  group: "Run",
  summary: "Find the skills that match a request best, and show why",
  about:
    "Finds the skills that match a request best. It searches names, descriptions, triggers, headings and instructions, and shows the\nmatching words of each skill. No data leaves this machine. With --queries, each line of a file is a query, and the output has\none line for each query: the paths of its skills, best first. --queries searches only the files below --root.",
  examples: [
    ["skillwright search 'fill in a PDF form'", "show the ten best skills"],
    ["skillwright search deploy -k 3 --json", "print the three best skills as JSON"],
    [
      "skillwright search --queries requests.jsonl --root ./skills -k 10 --json",
      "run many queries on the skills of one directory",
    ],
  ],
  operations: {
    search: operation({
      summary: "Find the skills that match a request best, and show why",
      input: object({
        query: withCliForm(text("the request of the user, in words"), { value: "QUERY", words: "plain" }),
        host,
        ...fields,
      }),
      output: "SearchResult",
      effects: ["read"],
      cli: { arguments: ["query"] },
      http: { path: "/api/search", id: "search" },
      async run(input, context) {
        const { searchOnce, searchOpen } = await import("../use/search-once.ts");
        const options = optionsOf(input, context);
        return context.isOneShot
          ? searchOnce(input.query, options, loadAsHost(input.host, context))
          : searchOpen(input.query, options, await context.skills(input.host));
      },
      answer: async (found, { query }) => (await import("../answers/use/search-answer.ts")).searchAnswer(query, found),
      failed: ({ found }) => found.length === 0,
    }),
    batch: operation({
      summary: "Answer each query of a file with the paths of its skills",
      input: object({
        queries: withCliForm(text('lines of JSON, each a string or an object with `query`; "-" is standard input'), {
          value: "FILE",
        }),
        ...fields,
      }),
      output: "SearchResultPaths",
      effects: ["read"],
      cli: { flags: ["queries"] },
      http: "a request has one query",
      run: async (input, context) =>
        (await import("../use/search-batch.ts")).searchBatch(input.queries, optionsOf(input, context), context.load),
      async answer({ answers }) {
        const found: (readonly string[])[] = [];
        for await (const each of answers) found.push(each);
        return { schema: SCHEMA, answers: found };
      },
      failed: ({ diagnostics }) => diagnostics.length > 0,
    }),
  },
});

function optionsOf(
  { k = 10, bodies = true, forModel = false, agentSkills: only }: SearchInput,
  { progress, notice }: OperationContext,
): SkillSearchOptions {
  return {
    ...{ k, bodies },
    ...(notice ? { onFinding: ({ code, message }) => notice(`warning[${code}]: ${message}`) } : {}),
    ...(progress ? { progress } : {}),
    ...(forModel || only ? { actor: "model" } : {}),
    ...(only ? { scope: { skills: only } } : {}),
  };
}
