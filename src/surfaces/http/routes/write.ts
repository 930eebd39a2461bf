/** Routes that change settings, trust and links. All of them take `--write`. */
import {
  type CheckReport,
  checkSkills,
  type Fix,
  placeSkills,
  planBudget,
  setTrusted,
  undoPlacing,
} from "../../../index.ts";
import { flag, type Infer, integer, object, oneOf, optional, text, texts } from "../../../model/schema.ts";
import { SCHEMA, whole } from "../../../ops/answers/answer.ts";
import { checkAnswer } from "../../../ops/answers/origin-answers.ts";
import { patchOf } from "../../../ops/answers/plan-review.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { ownConfig, projectConfig, WAYS, writeForBudget } from "../../../ops/budget/apply-budget.ts";
import { switchSkill } from "../../../ops/settings/switch-skill.ts";
import type { Desk } from "../desk.ts";
import { allWithin, askedFor, within } from "../requests/within.ts";
import { type Route, route } from "./route.ts";

const toSwitch = object({
  skill: text("a name, `name@scope`, an id, a path, or a pattern"),
  project: optional(flag("in the project's configuration instead of yours")),
});

const toFix = object({ paths: texts("files or directories of the project or of a root") });

export const toPlace = object({
  skills: texts("names or paths"),
  hosts: texts("the hosts; `all` for every verified one"),
});

/** What it would take; with `apply` it is done. */
export async function placed({ skills, hosts }: Infer<typeof toPlace>, apply: boolean, desk: Desk): Promise<object> {
  const asked = await Promise.all(skills.map((skill) => askedFor(skill, desk)));
  return { schema: SCHEMA, ...(await placeSkills({ skills: asked, apply }, { ...desk.load, hosts })) };
}

export const WRITE: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/skills/{skill}/enable",
    id: "enableSkill",
    tag: "Write",
    writes: true,
    summary: "Lets a skill in again, as `enable` does",
    input: toSwitch,
    answer: shape.Switched,
    run: ({ skill, project = false }, desk) => change(skill, true, project, desk),
  }),
  route({
    method: "POST",
    path: "/api/skills/{skill}/disable",
    id: "disableSkill",
    tag: "Write",
    writes: true,
    summary: "Leaves a skill out, as `disable` does",
    input: toSwitch,
    answer: shape.Switched,
    run: ({ skill, project = false }, desk) => change(skill, false, project, desk),
  }),
  route({
    method: "POST",
    path: "/api/trust",
    id: "trust",
    tag: "Write",
    writes: true,
    summary: "Lets the skills of the project that is served reach models, as `trust` does",
    input: object({}),
    answer: shape.Trusted,
    run: async (_given, desk) => ({
      schema: SCHEMA,
      ...(await setTrusted(desk.projectRoot, true, desk.load.environment)),
    }),
  }),
  route({
    method: "POST",
    path: "/api/untrust",
    id: "untrust",
    tag: "Write",
    writes: true,
    summary: "Takes the trust in the project that is served back, as `untrust` does",
    input: object({}),
    answer: shape.Trusted,
    run: async (_given, desk) => ({
      schema: SCHEMA,
      ...(await setTrusted(desk.projectRoot, false, desk.load.environment)),
    }),
  }),
  route({
    method: "POST",
    path: "/api/place",
    id: "placeSkills",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Makes the fewest links with which each of these hosts sees a skill once, as `place --apply` does",
    input: toPlace,
    answer: shape.Placed,
    run: async (given, desk) => placed(given, true, desk),
  }),
  route({
    method: "POST",
    path: "/api/place/undo",
    id: "undoPlacing",
    tag: "Write",
    writes: true,
    summary: "Takes back what the last placing did, as `place --undo` does",
    input: object({}),
    answer: shape.Unplaced,
    run: async (_given, desk) => ({ schema: SCHEMA, undone: await undoPlacing(desk.load) }),
  }),
  route({
    method: "GET",
    path: "/api/fix",
    id: "planFix",
    tag: "See",
    heavy: true,
    summary: "What `check --fix` would repair, with every difference, as `check --fix --dry-run` does",
    input: toFix,
    answer: shape.FixPlan,
    async run({ paths }, desk) {
      const { report, fixes } = await planFixes(paths, desk);
      const planned = fixes.map(({ path, before, after, rename = null }) => ({
        ...{ path, rename },
        patch: patchOf(path, before, after),
      }));
      return { ...whole(checkAnswer(report)), planned };
    },
  }),
  route({
    method: "POST",
    path: "/api/fix",
    id: "fix",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Repairs what is mechanical, as `check --fix` does; no body is touched",
    input: toFix,
    answer: shape.Checked,
    async run({ paths }, desk) {
      const { fixes } = await planFixes(paths, desk);
      // A skill's file that is a link is repaired where it leads to.
      await allWithin(
        fixes.map(({ path }) => path),
        desk,
      );
      return whole(checkAnswer(await checkSkills(await allWithin(paths, desk), { ...desk.load, fix: "apply" })));
    },
  }),
  route({
    method: "POST",
    path: "/api/budget",
    id: "applyBudget",
    tag: "Write",
    writes: true,
    heavy: true,
    summary: "Writes one of the ways to get every skill described into the configuration, as `budget --apply` does",
    input: object({
      way: oneOf(WAYS, "more room, fewer skills, or the much used first"),
      window: optional(integer("the model's context window in tokens", 1)),
      project: optional(flag("in the project's configuration instead of yours")),
    }),
    answer: shape.EditedConfig,
    async run({ way, window, project = false }, desk) {
      const size = window === undefined ? {} : { window };
      const plan = await planBudget({ ...desk.load, host: "skillwright", ...size });
      const file = project ? projectConfig(desk.projectRoot) : ownConfig(desk.load.environment);
      if (project) await within(file, desk);
      const { path, before, after } = await writeForBudget(plan, way, file);
      return { schema: SCHEMA, path, changed: after !== before };
    },
  }),
];

async function planFixes(paths: readonly string[], desk: Desk): Promise<{ report: CheckReport; fixes: Fix[] }> {
  const fixes: Fix[] = [];
  const planned = (fix: Fix): void => void fixes.push(fix);
  return { report: await checkSkills(await allWithin(paths, desk), { ...desk.load, fix: "plan", planned }), fixes };
}

async function change(skill: string, enabled: boolean, project: boolean, desk: Desk): Promise<object> {
  const { snapshot } = await desk.skills();
  const { environment } = desk.load;
  return switchSkill(await askedFor(skill, desk), enabled, snapshot, {
    project,
    ...(environment ? { environment } : {}),
  });
}
