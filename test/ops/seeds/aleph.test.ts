/** Checks Aleph's "Skill System" (v2) line by line. */

import { describe, expect, test } from "vitest";
import type { EligibilityContext } from "../../../src/format/eligibility.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import {
  alephCommands,
  alephEligibility,
  alephFullStatus,
  alephId,
  alephLifecycle,
  alephRegistry,
  alephStatus,
  resolveAlephCommand,
} from "../../../src/ops/seeds/aleph.ts";
import { type Entries, load, makeTree, skill } from "../../tree.ts";
import { rejected, see, visible } from "./see.ts";

const aleph = findProfile("aleph") as HostProfile;

const WORKSPACE = "project/.aleph/skills";
const PLUGINS = "home/.aleph/plugins";
const GLOBAL = "home/.aleph/skills";
const BUNDLED = "home/.aleph/skills-official";

const CONTEXT: EligibilityContext = {
  platform: "linux",
  hasBinary: (name) => name === "git",
  hasVariable: (name) => name === "HOME",
  settings: {},
};

const snapshotOf = async (entries: Entries): Promise<Snapshot> =>
  (await load(makeTree(entries), { host: "aleph" })).snapshot;

describe("Aleph §Core Components, SkillManifest", () => {
  test("lines 29–36: id, name, description, triggers and eligibility come from the frontmatter", async () => {
    const snapshot = await snapshotOf({
      [`${WORKSPACE}/review/SKILL.md`]: `---
name: Code Review
description: Reads changes.
triggers:
  - review code
  - check this
eligibility:
  os: [linux]
  required-bins: [git]
---
When reviewing code, check for: ...
`,
    });
    const [manifest] = alephRegistry(snapshot);
    expect(manifest).toMatchObject({
      id: "code-review",
      name: "Code Review",
      description: "Reads changes.",
      triggers: ["review code", "check this"],
      source: "workspace",
    });
    expect(manifest?.skill.manifest.eligibility).toEqual({ os: ["linux"], requiredBins: ["git"] });
  });

  test("lines 32–33: name and description are needed; triggers are not", async () => {
    const tree = makeTree({
      [`${WORKSPACE}/a/SKILL.md`]: "---\nname: A\n---\n",
      [`${WORKSPACE}/b/SKILL.md`]: "---\ndescription: B\n---\n",
      [`${WORKSPACE}/c/SKILL.md`]: skill("c"),
      [`${WORKSPACE}/d/SKILL.md`]: "no frontmatter",
      [`${WORKSPACE}/e/SKILL.md`]: "---\nname: e\ndescription: E\neligibility: always\n---\n",
    });
    const view = await see(aleph, tree);
    expect(visible(view, tree)).toEqual([`c /${WORKSPACE}/c/SKILL.md`]);
    expect(rejected(view)).toEqual(["A SK716", "b SK715", "d SK713", "e SK717"]);
    expect(alephRegistry(await snapshotOf({ [`${WORKSPACE}/c/SKILL.md`]: skill("c") }))[0]?.triggers).toEqual([]);
  });

  test.each([
    ["Code Review", "code-review"],
    ["code-review", "code-review"],
    ["git:Git Commit", "git:git-commit"],
    ["ÄPFEL  und", "äpfel--und"],
    ["", ""],
  ])("line 31, 71: the id of %j is %j", (name, id) => {
    expect(alephId(name)).toBe(id);
  });

  test("line 31: a plugin's skill is plugin:skill", async () => {
    const snapshot = await snapshotOf({ [`${PLUGINS}/git/skills/commit/SKILL.md`]: skill("Commit All") });
    expect(alephRegistry(snapshot).map((each) => `${each.id} ${each.source}`)).toEqual(["git:commit-all plugin"]);
  });

  test.each([
    ["blank lines first", "\n\n---\nname: x\ndescription: D\n---\nB"],
    ["CRLF", "---\r\nname: x\r\ndescription: D\r\n---\r\nB"],
    ["words after a fence", "--- yaml\nname: x\ndescription: D\n--- end\nB"],
    ["no line end", "---\nname: x\ndescription: D\n---"],
  ])("line 29: frontmatter with %s", async (_, text) => {
    const tree = makeTree({ [`${WORKSPACE}/x/SKILL.md`]: text });
    expect(visible(await see(aleph, tree), tree)).toEqual([`x /${WORKSPACE}/x/SKILL.md`]);
  });
});

