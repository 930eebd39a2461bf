/** Routes that show what a model is told of the skills, and what it would get. Nothing of a skill is run by any of them. */
import {
  ACTORS,
  type AgentScope,
  FORMAT_NAMES,
  hostsHere,
  openSkills,
  planBudget,
  type Skills,
} from "../../../index.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { flag, type Infer, integer, object, oneOf, optional, text, texts } from "../../../model/schema.ts";
import { SCHEMA, whole } from "../../../ops/answers/answer.ts";
import { commandsAnswer } from "../../../ops/answers/command-answers.ts";
import {
  activationAnswer,
  catalogAnswer,
  refused,
  relevantText,
  resolutionAnswer,
  resourceAnswer,
  searchAnswer,
} from "../../../ops/answers/run-answers.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import type { Desk } from "../desk.ts";
import { askedFor } from "../requests/within.ts";
import { type Route, route } from "./route.ts";

const host = optional(text("look through this host's profile"));
const skill = text("a name, `name@scope`, an id or a path");
const actor = optional(oneOf(ACTORS, "who calls it; `user` unless given"));
const window = optional(integer("the model's context window in tokens", 1));
const agentSkills = optional(texts("only these skills, as an agent's `skills` says: names or patterns"));
const files = optional(texts("files that are worked on, for skills that wait for them"));

const MAX_HITS = 1000;
const MAX_MESSAGE = 500_000;

export const toLoad = {
  ...{ skill, host, actor, agentSkills, files },
  command: optional(text("a command that it declares, instead of its instructions")),
  arguments: optional(text("as somebody would type them", MAX_MESSAGE)),
  maxChars: optional(integer("cut the text at so many characters")),
  absolutePaths: optional(flag("make references to the skill's files absolute")),
  session: optional(text("what `${SESSION_ID}` stands for")),
};
const loaded = object(toLoad);

/** What a model gets; whether commands in the text are run is the caller's to say. */
export async function activated(
  { skill: typed, host: name, actor: who = "user", agentSkills: only, command, ...rest }: Infer<typeof loaded>,
  commands: "show" | "policy" | "approved",
  desk: Desk,
  signal: StopSignal,
): Promise<object> {
  const skills = await desk.skills(name);
  const { arguments: given, maxChars, session, ...others } = rest;
  const answer = await skills.activate(
    {
      ...{ asked: await askedFor(typed, desk), actor: who },
      ...(command === undefined ? {} : { command }),
      ...(given === undefined ? {} : { arguments: given }),
    },
    {
      ...others,
      ...scopeOf(only),
      ...(maxChars === undefined ? {} : { maxBodyChars: maxChars }),
      ...(session === undefined ? {} : { sessionId: session }),
      ...{ commands, signal },
    },
  );
  if ("refusal" in answer) throw refused(command === undefined ? typed : `${typed} ${command}`, answer.refusal);
  const { activation } = answer;
  return { ...activationAnswer(activation, skills.snapshot.host), window: await skills.window(activation.skill) };
}

