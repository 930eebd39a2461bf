/** Checks who may use which skill: invocation fields, scopes of agents, and skills that wait for matching files. */
import { describe, expect, test } from "vitest";
import { lookUpSkill } from "../../../src/activate/access/look-up.ts";
import { offeredSkills } from "../../../src/activate/access/why-refused.ts";
import { ACTORS, type SkillRequester } from "../../../src/model/conversation/offer.ts";
import type { Manifest } from "../../../src/model/skills/skill.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { load, makeTree, skill as skillFile } from "../../tree.ts";
import { type Given, loaded, snapshotOf } from "./snapshots.ts";

/** Returns the code of the refusal, or `yes`. Fails if the catalog and the lookup disagree. */
function may(snapshot: Snapshot, asking: SkillRequester): string {
  const [only] = snapshot.skills;
  const found = lookUpSkill(only?.skill.id ?? "", snapshot, asking);
  const word = "found" in found ? "yes" : found.refusal.code;
  expect(offeredSkills(snapshot, asking).length).toBe(word === "yes" ? 1 : 0);
  return word;
}

function given(manifest: Manifest, implicit?: boolean): Given {
  const sidecar =
    implicit === undefined ? {} : { sidecar: { policy: { allowImplicitInvocation: implicit }, files: [] } };
  return { manifest, ...sidecar };
}

describe("[M1] every combination of the invocation fields", () => {
  const NO = "SK311";
  test.each<[boolean | undefined, boolean | undefined, boolean | undefined, [string, string, string]]>([
    // Columns: disable-model-invocation, user-invocable, allow_implicit_invocation; then the results for user, model
    // and skill.
    [undefined, undefined, undefined, ["yes", "yes", "yes"]],
    [undefined, undefined, true, ["yes", "yes", "yes"]],
    [undefined, undefined, false, ["yes", NO, NO]],
    [undefined, true, undefined, ["yes", "yes", "yes"]],
    [undefined, true, true, ["yes", "yes", "yes"]],
    [undefined, true, false, ["yes", NO, NO]],
    [undefined, false, undefined, [NO, "yes", "yes"]],
    [undefined, false, true, [NO, "yes", "yes"]],
    [undefined, false, false, [NO, NO, NO]],
    [false, undefined, undefined, ["yes", "yes", "yes"]],
    [false, undefined, true, ["yes", "yes", "yes"]],
    [false, undefined, false, ["yes", NO, NO]],
    [false, true, undefined, ["yes", "yes", "yes"]],
    [false, true, true, ["yes", "yes", "yes"]],
    [false, true, false, ["yes", NO, NO]],
    [false, false, undefined, [NO, "yes", "yes"]],
    [false, false, true, [NO, "yes", "yes"]],
    [false, false, false, [NO, NO, NO]],
    [true, undefined, undefined, ["yes", NO, NO]],
    [true, undefined, true, ["yes", NO, NO]],
    [true, undefined, false, ["yes", NO, NO]],
    [true, true, undefined, ["yes", NO, NO]],
    [true, true, true, ["yes", NO, NO]],
    [true, true, false, ["yes", NO, NO]],
    [true, false, undefined, [NO, NO, NO]],
    [true, false, true, [NO, NO, NO]],
    [true, false, false, [NO, NO, NO]],
  ])(
    "disable-model-invocation %s, user-invocable %s, allow_implicit_invocation %s",
    (disabled, user, implicit, expected) => {
      const manifest: Manifest = {
        ...(disabled === undefined ? {} : { disableModelInvocation: disabled }),
        ...(user === undefined ? {} : { userInvocable: user }),
      };
      const snapshot = snapshotOf([loaded("a", given(manifest, implicit))]);
      expect(ACTORS.map((actor) => may(snapshot, { actor }))).toEqual(expected);
    },
  );

  test.each<[string, Given, SkillRequester["actor"], string, string]>([
    [
      "the user",
      given({ userInvocable: false }),
      "user",
      "`user-invocable: false` lets only the model load it",
      "describe the task; the model loads the skill when it fits",
    ],
    [
      "the model",
      given({ disableModelInvocation: true }),
      "model",
      "`disable-model-invocation: true` hides it from the model",
      "only the user can load it, by its name",
    ],
    [
      "another skill",
      given({}, false),
      "skill",
      "`allow_implicit_invocation: false` hides it from the model",
      "only the user can load it, by its name",
    ],
  ])("gives the reason to %s", (_, skill, actor, reason, help) => {
    expect(lookUpSkill("a", snapshotOf([loaded("a", skill)]), { actor })).toMatchObject({
      refusal: { code: "SK311", asked: "a", reason, help, candidates: [] },
    });
  });
});

test.each<[string, string[][]]>([
  ["skillwright", [["a"], ["b"], ["b"]]],
  ["qwen-code", [["a"], ["b"], ["b"]]],
  ["pi", [["a", "b"], ["b"], ["b"]]],
  [
    "codex",
    [
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
    ],
  ],
])("[M1] through %s, by the fields that this host reads", async (host, expected) => {
  const tree = makeTree({
    "home/.agents/skills/a/SKILL.md": skillFile("a", undefined, "disable-model-invocation: true\n"),
    "home/.agents/skills/b/SKILL.md": skillFile("b", undefined, "user-invocable: false\n"),
  });
  const { snapshot } = await load(tree, { host });
  expect(ACTORS.map((actor) => offeredSkills(snapshot, { actor }).map(({ address }) => address))).toEqual(expected);
});

