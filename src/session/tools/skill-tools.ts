import { isTraversal, similarSkills } from "../../activate/access/similar-skills.ts";
import type { NeutralTool, ToolResult } from "../../model/conversation/neutral-tool.ts";
import type { OfferedSkill } from "../../model/conversation/offer.ts";
import type { StopSignal } from "../../model/conversation/stop-signal.ts";
import type { HostProfile, LoadToolRule } from "../../model/host-profile.ts";
import { oneLine } from "../../model/text/text.ts";
import { asStopSignal } from "../../platform/processes/stop-after.ts";
import { type Field, failedCall, failedResult, type GivenFields, makeTool, shortenForReply } from "./make-tool.ts";
import { listSkillsTool, searchSkillsTool } from "./search-tools.ts";
import type { SkillAnswer, ToolSession } from "./tool-session.ts";

export interface SkillToolOptions {
  /**
   * The place where the model finds the catalog (default: as in the host's profile). `description`: in the tool's
   * description. `system`: in the text of `catalog()`; the tool's description then stays unchanged when skills change.
   */
  readonly listing?: "description" | "system";
  /**
   * True if the schema lists the skills as an enum. If it is false and `listing` is `system`, the tool never changes,
   * so the prompt cache stays valid.
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
  /** True to add a tool that reads a skill's files (default: only for Skillwright's own tools). */
  readonly resources?: boolean;
  /** True to add tools that search and list skills (default: only if the catalog cannot describe all skills). */
  readonly search?: boolean;
  /** True to add a tool that runs a skill's scripts (default: only if a rule or the user could allow it). */
  readonly scripts?: boolean;
}

/** The tool rule of Skillwright. It is also used for hosts whose model reads skill files directly. */
const OWN: LoadToolRule = { name: "skill", parameter: "name", arguments: "arguments" };

/** Returns the tools with which a model loads skills. If no skill is offered, it returns no tools. */
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
      : [searchSkillsTool(session, search, rule.name), listSkillsTool(session, options.names?.list ?? "skill_list")]),
    ...(runs ? [scriptTool(session, options.names?.script ?? "skill_script")] : []),
  ];
}

