/** Checks the OpenOxide blueprint line by line: how skills are found, read, named and told apart. */

import { describe, expect, test } from "vitest";
import type { LoadOptions } from "../../../src/catalog/load/load.ts";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import { findProfile } from "../../../src/hosts/profiles/profiles.ts";
import type { HostProfile } from "../../../src/model/host-profile.ts";
import type { Snapshot } from "../../../src/model/skills/snapshot.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { codes, type Entries, load, makeTree, mapPaths, outcomes, skill, type Tree } from "../../tree.ts";

const openoxide = findProfile("openoxide") as HostProfile;

const REPO = "project/.openoxide/skills";
const USER = "home/.openoxide/skills";
const ADMIN = "/etc/openoxide";

/** Returns options that include the administrator's directory in the tree. */
function optionsOf(tree: Tree, more: LoadOptions = {}): LoadOptions {
  const files = mapPaths(tree.files, (path) =>
    path.startsWith(ADMIN) ? tree.at("etc/openoxide") + path.slice(ADMIN.length) : path,
  );
  const { environment } = tree;
  return { host: "openoxide", trust: "all", defaultSkills: false, environment, files, ...more };
}

async function snapshotOf(tree: Tree, more: LoadOptions = {}): Promise<Snapshot> {
  return (await load(tree, optionsOf(tree, more))).snapshot;
}

/** Returns `name /path` of the loaded skills, in listing order. */
function loaded(snapshot: Snapshot, tree: Tree): string[] {
  return snapshot.skills.map(({ skill: { name, path } }) => `${name} ${path.slice(tree.top.length)}`);
}

test("[N2] a skill without a name is rejected", async () => {
  const tree = makeTree({ [`${REPO}/pdf/SKILL.md`]: "---\ndescription: Reads PDFs.\n---\n" });
  const snapshot = await snapshotOf(tree);
  expect(outcomes(snapshot)).toEqual({ rejected: ["pdf"] });
  expect(snapshot.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["SK101", "error"]]);
});

describe("OpenOxide §Data Model", () => {
  test("line 359: name, description, short description, path, scope, policy, interface, dependencies, permissions", async () => {
    const tree = makeTree({
      [`${REPO}/pdf/SKILL.md`]: skill("pdf", "Reads PDFs."),
      [`${REPO}/pdf/agents/openoxide.yaml`]: `interface:
  display_name: PDF
  short_description: PDFs
dependencies:
  tools:
    - { type: env_var, value: PDF_KEY }
    - { type: mcp, value: docs }
    - { type: later, value: kind }
policy:
  allow_implicit_invocation: false
permissions:
  network: { enabled: true }
`,
    });
    const [found] = (await snapshotOf(tree)).skills;
    expect(found?.skill).toMatchObject({
      name: "pdf",
      description: "Reads PDFs.",
      path: tree.at(`${REPO}/pdf/SKILL.md`),
      scope: "repo",
      sidecar: {
        interface: { displayName: "PDF", shortDescription: "PDFs" },
        dependencies: {
          tools: [
            { type: "env_var", value: "PDF_KEY" },
            { type: "mcp", value: "docs" },
            { type: "later", value: "kind" },
          ],
        },
        policy: { allowImplicitInvocation: false },
        permissions: { network: { enabled: true } },
      },
    });
  });
});

