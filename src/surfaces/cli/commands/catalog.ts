import { resolve } from "node:path";
import { type Catalog, type CatalogOptions, COVERAGES, FORMAT_NAMES, openSkills, type Skills } from "../../../index.ts";
import { jsonText } from "../../../model/text/printable.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import { catalogAnswer, relevantText } from "../../../ops/answers/run-answers.ts";
import { type Command, type Context, flag, names, text, texts, UsageError } from "../command.ts";
import { writeAnswer } from "../output/json.ts";
import { pad, printable } from "../output/paint.ts";
import { plural, warnUnverified } from "../output/present.ts";

export const catalog: Command = {
  usage: "[--window N] [--format F] [--report] [--for MESSAGE [--best-first]] [--pin NAME]... [--file PATH]...",
  about:
    "Prints what a model is told of the skills before it loads any: names, descriptions and how to use them, within a budget.\nWith --host as that host writes it, else in our own form. Skills that a model may not start are not in it. With --report\nwhat became of each skill: in full, shortened, its name only, or omitted.",
  options: {
    window: {
      type: "string",
      value: "N",
      summary: "the model's context window in tokens; the budget is a share of it",
    },
    format: {
      type: "string",
      value: "F",
      summary: `how it is written: ${FORMAT_NAMES.join(", ")}`,
      choices: FORMAT_NAMES,
    },
    report: { type: "boolean", summary: "what became of each skill, with its tokens" },
    for: {
      type: "string",
      value: "MESSAGE",
      summary:
        "what a turn with this message is told besides: the skills that fit and that the catalog does not describe",
    },
    "best-first": {
      type: "boolean",
      summary: "with --for: the catalog itself, its room given to what fits the message",
    },
    "search-tool": { type: "string", value: "NAME", summary: "the tool by which the model finds what is not listed" },
    "agent-skills": {
      type: "string",
      value: "A,B",
      summary: "only these skills, as an agent's `skills` says: names or patterns",
    },
    ineligible: { type: "boolean", summary: "also skills for which something is missing on this machine" },
    pin: { type: "string", value: "NAME", multiple: true, summary: "shorten this one last; repeatable" },
    file: {
      type: "string",
      value: "PATH",
      multiple: true,
      summary: "a file that is worked on, for skills with `paths`; repeatable",
    },
  },
  examples: [
    ["skillwright catalog", "what a model reads"],
    ["skillwright catalog --window 200000 --report", "what 2 % of the window has room for"],
    ["skillwright catalog --host codex --window 272000", "what Codex puts before its model"],
    ['skillwright catalog --window 200000 --for "fill in this form"', "what a turn is told besides"],
    ['skillwright catalog --for "fill in this form" --best-first', "a catalog that is made for the message"],
    ["skillwright catalog --agent-skills 'pdf*,notes'", "for an agent with these skills only"],
  ],
  positionals: [0, 0],
  async run(context) {
    const options = optionsOf(context);
    const skills = await openSkills({ ...context.load, ineligible: flag(context, "ineligible") });
    const message = text(context, "for");
    const bestFirst = flag(context, "best-first");
    if (bestFirst && message === undefined)
      throw new UsageError("`--best-first` needs a message", 'say it with `--for "fill in this form"`');
    if (message !== undefined && !bestFirst) return relevant(message, skills, options, context);
    const listed = await skills.catalog(message === undefined ? options : { ...options, message });
    if (context.json) writeAnswer(context.out, catalogAnswer(listed));
    else if (flag(context, "report")) report(listed, context);
    else if (listed.text !== "") context.out.line(listed.text);
    if (!context.json) sayWhatIsMissing(listed, skills, context);
    await warnUnverified(skills.snapshot.host, context);
    return 0;
  },
};

async function relevant(
  message: string,
  skills: Skills,
  { window, scope, files }: CatalogOptions,
  context: Context,
): Promise<number> {
  const given = { ...(scope ? { scope } : {}), ...(files ? { files } : {}) };
  const said = await relevantText(message, skills, given, window === undefined ? {} : { window });
  if (context.json) context.out.line(jsonText({ schema: SCHEMA, message, text: said }));
  else if (said !== "") context.out.line(said);
  else context.err.line("nothing fits the message that the catalog does not describe already");
  return 0;
}

function optionsOf(context: Context): CatalogOptions {
  const window = text(context, "window");
  const format = text(context, "format");
  const searchTool = text(context, "search-tool");
  const only = names(context, "agent-skills");
  if (window !== undefined && !/^[1-9]\d{0,9}$/.test(window))
    throw new UsageError(
      `\`--window ${printable(window)}\` is not a number of tokens`,
      "write it in digits: `--window 200000`",
    );
  if (format !== undefined && !FORMAT_NAMES.includes(format))
    throw new UsageError(`there is no format \`${printable(format)}\``, `the formats are ${FORMAT_NAMES.join(", ")}`);
  return {
    ...(window === undefined ? {} : { window: Number(window) }),
    ...(format === undefined ? {} : { format }),
    ...(searchTool === undefined ? {} : { searchTool }),
    ...(only ? { scope: { skills: only } } : {}),
    pinned: texts(context, "pin"),
    files: texts(context, "file").map((path) => resolve(context.load.cwd ?? process.cwd(), path)),
  };
}

function report({ entries, counts, used, allowance }: Catalog, { out, paint }: Context): void {
  const colours = { full: paint.green, shortened: paint.yellow, "name-only": paint.yellow, omitted: paint.red };
  for (const { address, coverage, tokens } of entries)
    out.line(`${colours[coverage](pad(coverage, 9))}  ${String(tokens).padStart(6)}  ${printable(address)}`);
  const { amount, unit, from } = allowance;
  const taken = unit === "tokens" ? used.tokens : used.characters;
  out.line(`${plural(entries.length, "skill")}: ${COVERAGES.map((each) => `${counts[each]} ${each}`).join(" · ")}`);
  out.line(
    `${taken} of ${Number.isFinite(amount) ? amount : "any number of"} ${unit} (${from}), about ${used.tokens} tokens`,
  );
}

/** To people: what the model is not told of at all. */
function sayWhatIsMissing({ entries }: Catalog, { snapshot }: Skills, { err }: Context): void {
  const others = snapshot.skills.length - entries.length;
  if (entries.length === 0) err.line("there is nothing to offer to a model, so there is no catalog");
  if (others > 0)
    err.line(
      `${plural(others, "skill")} that ${others === 1 ? "is" : "are"} loaded ${others === 1 ? "is" : "are"} not offered; \`skillwright explain NAME\` says why`,
    );
  if (snapshot.skills.some(({ withheld }) => withheld?.code === "SK501"))
    err.line("the folder is not trusted; look at its skills, then run `skillwright trust`");
  if (snapshot.skills.some(({ withheld }) => withheld?.code === "SK503"))
    err.line("some have changed since they were approved; look at them with `skillwright approve --changed`");
}