describe("Aleph §Core Components, SkillRegistry", () => {
  test("lines 25–28: one skill for each id; workspace before plugin, global and bundled", async () => {
    const snapshot = await snapshotOf({
      [`${BUNDLED}/a/SKILL.md`]: skill("Code Review", "Bundled."),
      [`${GLOBAL}/a/SKILL.md`]: skill("code review", "Global."),
      [`${WORKSPACE}/a/SKILL.md`]: skill("CODE REVIEW", "Workspace."),
      [`${GLOBAL}/b/SKILL.md`]: skill("Other Thing", "Global."),
      [`${BUNDLED}/b/SKILL.md`]: skill("other-thing", "Bundled."),
    });
    expect(alephRegistry(snapshot).map((each) => `${each.id}: ${each.description}`)).toEqual([
      "code-review: Workspace.",
      "other-thing: Global.",
    ]);
  });

  test("lines 25–28: in the host's view, too, an id has one skill", async () => {
    const tree = makeTree({
      [`${GLOBAL}/a/SKILL.md`]: skill("code review"),
      [`${WORKSPACE}/a/SKILL.md`]: skill("Code-Review"),
    });
    expect((await see(aleph, tree)).entries.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "Code-Review visible",
      "code review overridden",
    ]);
  });

  test("line 28: of two in one place the first stays", async () => {
    const snapshot = await snapshotOf({
      [`${GLOBAL}/a/SKILL.md`]: skill("Same Id", "First."),
      [`${GLOBAL}/b/SKILL.md`]: skill("same id", "Second."),
    });
    expect(alephRegistry(snapshot).map((each) => each.description)).toEqual(["First."]);
  });

  test("line 7: skills can be added, changed and removed; the next load has them", async () => {
    const tree = makeTree({ [`${GLOBAL}/a/SKILL.md`]: skill("a", "Before.") });
    const described = async () =>
      alephRegistry((await load(tree, { host: "aleph" })).snapshot).map((each) => `${each.id} ${each.description}`);
    expect(await described()).toEqual(["a Before."]);
    tree.add({ [`${GLOBAL}/a/SKILL.md`]: skill("a", "After."), [`${GLOBAL}/b/SKILL.md`]: skill("b", "New.") });
    expect(await described()).toEqual(["a After.", "b New."]);
  });
});

describe("Aleph §Core Components, EligibilityService", () => {
  const entries: Entries = {
    [`${WORKSPACE}/all/SKILL.md`]: skill("all", "D.", "eligibility: { os: [linux], required-bins: [git] }\n"),
    [`${WORKSPACE}/bins/SKILL.md`]: skill("bins", "D.", "eligibility: { required-bins: [docker, git, kubectl] }\n"),
    [`${WORKSPACE}/any/SKILL.md`]: skill("any", "D.", "eligibility: { any-bins: [docker, git] }\n"),
    [`${WORKSPACE}/os/SKILL.md`]: skill("os", "D.", "eligibility: { os: [darwin, windows] }\n"),
    [`${WORKSPACE}/env/SKILL.md`]: skill("env", "D.", "eligibility: { required-env: [API_KEY, HOME] }\n"),
    [`${WORKSPACE}/needs/SKILL.md`]: skill("needs", "D.", "eligibility: { required-skills: [absent] }\n"),
    [`${WORKSPACE}/rival/SKILL.md`]: skill("rival", "D.", "eligibility: { conflicts: [all] }\n"),
    [`${WORKSPACE}/several/SKILL.md`]: skill(
      "several",
      "D.",
      "eligibility: { os: [darwin], required-bins: [docker], required-env: [API_KEY] }\n",
    ),
  };

  test("lines 45–49: dependencies, platform, variables and conflicts; every reason at once", async () => {
    const manifests = alephRegistry(await snapshotOf(entries));
    const missing = alephEligibility(manifests, CONTEXT);
    const kinds = manifests.map(({ id, skill: { manifest }, skill: found }) => [
      id,
      manifest.eligibility === undefined ? [] : (missing.get(found) ?? []).map((each) => `${each.kind} ${each.what}`),
    ]);
    expect(Object.fromEntries(kinds)).toEqual({
      all: [],
      any: [],
      bins: ["binary docker", "binary kubectl"],
      env: ["environment API_KEY"],
      needs: ["skill absent"],
      os: ["platform darwin, windows"],
      rival: ["conflict all"],
      several: ["platform darwin", "binary docker", "environment API_KEY"],
    });
  });

  test("line 43: it depends on the context", async () => {
    const manifests = alephRegistry(await snapshotOf(entries));
    const rich = { ...CONTEXT, platform: "darwin", hasBinary: () => true, hasVariable: () => true };
    const missing = alephEligibility(manifests, rich);
    expect([...missing.keys()].map((each) => each.name).sort()).toEqual(["all", "needs"]);
  });
});

