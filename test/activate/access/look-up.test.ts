/**
 * Looks up a name. The result is one skill, several skills, or none with a reason. Includes the duplicate names of
 * OpenOxide's plan.
 */
import { describe, expect, test } from "vitest";
import {
  isKnownName,
  isSkillPath,
  type LookupResult,
  lookUpSkill,
  qualifiedAddresses,
} from "../../../src/activate/access/look-up.ts";
import { offeredSkills } from "../../../src/activate/access/why-refused.ts";
import type { Actor } from "../../../src/model/conversation/offer.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { load, makeTree, skill as skillFile } from "../../tree.ts";
import { loaded, rejected, skill, snapshotOf } from "./snapshots.ts";

/** Returns the result in short form: `pdf@user by name`, or `SK310 help`. */
function answer(asked: string, snapshot: Snapshot, actor: Actor = "user"): string {
  return said(lookUpSkill(asked, snapshot, { actor }));
}

function said(found: LookupResult): string {
  return "found" in found ? `${found.found.address} by ${found.by}` : `${found.refusal.code} ${found.refusal.reason}`;
}

const WITHHELD = { code: "SK501", reason: "the folder is not trusted" };

describe("[M4] which skill a name selects", () => {
  const snapshot = snapshotOf([
    loaded("pdf", { scope: "repo" }),
    loaded("pdf", { scope: "user", realPath: "/else/pdf/SKILL.md" }),
    loaded("doc"),
    loaded("tool:run", { scope: "plugin", directory: "run" }),
    loaded("Ünï", { directory: "uni" }),
  ]);

  test.each([
    ["/work/.agents/skills/pdf/SKILL.md", "pdf@repo by path"],
    ["/work/.agents/skills/pdf", "pdf@repo by path"],
    ["/else/pdf/SKILL.md", "pdf@user by path"],
    ["user:~/.agents/skills/pdf", "pdf@user by id"],
    ["pdf@user", "pdf@user by qualified"],
    ["PDF@User", "pdf@user by qualified"],
    ["doc@user", "doc by qualified"],
    ["tool:run", "tool:run by qualified"],
    ["doc", "doc by name"],
    ["ＤＯＣ", "doc by name"],
    ["ünï", "Ünï by name"],
    ["pdf", "SK310 2 skills are called `pdf`"],
    ["doc@repo", "SK301 there is no such skill"],
    ["", "SK301 there is no such skill"],
    ["__proto__", "SK301 there is no such skill"],
    ["../../etc/passwd", "SK301 there is no such skill"],
  ])("%s → %s", (asked, expected) => {
    expect(answer(asked, snapshot)).toBe(expected);
  });

  test("an ambiguous name is answered with the address of each skill, and each address selects its skill", () => {
    const found = lookUpSkill("pdf", snapshot, { actor: "user" });
    expect(found).toEqual({
      refusal: {
        code: "SK310",
        asked: "pdf",
        reason: "2 skills are called `pdf`",
        help: "choose one: `pdf@repo`, `pdf@user`",
        candidates: ["pdf@repo", "pdf@user"],
      },
    });
    for (const address of ["pdf@repo", "pdf@user"]) expect(answer(address, snapshot)).toBe(`${address} by qualified`);
  });

  test("a name is not ambiguous if the actor may use only one of its skills", () => {
    const one = snapshotOf([loaded("pdf", { scope: "repo", withheld: WITHHELD }), loaded("pdf")]);
    expect(answer("pdf", one)).toBe("pdf@user by name");
  });

  test("if the actor may use none of several skills, the answer names all of them", () => {
    const none = snapshotOf([
      loaded("pdf", { scope: "repo", withheld: WITHHELD }),
      loaded("pdf", { manifest: { userInvocable: false } }),
    ]);
    expect(answer("pdf", none)).toBe("SK310 2 skills are called `pdf`");
    expect(answer("pdf@repo", none)).toBe("SK501 the folder is not trusted");
    expect(answer("pdf@user", none)).toBe("SK311 `user-invocable: false` lets only the model load it");
  });

  test("an answer has at most ten addresses", () => {
    const many = snapshotOf(Array.from({ length: 500 }, (_, index) => loaded("pdf", { directory: `d${index}` })));
    const found = lookUpSkill("pdf", many, { actor: "user" });
    const { reason, candidates } = "refusal" in found ? found.refusal : { reason: "", candidates: [] };
    expect([reason, candidates.length, qualifiedAddresses("pdf", many).length]).toEqual([
      "500 skills are called `pdf`",
      10,
      10,
    ]);
  });

  test("the answer shows how to address a skill, also a single one", () => {
    expect(["doc", "pdf", "nothing"].map((name) => qualifiedAddresses(name, snapshot))).toEqual([
      ["doc@user"],
      ["pdf@repo", "pdf@user"],
      [],
    ]);
  });
});

