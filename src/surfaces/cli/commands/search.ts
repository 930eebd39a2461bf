import { type FoundSkill, type MatchedTerm, openSkills, type SkillSearchOptions } from "../../../index.ts";
import { searchAnswer } from "../../../ops/answers/run-answers.ts";
import { type Command, type Context, flag, names, text, UsageError } from "../command.ts";
import { progress } from "../installer.ts";
import { writeAnswer } from "../output/json.ts";
import { cut, printable } from "../output/paint.ts";
import { plural, warnUnverified } from "../output/present.ts";

export const search: Command = {
  usage: "QUERY [-k N] | --queries FILE [-k N]",
  about:
    "Finds the skills that fit a request best, in names, descriptions, triggers, headings and instructions, and says which words\nfound each. Nothing leaves this machine. With --queries every line of a file is a query; each is answered by a line with the\npaths of its skills, the best first. Then every file below --root is searched, and nothing else.",
  options: {
    hits: { type: "string", short: "k", value: "N", summary: "how many skills at most; 10 unless given" },
    queries: {
      type: "string",
      value: "FILE",
      summary: 'lines of JSON, each a text or an object with `query`; "-" is standard input',
    },
    "no-bodies": { type: "boolean", summary: "names, descriptions and triggers only; no file is opened again" },
    "agent-skills": { type: "string", value: "A,B", summary: "only these skills are the agent's: names or patterns" },
    "for-model": { type: "boolean", summary: "only what a model may load itself" },
  },
  examples: [
    ["skillwright search 'fill in a PDF form'", "the best ten"],
    ["skillwright search deploy -k 3 --json", "the best three, as JSON"],
    ["skillwright search --queries requests.jsonl --root ./skills -k 10 --json", "many queries over one directory"],
  ],
  positionals: [0, 1],
  async run(context) {
    const query = context.positionals[0];
    const queries = text(context, "queries");
    if ((query === undefined) === (queries === undefined))
      throw new UsageError("say what to search for: a query, or `--queries FILE`", "see `skillwright search --help`");
    const options = optionsOf(context);
    if (queries !== undefined) {
      const { searchBatch } = await import("../show/search-batch.ts");
      return searchBatch(queries, options, context);
    }
    return searchOne(query as string, options, context);
  },
};

const MAX_HITS = 1000;

function optionsOf(context: Context): SkillSearchOptions {
  const hits = text(context, "hits") ?? "10";
  if (!/^[1-9]\d{0,3}$/.test(hits) || Number(hits) > MAX_HITS)
    throw new UsageError(
      `\`-k ${printable(hits)}\` is not a number of skills`,
      `write it in digits, up to ${MAX_HITS}: \`-k 10\``,
    );
  const skills = names(context, "agent-skills");
  return {
    k: Number(hits),
    bodies: !flag(context, "no-bodies"),
    progress: progress(),
    ...(flag(context, "for-model") || skills ? { actor: "model" } : {}),
    ...(skills ? { scope: { skills } } : {}),
  };
}

async function searchOne(query: string, options: SkillSearchOptions, context: Context): Promise<number> {
  const skills = await openSkills(context.load);
  await warnUnverified(skills.snapshot.host, context);
  const found = await skills.search(query, options);
  if (context.json) writeAnswer(context.out, searchAnswer(query, found, skills.snapshot));
  else if (found.length > 0) print(found, context);
  else context.err.line(`none of ${plural(skills.snapshot.skills.length, "skill")} has any of these words`);
  return found.length > 0 ? 0 : 1;
}

function print(found: readonly FoundSkill[], { out, paint, width }: Context): void {
  found.forEach(({ address, description, terms }, at) => {
    const rank = `${at + 1}.`.padStart(3);
    out.line(`${paint.dim(rank)} ${paint.bold(printable(address))}`);
    out.line(`    ${cut(printable(description), width - 4)}`);
    out.line(paint.dim(`    ${cut(terms.map(why).join(", "), width - 4)}`));
  });
}

function why({ term, as, fields }: MatchedTerm): string {
  return `${printable(term)}${as === undefined ? "" : ` → ${printable(as)}`} (${fields.join(", ")})`;
}
