/** Routes that change settings, trust and links. All of them take `--write`. */
import { setTrusted } from "../../../index.ts";
import { SCHEMA } from "../../answers/answer.ts";
import { flag, object, optional, text } from "../../answers/schema.ts";
import * as shape from "../../answers/shapes.ts";
import { switchSkill } from "../../answers/switch-skill.ts";
import type { Desk } from "../desk.ts";
import { type Route, route } from "../route.ts";
import { askedFor } from "../within.ts";

const toSwitch = object({
  skill: text("a name, `name@scope`, an id, a path, or a pattern"),
  project: optional(flag("in the project's configuration instead of yours")),
});

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
    run: (_given, desk) => ({ schema: SCHEMA, ...setTrusted(desk.projectRoot, true, desk.load.environment) }),
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
    run: (_given, desk) => ({ schema: SCHEMA, ...setTrusted(desk.projectRoot, false, desk.load.environment) }),
  }),
];

async function change(skill: string, enabled: boolean, project: boolean, desk: Desk): Promise<object> {
  const { snapshot } = await desk.skills();
  const { environment } = desk.load;
  return switchSkill(await askedFor(skill, desk), enabled, snapshot, {
    project,
    ...(environment ? { environment } : {}),
  });
}