describe("[M4] a skill that was found but is not loaded", () => {
  const snapshot = snapshotOf(["pdf", "release"], {
    disabled: [{ skill: skill("off"), reason: "disabled by `off` in config.yaml" }],
    ineligible: [
      {
        skill: skill("mac"),
        missing: [
          { code: "SK204", kind: "platform", what: "darwin", message: "it needs darwin" },
          { code: "SK205", kind: "binary", what: "brew", message: "`brew` is missing" },
        ],
      },
    ],
    rejected: [rejected("broken")],
    overridden: [{ skill: skill("pdf", { scope: "admin" }), by: skill("pdf").id, reason: "`user` comes first" }],
  });

  test.each([
    ["off", "SK203", "disabled by `off` in config.yaml", "`skillwright enable off` enables it"],
    ["mac", "SK204", "it needs darwin; `brew` is missing", "`skillwright explain mac` says what it needs"],
    [
      "broken",
      "SK102",
      "it cannot be loaded: there is no description",
      "`skillwright explain broken` shows how to fix it",
    ],
  ])("%s, by name, qualified name, path, directory and id", (name, code, reason, help) => {
    const { path, directory, id } = skill(name);
    for (const asked of [name, name.toUpperCase(), `${name}@user`, path, directory, id]) {
      expect(lookUpSkill(asked, snapshot, { actor: "user" })).toEqual({
        refusal: { asked, candidates: [], code, reason, help },
      });
      expect(isKnownName(asked, snapshot)).toBe(true);
    }
  });

  test("an overridden skill of another host is selected by everything but its name, which selects the winner", () => {
    const { path, directory, id } = skill("pdf", { scope: "admin" });
    for (const asked of [path, directory, id, "pdf@admin"]) {
      const help = "`user:~/.agents/skills/pdf` is used instead";
      expect(lookUpSkill(asked, snapshot, { actor: "user" })).toEqual({
        refusal: { asked, candidates: [], code: "SK201", reason: "`user` comes first", help },
      });
    }
    expect(answer("pdf", snapshot)).toBe("pdf by name");
  });

  test("an unknown name gets the nearest names", () => {
    expect(lookUpSkill("relaese", snapshot, { actor: "user" })).toEqual({
      refusal: {
        code: "SK301",
        asked: "relaese",
        reason: "there is no such skill",
        help: "did you mean `release`?",
        candidates: ["release"],
      },
    });
    expect(lookUpSkill("zzzzzz", snapshot, { actor: "user" })).toEqual({
      refusal: { code: "SK301", asked: "zzzzzz", reason: "there is no such skill", candidates: [] },
    });
  });

  test("nearest names are only of skills that the actor may use", () => {
    const kept = snapshotOf([loaded("release", { manifest: { userInvocable: false } }), "released"]);
    const near = (actor: Actor): unknown => {
      const found = lookUpSkill("releas", kept, { actor });
      return "refusal" in found && found.refusal.candidates;
    };
    expect([near("user"), near("model")]).toEqual([["released"], ["release", "released"]]);
  });

  test.each([
    ["pdf", true, false],
    [skill("pdf").path, true, true],
    [skill("off").id, true, true],
    ["/nowhere", false, false],
    ["releas", false, false],
  ])("%s is known: %s, is a place: %s", (asked, known, place) => {
    expect([isKnownName(asked, snapshot), isSkillPath(asked, snapshot)]).toEqual([known, place]);
  });
});

