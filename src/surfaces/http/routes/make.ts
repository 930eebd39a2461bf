/** Routes that make something of skills: a new one, one for another host, a registry; and whether they would be found. */
import { resolve } from "node:path";
import {
  compileRefusal,
  compileSkill,
  type EvalOptions,
  evalSkills,
  OperationError,
  PROVIDERS,
  type Provider,
  publishSkills,
} from "../../../index.ts";
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { decimal, flag, type Infer, integer, object, oneOf, optional, text, texts } from "../../../model/schema.ts";
import { whole } from "../../../ops/answers/answer.ts";
import { compileAnswer } from "../../../ops/answers/compile-answer.ts";
import { evalAnswer, type Prices, THRESHOLD } from "../../../ops/answers/eval-answer.ts";
import { publishAnswer } from "../../../ops/answers/origin-answers.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { BASE_URLS, liveModel, resultsIn } from "../../../ops/evals/live-model.ts";
import { setUp } from "../../../ops/set-up.ts";
import { DEFAULT_DIRECTORY, isSkillName, NAME_HELP, startSkill } from "../../../ops/start-skill.ts";
import { nodeEnvironment } from "../../../platform/environment.ts";
import { nodeFiles } from "../../../platform/files/node-files.ts";
import type { Desk } from "../desk.ts";
import { allWithin, askedFor, within } from "../requests/within.ts";
import { type Route, route } from "./route.ts";

const host = optional(text("look through this host's profile"));
const skill = text("a name, `name@scope`, an id or a path");
const LOSSES = ["SK480", "SK481", "SK482", "SK483"] as const;

const toCompile = { skill, host, to: text("the host that it is for") };
const toPublish = object({
  from: text("a skill or a directory of skills, of the project or of a root"),
  to: text("a directory of the project that will be served, or `oci://registry/name:tag`"),
});

const toEvaluate = {
  skills: optional(
    texts("names, or directories of the project or of a root; without any, all that have trigger tests"),
  ),
  host,
  window: optional(integer("the model's context window in tokens", 1)),
  top: optional(integer("offline, found means among the first so many; 3 unless given", 1)),
  threshold: optional(decimal("the share of requests that must be right; 0.8 unless given", 0, 1)),
};
const MAX_PRICE = 999_999;
const MAX_RUNS = 100;
const MAX_AT_ONCE = 16;
const toAsk = object({
  ...toEvaluate,
  model: text("which model is asked"),
  provider: optional(oneOf(Object.keys(PROVIDERS) as Provider[], "how it is spoken to; `openai` unless given")),
  runs: optional(integer("how often each request is made; 3 unless given", 1, MAX_RUNS)),
  concurrency: optional(integer("how many at once; 4 unless given", 1, MAX_AT_ONCE)),
  fresh: optional(flag("ask again what is known already")),
  inputPrice: optional(decimal("what a million tokens cost that are read", 0, MAX_PRICE)),
  outputPrice: optional(decimal("what a million tokens cost that are written", 0, MAX_PRICE)),
});
const offline = object(toEvaluate);

