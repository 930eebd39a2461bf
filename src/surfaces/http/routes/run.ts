/** Routes that show what a model is told of the skills, and what it would get. Nothing of a skill is run by any of them. */
import { ACTORS, type AgentScope, FORMAT_NAMES, hostsHere, planBudget } from "../../../index.ts";
import { SCHEMA, whole } from "../../answers/answer.ts";
import {
  activationAnswer,
  catalogAnswer,
  refused,
  resolutionAnswer,
  resourceAnswer,
  searchAnswer,
} from "../../answers/run-answers.ts";
import { flag, integer, object, oneOf, optional, text, texts } from "../../answers/schema.ts";
import * as shape from "../../answers/shapes.ts";
import { type Route, route } from "../route.ts";
import { askedFor } from "../within.ts";

const host = optional(text("look through this host's profile"));
const skill = text("a name, `name@scope`, an id or a path");
const actor = optional(oneOf(ACTORS, "who calls it; `user` unless given"));
const window = optional(integer("the model's context window in tokens", 1));
const agentSkills = optional(texts("only these skills, as an agent's `skills` says: names or patterns"));
const files = optional(texts("files that are worked on, for skills that wait for them"));

const MAX_HITS = 1000;
const MAX_MESSAGE = 500_000;

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
    }),
    answer: shape.Catalog,
    async run({ host: name, agentSkills: only, pin = [], ...options }, desk) {
      const skills = await desk.skills(name);
      return whole(catalogAnswer(await skills.catalog({ ...options, ...scopeOf(only), pinned: pin })));
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
    input: object({
      ...{ skill, host, actor, agentSkills, files },
      arguments: optional(text("as somebody would type them", MAX_MESSAGE)),
      maxChars: optional(integer("cut the text at so many characters")),
      absolutePaths: optional(flag("make references to the skill's files absolute")),
      session: optional(text("what `${SESSION_ID}` stands for")),
    }),
    answer: shape.Activation,
    async run({ skill: typed, host: name, actor: who = "user", agentSkills: only, ...rest }, desk) {
      const skills = await desk.skills(name);
      const asked = await askedFor(typed, desk);
      const { arguments: given, maxChars, session, ...others } = rest;
      const activated = await skills.activate(
        { asked, actor: who, ...(given === undefined ? {} : { arguments: given }) },
        {
          ...others,
          ...scopeOf(only),
          ...(maxChars === undefined ? {} : { maxBodyChars: maxChars }),
          ...(session === undefined ? {} : { sessionId: session }),
          commands: "show",
        },
      );
      if ("refusal" in activated) throw refused(typed, activated.refusal);
      const { activation } = activated;
      const opens = await skills.window(activation.skill);
      return { ...activationAnswer(activation, skills.snapshot.host), window: opens };
    },
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

function scopeOf(skills: readonly string[] | undefined): { readonly scope?: AgentScope } {
  return skills ? { scope: { skills } } : {};
}
