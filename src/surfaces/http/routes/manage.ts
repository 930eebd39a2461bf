/** Routes that judge what is there: checks, audits, digests. They read much, and change nothing. */
import {
  auditSkills,
  checkSkills,
  directoryOfSkill,
  openInstaller,
  skillNeeds,
  trustedFolders,
} from "../../../index.ts";
import { flag, integer, object, optional, text, texts } from "../../../model/schema.ts";
import { SCHEMA, whole } from "../../../ops/answers/answer.ts";
import { needsJson } from "../../../ops/answers/needs-answer.ts";
import { auditAnswer, checkAnswer } from "../../../ops/answers/origin-answers.ts";
import * as shape from "../../../ops/answers/shapes.ts";
import { findSkill } from "../../../ops/answers/show-answer.ts";
import { allWithin, askedFor } from "../requests/within.ts";
import { type Route, route } from "./route.ts";
import { placed, toPlace } from "./write.ts";

const skill = text("a name, `name@scope`, an id or a path");
const paths = optional(texts("files or directories of the project or of a root; without any, those of this project"));
const allowEmpty = optional(flag("a path without any skill is not an error"));

export const MANAGE: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/check",
    id: "check",
    tag: "Manage",
    heavy: true,
    summary: "What is wrong with skills, and advice, as `check` does",
    input: object({ paths, targets: optional(texts("also what these hosts would do")), allowEmpty }),
    answer: shape.Checked,
    async run({ paths: asked = [], targets, allowEmpty: mayBeEmpty = false }, desk) {
      const options = { ...desk.load, ...(targets ? { targets } : {}), allowEmpty: mayBeEmpty };
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
    input: object({ paths, allowEmpty }),
    answer: shape.Audit,
    async run({ paths: asked = [], allowEmpty: mayBeEmpty = false }, desk, signal) {
      const options = { ...desk.load, signal, allowEmpty: mayBeEmpty };
      return whole(auditAnswer(await auditSkills(await allWithin(asked, desk), options)));
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
    input: object({
      skills: optional(texts("only these")),
      offline: optional(flag("no network; only what is in the store already")),
    }),
    answer: shape.Outdated,
    async run({ skills = [], offline = false }, desk, signal) {
      const installer = await openInstaller({ ...desk.installer, offline, signal });
      return { schema: SCHEMA, skills: await installer.outdated(skills) };
    },
  }),
  route({
    method: "GET",
    path: "/api/skills/{skill}/history",
    id: "skillHistory",
    tag: "Manage",
    summary: "The digest of a skill now, the one that was approved, and those of versions before, newest first",
    input: object({ skill }),
    answer: shape.History,
    async run({ skill: asked }, desk) {
      const found = findSkill(await askedFor(asked, desk), desk.own).skill;
      const directory = directoryOfSkill(found);
      const installer = await openInstaller(desk.installer);
      const installed = (await installer.originsOf([directory])).get(directory) ?? null;
      const before = (await installer.history(directory)).map(({ digest, origin }) => ({ digest, origin }));
      return { schema: SCHEMA, name: found.name, directory, digest: desk.own.digest(found), installed, before };
    },
  }),
  route({
    method: "GET",
    path: "/api/deps",
    id: "deps",
    tag: "Manage",
    summary: "What skills need, what is here and what is missing, as `deps` does",
    input: object({ skills: texts("names, ids or paths"), host: optional(text("whose MCP servers count")) }),
    answer: shape.Needs,
    async run({ skills, host }, desk) {
      const asked = await Promise.all(skills.map((each) => askedFor(each, desk)));
      const report = await skillNeeds({ skills: asked, ...(host === undefined ? {} : { host }) }, desk.load);
      return { schema: SCHEMA, ...needsJson(report) };
    },
  }),
  route({
    method: "GET",
    path: "/api/usage",
    id: "usage",
    tag: "Manage",
    summary: "Which skills are used and which are dead, by the configured journal, as `usage` does",
    input: object({ deadAfter: optional(integer("so many sessions without a call", 1)) }),
    answer: shape.Usage,
    run: async (given, desk) => ({ schema: SCHEMA, ...(await desk.own.usage(given)) }),
  }),
  route({
    method: "GET",
    path: "/api/place",
    id: "planPlacing",
    tag: "Manage",
    heavy: true,
    summary: "The fewest links with which each of these hosts sees a skill once, as `place` does; nothing is changed",
    input: toPlace,
    answer: shape.Placed,
    run: (given, desk) => placed(given, false, desk),
  }),
  route({
    method: "GET",
    path: "/api/trust",
    id: "trustedFolders",
    tag: "Manage",
    summary: "The folders that are trusted, as `trust --list` does",
    input: object({}),
    answer: shape.TrustedFolders,
    run: (_given, desk) => ({ schema: SCHEMA, ...trustedFolders(desk.load.environment) }),
  }),
];