describe("OpenOxide §Discovery and Scope Order", () => {
  test("lines 361–362: repo roots along the chain from the project root to the working directory", async () => {
    const tree = makeTree({
      ".openoxide/skills/outside/SKILL.md": skill("outside"),
      "project/.git/HEAD": "x",
      [`${REPO}/top/SKILL.md`]: skill("top"),
      "project/.agents/skills/shared/SKILL.md": skill("shared"),
      "project/a/b/.openoxide/skills/inner/SKILL.md": skill("inner"),
      "project/a/.agents/skills/middle/SKILL.md": skill("middle"),
      "project/a/other/.openoxide/skills/aside/SKILL.md": skill("aside"),
    });
    const snapshot = await snapshotOf(tree, { cwd: tree.at("project/a/b") });
    expect(outcomes(snapshot)).toEqual({ loaded: ["inner", "middle", "shared", "top"] });
    expect(tree.plain(snapshot.roots.filter((root) => root.scope === "repo").map((root) => root.path))).toEqual([
      "/project/a/b/.openoxide/skills",
      "/project/a/b/.agents/skills",
      "/project/a/.openoxide/skills",
      "/project/a/.agents/skills",
      "/project/.openoxide/skills",
      "/project/.agents/skills",
    ]);
  });

  test("line 363: user roots are $OPENOXIDE_HOME/skills, ~/.agents/skills and ~/.claude/skills", async () => {
    const entries: Entries = {
      [`${USER}/own/SKILL.md`]: skill("own"),
      "home/.agents/skills/shared/SKILL.md": skill("shared"),
      "home/.claude/skills/claude/SKILL.md": skill("claude"),
      "moved/skills/moved/SKILL.md": skill("moved"),
    };
    expect(outcomes(await snapshotOf(makeTree(entries)))).toEqual({ loaded: ["claude", "own", "shared"] });
    const tree = makeTree(entries);
    const environment = { ...tree.environment, variables: { OPENOXIDE_HOME: tree.at("moved") } };
    expect(outcomes(await snapshotOf(tree, { environment }))).toEqual({ loaded: ["claude", "moved", "shared"] });
  });

  test("lines 361–363: neither Skillwright's own directories nor the project's `.claude/skills`", async () => {
    const tree = makeTree({
      "project/.skillwright/skills/a/SKILL.md": skill("a"),
      "project/.claude/skills/b/SKILL.md": skill("b"),
      "home/.config/skillwright/skills/c/SKILL.md": skill("c"),
    });
    expect(outcomes(await snapshotOf(tree))).toEqual({});
  });

  test("line 363: system roots are the embedded defaults", async () => {
    const snapshot = await snapshotOf(makeTree(), { defaultSkills: true });
    expect(snapshot.skills.length).toBeGreaterThan(0);
    expect(snapshot.skills.every(({ skill: { scope } }) => scope === "system")).toBe(true);
  });

  test("lines 360–364, 433: repo over user over system over admin; each overridden one knows its winner", async () => {
    const tree = makeTree({
      [`${REPO}/one/SKILL.md`]: skill("one", "Repo."),
      [`${USER}/one/SKILL.md`]: skill("one", "User."),
      [`${USER}/two/SKILL.md`]: skill("two", "User."),
      "etc/openoxide/skills/one/SKILL.md": skill("one", "Admin."),
      "etc/openoxide/skills/two/SKILL.md": skill("two", "Admin."),
      "etc/openoxide/skills/three/SKILL.md": skill("three", "Admin."),
    });
    const snapshot = await snapshotOf(tree);
    expect(snapshot.skills.map(({ skill: { name, scope } }) => `${name} ${scope}`)).toEqual([
      "one repo",
      "two user",
      "three admin",
    ]);
    expect(snapshot.overridden.map(({ skill: { name, scope }, by }) => `${name} ${scope} < ${by}`)).toEqual([
      "one user < repo:.openoxide/skills/one",
      "one admin < repo:.openoxide/skills/one",
      "two admin < user:~/.openoxide/skills/two",
    ]);
  });

  test("lines 366–367, 433: paths are canonical, and what two ways lead to is found once", async () => {
    const tree = makeTree({
      "home/real/x/SKILL.md": skill("x"),
      "home/.openoxide/skills": { link: "../real" },
      "home/.agents/skills": { link: "../real" },
    });
    const snapshot = await snapshotOf(tree);
    expect(loaded(snapshot, tree)).toEqual(["x /home/real/x/SKILL.md"]);
    expect(snapshot.overridden).toEqual([]);
  });

  test("line 368: sorted by scope rank, then name, then path", async () => {
    const tree = makeTree({
      [`${USER}/a/SKILL.md`]: skill("alpha"),
      [`${REPO}/z/SKILL.md`]: skill("zeta"),
      [`${REPO}/a/SKILL.md`]: skill("mu"),
      "etc/openoxide/skills/0/SKILL.md": skill("aaa"),
    });
    expect(loaded(await snapshotOf(tree), tree)).toEqual([
      `mu /${REPO}/a/SKILL.md`,
      `zeta /${REPO}/z/SKILL.md`,
      `alpha /${USER}/a/SKILL.md`,
      "aaa /etc/openoxide/skills/0/SKILL.md",
    ]);
  });

  test("line 369: depth and number of directories are bounded, and a reached bound is reported", async () => {
    const tree = makeTree({
      [`${REPO}/1/2/3/4/5/six/SKILL.md`]: skill("six"),
      [`${REPO}/1/2/3/4/5/6/seven/SKILL.md`]: skill("seven"),
    });
    const deep = await snapshotOf(tree);
    expect([outcomes(deep), codes(deep.diagnostics).includes("SK020")]).toEqual([{ loaded: ["six"] }, true]);
    const few = await snapshotOf(tree, { config: { limits: { max_directories: 3 } } });
    expect([outcomes(few), codes(few.diagnostics).includes("SK020")]).toEqual([{}, true]);
  });

  test("line 370: links are followed by scope: not below the embedded skills, elsewhere yes", async () => {
    const tree = makeTree({
      "far/SKILL.md": skill("far"),
      [`${REPO}/far`]: { link: "../../../far" },
      "etc/openoxide/skills/near/SKILL.md": skill("near"),
    });
    expect(outcomes(await snapshotOf(tree))).toEqual({ loaded: ["far", "near"] });
    expect(openoxide.engine?.followLinks).toEqual(["extra", "repo", "user", "admin"]);
  });
});

