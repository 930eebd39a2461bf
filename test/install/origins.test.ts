/** Tests the origins of bytes: the store without a network, locks of other tools, and changes of the publisher. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { whyWeaker } from "../../src/install/approval-need.ts";
import { importLock } from "../../src/install/plan/import-lock.ts";
import type { Origin } from "../../src/model/skills/origin.ts";
import { nodeFiles } from "../../src/platform/files/node-files.ts";
import { readLock } from "../../src/trust/locks/skills-lock.ts";
import { commitTree } from "./fetch/git-fixture.ts";
import { Machine, skill } from "./machine.ts";

const HERE = "project/.agents/skills/pdf";

/** A machine with git on its PATH, and a repository. */
class GitMachine extends Machine {
  readonly repository: string = this.path("repository");
  readonly source: string = `file://${this.repository}`;
  commit: string;

  constructor() {
    super();
    this.commit = commitTree(this.repository, { "skills/pdf/SKILL.md": skill("pdf", "The first.") });
  }

  override get environment(): Machine["environment"] {
    return { ...super.environment, variables: { PATH: process.env["PATH"] } };
  }

  publish(body: string): void {
    this.commit = commitTree(this.repository, { "skills/pdf/SKILL.md": skill("pdf", body) });
  }
}

describe("a repository", () => {
  test("[Y19] [Y14] is locked at its commit, and comes back at it after it has moved on", async () => {
    const machine = new GitMachine();
    await machine.add(machine.source);
    const first = machine.commit;
    const entry = readLock(machine.path("project/skills.lock"), nodeFiles).get(".agents/skills/pdf");
    expect(entry?.origin).toMatchObject({ kind: "git", source: machine.source, path: "skills/pdf", resolved: first });
    machine.publish("The second.");
    rmSync(machine.path("home"), { recursive: true });
    rmSync(machine.path(HERE), { recursive: true });
    const installer = await machine.installer();
    await installer.apply(await installer.planInstall({ frozen: true }), { unapproved: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The first."));
    expect((await installer.outdated()).map(({ state, installed, latest }) => [state, installed, latest])).toEqual([
      ["outdated", first, machine.commit],
    ]);
    await installer.apply(await installer.planUpdate(), { person: true });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The second."));
  });

  test("[Y19] offline comes out of the store as it last came, or is SK664", async () => {
    const machine = new GitMachine();
    const offline = { offline: true, spawn: () => Promise.reject(new Error("somebody ran a program")) };
    await expect(machine.add(machine.source, offline)).rejects.toMatchObject({ code: "SK664" });
    await machine.add(machine.source);
    machine.publish("The second.");
    await machine.add(machine.source);
    rmSync(machine.repository, { recursive: true });
    await (await machine.installer()).remove(["pdf"]);
    await machine.add(machine.source, offline);
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "The second."));
    rmSync(machine.path("home/.local"), { recursive: true });
    rmSync(machine.path(HERE), { recursive: true });
    await expect((await machine.installer(offline)).planInstall()).rejects.toMatchObject({ code: "SK664" });
  });

  test("[Y14] cannot be followed by another one without its digest", async () => {
    const machine = new GitMachine();
    await machine.add(machine.source);
    machine.write({ "evil/pdf/SKILL.md": skill("pdf", "Evil.") });
    const installer = await machine.installer();
    const plan = await installer.planAdd({ source: "../evil/pdf", where: "project" });
    expect(plan.skills[0]?.need.need).toBe("digest");
    await expect(installer.apply(plan, { person: true, yes: true })).rejects.toMatchObject({ code: "SK505" });
    await installer.apply(plan, { digests: [plan.skills[0]?.digest ?? ""] });
    expect(machine.read(`${HERE}/SKILL.md`)).toBe(skill("pdf", "Evil."));
  });
});

const origin = (kind: Origin["kind"], source: string, signer?: string): Origin => ({
  kind,
  source,
  path: "",
  ...(signer ? { signer } : {}),
});

