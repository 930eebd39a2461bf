/** Routes that show how things stand. */
import {
  digestDirectory,
  directoryOfSkill,
  explainEverywhere,
  explainPolicy,
  hostsHere,
  isCode,
  lookThrough,
  OperationError,
  openInstaller,
  readPolicies,
  SCOPES,
} from "../../../index.ts";
import { flag, object, oneOf, optional, text, texts } from "../../../model/schema.ts";
import { whole } from "../../../ops/answers/answer.ts";
import { doctorAnswer, examine } from "../../../ops/answers/doctor-answer.ts";
import { answersHere, codeAnswer, explainAnswer, hostAnswers } from "../../../ops/answers/explain-answer.ts";
import { matrixAnswer } from "../../../ops/answers/host-answers.ts";
import { onlyScope } from "../../../ops/answers/only-scope.ts";
import { originsAnswer, policyAnswer, policyExplanations } from "../../../ops/answers/origin-answers.ts";
import { configAnswer, hostsAnswer, rootsAnswer, statusAnswer } from "../../../ops/answers/see-answers.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { findSkill, showAnswer, skillDetails } from "../../../ops/answers/show-answer.ts";
import { snapshotAnswer } from "../../../ops/answers/skill-answer.ts";
import { askedFor } from "../requests/within.ts";
import { type Route, route } from "./route.ts";

const host = optional(text("look through this host's profile"));
const hosts = optional(texts("these hosts; `all` for every verified one, `every` for all that are known"));
const skill = text("a name, `name@scope`, an id or a path");

