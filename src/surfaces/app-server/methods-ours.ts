/** Methods that Codex does not have; they answer with the documented JSON (`docs/json.md`). */
import { ACTORS, FORMAT_NAMES, openInstaller } from "../../index.ts";
import { flag, integer, object, oneOf, optional, text, texts } from "../../model/schema.ts";
import { whole } from "../../ops/answers/answer.ts";
import { answersHere, explainAnswer } from "../../ops/answers/explain-answer.ts";
import { planReview } from "../../ops/answers/plan-review.ts";
import { activationAnswer, catalogAnswer, refused, resolutionAnswer } from "../../ops/answers/run-answers.ts";
import { INVALID_PARAMS, RpcError } from "./messages.ts";
import { type Method, method } from "./method.ts";
import { entryFor, installerOf, skillsAt, switchOne } from "./methods-codex.ts";

const cwd = optional(text("the working directory; that of the server unless given"));
const skill = text("a name, `name@scope`, an id or a path");
const MAX_MESSAGE = 500_000;

/** One skill, by `name` or by `path`. */
const named = object({ name: optional(skill), path: optional(skill), cwd });

function askedOf({ name, path }: { readonly name?: string; readonly path?: string }, what: string): string {
  if ((name === undefined) !== (path === undefined)) return name ?? path ?? "";
  throw new RpcError(INVALID_PARAMS, `${what} requires exactly one of path or name`);
}

export const OUR_METHODS: readonly Method[] = [
  method("skills/reload", {
    params: object({ cwds: optional(texts("working directories; that of the server where there are none")) }),
    async run({ cwds = [] }, ground) {
      const asked = cwds.length > 0 ? cwds : [ground.cwd];
      const data = [];
      for (const each of asked) data.push(await entryFor(each, [], true, ground));
      return { data };
    },
  }),
  ...(["skills/enable", "skills/disable"] as const).map((name) =>
    method(name, {
      params: named,
      writes: true,
      async run(params, ground) {
        const enabled = name === "skills/enable";
        return { effectiveEnabled: await switchOne(askedOf(params, name), enabled, ground, params.cwd) };
      },
    }),
  ),
  method("skills/install", {
    params: object({
      source: text("a directory, a repository, `npm:NAME`, an archive, a site"),
      skills: optional(texts("only these; all of the source unless given")),
      where: optional(oneOf(["project", "user"], "for this project unless given")),
      accept: optional(texts("digests that are let in whatever is said against them")),
      dryRun: optional(flag("say what would happen, and change nothing")),
      offline: optional(flag("no network; only what is in the store already")),
    }),
    writes: true,
    async run({ source, skills, where = "project", accept = [], dryRun = false, offline = false }, ground) {
      const installer = await openInstaller({ ...installerOf(ground), offline });
      const plan = await installer.planAdd({ source, where, ...(skills ? { skills } : {}) });
      const applied = dryRun ? [] : await installer.apply(plan, { yes: true, digests: accept });
      await ground.places.settled();
      return { applied, ...planReview(plan) };
    },
  }),
  method("skills/explain", {
    params: named,
    async run(params, ground) {
      const asked = askedOf(params, "skills/explain");
      const skills = await skillsAt(params.cwd, ground);
      const explanation = await skills.explain(asked);
      const load = { ...ground.load, cwd: skills.snapshot.cwd };
      return whole(explainAnswer(asked, explanation, await answersHere(asked, explanation, load)));
    },
  }),
  method("skills/catalog", {
    params: object({
      cwd,
      window: optional(integer("the model's context window in tokens", 1)),
      format: optional(oneOf(FORMAT_NAMES, "how it is written")),
      pinned: optional(texts("shorten these last")),
    }),
    async run({ cwd: where, ...options }, ground) {
      return whole(catalogAnswer(await (await skillsAt(where, ground)).catalog(options)));
    },
  }),
  method("skills/resolve", {
    params: object({
      message: text("what the user typed", MAX_MESSAGE),
      cwd,
      picks: optional(texts("skills that were chosen from a list")),
      connectors: optional(texts("connectors or apps that a name might mean as well")),
      commands: optional(texts("commands that the host has itself")),
      files: optional(texts("files that are worked on")),
    }),
    async run({ message, cwd: where, ...options }, ground) {
      const skills = await skillsAt(where, ground);
      return whole(resolutionAnswer(message, await skills.resolve(message, options), skills.snapshot));
    },
  }),
  method("skills/load", {
    params: object({
      ...{ name: optional(skill), path: optional(skill), cwd },
      arguments: optional(text("as somebody would type them", MAX_MESSAGE)),
      actor: optional(oneOf(ACTORS, "who calls it; `user` unless given")),
      files: optional(texts("files that are worked on")),
      sessionId: optional(text("what `${SESSION_ID}` stands for")),
    }),
    async run({ cwd: where, arguments: given, actor = "user", name, path, ...circumstances }, ground) {
      const skills = await skillsAt(where, ground);
      const named = { ...(name === undefined ? {} : { name }), ...(path === undefined ? {} : { path }) };
      const asked = askedOf(named, "skills/load").replace(/\/SKILL\.md$/i, "");
      const request = { asked, actor, ...(given === undefined ? {} : { arguments: given }) };
      const activated = await skills.activate(request, { ...circumstances, signal: ground.leaving });
      if ("refusal" in activated) throw refused(asked, activated.refusal);
      const { activation } = activated;
      return { ...activationAnswer(activation, skills.snapshot.host), window: await skills.window(activation.skill) };
    },
  }),
];