test.each<[string, Origin | undefined, Origin, number]>([
  ["a new skill", undefined, origin("git", "o/r"), 0],
  ["the next version of a repository", origin("git", "o/r#v1"), origin("git", "o/r#v2"), 0],
  ["another repository", origin("git", "o/r#v1"), origin("git", "evil/r#v1"), 1],
  ["the next version of a package", origin("npm", "npm:@a/b@^1"), origin("npm", "npm:@a/b@^2"), 0],
  ["another package", origin("npm", "npm:@a/b"), origin("npm", "npm:@a/c"), 1],
  ["the next tag of an image", origin("oci", "oci://r:5000/x:1"), origin("oci", "oci://r:5000/x:2@sha256:aa"), 0],
  ["another image", origin("oci", "oci://r:5000/x:1"), origin("oci", "oci://r:6000/x:1"), 1],
  ["one skill of the same site", origin("well-known", "https://s.test"), origin("well-known", "https://s.test#pdf"), 0],
  ["another site", origin("well-known", "https://s.test"), origin("well-known", "https://t.test"), 1],
  [
    "a pinned archive",
    origin("archive", "https://s.test/a.zip"),
    origin("archive", "https://s.test/a.zip#sha256:a"),
    0,
  ],
  ["the next version of a registry", origin("clawhub", "clawhub:pdf@1"), origin("clawhub", "clawhub:pdf@2"), 0],
  ["another kind of source", origin("git", "o/r"), origin("npm", "npm:r"), 1],
  ["another directory of this machine", origin("directory", "../a"), origin("directory", "../b"), 0],
  ["signed at last", origin("git", "o/r"), origin("git", "o/r", "ann"), 0],
  ["the same signer", origin("git", "o/r", "ann"), origin("git", "o/r", "ann"), 0],
  ["no signature any more", origin("git", "o/r", "ann"), origin("git", "o/r"), 1],
  ["another signer", origin("git", "o/r", "ann"), origin("git", "o/r", "bob"), 1],
])("[Y14] %s", (_, before, after, count) => {
  expect(whyWeaker(before, after)).toHaveLength(count);
});

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("[Y3] other tools' locks", () => {
  test.each<[string, string, unknown]>([
    [
      "skills-lock.json",
      JSON.stringify({
        version: 1,
        skills: {
          pdf: { source: "owner/repo", sourceType: "github", skillPath: "skills/pdf/SKILL.md", computedHash: "aa" },
          top: { source: "owner/top", ref: "v1", sourceType: "github" },
          url: { source: "https://example.invalid/r.git", ref: "main", sourceType: "git", skillPath: "x" },
          broken: { sourceType: "github" },
          worse: null,
          elsewhere: { source: "team/r", sourceUrl: "https://git.invalid/team/r.git", sourceType: "gitlab" },
          site: { source: "docs.invalid", sourceUrl: "https://docs.invalid/a.tar.gz", sourceType: "well-known" },
          shipped: { source: "tools", sourceType: "node_modules", skillPath: "node_modules/tools/skills/x" },
        },
      }),
      [
        ["elsewhere", "https://git.invalid/team/r.git"],
        ["pdf", "owner/repo/skills/pdf"],
        ["shipped", "npm:."],
        ["site", "https://docs.invalid#site"],
        ["top", "owner/top#v1"],
        ["url", "https://example.invalid/r.git//x#main"],
      ],
    ],
    [
      ".skill-lock.json",
      JSON.stringify({
        version: 3,
        skills: {
          a: {
            source: "o/r",
            sourceType: "github",
            sourceUrl: "https://example.invalid/o/r.git",
            skillFolderHash: "x",
          },
        },
      }),
      [["a", "o/r"]],
    ],
    [
      "apm.lock.yaml",
      `lockfile_version: "1"
dependencies:
- repo_url: owner/pack
  resolved_commit: ${"a".repeat(40)}
  virtual_path: skills/review
  is_virtual: true
- repo_url: team/tools
  host: git.example.invalid
  resolved_ref: main
- nothing
`,
      [
        ["review", `owner/pack/skills/review#${"a".repeat(40)}`],
        ["tools", "https://git.example.invalid/team/tools.git#main"],
      ],
    ],
    [
      "agents.lock",
      `version = 1
[skills.find-bugs]
source = "owner/skills"
resolved_url = "https://example.invalid/owner/skills.git"
resolved_path = "plugins/x/find-bugs"
commit = "${"c".repeat(40)}"
integrity = "sha256-AA=="
[skills.newer]
source = "git:https://example.invalid/r.git"
resolved_url = "https://example.invalid/r.git"
resolved_path = "skills/newer"
resolved_commit = "${"d".repeat(40)}"
[skills.mine]
source = "path:../shared/mine"
`,
      [
        ["find-bugs", `https://example.invalid/owner/skills.git//plugins/x/find-bugs#${"c".repeat(40)}`],
        ["mine", "../shared/mine"],
        ["newer", `https://example.invalid/r.git//skills/newer#${"d".repeat(40)}`],
      ],
    ],
  ])("%s", async (name, text, expected) => {
    expect((await importLock(`/x/${name}`, text)).map((each) => [each.name, each.source])).toEqual(expected);
  });

  test.each([
    ["skills-lock.json", "{"],
    ["skills-lock.json", "[]"],
    ["apm.lock.yaml", "a: [\n"],
    ["apm.lock.yaml", "x: 1\n"],
    ["agents.lock", "= 1"],
    ["agents.lock", "version = 1"],
    ["anything", "text"],
  ])("%s with %j is SK504", async (name, text) => {
    await expect(importLock(`/x/${name}`, text)).rejects.toMatchObject({ code: "SK504" });
  });

  test("a path is read from the place of the other lock, and an address with dots in it stays as it is", async () => {
    const machine = new Machine({});
    const sources = ["./none", "../none", "ftp://host.invalid/./none"];
    const skills = Object.fromEntries(sources.map((source, at) => [`s${at}`, { source }]));
    machine.write({ "project/sub/skills-lock.json": JSON.stringify({ version: 1, skills }) });
    const path = machine.path("project/sub/skills-lock.json");
    const { diagnostics } = await (await machine.installer()).planImport({ path, where: "project" });
    expect(diagnostics.map(({ message }) => machine.hide(message))).toEqual([
      "`s0` is left out: there is no directory `<tmp>/project/sub/none`",
      "`s1` is left out: there is no directory `<tmp>/project/none`",
      "`s2` is left out: `ftp://host.invalid/./none` is not a valid source of skills",
    ]);
  });

  test("skills are planned where they are what the lock says, and left out where not", async () => {
    const files = { "SKILL.md": skill("pdf", "The first."), "a/b.md": "B.\n" };
    const hash = createHash("sha256");
    for (const [path, text] of Object.entries(files).sort(([a], [b]) => a.localeCompare(b, "en")))
      hash.update(path).update(text);
    const lines = Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => `${path}\0${sha(text)}\n`);
    const integrity = `sha256-${createHash("sha256").update(lines.join("")).digest("base64")}`;
    const machine = new Machine(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/vendor/pdf/${path}`, text])),
    );
    machine.write({
      "project/skills-lock.json": JSON.stringify({
        version: 1,
        skills: {
          pdf: { source: "./vendor/pdf", computedHash: hash.digest("hex") },
          other: { source: "./vendor/pdf", computedHash: "0" },
        },
      }),
      "project/agents.lock": `[skills.pdf]\nsource = "path:vendor/pdf"\nintegrity = "${integrity}"\n[skills.gone]\nsource = "path:gone"\n`,
    });
    const installer = await machine.installer();
    const plan = async (name: string): Promise<unknown> => {
      const { skills, diagnostics } = await installer.planImport({
        path: machine.path(`project/${name}`),
        where: "project",
      });
      return [skills.map((each) => each.name), diagnostics.map(({ code, message }) => [code, machine.hide(message)])];
    };
    expect(await plan("skills-lock.json")).toEqual([
      ["pdf"],
      [["SK661", "`other` is left out: `<tmp>/project/vendor/pdf` no longer has the locked version"]],
    ]);
    expect(await plan("agents.lock")).toEqual([
      ["pdf"],
      [["SK602", "`gone` is left out: there is no directory `<tmp>/project/gone`"]],
    ]);
    await installer.apply(await installer.planImport({ path: machine.path("project/agents.lock"), where: "project" }), {
      person: true,
    });
    expect(machine.read(`${HERE}/a/b.md`)).toBe("B.\n");
  });
});
