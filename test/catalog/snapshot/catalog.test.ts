import { describe, expect, test } from "vitest";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { statusOf } from "../../../src/catalog/snapshot/status-of.ts";
import { STATES } from "../../../src/model/skills/snapshot.ts";
import { matchWildcards } from "../../../src/model/text/matching/match-wildcards.ts";
import { nameKey } from "../../../src/model/text/text.ts";
import { codes, type Entries, load, makeTree, outcomes, skill } from "../../tree.ts";

const REPO = "project/.agents/skills";
const USER = "home/.agents/skills";
const PLUGIN = "home/.local/share/skillwright/plugins";

async function snapshotOf(entries: Entries, options: LoadOptions = {}) {
  const tree = makeTree(entries);
  const { snapshot } = await load(tree, { trust: "all", ...options });
  return { tree, snapshot };
}

describe("identity", () => {
  test("[C1] an id is scope, root and relative path, and addresses one file", async () => {
    const { snapshot } = await snapshotOf({
      "project/.git/HEAD": "",
      [`${REPO}/office/pdf/SKILL.md`]: skill("pdf"),
      [`${REPO}/SKILL.md`]: skill("all"),
      "project/.claude/skills/pdf/SKILL.md": skill("pdf"),
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/broken/SKILL.md`]: "",
      "etc/skillwright/skills/pdf/SKILL.md": skill("pdf"),
      [`${PLUGIN}/p/skills/pdf/SKILL.md`]: skill("pdf"),
    });
    const ids = statusOf(snapshot).map((each) => each.id);
    expect(ids.map((id) => id.replace(/plugin:.*plugins/, "plugin:…"))).toEqual([
      "admin:/etc/skillwright/skills/pdf",
      "plugin:…/p/skills/pdf",
      "repo:.agents/skills",
      "repo:.agents/skills/office/pdf",
      "repo:.claude/skills/pdf",
      "user:~/.agents/skills/broken",
      "user:~/.agents/skills/pdf",
    ]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each([
    ["pdf", "PDF", true],
    ["pdf", "ｐｄｆ", true],
    ["ﬁle", "file", true],
    ["Straße", "straße", true],
    ["é", "e\u0301", true],
    ["K", "\u212a", true],
    ["pdf", " pdf ", true],
    ["pdf", "pdf-tools", false],
    ["a-b", "a_b", false],
  ])("[C2] %s and %s have one name: %j", (a, b, same) => {
    expect(nameKey(a) === nameKey(b)).toBe(same);
  });

  test("[C2] one name in two cases is one skill", async () => {
    const { snapshot } = await snapshotOf({
      [`${REPO}/a/SKILL.md`]: skill("PDF"),
      [`${USER}/b/SKILL.md`]: skill("pdf"),
    });
    expect(outcomes(snapshot)).toEqual({ loaded: ["PDF"], overridden: ["pdf"] });
  });
});

describe("precedence (OpenOxide 1)", () => {
  test("[C3] extra before repo before user before system before admin; each knows its winner and why", async () => {
    const tree = makeTree({
      "x/pdf/SKILL.md": skill("pdf"),
      [`${REPO}/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
      "etc/skillwright/skills/pdf/SKILL.md": skill("pdf"),
    });
    const { snapshot } = await load(tree, { trust: "all", roots: [tree.at("x")] });
    expect(tree.plain(snapshot.skills.map((each) => each.skill.id))).toEqual(["extra:/x/pdf"]);
    expect(tree.plain(snapshot.overridden.map(({ skill: { id }, by, reason }) => [id, by, reason]))).toEqual([
      ["repo:.agents/skills/pdf", "extra:/x/pdf", "scope `extra` takes precedence over `repo`"],
      ["user:~/.agents/skills/pdf", "extra:/x/pdf", "scope `extra` takes precedence over `user`"],
      ["admin:/etc/skillwright/skills/pdf", "extra:/x/pdf", "scope `extra` takes precedence over `admin`"],
    ]);
    expect(codes(snapshot.diagnostics)).toEqual([]);
  });

  test.each([
    ["repo", "user"],
    ["user", "admin"],
    ["repo", "admin"],
  ])("[C3] %s comes before %s", async (winner, loser) => {
    const places: Record<string, string> = { repo: REPO, user: USER, admin: "etc/skillwright/skills" };
    const { snapshot } = await snapshotOf({
      [`${places[loser]}/pdf/SKILL.md`]: skill("pdf"),
      [`${places[winner]}/zzz/pdf/SKILL.md`]: skill("pdf"),
    });
    expect(snapshot.skills.map((each) => each.skill.scope)).toEqual([winner]);
    expect(snapshot.overridden.map((each) => [each.skill.scope, each.reason])).toEqual([
      [loser, `scope \`${winner}\` takes precedence over \`${loser}\``],
    ]);
  });

  test("[C3] in one scope the order of roots decides, in one root the path", async () => {
    const { snapshot } = await snapshotOf({
      "home/.config/skillwright/skills/z/SKILL.md": skill("pdf"),
      [`${USER}/a/SKILL.md`]: skill("pdf"),
      [`${USER}/b/SKILL.md`]: skill("doc"),
      [`${USER}/c/SKILL.md`]: skill("doc"),
    });
    expect(snapshot.skills.map((each) => each.skill.id)).toEqual([
      "user:~/.agents/skills/b",
      "user:$SKILLWRIGHT_HOME/skills/z",
    ]);
    expect(snapshot.overridden.map((each) => [each.skill.id, each.by, each.reason])).toEqual([
      ["user:~/.agents/skills/c", "user:~/.agents/skills/b", "its path comes first in the same root"],
      [
        "user:~/.agents/skills/a",
        "user:$SKILLWRIGHT_HOME/skills/z",
        "root `$SKILLWRIGHT_HOME/skills` takes precedence over `~/.agents/skills`",
      ],
    ]);
  });

  test("[C3] listings are sorted by scope, name and path", async () => {
    const { snapshot } = await snapshotOf({
      [`${USER}/a/SKILL.md`]: skill("b"),
      [`${USER}/b/SKILL.md`]: skill("a"),
      [`${USER}/c/SKILL.md`]: skill("Z"),
      [`${REPO}/x/SKILL.md`]: skill("x"),
      [`${REPO}/k/SKILL.md`]: skill("k"),
      [`${PLUGIN}/p/skills/a/SKILL.md`]: skill("a"),
      [`${USER}/q2/SKILL.md`]: skill("x"),
      [`${USER}/q1/SKILL.md`]: skill("x"),
    });
    expect(snapshot.skills.map((each) => each.skill.name)).toEqual(["k", "x", "Z", "a", "b", "p:a"]);
    expect(snapshot.overridden.map((each) => each.skill.id)).toEqual([
      "user:~/.agents/skills/q1",
      "user:~/.agents/skills/q2",
    ]);
  });
});

