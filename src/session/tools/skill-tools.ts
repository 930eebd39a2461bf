import { isTraversal, similarSkills } from "../../activate/access/similar-skills.ts";
import type { NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { Offered } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { HostProfile, ToolRule } from "../../model/host-profile.ts";
import { oneLine } from "../../model/text/text.ts";
import { asStopSignal } from "../../platform/processes/stop-after.ts";
import { brief, type Field, failedCall, failure, type Given, makeTool } from "./make-tool.ts";
import { listTool, searchTool } from "./search-tools.ts";
import type { SkillAnswer, ToolSession } from "./tool-session.ts";

export interface SkillToolOptions {
  /**
   * Where the model finds the catalog: in the tool's description, or in the text that `catalog()` gives, which leaves the
   * description the same whatever skills come and go. As the host has it where this is not said.
   */
  readonly listing?: "description" | "system";
  /**
   * True if the schema lists the skills as an enum. Without it, and with the catalog in the system text, the tool stays
   * byte for byte the same, and so does the prompt cache before it.
   */
  readonly choices?: boolean;
  /** Tokens of the model's context, for the catalog's budget. */
  readonly window?: number;
  readonly names?: {
    readonly search?: string;
    readonly list?: string;
    readonly skill?: string;
    readonly resource?: string;
    readonly script?: string;
  };
  /** Whether there is a tool that reads a skill's files. Other hosts than our own have none. */
  readonly resources?: boolean;
  /** Whether there are tools that search and list skills: where the catalog cannot describe them all, unless said. */
  readonly search?: boolean;
  /** Whether there is a tool that runs a skill's scripts: where a rule or a person could grant it, unless said. */
  readonly scripts?: boolean;
}

/** Ours, and that of hosts whose model reads the file by itself. */
const OWN: ToolRule = { name: "skill", parameter: "name", arguments: "arguments" };

/** None where nothing is offered. */
export async function skillTools(
  session: ToolSession,
  options: SkillToolOptions = {},
): Promise<readonly NeutralTool[]> {
  const offered = await session.offered("model");
  const { profile } = session;
  if (offered.length === 0 && profile.tool?.lookup === undefined) return [];
  const rule = { ...(profile.tool ?? OWN), ...(options.names?.skill ? { name: options.names.skill } : {}) };
  const reads = options.resources ?? (profile.runtime === "engine" || profile.tool === undefined);
  const reader = reads ? (options.names?.resource ?? "skill_resource") : null;
  const search = await searchName(session, profile, options);
  session.useTools({ skill: rule.name, reader, ...(search === undefined ? {} : { search }) });
  const loads = await loadTool(session, rule, offered, options);
  const runs = options.scripts ?? (reads && (await session.grantsScripts?.()) === true);
  return [
    loads,
    ...(reader === null ? [] : [resourceTool(session, reader)]),
    ...(search === undefined
      ? []
      : [searchTool(session, search, rule.name), listTool(session, options.names?.list ?? "skill_list")]),
    ...(runs ? [scriptTool(session, options.names?.script ?? "skill_script")] : []),
  ];
}

/** Another host's tools are what they are; ours has more where its catalog has less. */
async function searchName(
  session: ToolSession,
  { runtime }: HostProfile,
  { search, names, window }: SkillToolOptions,
): Promise<string | undefined> {
  const wanted = search ?? (runtime === "engine" && (await session.cutShort(window)) > 0);
  return wanted ? (names?.search ?? "skill_search") : undefined;
}

async function loadTool(
  session: ToolSession,
  rule: ToolRule,
  offered: readonly Offered[],
  { listing = rule.listing ? "description" : "system", choices = true, window }: SkillToolOptions,
): Promise<NeutralTool> {
  const shown =
    listing === "description" ? await session.catalog(catalogFor(session.profile, rule, window)) : undefined;
  const addresses = choices && rule.lookup === undefined ? choicesOf(offered) : undefined;
  return makeTool({
    name: rule.name,
    description: shown ? `${rule.lead ?? LEAD_WITH_LIST}${shown.text}` : (rule.lead ?? CONSTANT),
    fields: {
      [rule.parameter]: {
        type: "string",
        description: rule.lookup
          ? "The skill's name, a word to look for, or nothing."
          : "The skill to load, exactly as the list of skills names it.",
        required: true,
        ...(addresses ? { enum: addresses } : {}),
      },
      ...(rule.arguments === undefined ? {} : { [rule.arguments]: ARGUMENTS }),
    },
    run: (given, signal) => load(given, session, rule, asStopSignal(signal)),
  });
}

/** What there is to load is asked anew for each call; a tool may be older than a skill. */
async function load(
  given: Given,
  session: ToolSession,
  rule: ToolRule,
  signal: StopSignal | undefined,
): Promise<ToolResult> {
  const asked = given[rule.parameter]?.trim() ?? "";
  if (asked === "" && rule.lookup) return listing(await session.offered("model"), asked);
  if (asked === "") return missing(rule.parameter, await session.offered("model"));
  const written = rule.arguments === undefined ? undefined : given[rule.arguments];
  const answer = await session.activate({
    asked,
    actor: "model",
    ...(written === undefined ? {} : { arguments: written }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (rule.lookup && answer.refusal?.code === "SK301" && !isTraversal(asked))
    return listing(similarSkills(asked, await session.offered("model")), asked);
  return resultOf(answer, asked, rule);
}

/** Skills that one answer lists. */
const MAX_LISTED = 200;

/** Lists skills for a model that asked for none, or for a word that is not an id. */
function listing(skills: readonly Offered[], asked: string): ToolResult {
  const noSuchSkill = `no skill is called \`${brief(asked)}\``;
  if (skills.length === 0) return failure(asked === "" ? "there are no skills" : `${noSuchSkill} or similar`);
  const lines = skills
    .slice(0, MAX_LISTED)
    .map(({ loaded: { skill } }) => `${oneLine(skill.name)}: ${brief(skill.description)}`);
  const more = skills.length - lines.length;
  const list = [...lines, ...(more > 0 ? [`and ${more} more; search for a word in their names or descriptions`] : [])];
  return {
    content: [...(asked === "" ? [] : [`${noSuchSkill}; similar skills:`]), ...list].join("\n"),
    isError: false,
  };
}

/** A listing of paths, for a model that reads files itself, is of no use to one that has a tool: then it is ours. */
function catalogFor({ tool }: HostProfile, { name }: ToolRule, window: number | undefined) {
  return { tool: name, ...(tool ? {} : { format: "xml" }), ...(window === undefined ? {} : { window }) };
}

const LEAD_WITH_LIST = "Loads a skill of the list below: instructions for one kind of task.\n\n";
const CONSTANT =
  "Loads a skill: instructions for one kind of task. The skills are listed in the system text. When one of them fits what " +
  "is to be done, load it first, and then follow it.";
const ARGUMENTS: Field = { type: "string", description: "What to hand to the skill, where it takes arguments." };

/** Values of an enum that APIs still take. */
const MAX_CHOICES = 500;

/** All of them, also those that a budget left out of the catalog; or none, where there are too many. */
function choicesOf(offered: readonly Offered[]): readonly string[] | undefined {
  if (offered.length > MAX_CHOICES) return undefined;
  return offered.map(({ address }) => address);
}

/** Maximum number of addresses in a reply to an empty request. */
const MAX_SAID = 50;

function missing(parameter: string, offered: readonly Offered[]): ToolResult {
  const names = offered.slice(0, MAX_SAID).map(({ address }) => `\`${brief(address)}\``);
  const more = offered.length - names.length;
  return failure(
    `say in \`${parameter}\` which skill to load: ${names.join(", ")}${more > 0 ? `, or one of ${more} more` : ""}`,
  );
}

function resultOf({ text, isError, refusal }: SkillAnswer, asked: string, rule: ToolRule): ToolResult {
  if (!isError) return { content: text, isError };
  const fixed = refusal?.code === "SK301" ? rule.notFound : rule.failed;
  return fixed === undefined ? failure(text) : failedCall(fixed, asked, refusal?.reason ?? text);
}

/** Reads on where the answer before ended. */
function resourceTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description:
      "Reads a file that belongs to a skill: one that its instructions name, or that was listed with them. A long file comes " +
      "in parts; each says where the next begins.",
    fields: {
      name: { type: "string", description: "The skill, as it was loaded.", required: true },
      path: { type: "string", description: "The file, from the skill's directory.", required: true },
      offset: { type: "integer", description: "Where to read on, as the part before said." },
    },
    run: async ({ name: asked = "", path = "", offset }) => {
      if (asked.trim() === "" || path.trim() === "")
        return failure("say in `name` which skill, and in `path` which of its files");
      const range = offset === undefined ? undefined : { offset: Number(offset) };
      const { text, isError } = await session.readResource(asked.trim(), path, range);
      return { content: text, isError };
    },
  });
}

/** What may run is decided when it is called; the tool alone grants nothing. */
function scriptTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description:
      "Runs a script that belongs to a skill, apart from the rest of the machine: without network, and mostly without leave to " +
      "write. Answers with what it says.",
    fields: {
      name: { type: "string", description: "The skill, as it was loaded.", required: true },
      path: { type: "string", description: "The script, from the skill's directory.", required: true },
      arguments: { type: "string", description: "What to hand to it, in quotes where one of them has blanks." },
      input: { type: "string", description: "The script's standard input." },
    },
    run: async ({ name: asked = "", path = "", arguments: typed = "", input }, signal) => {
      if (asked.trim() === "" || path.trim() === "")
        return failure("say in `name` which skill, and in `path` which of its scripts");
      if (session.runScript === undefined) return failure("scripts cannot be run here");
      const request = { path: path.trim(), arguments: typed, ...(input === undefined ? {} : { input }) };
      const { text, isError } = await session.runScript(asked.trim(), request, asStopSignal(signal));
      return { content: text, isError };
    },
  });
}