describe("Aleph §SkillSystem, determinism", () => {
  const entries: Entries = {
    [`${WORKSPACE}/z/SKILL.md`]: skill("Alpha"),
    [`${WORKSPACE}/y/SKILL.md`]: skill("beta", "D.", "eligibility: { required-bins: [docker] }\n"),
    [`${GLOBAL}/x/SKILL.md`]: skill("Zeta"),
    [`${GLOBAL}/w/SKILL.md`]: skill("alpha"),
    [`${GLOBAL}/v/SKILL.md`]: "---\nname: Middle\n---\n",
    [`${PLUGINS}/git/skills/u/SKILL.md`]: skill("Commit"),
  };

  test("lines 23, 87: skill_status is sorted by skill id", async () => {
    expect(alephStatus(await snapshotOf(entries), CONTEXT).map(({ id, state }) => `${id} ${state}`)).toEqual([
      "alpha loaded",
      "beta ineligible",
      "git:commit loaded",
      "zeta loaded",
    ]);
  });

  test("lines 23, 87: full_status has everything that was found, sorted by skill id", async () => {
    expect(
      alephFullStatus(await snapshotOf(entries), CONTEXT).map(
        ({ id, state, reasons }) => `${id} ${state} ${reasons.length}`,
      ),
    ).toEqual([
      "alpha discovered 1",
      "alpha loaded 0",
      "beta ineligible 1",
      "git:commit loaded 0",
      "middle discovered 1",
      "zeta loaded 0",
    ]);
  });

  test("line 87: the same skills give the same output, whatever order they come in", async () => {
    const snapshot = await snapshotOf(entries);
    const turned = {
      ...snapshot,
      overridden: [...snapshot.overridden].reverse(),
      rejected: [...snapshot.rejected].reverse(),
    };
    expect(alephFullStatus(turned, CONTEXT)).toEqual(alephFullStatus(snapshot, CONTEXT));
  });
});

