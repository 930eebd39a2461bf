/** Routes that judge what is there: checks, audits, digests. They read much, and change nothing. */
import { auditSkills, checkSkills, openInstaller } from "../../../index.ts";
import { SCHEMA, whole } from "../../answers/answer.ts";
import { auditAnswer, checkAnswer } from "../../answers/origin-answers.ts";
import { object, optional, texts } from "../../answers/schema.ts";
import * as shape from "../../answers/shapes.ts";
import { type Route, route } from "../route.ts";
import { allWithin } from "../within.ts";

const paths = optional(texts("files or directories of the project or of a root; without any, those of this project"));

export const MANAGE: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/check",
    id: "check",
    tag: "Manage",
    heavy: true,
    summary: "What is wrong with skills, and advice, as `check` does",
    input: object({ paths, targets: optional(texts("also what these hosts would do")) }),
    answer: shape.Checked,
    async run({ paths: asked = [], targets }, desk) {
      const options = { ...desk.load, ...(targets ? { targets } : {}) };
      return whole(checkAnswer(await checkSkills(await allWithin(asked, desk), options)));
    },
  }),
  route({
    method: "GET",
    path: "/api/audit",
    id: "audit",
    tag: "Manage",
    heavy: true,
    summary: "What skills could do, and what speaks against them, as `audit` does",
    input: object({ paths }),
    answer: shape.Audit,
    async run({ paths: asked = [] }, desk) {
      return whole(auditAnswer(await auditSkills(await allWithin(asked, desk), desk.load)));
    },
  }),
  route({
    method: "GET",
    path: "/api/verify",
    id: "verify",
    tag: "Manage",
    heavy: true,
    summary: "Hashes everything that is installed or approved, as `verify` does",
    input: object({}),
    answer: shape.Verified,
    async run(_given, desk) {
      const installer = await openInstaller(desk.installer);
      return { schema: SCHEMA, skills: await installer.verify() };
    },
  }),
  route({
    method: "GET",
    path: "/api/outdated",
    id: "outdated",
    tag: "Manage",
    heavy: true,
    summary: "Installed skills that have changed at their source, as `outdated` does",
    input: object({ skills: optional(texts("only these")) }),
    answer: shape.Outdated,
    async run({ skills = [] }, desk) {
      const installer = await openInstaller(desk.installer);
      return { schema: SCHEMA, skills: await installer.outdated(skills) };
    },
  }),
];
