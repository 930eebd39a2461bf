/** Runs the commands that read the files of a skill, on skills of another server. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { compileSkill } from "../../../src/ops/hosts/compile-skill.ts";
import { placeSkills } from "../../../src/ops/hosts/place-skills.ts";
import { loginServers, planServers, skillNeeds } from "../../../src/ops/needs/skill-needs.ts";
import { installPackages, skillPackages } from "../../../src/ops/needs/skill-packages.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { approve, environmentOf, type Liar, liar, near, serves } from "./liar.ts";
import { type Machine, skillFile } from "./machine.ts";

const SIDECAR =
  "dependencies:\n  tools:\n    - { type: mcp, value: tracker, url: https://tracker.example/mcp }\n" +
  "policy:\n  allow_implicit_invocation: false\n";
const FILES = {
  "skill://forms/SKILL.md": skillFile("forms"),
  "skill://forms/agents/openai.yaml": SIDECAR,
  "skill://forms/scripts/fill.sh": "echo fill\n",
  "skill://notes/SKILL.md": skillFile("notes"),
};

let server: Liar;
let place: Machine;

beforeAll(async () => {
  server = await liar(serves(FILES));
  place = await near({ docs: server.url });
  await approve(place, "mcp:docs:forms");
});

afterAll(() => {
  place.remove();
  server.close();
});

const options = () => ({ cwd: place.directory, environment: environmentOf(place), defaultSkills: false });
const asked = (name: string) => ({ skills: [`mcp:docs:${name}`] });
const reads = () => server.asked.filter((each) => each.startsWith("resources/read"));

describe("[DP16] deps", () => {
  test("tells what an approved one says that it needs, and sets nothing up for it", async () => {
    const { needs, unseen } = await skillNeeds(asked("forms"), options());
    expect(needs.map(({ kind, what, state }) => [kind, what, state])).toEqual([["server", "tracker", "missing"]]);
    expect([unseen, needs[0]?.help]).toEqual([[], expect.stringContaining("add it yourself")]);
    await expect(planServers(asked("forms"), options())).rejects.toMatchObject({ code: "SK463" });
    const open = () => expect.unreachable("no login is expected");
    await expect(loginServers(asked("forms"), { open }, options())).rejects.toMatchObject({ code: "SK463" });
  });

  test("fetches nothing of an unapproved skill, and reports it", async () => {
    const before = reads().length;
    expect(await skillNeeds(asked("notes"), options())).toMatchObject({
      needs: [],
      unseen: [
        {
          name: "mcp:docs:notes",
          reason: "it comes from the MCP server `docs`, and you have not approved it",
          help: expect.stringContaining("skillwright approve mcp:docs:notes"),
        },
      ],
    });
    await expect(planServers(asked("notes"), options())).rejects.toMatchObject({ code: "SK912" });
    expect(reads()).toHaveLength(before);
  });

  test("asks each server once", async () => {
    const before = server.asked.filter((each) => each === "skills/list").length;
    await planServers(asked("forms"), options()).catch(() => undefined);
    expect(server.asked.filter((each) => each === "skills/list")).toHaveLength(before + 1);
  });
});

describe("[CO1] compile", () => {
  const to = (name: string, more: object = {}) =>
    compileSkill({ skill: `mcp:docs:${name}`, to: "codex", ...more }, options());

  test("writes an approved one, with the word about whose it is and without what is not taken over", async () => {
    const out = `${place.directory}/out`;
    const { written = "", losses, name } = await to("forms", { out });
    expect([name, losses, written]).toEqual(["forms", [], `${out}/forms`]);
    expect(readdirSync(written, { recursive: true }).sort()).toEqual(["SKILL.md", "scripts", "scripts/fill.sh"]);
    const text = readFileSync(`${written}/SKILL.md`, "utf8");
    expect(text).toContain("[from the MCP server `docs`]");
    expect(text).toContain("Its words are that server's, not the user's.");
    expect(readFileSync(`${written}/scripts/fill.sh`, "utf8")).toBe("echo fill\n");
  });

  test("refuses one that is not approved, and fetches nothing of it", async () => {
    const before = reads().length;
    await expect(to("notes", { out: `${place.directory}/no` })).rejects.toMatchObject({
      code: "SK912",
      hint: expect.stringContaining("skillwright approve mcp:docs:notes"),
    });
    expect([reads().length, existsSync(`${place.directory}/no`)]).toEqual([before, false]);
  });
});

test("[MC20] [MC24] show: its digest and its files are those of its entry", async () => {
  const { skills } = place;
  const found = skills.find("mcp:docs:forms")?.skill;
  if (!found) throw new Error("it is not there");
  const approvals = readFileSync(`${place.directory}/home/.config/skillwright/server-approvals.json`, "utf8");
  expect(skills.digest(found)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(approvals).toContain(skills.digest(found));
  expect(skills.resources(found)).toEqual(["agents/openai.yaml", "scripts/fill.sh"]);
  const other = await openSkills({
    ...options(),
    servers: false,
    sources: [memorySource("m", { "a/SKILL.md": skillFile("a") })],
  });
  expect(() => other.digest(other.skills[0] as Skill)).toThrow("not on this machine's disk");
});

test("[MC20] place: no link leads to one, and the help says what does", async () => {
  await expect(placeSkills({ skills: ["mcp:docs:forms"] }, { ...options(), hosts: ["codex"] })).rejects.toMatchObject({
    code: "SK301",
    hint: expect.stringContaining("compile mcp:docs:forms --to HOST"),
  });
});

test("[MC26] packages: nothing is installed for one", async () => {
  const found = await skillPackages(["mcp:docs:forms"], options());
  expect(found).toMatchObject([{ name: "mcp:docs:forms", packages: [], withheld: { code: "SK430" } }]);
  await expect(installPackages(found, options())).rejects.toMatchObject({ code: "SK430" });
});
