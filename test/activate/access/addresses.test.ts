import { describe, expect, test } from "vitest";
import { addressesOf } from "../../../src/activate/access/addresses.ts";
import { lookUpSkill } from "../../../src/activate/access/look-up.ts";
import { offeredSkills } from "../../../src/activate/access/why-refused.ts";
import type { Scope } from "../../../src/model/skills/root.ts";
import type { Manifest, Skill, SkillId } from "../../../src/model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../../src/model/skills/snapshot.ts";
import { rootAt } from "../../tree.ts";

function loaded(name: string, scope: Scope = "user", directory = name, more: Partial<Loaded> = {}): Loaded {
  const root = rootAt(`/${scope}`, { scope });
  return {
    skill: {
      id: `${scope}:${directory}` as SkillId,
      name,
      description: "",
      path: `/${scope}/${directory}/SKILL.md`,
      directory: `/${scope}/${directory}`,
      root,
      scope,
      manifest: {},
      header: "",
      headerLine: 1,
      bodyOffset: 0,
    } satisfies Skill,
    ...more,
  };
}

function snapshotOf(...skills: Loaded[]): Snapshot {
  return {
    revision: "",
    host: "skillwright",
    cwd: "/work",
    projectRoot: "/work",
    trusted: true,
    roots: [],
    skills,
    overridden: [],
    rejected: [],
    disabled: [],
    ineligible: [],
    diagnostics: [],
  };
}

describe("addresses", () => {
  test.each<[string, Loaded[], string[]]>([
    ["names of their own", [loaded("pdf"), loaded("doc")], ["pdf", "doc"]],
    ["one name in two scopes", [loaded("pdf", "repo"), loaded("pdf")], ["pdf@repo", "pdf@user"]],
    ["one name twice in a scope", [loaded("pdf", "user", "a"), loaded("PDF", "user", "b")], ["user:a", "user:b"]],
    [
      "a name that says where",
      [loaded("pdf@user", "repo", "x"), loaded("pdf", "repo"), loaded("pdf")],
      ["pdf@user", "pdf@repo", "user:pdf"],
    ],
    ["hidden letters", [loaded("p\u200bdf", "user", "x")], ["pdf"]],
    [
      "names that differ in what is hidden",
      [loaded("pd\u200df", "user", "x"), loaded("pdf", "repo")],
      ["pdf@user", "pdf@repo"],
    ],
    ["a line break", [loaded("pdf\n- doc", "user", "x")], ["pdf - doc"]],
    ["nothing to see", [loaded("\u200b", "user", "x"), loaded("", "user", "y")], ["user:x", "user:y"]],
    ["ids that look alike too", [loaded("a", "user", "x\u200b"), loaded("a", "user", "x")], ["user:x~2", "user:x"]],
  ])("[M4] %s", (_, skills, expected) => {
    const snapshot = snapshotOf(...skills);
    const addresses = skills.map((each) => addressesOf(snapshot).get(each));
    expect(addresses).toEqual(expected);
    const found = expected.map((address) => lookUpSkill(address, snapshot, { actor: "user" }));
    expect(found.map((each) => ("found" in each ? each.found.loaded : each))).toEqual(skills);
  });
});

describe("skills with `paths`", () => {
  const paths: Manifest = { paths: ["src/**"] };
  const waits = (more: Partial<Loaded> = {}): Loaded => {
    const plain = loaded("css", "user", "css", more);
    return { ...plain, skill: { ...plain.skill, manifest: paths } };
  };
  const held = {
    withheld: { code: "SK736", reason: "it is listed when you work on a file that matches its `paths` name" },
  };

  test.each<[string, Loaded, readonly string[], number]>([
    ["nothing is worked on", waits(), [], 0],
    ["a file from the project root", waits(), ["src/a.css"], 1],
    ["the same file, absolute", waits(), ["/work/src/a.css"], 1],
    ["a file of another project", waits(), ["/elsewhere/src/a.css"], 0],
    ["a host that waits, too, and does", waits(held), ["README.md"], 0],
    ["a host that waits, and need not", waits(held), ["/work/src/a.css"], 1],
  ])("[M2] %s", (_, skill, files, expected) => {
    expect(offeredSkills(snapshotOf(skill), { actor: "model", files })).toHaveLength(expected);
  });
});