test("[M4] a skill that Codex's settings disable cannot be selected by its name", async () => {
  const tree = makeTree({
    "home/.agents/skills/off/SKILL.md": skillFile("off"),
    "home/.codex/config.toml": '[[skills.config]]\nname = "off"\nenabled = false\n',
  });
  const { snapshot } = await load(tree, { host: "codex" });
  expect(lookUpSkill("off", snapshot, { actor: "user" })).toMatchObject({
    refusal: { code: "SK738", reason: "the host's own settings disable it" },
  });
});

describe("[T1] a withheld skill", () => {
  test.each<[string, string, [string, string, string]]>([
    ["a folder that is not trusted: from every actor", "SK501", ["SK501", "SK501", "SK501"]],
    ["a host's own rule: from the model alone", "SK722", ["yes", "SK311", "SK311"]],
    ["a host's switch: from every actor", "SK738", ["SK738", "SK738", "SK738"]],
    ["an unknown code: from every actor", "NEW", ["SK501", "SK501", "SK501"]],
  ])("%s", (_, code, expected) => {
    const snapshot = snapshotOf([loaded("a", { withheld: { code, reason: "because" } })]);
    expect(ACTORS.map((actor) => may(snapshot, { actor }))).toEqual(expected);
  });
});

describe("[M2] an agent's scope", () => {
  const snapshot = snapshotOf([loaded("review-code", { scope: "repo" })]);
  test.each<[readonly string[], string]>([
    [[], "yes"],
    [["review-code"], "yes"],
    [["Review-Code"], "yes"],
    [["review-*"], "yes"],
    [["*"], "yes"],
    [["review-?ode"], "yes"],
    [["review-code@repo"], "yes"],
    [["repo:.agents/skills/review-code"], "yes"],
    [["/work/.agents/skills/review-code"], "yes"],
    [["/work/.agents/skills/review-code/SKILL.md"], "yes"],
    [["other", "review-code"], "yes"],
    [["review"], "SK312"],
    [["review-code@user"], "SK312"],
    [[""], "SK312"],
    [["other-*"], "SK312"],
    [["/work/.agents/skills/*"], "SK312"],
  ])("%j → %s, for every actor", (skills, expected) => {
    for (const actor of ACTORS) expect(may(snapshot, { actor, scope: { skills } })).toBe(expected);
  });

  test("takes precedence over the fields of the skill", () => {
    const kept = snapshotOf([loaded("a", { manifest: { userInvocable: false } })]);
    expect(may(kept, { actor: "user", scope: { skills: ["b"] } })).toBe("SK312");
  });
});

describe("[M2] skills that wait for files", () => {
  test.each<[readonly string[], readonly string[], boolean]>([
    [["*.ts"], [], false],
    [["*.ts"], ["a.ts"], true],
    [["*.ts"], ["src/deep/a.ts"], true],
    [["*.ts"], ["a.tsx"], false],
    [["src/*.ts"], ["src/a.ts"], true],
    [["src/*.ts"], ["src/deep/a.ts"], false],
    [["src/**/*.ts"], ["src/a.ts"], true],
    [["src/**/*.ts"], ["src/deep/er/a.ts"], true],
    [["src/**/*.ts"], ["lib/a.ts"], false],
    [["src/"], ["src/deep/a.ts"], true],
    [["src/**"], ["src/a"], true],
    [["./src/*"], ["./src/a"], true],
    [["/src/*"], ["src/a"], true],
    [["**"], ["x/y"], true],
    [["*.{ts,js}"], ["a.js"], true],
    [["{src,lib}/**/*.{ts,js}"], ["lib/x/a.ts"], true],
    [["src/{a,b}.ts"], ["src/c.ts"], false],
    [["Makefile"], ["deep/Makefile"], true],
    [["db/*.sql", "*.prisma"], ["x/schema.prisma"], true],
    [["src/*.ts"], ["/work/src/a.ts"], true],
    [["src/*.ts"], ["/elsewhere/src/a.ts"], false],
    [["src/?.ts"], ["src/ab.ts"], false],
  ])("%j with %j: %s", (paths, files, expected) => {
    const snapshot = snapshotOf([loaded("a", { manifest: { paths } })]);
    const word = expected ? "yes" : "SK313";
    expect(ACTORS.map((actor) => may(snapshot, { actor, files }))).toEqual(["yes", word, word]);
  });

  test("no pattern takes much time", () => {
    const snapshot = snapshotOf([
      loaded("a", { manifest: { paths: [`${"**/".repeat(200)}x`, `${"*a".repeat(500)}b`, "{a,b}".repeat(40)] } }),
    ]);
    const files = Array.from({ length: 50 }, (_, index) => `${"a/".repeat(100)}${index}${"a".repeat(300)}`);
    expect(may(snapshot, { actor: "model", files })).toBe("SK313");
  });

  test("a skill that a host shows only for matching files is refused until then", () => {
    const withheld = { code: "SK736", reason: "it is listed only once a file is worked on" };
    const snapshot = snapshotOf([loaded("a", { manifest: { paths: ["*.ts"] }, withheld })]);
    expect([[], ["a.ts"]].map((files) => may(snapshot, { actor: "model", files }))).toEqual(["SK313", "yes"]);
  });
});