export const MAKE: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/new",
    id: "newSkill",
    tag: "Write",
    writes: true,
    summary: "Starts a skill that passes every check, as `new` does",
    input: object({
      name: text("lowercase letters, digits and single hyphens", 64),
      directory: optional(text(`where to put it, in the project or in a root; ${DEFAULT_DIRECTORY} unless given`)),
      description: optional(text("what it does and when to use it")),
      evals: optional(flag("with requests that should find it and some that should not")),
    }),
    answer: shape.NewSkill,
    async run({ directory = DEFAULT_DIRECTORY, ...given }, desk) {
      if (!isSkillName(given.name))
        throw new OperationError("SK920", `\`${given.name}\` cannot be a skill's name`, { hint: NAME_HELP });
      const place = await within(directory, desk);
      // A link that stands there already could lead anywhere.
      await allWithin(
        ["SKILL.md", "evals/trigger-eval.json"].map((file) => resolve(place, given.name, file)),
        desk,
      );
      return startSkill({ ...given, directory: place, projectRoot: desk.projectRoot });
    },
  }),
  route({
    method: "POST",
    path: "/api/init",
    id: "init",
    tag: "Write",
    writes: true,
    summary: "Sets up the user's skills directory and the embedded skills, as `init` does",
    input: object({}),
    answer: shape.SetUp,
    run: (_given, desk) => setUp(desk.load),
  }),
  route({
    method: "GET",
    path: "/api/compile",
    id: "planCompiling",
    tag: "See",
    heavy: true,
    summary: "A skill in another host's words and what is lost, as `compile` does; nothing is written",
    input: object(toCompile),
    answer: shape.Compiled,
    run: async ({ skill: asked, host: name, to }, desk) =>
      compileAnswer(await compileSkill({ skill: await askedFor(asked, desk), to }, through(name, desk))),
  }),
  route({
    method: "POST",
    path: "/api/compile",
    id: "compile",
    tag: "Write",
    writes: true,
    heavy: true,
    summary:
      "Writes a skill in another host's words, as `compile --out` does; refused where a promise of safety is lost",
    input: object({
      ...toCompile,
      out: text("the directory of the project or of a root in which its new one is made"),
      acceptLoss: optional(texts(`write it although this is lost: ${LOSSES.join(", ")}`)),
      force: optional(flag("take the place of a directory that is there")),
    }),
    answer: shape.Compiled,
    async run({ skill: asked, host: name, out, ...given }, desk) {
      const request = { ...given, skill: await askedFor(asked, desk), out: await within(out, desk) };
      const compiled = await compileSkill(request, through(name, desk));
      if (compiled.refused.length > 0) throw compileRefusal(compiled);
      return compileAnswer(compiled);
    },
  }),
  route({
    method: "GET",
    path: "/api/publish",
    id: "planPublishing",
    tag: "See",
    heavy: true,
    summary:
      "What a registry of these skills would have in it, as `publish --dry-run` does; nothing is written or sent",
    input: toPublish,
    answer: shape.Published,
    run: (given, desk) => published(given, true, desk),
  }),
  route({
    method: "POST",
    path: "/api/publish",
    id: "publish",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Makes a registry of skills that any web server can serve, as `publish` does",
    input: toPublish,
    answer: shape.Published,
    run: (given, desk) => published(given, false, desk),
  }),
  route({
    method: "GET",
    path: "/api/eval",
    id: "evaluate",
    tag: "See",
    heavy: true,
    summary: "Whether a model would find skills for the requests beside them, as `eval` does; no model is asked",
    input: offline,
    answer: shape.Evaluated,
    async run({ threshold = THRESHOLD, ...given }, desk) {
      return whole(evalAnswer(await evalSkills(await toTest(given, desk)), { threshold }));
    },
  }),
  route({
    method: "POST",
    path: "/api/eval",
    id: "evaluateLive",
    tag: "Write",
    writes: true,
    heavy: true,
    summary:
      "The same with a model that is asked, as `eval --live` does, at the address that the server was started with",
    input: toAsk,
    answer: shape.Evaluated,
    async run({ threshold = THRESHOLD, ...given }, desk, gone) {
      const live = liveOptions(given, desk, gone);
      const report = await evalSkills({ ...(await toTest(given, desk)), live });
      return whole(evalAnswer(report, { threshold, ...pricesIn(given) }));
    },
  }),
];

function through(host: string | undefined, { load }: Desk): Desk["load"] {
  return host === undefined ? load : { ...load, host };
}

/** [SV27] What is published comes from here, and what is written stays here. Keys lie elsewhere, so that nothing is signed. */
async function published({ from, to }: Infer<typeof toPublish>, dryRun: boolean, desk: Desk): Promise<object> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(to) && !to.startsWith("oci://"))
    throw new OperationError("SK920", "`to` is neither a directory nor `oci://…`", { hint: "give one of them" });
  const { environment } = desk.load;
  const options = { cwd: desk.projectRoot, ...(environment ? { environment } : {}) };
  const isSent = to.startsWith("oci://");
  const request = { from: await within(from, desk), to: isSent ? to : await within(to, desk) };
  const planned = await publishSkills({ ...request, dryRun: true }, options);
  if (dryRun) return publishAnswer(planned);
  // A link below it could lead anywhere.
  await allWithin(
    planned.files.map(({ path }) => resolve(request.to, path)),
    desk,
  );
  return publishAnswer(await publishSkills(request, options));
}

/** A directory is searched for skills as well; anything else is a name. */
async function toTest(
  { skills = [], host: name, window, top }: Omit<Infer<typeof offline>, "threshold">,
  desk: Desk,
): Promise<EvalOptions> {
  const roots: string[] = [];
  const asked: string[] = [];
  for (const each of skills) {
    const path = resolve(desk.projectRoot, each);
    const isDirectory = nodeFiles.exists(path) && nodeFiles.stat(path).kind === "directory";
    if (isDirectory) {
      await within(path, desk);
      roots.push(path);
    }
    asked.push(isDirectory ? path : await askedFor(each, desk));
  }
  const load = through(name, desk);
  return {
    ...load,
    roots: [...(load.roots ?? []), ...roots],
    skills: asked,
    ...(window === undefined ? {} : { window }),
    ...(top === undefined ? {} : { top }),
  };
}

/** [SV27] A key goes only where whoever started the server sends it, never where a request says. */
function liveOptions(given: Infer<typeof toAsk>, { load }: Desk, signal: StopSignal): NonNullable<EvalOptions["live"]> {
  const environment = load.environment ?? nodeEnvironment();
  const { provider = "openai", model, runs, concurrency, fresh = false } = given;
  const baseUrl = environment.variables[BASE_URLS[provider]];
  if (baseUrl === undefined)
    throw new OperationError("SK920", "the server was not told where the model is", {
      hint: `start it with \`${BASE_URLS[provider]}\` set`,
    });
  return liveModel(
    {
      ...{ provider, model, baseUrl, fresh, results: resultsIn(environment), signal },
      ...(runs === undefined ? {} : { runs }),
      ...(concurrency === undefined ? {} : { concurrency }),
    },
    environment,
  );
}

function pricesIn({ inputPrice: input, outputPrice: output }: Infer<typeof toAsk>): { readonly prices?: Prices } {
  return input === undefined || output === undefined ? {} : { prices: { input, output } };
}