describe("[M4] in a host that keeps all skills of a name", () => {
  const tree = makeTree({
    "project/.git/HEAD": "ref",
    "project/.agents/skills/pdf/SKILL.md": skillFile("pdf", "The project's."),
    "home/.agents/skills/pdf/SKILL.md": skillFile("pdf", "The user's."),
    "home/.agents/skills/two/SKILL.md": skillFile("pdf", "The user's other one."),
    "home/.agents/skills/doc/SKILL.md": skillFile("doc"),
  });

  test("codex: each skill of a name has its own address, and the name alone selects none", async () => {
    const { snapshot } = await load(tree, { host: "codex", trust: "all" });
    const addresses = offeredSkills(snapshot, { actor: "model" }).map(({ address }) => address);
    expect(addresses).toEqual(["doc", "user:~/.agents/skills/pdf", "user:~/.agents/skills/two", "pdf@repo"]);
    for (const address of addresses) {
      const found = lookUpSkill(address, snapshot, { actor: "model" });
      expect("found" in found && found.found.address).toBe(address);
    }
    expect(answer("pdf", snapshot)).toBe("SK310 3 skills are called `pdf`");
    expect(answer("pdf@user", snapshot)).toBe("SK310 2 skills are called `pdf@user`");
  });

  test("skillwright: one skill of a name is loaded, and the name selects it", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    expect(answer("pdf", snapshot)).toBe("pdf by name");
    expect(answer("pdf@user", snapshot)).toBe("SK310 2 skills are called `pdf@user`");
  });
});

describe("[M4] an overridden skill", () => {
  const tree = makeTree({
    "project/.git/HEAD": "ref",
    "project/.agents/skills/pdf/SKILL.md": skillFile("pdf", "The project's."),
    "home/.agents/skills/pdf/SKILL.md": skillFile("pdf", "The user's."),
  });

  test("is selected by its path, its directory, its id or its name and scope", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    const [entry] = snapshot.overridden;
    const { path, directory, id } = entry!.skill;
    const by = [path, directory, id, "pdf@user", "PDF@user"].map((asked) => {
      const found = lookUpSkill(asked, snapshot, { actor: "model" });
      return "found" in found && [found.by, found.found.loaded.skill.id, found.found.address];
    });
    const rest = ["user:~/.agents/skills/pdf", "pdf@user"];
    expect(by).toEqual(["path", "path", "id", "qualified", "qualified"].map((how) => [how, ...rest]));
    expect(answer("pdf", snapshot)).toBe("pdf by name");
  });

  test("is refused if it is out of scope, or withheld", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    const asking = { actor: "user", scope: { skills: ["doc"] } } as const;
    expect(lookUpSkill("pdf@user", snapshot, asking)).toMatchObject({ refusal: { code: "SK312" } });
    const untrusted = (await load(tree, { trust: () => false })).snapshot;
    expect(answer("pdf", untrusted)).toBe("pdf by name");
    expect(lookUpSkill("pdf@repo", untrusted, { actor: "user" })).toMatchObject({ refusal: { code: "SK501" } });
  });

  test("is refused in a host that does not find it", async () => {
    const { snapshot } = await load(tree, { trust: "all", host: "gemini-cli" });
    const [entry] = snapshot.overridden;
    expect(lookUpSkill(entry!.skill.path, snapshot, { actor: "user" })).toMatchObject({ refusal: { code: "SK201" } });
  });
});