describe("OpenOxide §SKILL.md Contract", () => {
  test("lines 372–374: frontmatter with name and description, and a body", async () => {
    const tree = makeTree({
      [`${REPO}/ok/SKILL.md`]: skill("ok"),
      [`${REPO}/no-name/SKILL.md`]: "---\ndescription: D\n---\nB\n",
      [`${REPO}/no-description/SKILL.md`]: "---\nname: no-description\n---\nB\n",
      [`${REPO}/no-frontmatter/SKILL.md`]: "# B\n",
    });
    expect(outcomes(await snapshotOf(tree))).toEqual({
      loaded: ["ok"],
      rejected: ["no-description", "no-frontmatter", "no-name"],
    });
  });

  const sidecarOf = async (entries: Entries) => {
    const tree = makeTree({ [`${REPO}/x/SKILL.md`]: skill("x"), ...entries });
    const snapshot = await snapshotOf(tree);
    const sidecar = snapshot.skills[0]?.skill.sidecar;
    return { sidecar, files: sidecar?.files.map((path) => path.slice(tree.at(`${REPO}/x/`).length)), snapshot };
  };

  test("line 376: agents/openoxide.yaml is the primary", async () => {
    const { sidecar, files } = await sidecarOf({
      [`${REPO}/x/agents/openoxide.yaml`]: "interface:\n  display_name: Ours\n",
    });
    expect([sidecar?.interface, files]).toEqual([{ displayName: "Ours" }, ["agents/openoxide.yaml"]]);
  });

  test("line 376: agents/openai.yaml is read for portability, and fills in what the primary leaves out", async () => {
    const openai =
      "interface:\n  display_name: Theirs\n  short_description: Short\npolicy:\n  allow_implicit_invocation: false\n";
    const alone = await sidecarOf({ [`${REPO}/x/agents/openai.yaml`]: openai });
    expect(alone.sidecar).toMatchObject({
      interface: { displayName: "Theirs", shortDescription: "Short" },
      policy: { allowImplicitInvocation: false },
    });
    const both = await sidecarOf({
      [`${REPO}/x/agents/openai.yaml`]: openai,
      [`${REPO}/x/agents/openoxide.yaml`]: "interface:\n  display_name: Ours\n",
    });
    expect(both.sidecar).toMatchObject({
      interface: { displayName: "Ours", shortDescription: "Short" },
      policy: { allowImplicitInvocation: false },
    });
    expect(both.files).toEqual(["agents/openoxide.yaml", "agents/openai.yaml"]);
  });

  test("line 376: agents/skillwright.yaml is another host's, and agents/openoxide.yaml is none of Skillwright's", async () => {
    const text = "interface:\n  display_name: X\n";
    const foreign = await sidecarOf({ [`${REPO}/x/agents/skillwright.yaml`]: text });
    expect(foreign.sidecar).toBeUndefined();
    const tree = makeTree({ "s/x/SKILL.md": skill("x"), "s/x/agents/openoxide.yaml": text });
    const { snapshot } = await load(tree, { ambient: false, roots: [tree.at("s")] });
    expect(snapshot.skills[0]?.skill.sidecar).toBeUndefined();
  });

  test("lines 84, 376: a sidecar that is wrong does not keep the skill from loading", async () => {
    const { snapshot } = await sidecarOf({ [`${REPO}/x/agents/openoxide.yaml`]: "interface: [\n" });
    expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ loaded: ["x"] }, ["SK040"]]);
  });

  test("line 376: a source's skills have the same sidecars", async () => {
    const tree = makeTree();
    const source = memorySource("m", {
      "x/SKILL.md": skill("x"),
      "x/agents/openoxide.yaml": "interface:\n  display_name: Ours\n",
      "x/agents/skillwright.yaml": "interface:\n  short_description: Not read\n",
    });
    const snapshot = await snapshotOf(tree, { sources: [source] });
    expect(snapshot.skills[0]?.skill.sidecar).toEqual({
      files: ["/m/x/agents/openoxide.yaml"],
      interface: { displayName: "Ours" },
    });
  });
});

