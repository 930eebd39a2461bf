/** A route that only the console uses: the versions of a skill. */

import { object, text } from "../../../model/schema.ts";
import { directoryOfSkill } from "../../../model/skills/skill.ts";
import { SCHEMA } from "../../../ops/answers/answer.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { openInstaller } from "../../../ops/open-installer.ts";
import { findNamedSkill } from "../../../ops/use/named-skill.ts";
import { resolveRequestedSkill } from "../requests/path-in-project.ts";
import { type Route, route } from "./route.ts";

const skill = text("a name, `name@scope`, an id or a path");

export const MANAGE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/skills/{skill}/history",
    id: "skillHistory",
    tag: "Manage",
    summary: "Show a skill's current digest, its approved digest, and those of earlier versions, newest first",
    input: object({ skill }),
    answer: shape.SkillHistory,
    async run({ skill: asked }, desk) {
      const found = findNamedSkill(await resolveRequestedSkill(asked, desk), desk.own.snapshot).skill;
      const directory = directoryOfSkill(found);
      const installer = await openInstaller(desk.installer);
      const installed = (await installer.originsOf([directory])).get(directory) ?? null;
      const before = (await installer.history(directory)).map(({ digest, origin }) => ({ digest, origin }));
      return { schema: SCHEMA, name: found.name, directory, digest: desk.own.digest(found), installed, before };
    },
  }),
];
