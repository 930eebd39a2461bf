import { resolve } from "node:path";
import type { CatalogOptions } from "../../activate/list-catalog.ts";
import { FORMAT_NAMES } from "../../activate/render/formats.ts";
import {
  flag,
  integer,
  type ObjectOf,
  object,
  oneOf,
  optional,
  text,
  textList,
  withCliForm,
} from "../../model/schema.ts";
import { SCHEMA } from "../answers/answer.ts";
import type { Skills } from "../open-skills.ts";
import { loadAsHost, type OperationContext, operation, verb } from "../operation.ts";
import { agentSkills, CALLER_DECIDES_REASON, host } from "./fields.ts";

const MAX_MESSAGE = 500_000;

const turn = {
  host,
  window: optional(integer("the model's context window in tokens; the budget is a share of it", 1)),
  agentSkills,
  files: optional(
    withCliForm(textList("a file that the user is working on, for skills with `paths`; repeatable"), {
      name: "file",
      value: "PATH",
    }),
  ),
};

const fields = {
  ...turn,
  format: optional(withCliForm(oneOf(FORMAT_NAMES, "the format of the catalog"), { value: "F" })),
  searchTool: optional(
    withCliForm(text("the name of the tool that finds skills outside the catalog"), { value: "NAME" }),
  ),
  pin: optional(withCliForm(textList("shorten this skill last; repeatable"), { value: "NAME" })),
  ineligible: optional(flag("also list skills whose requirements this machine does not meet")),
  report: optional(flag("list each skill with its tokens, and whether it is shown in full, shortened or omitted")),
};

const report = { report: CALLER_DECIDES_REASON };

type CatalogInput = ObjectOf<typeof fields>;

export const catalog = verb({
  name: "catalog",
  group: "Run",
  summary: "Show the catalog: the list of skills that a model reads",
  about:
    "Prints the list of skills that a model reads before it loads any: names, descriptions and how to use them, within a budget.\nWith --host, the list has that host's format. It omits skills that a model may not load. --report shows for each skill\nwhether it is listed in full, shortened, by name only, or omitted.",
  examples: [
    ["skillwright catalog", "print the catalog"],
    [
      "skillwright catalog --window 200000 --report",
      "print the catalog, limited to 2 % of the context window, with a report",
    ],
    ["skillwright catalog --host codex --window 272000", "print the catalog that a model reads in Codex"],
    [
      'skillwright catalog --window 200000 --for "fill in this form"',
      "print the note that a model gets in addition with this message",
    ],
    [
      'skillwright catalog --for "fill in this form" --best-first',
      "print the catalog, and describe the skills that match this message first",
    ],
    ["skillwright catalog --agent-skills 'pdf*,notes'", "print the catalog of an agent that may use only these skills"],
  ],
  operations: {
    catalog: operation({
      summary: "Show the catalog: the list of skills that a model reads",
      input: object({
        ...fields,
        bestFirst: optional(text("a message; skills that match the message are described first", MAX_MESSAGE)),
      }),
      output: "Catalog",
      effects: ["read"],
      cli: { omits: { bestFirst: "`--for MESSAGE --best-first`" } },
      http: {
        path: "/api/catalog",
        id: "catalog",
        omits: report,
        kept: ({ bestFirst, ineligible = false }) => bestFirst === undefined && !ineligible,
      },
      appServer: { method: "skills/catalog", omits: report },
      run: ({ bestFirst, ...input }, context) => listSkillsForModel(input, bestFirst, context),
      answer: async ({ catalog: made }) => (await import("../answers/use/catalog-answers.ts")).catalogAnswer(made),
    }),
    relevant: operation({
      summary: "Show the note that a model gets with a message: matching skills that the catalog does not describe",
      input: object({
        message: withCliForm(
          text(
            "show the note that a model gets with this message: matching skills that the catalog does not describe",
            MAX_MESSAGE,
          ),
          { name: "for", value: "MESSAGE" },
        ),
        ...turn,
      }),
      output: "RelevanceNote",
      effects: ["read"],
      cli: { flags: ["for"] },
      http: { path: "/api/relevant", id: "relevant", method: "POST" },
      async run({ message, window: size, ...input }, context) {
        const { makeRelevanceNote } = await import("../answers/use/catalog-answers.ts");
        const skills = await context.skills(input.host);
        const told = turnOptions(input, skills);
        return { schema: SCHEMA, message, text: await makeRelevanceNote(message, skills, told, windowOf(size)) };
      },
      answer: (found) => found,
    }),
    bestFirst: operation({
      summary: "Show the catalog, and describe the skills that match the message of --for first",
      input: object({
        message: withCliForm(text("the message that the user typed", MAX_MESSAGE), { name: "for", value: "MESSAGE" }),
        ...fields,
      }),
      output: "Catalog",
      effects: ["read"],
      cli: { flags: ["for", "best-first"] },
      http: "`catalog` takes the message as `bestFirst`",
      run: ({ message, ...input }, context) => listSkillsForModel(input, message, context),
      answer: async ({ catalog: made }) => (await import("../answers/use/catalog-answers.ts")).catalogAnswer(made),
    }),
  },
});

async function listSkillsForModel(input: CatalogInput, message: string | undefined, context: OperationContext) {
  const { host: name, window: size, format, searchTool, pin = [], ineligible = false } = input;
  const skills = ineligible ? await withIneligible(name, context) : await context.skills(name);
  const options = {
    ...turnOptions(input, skills),
    ...windowOf(size),
    ...(format === undefined ? {} : { format }),
    ...(searchTool === undefined ? {} : { searchTool }),
    ...(message === undefined ? {} : { message }),
    pinned: pin,
  };
  return { catalog: await skills.catalog(options), snapshot: skills.snapshot };
}

/**
 * Loads the skills again for this answer only, including ineligible skills. No other caller receives these ineligible
 * skills.
 */
async function withIneligible(name: string | undefined, context: OperationContext): Promise<Skills> {
  const { openSkills } = await import("../open-skills.ts");
  return openSkills({ ...loadAsHost(name, context), ineligible: true });
}

function windowOf(size: number | undefined): Pick<CatalogOptions, "window"> {
  return size === undefined ? {} : { window: size };
}

function turnOptions(
  { agentSkills: only, files }: Pick<CatalogInput, "agentSkills" | "files">,
  { snapshot: { cwd } }: Skills,
): Pick<CatalogOptions, "scope" | "files"> {
  return {
    ...(only ? { scope: { skills: only } } : {}),
    ...(files ? { files: files.map((path) => resolve(cwd, path)) } : {}),
  };
}