/**
 * Returns the name of the search tool, if the model gets such a tool. Skillwright adds it if the catalog cannot
 * describe all skills. Other hosts have a fixed set of tools.
 */
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
  rule: LoadToolRule,
  offered: readonly OfferedSkill[],
  { listing = rule.listing ? "description" : "system", choices = true, window }: SkillToolOptions,
): Promise<NeutralTool> {
  const shown =
    listing === "description" ? await session.catalog(catalogFor(session.profile, rule, window)) : undefined;
  const addresses = choices && rule.lookup === undefined ? choicesOf(offered) : undefined;
  return makeTool({
    name: rule.name,
    // The text before the list. It is empty for a host whose list has its own first lines, and for a list without
    // skills.
    description: (shown ? `${rule.lead ?? LEAD_WITH_LIST}${shown.text}` : rule.lead) || CONSTANT,
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

/**
 * Loads a skill for a call. The available skills are listed again for each call, because they can change after the tool
 * was created.
 */
async function load(
  given: GivenFields,
  session: ToolSession,
  rule: LoadToolRule,
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

/** Maximum number of skills in one answer. */
const MAX_LISTED = 200;

/** Lists skills for a model that named no skill, or that named an invalid id. */
function listing(skills: readonly OfferedSkill[], asked: string): ToolResult {
  const noSuchSkill = `no skill is called \`${shortenForReply(asked)}\``;
  if (skills.length === 0)
    return failedResult(asked === "" ? "there are no skills" : `${noSuchSkill}, and no skill is similar`);
  const lines = skills
    .slice(0, MAX_LISTED)
    .map(({ loaded: { skill } }) => `${oneLine(skill.name)}: ${shortenForReply(skill.description)}`);
  const more = skills.length - lines.length;
  const list = [...lines, ...(more > 0 ? [`and ${more} more; search for a word in their names or descriptions`] : [])];
  return {
    content: [...(asked === "" ? [] : [`${noSuchSkill}; similar skills:`]), ...list].join("\n"),
    isError: false,
  };
}

/**
 * Returns the options of the catalog. If the host has no tool that loads skills, the model gets Skillwright's listing.
 * The host's own listing of paths is useless without a tool that reads files.
 */
function catalogFor({ tool }: HostProfile, { name }: LoadToolRule, window: number | undefined) {
  return { tool: name, ...(tool ? {} : { format: "xml" }), ...(window === undefined ? {} : { window }) };
}

const LEAD_WITH_LIST = "Loads a skill of the list below: instructions for one kind of task.\n\n";
const CONSTANT =
  "Loads a skill: instructions for one kind of task. The skills are listed in the system text. When one of them fits the " +
  "task, load it first, and then follow it.";
const ARGUMENTS: Field = { type: "string", description: "The arguments, if the skill takes any." };

/** Maximum number of enum values. Common APIs accept this many. */
const MAX_CHOICES = 500;

/**
 * Returns the addresses of all skills for the enum, even if the catalog's budget omitted them. Returns undefined if
 * there are too many.
 */
function choicesOf(offered: readonly OfferedSkill[]): readonly string[] | undefined {
  if (offered.length > MAX_CHOICES) return undefined;
  return offered.map(({ address }) => address);
}

/** Maximum number of addresses in a reply to an empty request. */
const MAX_SAID = 50;

function missing(parameter: string, offered: readonly OfferedSkill[]): ToolResult {
  const names = offered.slice(0, MAX_SAID).map(({ address }) => `\`${shortenForReply(address)}\``);
  const more = offered.length - names.length;
  return failedResult(
    `name the skill to load in \`${parameter}\`: ${names.join(", ")}${more > 0 ? `, or one of ${more} more` : ""}`,
  );
}

function resultOf({ text, isError, refusal }: SkillAnswer, asked: string, rule: LoadToolRule): ToolResult {
  if (!isError) return { content: text, isError };
  const fixed = refusal?.code === "SK301" ? rule.notFound : rule.failed;
  return fixed === undefined ? failedResult(text) : failedCall(fixed, asked, refusal?.reason ?? text);
}

/**
 * Creates the tool that reads files of a skill. A long file is read in parts, each starting where the previous answer
 * ended.
 */
function resourceTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description:
      "Reads a file of a skill: one that its instructions name, or that was listed with them. A long file comes " +
      "in parts; each part states where the next one begins.",
    fields: {
      name: {
        type: "string",
        description: "The skill's name or address, as it was given when the skill was loaded.",
        required: true,
      },
      path: { type: "string", description: "The path of the file from the skill's directory.", required: true },
      offset: { type: "integer", description: "The offset of the next part, as the previous part stated it." },
    },
    run: async ({ name: asked = "", path = "", offset }) => {
      if (asked.trim() === "" || path.trim() === "")
        return failedResult("give the skill in `name` and its file in `path`");
      const range = offset === undefined ? undefined : { offset: Number(offset) };
      const { text, isError } = await session.readResource(asked.trim(), path, range);
      return { content: text, isError };
    },
  });
}

/** Creates the tool that runs scripts. The tool itself grants nothing, because each call is decided separately. */
function scriptTool(session: ToolSession, name: string): NeutralTool {
  return makeTool({
    name,
    description:
      "Runs a script of a skill in a sandbox: without network, and mostly without permission to " +
      "write. Returns its output.",
    fields: {
      name: {
        type: "string",
        description: "The skill's name or address, as it was given when the skill was loaded.",
        required: true,
      },
      path: { type: "string", description: "The path of the script from the skill's directory.", required: true },
      arguments: { type: "string", description: "The arguments, in quotes if one of them contains blanks." },
      input: { type: "string", description: "The script's standard input." },
    },
    run: async ({ name: asked = "", path = "", arguments: typed = "", input }, signal) => {
      if (asked.trim() === "" || path.trim() === "")
        return failedResult("give the skill in `name` and its script in `path`");
      if (session.runScript === undefined) return failedResult("scripts cannot run here");
      const request = { path: path.trim(), arguments: typed, ...(input === undefined ? {} : { input }) };
      const { text, isError } = await session.runScript(asked.trim(), request, asStopSignal(signal));
      return { content: text, isError };
    },
  });
}