describe("Aleph §Skill Commands", () => {
  const command = (name: string, description: string) =>
    `commands:\n  - name: ${name}\n    description: ${description}\n    args:\n      - { name: target, required: true }\n`;
  const entries: Entries = {
    [`${BUNDLED}/a/SKILL.md`]: skill("A Bundled", "D.", command("deploy", "Bundled's.")),
    [`${GLOBAL}/b/SKILL.md`]: skill("B Global", "D.", command("deploy", "Global's.")),
    [`${WORKSPACE}/d/SKILL.md`]: skill("D Workspace", "D.", command("deploy", "D's.")),
    [`${WORKSPACE}/c/SKILL.md`]: skill("C Workspace", "D.", command("deploy", "C's.")),
    [`${PLUGINS}/git/skills/e/SKILL.md`]: skill("Commit", "Commits.", command("push", "Pushes.")),
    [`${WORKSPACE}/f/SKILL.md`]: skill("Silent", "D.", "user-invocable: false\n"),
  };
  const registry = async (left: (path: string) => boolean = () => true) =>
    alephRegistry(await snapshotOf(Object.fromEntries(Object.entries(entries).filter(([path]) => left(path)))));

  test("lines 51–56: a command has a name, a description and arguments", async () => {
    expect(resolveAlephCommand("push", await registry())).toEqual({
      name: "push",
      description: "Pushes.",
      args: [{ name: "target", required: true }],
      id: "git:commit",
      source: "plugin",
    });
  });

  test("line 56: workspace over bundled, then priority, then id", async () => {
    const meant = async (left?: (path: string) => boolean) => resolveAlephCommand("deploy", await registry(left))?.id;
    expect(await meant()).toBe("c-workspace");
    expect(await meant((path) => !path.startsWith(`${WORKSPACE}/c`))).toBe("d-workspace");
    expect(await meant((path) => !path.startsWith(WORKSPACE))).toBe("b-global");
    expect(await meant((path) => path.startsWith(BUNDLED))).toBe("a-bundled");
    expect(await meant((path) => path.startsWith(PLUGINS))).toBeUndefined();
  });

  test("line 56: a skill answers to its id and to its own part of it", async () => {
    const all = await registry();
    expect(["git:commit", "commit", "c-workspace"].map((name) => resolveAlephCommand(name, all)?.id)).toEqual([
      "git:commit",
      "git:commit",
      "c-workspace",
    ]);
    expect(["silent", "unknown", "", "__proto__"].map((name) => resolveAlephCommand(name, all))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("lines 56, 87: each command is listed once, with the skill that it means, sorted by id", async () => {
    expect(alephCommands(await registry()).map(({ id, name }) => `${id} /${name}`)).toEqual([
      "a-bundled /a-bundled",
      "b-global /b-global",
      "c-workspace /c-workspace",
      "c-workspace /deploy",
      "d-workspace /d-workspace",
      "git:commit /commit",
      "git:commit /push",
    ]);
  });
});

describe("Aleph §Lifecycle", () => {
  test("lines 81–83: Discovered → Evaluated → Eligible → Loaded → Active, or Ineligible", () => {
    expect(alephLifecycle("active")).toEqual(["discovered", "evaluated", "eligible", "loaded", "active"]);
    expect(alephLifecycle("loaded")).toEqual(["discovered", "evaluated", "eligible", "loaded"]);
    expect(alephLifecycle("ineligible")).toEqual(["discovered", "evaluated", "ineligible"]);
    expect(alephLifecycle("discovered")).toEqual(["discovered"]);
  });

  test("line 84: found, checked, usable, ready, before the agent", async () => {
    const snapshot = await snapshotOf({
      [`${WORKSPACE}/a/SKILL.md`]: skill("a"),
      [`${WORKSPACE}/b/SKILL.md`]: skill("b"),
      [`${WORKSPACE}/c/SKILL.md`]: skill("c", "D.", "eligibility: { os: [darwin] }\n"),
      [`${WORKSPACE}/d/SKILL.md`]: "# no frontmatter",
    });
    const active = (id: string) => id === "b" || id === "c";
    expect(alephFullStatus(snapshot, CONTEXT, active).map(({ id, state }) => `${id} ${state}`)).toEqual([
      "a loaded",
      "b active",
      "c ineligible",
      "d discovered",
    ]);
  });
});

describe("Aleph §Safety Properties", () => {
  test("line 88: whatever a file holds, there is a result and no exception", async () => {
    const snapshot = await snapshotOf({
      [`${WORKSPACE}/a/SKILL.md`]: Buffer.from([0xff, 0xfe, 0x00]),
      [`${WORKSPACE}/b/SKILL.md`]: "---\nname: {a: [}\n---\n",
      [`${WORKSPACE}/c/SKILL.md`]: "---\nname: c\ndescription: D\ncommands: 12\ntriggers: { a: b }\n---\n",
      [`${WORKSPACE}/d/SKILL.md`]: { special: "fifo" },
      [`${WORKSPACE}/e`]: { link: "e" },
    });
    expect(alephStatus(snapshot, CONTEXT).map((each) => each.id)).toEqual(["c"]);
  });
});