describe("one name, one scope (OpenOxide 2)", () => {
  test("[C3] two skills of one name in one scope are reported with both paths", async () => {
    const { tree, snapshot } = await snapshotOf({
      [`${USER}/a/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/b/pdf/SKILL.md`]: skill("pdf"),
    });
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"], overridden: ["pdf"] });
    expect(tree.plain(snapshot.diagnostics)).toEqual([
      {
        code: "SK202",
        severity: "warning",
        path: `/${USER}/b/pdf/SKILL.md`,
        message: "two skills of scope `user` are called `pdf`; this one is overridden",
        help: "give one of them another name, or remove it",
        related: [{ message: "the other skill", path: `/${USER}/a/pdf/SKILL.md` }],
      },
    ]);
  });

  test("[C3] three are two reports; two of different scopes are none", async () => {
    const { snapshot } = await snapshotOf({
      [`${USER}/a/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/b/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/c/pdf/SKILL.md`]: skill("pdf"),
      [`${REPO}/doc/SKILL.md`]: skill("doc"),
      [`${USER}/doc/SKILL.md`]: skill("doc"),
    });
    expect(codes(snapshot.diagnostics)).toEqual(["SK202", "SK202"]);
  });
});

describe("outcomes and status", () => {
  const ENTRIES: Entries = {
    [`${REPO}/loaded/SKILL.md`]: skill("loaded"),
    [`${USER}/loaded/SKILL.md`]: skill("loaded"),
    [`${USER}/rejected/SKILL.md`]: "x",
    [`${USER}/disabled/SKILL.md`]: skill("disabled"),
    [`${USER}/ineligible/SKILL.md`]: skill("ineligible", "Does.", "eligibility:\n  os: [plan9]\n"),
  };

  test("[C6] each of five files has another outcome", async () => {
    const { snapshot } = await snapshotOf(ENTRIES, { config: { disable: ["disabled"] } });
    expect(outcomes(snapshot)).toEqual({
      loaded: ["loaded"],
      overridden: ["loaded"],
      rejected: ["rejected"],
      disabled: ["disabled"],
      ineligible: ["ineligible"],
    });
    expect(snapshot.disabled.map((each) => each.reason)).toEqual(["disabled by `disabled` in the command line"]);
  });

  test("[C3] status is sorted by id and uses Aleph's states", async () => {
    const entries = { ...ENTRIES, [`${REPO}/kept/SKILL.md`]: skill("kept") };
    const { snapshot } = await snapshotOf(entries, { config: { disable: ["disabled"] }, trust: () => false });
    expect(STATES).toEqual(["discovered", "evaluated", "eligible", "ineligible", "loaded", "active"]);
    expect(statusOf(snapshot)).toEqual([
      {
        id: "repo:.agents/skills/kept",
        name: "kept",
        state: "loaded",
        outcome: "loaded",
        offered: false,
        reason: "the folder is not trusted",
      },
      {
        id: "repo:.agents/skills/loaded",
        name: "loaded",
        state: "eligible",
        outcome: "overridden",
        offered: false,
        reason:
          "the folder is not trusted, so every other skill of this name wins; `user:~/.agents/skills/loaded` is used instead",
      },
      {
        id: "user:~/.agents/skills/disabled",
        name: "disabled",
        state: "evaluated",
        outcome: "disabled",
        offered: false,
        reason: "disabled by `disabled` in the command line",
      },
      {
        id: "user:~/.agents/skills/ineligible",
        name: "ineligible",
        state: "ineligible",
        outcome: "ineligible",
        offered: false,
        reason: "it runs on plan9, and this is linux",
      },
      {
        id: "user:~/.agents/skills/loaded",
        name: "loaded",
        state: "loaded",
        outcome: "loaded",
        offered: true,
      },
      {
        id: "user:~/.agents/skills/rejected",
        name: "rejected",
        state: "discovered",
        outcome: "rejected",
        offered: false,
        reason: "there is no frontmatter",
      },
    ]);
  });

  test("[C3] a trusted skill with nothing against it is offered, without a reason", async () => {
    const { snapshot } = await snapshotOf({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    expect(statusOf(snapshot)).toEqual([
      { id: "user:~/.agents/skills/pdf", name: "pdf", state: "loaded", outcome: "loaded", offered: true },
    ]);
  });
});

describe("revision", () => {
  const base: Entries = {
    [`${REPO}/pdf/SKILL.md`]: skill("pdf"),
    [`${USER}/pdf/SKILL.md`]: skill("pdf"),
    [`${USER}/bad/SKILL.md`]: "x",
    [`${USER}/doc/SKILL.md`]: skill("doc"),
    [`${USER}/doc/agents/openai.yaml`]: "interface:\n  display_name: Doc\n",
  };
  test.each<[string, Entries, LoadOptions, boolean]>([
    ["nothing", {}, {}, true],
    ["a body", { [`${USER}/doc/SKILL.md`]: `${skill("doc")}\nMore.\n` }, {}, true],
    ["a script", { [`${USER}/doc/scripts/a.sh`]: "echo\n" }, {}, true],
    ["a description", { [`${USER}/doc/SKILL.md`]: skill("doc", "Other.") }, {}, false],
    ["a field", { [`${USER}/doc/SKILL.md`]: skill("doc", undefined, "license: MIT\n") }, {}, false],
    ["a sidecar", { [`${USER}/doc/agents/openai.yaml`]: "interface:\n  display_name: Docs\n" }, {}, false],
    ["an overridden skill's metadata", { [`${USER}/pdf/SKILL.md`]: skill("pdf", "Other.") }, {}, false],
    ["the reason of a rejection", { [`${USER}/bad/SKILL.md`]: "---\nname: bad\n" }, {}, false],
    ["a new skill", { [`${USER}/new/SKILL.md`]: skill("new") }, {}, false],
    ["a switch", {}, { config: { disable: ["doc"] } }, false],
    ["trust", {}, { trust: () => false }, false],
  ])("[C8] %s changes", async (_, entries, options, same) => {
    const { tree, snapshot } = await snapshotOf(base);
    tree.add(entries);
    const after = await load(tree, { trust: "all", ...options });
    expect(after.snapshot.revision === snapshot.revision).toBe(same);
  });

  test("[C8] text that moves from one field to the next changes it", async () => {
    const of = async (text: string): Promise<string> =>
      (await snapshotOf({ [`${USER}/doc/SKILL.md`]: text })).snapshot.revision;
    const [one, two] = [await of(skill("ab", "c")), await of(skill("a", "bc"))];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("switches", () => {
  const entries: Entries = {
    [`${USER}/pdf/SKILL.md`]: skill("pdf"),
    [`${USER}/pdf-forms/SKILL.md`]: skill("pdf-forms"),
    [`${USER}/doc/SKILL.md`]: skill("doc"),
    [`${REPO}/xls/SKILL.md`]: skill("xls"),
  };
  const all = ["doc", "pdf", "pdf-forms", "xls"];

  test.each<[string[], string[], string[]]>([
    [["pdf"], [], ["pdf"]],
    [["PDF"], [], ["pdf"]],
    [["pdf*"], [], ["pdf", "pdf-forms"]],
    [["p?f"], [], ["pdf"]],
    [["*"], [], all],
    [["*"], ["pdf*"], ["doc", "xls"]],
    [["pdf*"], ["pdf"], ["pdf-forms"]],
    [["user:~/.agents/skills/doc"], [], ["doc"]],
    [["doc@user"], [], ["doc"]],
    [["DOC@user"], [], ["doc"]],
    [["xls@repo", "doc@user"], [], ["doc", "xls"]],
    [["$/doc"], [], ["doc"]],
    [["$/doc/SKILL.md"], [], ["doc"]],
  ])("[C11] disable %j, enable %j → %j are disabled", async (disable, enable, expected) => {
    const tree = makeTree(entries);
    const here = (patterns: string[]): string[] => patterns.map((each) => each.replace("$", tree.at(USER)));
    const { snapshot } = await load(tree, { trust: "all", config: { disable: here(disable), enable: here(enable) } });
    expect(snapshot.disabled.map((each) => each.skill.name).sort()).toEqual(expected);
    expect(snapshot.skills.map((each) => each.skill.name).sort()).toEqual(
      all.filter((name) => !expected.includes(name)),
    );
    expect(codes(snapshot.diagnostics)).toEqual([]);
  });

  test.each(["doc@repo", "nobody", "pdf/", "user:~/.agents/skills"])(
    "[C11] %s matches nothing and is SK210",
    async (pattern) => {
      const { snapshot } = await snapshotOf(entries, { config: { disable: [pattern] } });
      expect(snapshot.diagnostics).toEqual([
        {
          code: "SK210",
          severity: "warning",
          message: `the pattern \`${pattern}\` in the command line matches no skill`,
          help: "correct or remove it",
        },
      ]);
    },
  );

  test.each<[string, string, string, string[]]>([
    ["a higher layer enables what a lower one disables", "disable: [pdf]", "enable: [pdf]", []],
    ["a higher layer disables what a lower one enables", "disable: ['*']\nenable: [pdf]", "disable: [pdf]", all],
    ["a lower layer's enable does not help", "enable: [pdf]", "disable: [pdf]", ["pdf"]],
  ])("[C11] %s", async (_, admin, user, expected) => {
    const { snapshot } = await snapshotOf({
      ...entries,
      "etc/skillwright/config.yaml": admin,
      "home/.config/skillwright/config.yaml": user,
    });
    expect(snapshot.disabled.map((each) => each.skill.name).sort()).toEqual(expected);
  });

  test.each([
    ["*", "", true],
    ["", "", true],
    ["", "a", false],
    ["a*c", "abbbc", true],
    ["a*c", "abbb", false],
    ["*a*b*", "xxaxxbxx", true],
    ["?", "", false],
    ["a**b", "ab", true],
    ["[ab]", "a", false],
    ["a.c", "abc", false],
    ["*.", "a.", true],
    ["**", "*", true],
    ["*", "*", true],
  ])("[C11] %j matches %j: %j", (pattern, text, expected) => {
    expect(matchWildcards(pattern, text)).toBe(expected);
  });

  test("[C11] a pattern of many stars ends", () => {
    expect(matchWildcards(`${"*a".repeat(30)}b`, "a".repeat(5000))).toBe(false);
  });

  test.each<[string, Entries, LoadOptions]>([
    ["disabled", { [`${REPO}/pdf/SKILL.md`]: skill("pdf") }, { config: { disable: ["pdf@repo"] } }],
    ["ineligible", { [`${REPO}/pdf/SKILL.md`]: skill("pdf", "Does.", "eligibility: {os: [plan9]}\n") }, {}],
    ["rejected", { [`${REPO}/pdf/SKILL.md`]: "---\nname: pdf\n---\n" }, {}],
  ])("[C6] a %s skill overrides no other skill", async (outcome, first, options) => {
    const { snapshot } = await snapshotOf({ ...first, [`${USER}/pdf/SKILL.md`]: skill("pdf") }, options);
    expect(outcomes(snapshot)).toEqual({ loaded: ["pdf"], [outcome]: ["pdf"] });
    expect(snapshot.skills.map((each) => each.skill.scope)).toEqual(["user"]);
  });
});