export const RUN: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/catalog",
    id: "catalog",
    tag: "Run",
    summary: "What a model is told of the skills, within a budget, as `catalog` does",
    input: object({
      ...{ host, window, agentSkills, files },
      format: optional(oneOf(FORMAT_NAMES, "how it is written")),
      pin: optional(texts("shorten these last")),
      searchTool: optional(text("the tool by which the model finds what is not listed")),
      bestFirst: optional(text("a message: what fits it gets the room", MAX_MESSAGE)),
      ineligible: optional(flag("also skills for which something is missing on this machine")),
    }),
    answer: shape.Catalog,
    kept: ({ bestFirst, ineligible = false }) => bestFirst === undefined && !ineligible,
    async run({ host: name, agentSkills: only, pin = [], bestFirst, ineligible = false, ...options }, desk) {
      const skills = ineligible ? await withIneligible(name, desk) : await desk.skills(name);
      const message = bestFirst === undefined ? {} : { message: bestFirst };
      return whole(catalogAnswer(await skills.catalog({ ...options, ...message, ...scopeOf(only), pinned: pin })));
    },
  }),
  route({
    method: "POST",
    path: "/api/relevant",
    id: "relevant",
    tag: "Run",
    summary: "What a turn with a message is told besides the catalog, as `catalog --for` does",
    input: object({ message: text("what the user typed", MAX_MESSAGE), ...{ host, window, agentSkills, files } }),
    answer: shape.Relevant,
    async run({ message, host: name, window: size, agentSkills: only, files: open }, desk) {
      const skills = await desk.skills(name);
      const given = { ...scopeOf(only), ...(open ? { files: open } : {}) };
      const text = await relevantText(message, skills, given, size === undefined ? {} : { window: size });
      return { schema: SCHEMA, message, text };
    },
  }),
  route({
    method: "POST",
    path: "/api/resolve",
    id: "resolve",
    tag: "Run",
    summary: "Which skills a message names, and what it does not get, as `resolve` does; nothing is loaded",
    input: object({
      message: text("what the user typed", MAX_MESSAGE),
      ...{ host, agentSkills, files },
      picks: optional(texts("skills that were chosen from a list, before all that the message names")),
      connectors: optional(texts("connectors or apps that a name might mean as well")),
      commands: optional(texts("commands that the host has itself")),
    }),
    answer: shape.Resolution,
    async run({ message, host: name, agentSkills: only, ...options }, desk) {
      const skills = await desk.skills(name);
      const resolution = await skills.resolve(message, { ...options, ...scopeOf(only) });
      return whole(resolutionAnswer(message, resolution, skills.snapshot));
    },
  }),
  route({
    method: "GET",
    path: "/api/search",
    id: "search",
    tag: "Run",
    summary: "The skills that fit a request best, and why, as `search` does",
    input: object({
      query: text("what somebody wants"),
      host,
      k: optional(integer("how many skills at most; 10 unless given", 1, MAX_HITS)),
      bodies: optional(flag("false: search names and descriptions only")),
      forModel: optional(flag("only what a model may start")),
      agentSkills,
    }),
    answer: shape.Found,
    async run({ query, host: name, k = 10, bodies = true, forModel = false, agentSkills: only }, desk) {
      const skills = await desk.skills(name);
      const asModel = forModel || only !== undefined ? ({ actor: "model" } as const) : {};
      const found = await skills.search(query, { k, bodies, ...asModel, ...scopeOf(only) });
      return whole(searchAnswer(query, found, skills.snapshot));
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/load",
    id: "loadSkill",
    tag: "Run",
    summary: "Exactly what a model would receive of a skill, as `load` does; commands in its text are shown, never run",
    input: loaded,
    answer: shape.Activation,
    run: (given, desk, gone) => activated(given, "show", desk, gone),
  }),
  route({
    method: "GET",
    path: "/api/commands",
    id: "listCommands",
    tag: "Run",
    summary: "The commands that skills declare, by name, with the skill that `/NAME` means, as `run` does",
    input: object({ host }),
    answer: shape.Commands,
    kept: () => true,
    run: async ({ host: name }, desk) => commandsAnswer((await desk.skills(name)).snapshot),
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/resource",
    id: "readResource",
    tag: "Run",
    summary: "A file of a skill, as `load --resource` does; nothing outside of its directory",
    input: object({
      ...{ skill, host, actor, agentSkills },
      path: text("from the skill's directory"),
      offset: optional(integer("from this byte on")),
    }),
    answer: shape.Resource,
    async run({ skill: typed, host: name, actor: who = "user", agentSkills: only, path, offset }, desk) {
      const skills = await desk.skills(name);
      const request = { asked: await askedFor(typed, desk), actor: who, path };
      const read = await skills.readResource(offset === undefined ? request : { ...request, offset }, scopeOf(only));
      if ("refused" in read) throw refused(path, read.refused);
      return resourceAnswer(path, read);
    },
  }),
  route({
    method: "GET",
    path: "/api/budget",
    id: "budget",
    tag: "Run",
    heavy: true,
    summary: "What the catalog costs in each host, and how to get every skill described, as `budget` does",
    input: object({ hosts: optional(texts("these hosts; without, our own and those on this machine")), window }),
    answer: shape.Budget,
    async run({ hosts, window: size }, desk) {
      const names = new Set(hosts ?? ["skillwright", ...(await hostsHere(desk.load))]);
      const plans = [];
      for (const name of names)
        plans.push(await planBudget({ ...desk.load, host: name, ...(size === undefined ? {} : { window: size }) }));
      return { schema: SCHEMA, hosts: plans };
    },
  }),
];

/** Read for this alone; nobody else sees them so. */
function withIneligible(host: string | undefined, { load }: Desk): Promise<Skills> {
  return openSkills({ ...load, ...(host === undefined ? {} : { host }), ineligible: true });
}

function scopeOf(skills: readonly string[] | undefined): { readonly scope?: AgentScope } {
  return skills ? { scope: { skills } } : {};
}