export const SEE: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/about",
    id: "about",
    tag: "See",
    summary: "What this server serves, and whether it may change anything",
    input: object({}),
    answer: shape.About,
    async run(_given, desk) {
      const { host: name, cwd, projectRoot, trusted, revision } = (await desk.skills()).snapshot;
      const { version, write } = desk;
      return { schema: 1, version, write, host: name, cwd, projectRoot, trusted, revision };
    },
  }),
  route({
    method: "GET",
    path: "/api/skills",
    id: "listSkills",
    tag: "See",
    summary: "Every skill, where it came from and what it shadows, as `list` does",
    input: object({
      host,
      scope: optional(oneOf(SCOPES, "only this scope")),
      digest: optional(flag("with the digest of each skill's directory")),
    }),
    answer: shape.SkillList,
    kept: ({ digest = false }) => !digest,
    async run({ host: name, scope, digest }, desk) {
      const { snapshot } = await desk.skills(name);
      const shown = scope === undefined ? snapshot : onlyScope(snapshot, scope);
      return whole(snapshotAnswer(shown, (each) => (digest ? digestDirectory(each.directory) : undefined)));
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}",
    id: "showSkill",
    tag: "See",
    summary: "All about one skill, as `show` does",
    input: object({
      skill,
      host,
      digest: optional(flag("the digest of its directory")),
      body: optional(flag("its instructions, as they are on disk now")),
      source: optional(flag("its whole file and its instructions, also of a skill that nobody may use")),
    }),
    answer: shape.SkillDetails,
    async run({ skill: asked, host: name, digest = false, body = false, source = false }, desk) {
      const skills = await desk.skills(name);
      const found = findSkill(await askedFor(asked, desk), skills);
      const details = await skillDetails(found.skill, skills, { digest, body, source, installer: desk.installer });
      return showAnswer(found, details, skills.snapshot);
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/explain",
    id: "explainSkill",
    tag: "See",
    heavy: true,
    summary: "Why a skill is there or not, as `explain` does; also for a name that does not exist",
    input: object({ skill }),
    answer: shape.Explanation,
    async run({ skill: typed }, desk) {
      const asked = await askedFor(typed, desk);
      const explanation = await (await desk.skills()).explain(asked);
      return whole(explainAnswer(typed, explanation, await answersHere(asked, explanation, desk.load)));
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/hosts",
    id: "explainSkillInHosts",
    tag: "See",
    heavy: true,
    summary: "What each host makes of a skill and the smallest fix, as `explain --hosts` does",
    input: object({ skill, hosts }),
    answer: shape.HostAnswers,
    async run({ skill: typed, hosts: names = ["all"] }, desk) {
      const asked = await askedFor(typed, desk);
      const { answers, machine } = await explainEverywhere(asked, { ...desk.load, hosts: names });
      return whole(hostAnswers(typed, machine.cwd, answers));
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/policy",
    id: "explainPolicy",
    tag: "See",
    summary: "Which rule of which policy file decides over a skill, as `policy explain` does",
    input: object({ skill, agent: optional(text("what `permission.skill` says to this agent")) }),
    answer: shape.PolicyExplained,
    async run({ skill: asked, agent }, desk) {
      const found = findSkill(await askedFor(asked, desk), await desk.skills());
      const options = { ...desk.load, ...(agent === undefined ? {} : { agent }) };
      const { diagnostics } = await readPolicies(desk.load);
      return policyExplanations(await explainPolicy(found.skill.id, options), diagnostics);
    },
  }),
  route({
    method: "GET",
    path: "/api/roots",
    id: "listRoots",
    tag: "See",
    summary: "The directories that are searched, in order, as `roots` does",
    input: object({ host }),
    answer: shape.Roots,
    kept: () => true,
    run: async ({ host: name }, desk) => whole(rootsAnswer((await desk.skills(name)).snapshot)),
  }),
  route({
    method: "GET",
    path: "/api/hosts",
    id: "listHosts",
    tag: "See",
    summary: "The hosts that are known, and which are here, as `hosts` does",
    input: object({}),
    answer: shape.Hosts,
    run: async (_given, desk) => whole(hostsAnswer(await hostsHere(desk.load))),
  }),
  route({
    method: "GET",
    path: "/api/matrix",
    id: "matrix",
    tag: "See",
    heavy: true,
    summary: "Skills by hosts: who sees what, and why not, as `matrix` does",
    input: object({ hosts }),
    answer: shape.Matrix,
    run: async ({ hosts: names }, desk) =>
      whole(matrixAnswer(await lookThrough({ ...desk.load, ...(names ? { hosts: names } : {}) }))),
  }),
  route({
    method: "GET",
    path: "/api/status",
    id: "status",
    tag: "See",
    summary: "The state of every file that was found, as `status` does",
    input: object({ host }),
    answer: shape.Status,
    kept: () => true,
    run: async ({ host: name }, desk) => whole(statusAnswer(await desk.skills(name))),
  }),
  route({
    method: "GET",
    path: "/api/doctor",
    id: "doctor",
    tag: "See",
    heavy: true,
    summary: "What is wrong here and what to do about it, as `doctor` does",
    input: object({}),
    answer: shape.Doctor,
    run: async (_given, desk) => whole(doctorAnswer(await examine((await desk.skills()).snapshot, desk.load))),
  }),
  route({
    method: "GET",
    path: "/api/config",
    id: "config",
    tag: "See",
    summary: "Every setting, its value and who set it, as `config` does; of a secret only that it is set",
    input: object({}),
    answer: shape.Config,
    run: async (_given, desk) => whole(configAnswer(await desk.skills())),
  }),
  route({
    method: "GET",
    path: "/api/policy",
    id: "policy",
    tag: "See",
    summary: "What may be installed and loaded, as `policy` does",
    input: object({}),
    answer: shape.Policy,
    run: async (_given, desk) => policyAnswer(await readPolicies(desk.load)),
  }),
  route({
    method: "GET",
    path: "/api/codes/{code}",
    id: "explainCode",
    tag: "See",
    summary: "What a code means, as `explain CODE` does",
    input: object({ code: text("such as `SK104`", 10) }),
    answer: shape.CodePage,
    run({ code }) {
      const asked = code.toUpperCase();
      if (isCode(asked)) return codeAnswer(asked);
      throw new OperationError("SK920", `there is no code \`${code}\``, { hint: "codes look like `SK104`" });
    },
  }),
  route({
    method: "GET",
    path: "/api/origins",
    id: "listOrigins",
    tag: "See",
    summary: "Where installed skills came from, and whether they are as approved, as `list --origin` does",
    input: object({}),
    answer: shape.Origins,
    async run(_given, desk) {
      const { snapshot } = await desk.skills();
      const installer = await openInstaller(desk.installer);
      const directories = snapshot.skills.map((each) => directoryOfSkill(each.skill));
      return whole(originsAnswer(snapshot, await installer.originsOf(directories)));
    },
  }),
];
