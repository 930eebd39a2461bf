import { expect, test } from "vitest";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import type { HttpContext } from "../../../src/surfaces/http/http-context.ts";
import { AnswerCache } from "../../../src/surfaces/http/kept-answers.ts";
import type { Route } from "../../../src/surfaces/http/routes/route.ts";
import { ROUTES } from "../../../src/surfaces/http/routes.ts";
import { skill } from "../cli/run.ts";
import { appFor } from "./app-for.ts";
import { makePlace } from "./place.ts";

const route = (kept: boolean): Route => ({ id: "x", kept: () => kept }) as unknown as Route;

/** Returns a context whose snapshot can be replaced, and the number of answers made. */
function shop(size = 10) {
  const skills = { snapshot: {} as Snapshot };
  const kept = new AnswerCache({ skills: async () => skills } as unknown as HttpContext);
  let made = 0;
  const make = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(size).fill(++made);
  return {
    skills,
    kept,
    make,
    made: () => made,
    ask: async (given = {}, by = route(true)) => (await kept.get(by, given, make))[0],
  };
}

test("[SV30] made once for a snapshot, a route and what was asked, also for those who ask at once", async () => {
  const { ask, skills, made } = shop();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect([await ask({ host: "codex" }), await ask({ host: "codex" }), await ask()]).toEqual([2, 2, 1]);
  skills.snapshot = {} as Snapshot;
  expect([await ask(), await ask(), made()]).toEqual([3, 3, 3]);
});

test("[SV30] not what reads more than the snapshot, what failed, or what was made while it changed", async () => {
  const { ask, kept, skills, make } = shop();
  expect([await ask({}, route(false)), await ask({}, route(false))]).toEqual([1, 2]);
  await expect(kept.get(route(true), {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await ask()).toBe(3);
  const late = async (): Promise<Uint8Array<ArrayBuffer>> => {
    skills.snapshot = {} as Snapshot;
    return make();
  };
  await kept.get(route(true), { host: "late" }, late);
  expect(await ask({ host: "late" })).toBe(5);
});

test("[SV30] only so much is kept", async () => {
  const { ask } = shop(9 * 1024 * 1024);
  expect([await ask({ host: "a" }), await ask({ host: "a" })]).toEqual([1, 1]);
  expect([await ask({ host: "b" }), await ask({ host: "b" }), await ask({ host: "a" })]).toEqual([2, 3, 1]);
});

test.each([
  [16 * 1024 * 1024, 1],
  [16 * 1024 * 1024 + 1, 2],
])("[SV30] an answer of %i bytes, asked for twice, is made %i times", async (bytes, times) => {
  const { ask } = shop(bytes);
  await ask({ host: "a" });
  expect(await ask({ host: "a" })).toBe(times);
});

test("[SV30] every answer that is kept follows every change", async () => {
  const place = makePlace({ "~/.agents/skills/pdf/SKILL.md": skill("pdf") });
  const served = await appFor(place.load);
  const paths = ["/api/skills", "/api/skills?scope=user", "/api/roots", "/api/status", "/api/catalog", "/api/commands"];
  const all = (): Promise<string[]> => Promise.all(paths.map(async (path) => (await served.get(path)).text()));
  const before = await all();
  expect(await all()).toEqual(before);
  const commands = "commands:\n  - name: lint\n    description: Looks.\n";
  place.write({ "~/.agents/skills/docx/SKILL.md": skill("docx", "More.", commands) });
  const after = await all();
  expect(after.map((text, at) => text === before[at])).toEqual(paths.map(() => false));
  const fresh = await appFor(place.load);
  expect(await Promise.all(paths.map(async (path) => (await fresh.get(path)).text()))).toEqual(after);
});

test("[SV30] [SV12] who leaves ends no answer that others wait for: no stored answer has to wait", () => {
  const both = ROUTES.filter(({ heavy, kept }) => heavy && kept({} as never));
  expect(both.map(({ id }) => id)).toEqual([]);
});

test("[SV8] [SV30] each route waits in line, keeps its answer, or does neither", () => {
  const ids = (filter: (route: (typeof ROUTES)[number]) => boolean): string[] =>
    ROUTES.filter(filter)
      .map(({ id }) => id)
      .sort();
  expect({
    waits: ids(({ heavy }) => heavy),
    keeps: ids(({ kept }) => kept({} as never)),
  }).toMatchInlineSnapshot(`
    {
      "keeps": [
        "catalog",
        "listCommands",
        "listRoots",
        "listSkills",
        "status",
      ],
      "waits": [
        "activateSkill",
        "addServers",
        "applyBudget",
        "applyPlan",
        "approveServed",
        "audit",
        "budget",
        "check",
        "checkHosts",
        "compile",
        "doctor",
        "evaluate",
        "evaluateLive",
        "explainSkill",
        "explainSkillInHosts",
        "fix",
        "installPackages",
        "matrix",
        "outdated",
        "packages",
        "placeSkills",
        "plan",
        "planCompiling",
        "planFix",
        "planPlacing",
        "planPublishing",
        "planServers",
        "publish",
        "runCommand",
        "runScript",
        "surveyProject",
        "trust",
        "verify",
        "viewServed",
      ],
    }
  `);
});