describe("OpenOxide §Invocation Control", () => {
  test.each([
    ["disable_model_invocation: true", { disableModelInvocation: true }],
    ["user_invocable: false", { userInvocable: false }],
    ["disable-model-invocation: true\nuser-invocable: true", { disableModelInvocation: true, userInvocable: true }],
  ])("line 447: %j", async (field, manifest) => {
    const tree = makeTree({ [`${REPO}/x/SKILL.md`]: skill("x", "D.", `${field}\n`) });
    expect((await snapshotOf(tree)).skills[0]?.skill.manifest).toMatchObject(manifest);
  });

  test("lines 450–451, 461–462: `context: fork`, `agent` and `hooks` are read", async () => {
    const tree = makeTree({
      [`${REPO}/x/SKILL.md`]: skill("x", "D.", "context: fork\nagent: explorer\nhooks: { Stop: [] }\n"),
    });
    expect((await snapshotOf(tree)).skills[0]?.skill.manifest).toMatchObject({
      context: "fork",
      agent: "explorer",
      hooks: { Stop: [] },
    });
  });
});

describe("OpenOxide §Plugin Namespacing", () => {
  test("line 458: plugin-name:skill-name, and bare names for all others", async () => {
    const tree = makeTree({
      "home/.openoxide/plugins/git/skills/commit/SKILL.md": skill("commit"),
      "home/.openoxide/plugins/hg/skills/commit/SKILL.md": skill("commit"),
      [`${USER}/commit/SKILL.md`]: skill("commit"),
    });
    expect(outcomes(await snapshotOf(tree))).toEqual({ loaded: ["commit", "git:commit", "hg:commit"] });
  });
});

describe("OpenOxide §Pitfalls", () => {
  const tree = makeTree({
    [`${REPO}/a/SKILL.md`]: skill("same", "First."),
    [`${REPO}/b/SKILL.md`]: skill("same", "Second."),
  });

  test("lines 323–329, 434: two of one name in one scope: predictable, and said", async () => {
    const snapshot = await snapshotOf(tree);
    expect(outcomes(snapshot)).toEqual({ loaded: ["same"], overridden: ["same"] });
    expect(codes(snapshot.diagnostics)).toContain("SK202");
    expect(snapshot.skills[0]?.skill.description).toBe("First.");
  });

  test("lines 327, 384, 465: a path addresses one of them, whatever it is called", async () => {
    const skills = await openSkills(optionsOf(tree));
    expect(skills.find(tree.at(`${REPO}/a/SKILL.md`))?.skill.description).toBe("First.");
    const { candidates } = await skills.explain(tree.at(`${REPO}/b/SKILL.md`));
    expect(candidates.some((each) => each.path === tree.at(`${REPO}/b/SKILL.md`))).toBe(true);
  });

  test("lines 343, 439: cached per directory, and a forced reload passes the cache by", async () => {
    const changing = makeTree({ [`${REPO}/a/SKILL.md`]: skill("a", "Before.") });
    const skills = await openSkills(optionsOf(changing));
    changing.add({ [`${REPO}/a/SKILL.md`]: skill("a", "After.") });
    expect((await skills.reload()).skills[0]?.skill.description).toBe("Before.");
    expect((await skills.reload({ force: true })).skills[0]?.skill.description).toBe("After.");
  });
});

describe("OpenOxide §API/CLI/TUI Surface", () => {
  test("lines 422–426: resolved roots, effective precedence, parse errors and disabled paths can be seen", async () => {
    const tree = makeTree({
      [`${REPO}/bad/SKILL.md`]: "# no frontmatter\n",
      [`${REPO}/off/SKILL.md`]: skill("off"),
      [`${REPO}/on/SKILL.md`]: skill("on"),
    });
    const snapshot = await snapshotOf(tree, { config: { disable: [tree.at(`${REPO}/off/SKILL.md`)] } });
    expect(outcomes(snapshot)).toEqual({ loaded: ["on"], rejected: ["bad"], disabled: ["off"] });
    expect(snapshot.roots.map((root) => `${root.scope} ${root.label}`)).toEqual([
      "repo .openoxide/skills",
      "repo .agents/skills",
      "user ~/.openoxide/skills",
      "user ~/.agents/skills",
      "user ~/.claude/skills",
      "admin /etc/openoxide/skills",
    ]);
    expect(snapshot.rejected[0]?.diagnostics.map((each) => each.code)).toEqual(["SK001"]);
  });
});

describe("OpenOxide §Testing Plan", () => {
  test("line 440: a link that leaves its root is reported; a link in a skill is not followed", async () => {
    const tree = makeTree({
      "far/SKILL.md": skill("far"),
      [`${REPO}/far`]: { link: "../../../far" },
      [`${REPO}/x/SKILL.md`]: skill("x"),
      [`${REPO}/x/deeper`]: { link: "../../../../far" },
    });
    const snapshot = await snapshotOf(tree);
    expect(outcomes(snapshot)).toEqual({ loaded: ["far", "x"] });
    expect(codes(snapshot.diagnostics)).toContain("SK017");
  });

  test("line 440: no name and no path leads out of the skills on the way to a model", async () => {
    const tree = makeTree({
      [`${REPO}/x/SKILL.md`]: skill("x"),
      [`${REPO}/x/references/in.md`]: "inside",
      [`${REPO}/x/references/linked.md`]: { link: "in.md" },
      [`${REPO}/x/references/out.md`]: { link: "../../../../../secret" },
      secret: "secret",
    });
    const skills = await openSkills(optionsOf(tree));
    for (const asked of ["../x", "../../secret", "x/../../../secret", "x\\..\\secret", "x\0"])
      expect(await skills.activate({ asked, actor: "user" })).toMatchObject({ refusal: { code: "SK301" } });
    const read = (path: string): unknown => skills.readResource({ asked: "x", actor: "user", path });
    expect(await read("references/linked.md")).toEqual({ text: "inside", bytes: 6 });
    for (const path of ["references/out.md", "../../../secret", "/etc/passwd", "references\\in.md"])
      expect(await read(path)).toMatchObject({ refused: { code: "SK332" } });
  });

  test("line 441: Claude's and Codex's folder layouts are read", async () => {
    const tree = makeTree({
      "home/.claude/skills/claude/SKILL.md": skill("claude", "D.", "allowed-tools: Bash(git:*), Read\nmodel: opus\n"),
      "home/.agents/skills/codex/SKILL.md": skill("codex"),
      "home/.agents/skills/codex/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
      "home/.agents/skills/codex/scripts/SKILL.md": skill("not-a-skill"),
    });
    const snapshot = await snapshotOf(tree);
    expect(snapshot.skills.map(({ skill: each }) => [each.name, each.manifest, each.sidecar?.policy])).toEqual([
      ["claude", { allowedTools: ["Bash(git:*)", "Read"], model: "opus" }, undefined],
      ["codex", {}, { allowImplicitInvocation: false }],
    ]);
  });
});
