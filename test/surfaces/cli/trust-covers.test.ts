/** Trust covers a folder and everything below it, whoever searches there. Before the yes, `trust` names all of it. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { Sandbox, skill } from "./run.ts";

/** Every directory of a project that some host searches. */
const ROOTS = [
  ...new Set(
    PROFILES.flatMap(({ roots }) =>
      roots.flatMap(({ path }) => /^\{(?:project|cwd|root|below)\}\/([^{}*]+)$/.exec(path)?.[1] ?? []),
    ),
  ),
].sort();

interface Brought {
  readonly brings: {
    readonly skills: readonly { readonly name: string; readonly directory: string }[];
    readonly ownSkills: number;
    readonly addedSkills: number;
    readonly elsewhereSkills: number;
    readonly repositories: readonly string[];
    readonly sets: readonly { readonly key: string; readonly value: string }[];
    readonly policy?: string;
    readonly searchesMore: boolean;
  };
}

describe("[T10] trust names what it covers below the folder", () => {
  test.each(ROOTS)("skills in %s, at the top, in a package and in a vendored repository", (root) => {
    const names = ["top", "packages/a", "vendor/dep"];
    const files = names.map((base, at) => [`${at === 0 ? "" : `${base}/`}${root}/s${at}/SKILL.md`, skill(`s${at}`)]);
    const box = new Sandbox({ ...Object.fromEntries(files), "vendor/dep/.git/HEAD": "x\n" });
    const { brings } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(brings.skills.map((each) => each.name).sort()).toEqual(["s0", "s1", "s2"]);
    expect(brings.repositories.map(box.hide.bind(box))).toEqual(["<tmp>/project/vendor/dep"]);
  });

  test("directories that settings of hosts name, also outside of the project, and commands", () => {
    const box = new Sandbox({
      "opencode.json": JSON.stringify({ skills: { paths: ["./extra", "../outside"] } }),
      "extra/one/SKILL.md": skill("one"),
      "../outside/two/SKILL.md": skill("two"),
      ".pi/settings.json": JSON.stringify({ skills: ["../more"] }),
      "more/three/SKILL.md": skill("three"),
      ".claude/commands/four.md": "Do it.\n",
    });
    const { brings } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(brings.skills.map((each) => each.name).sort()).toEqual(["four", "one", "three", "two"]);
  });

  test("links that lead out of the project, at any depth", () => {
    const box = new Sandbox({ "../outside/far/SKILL.md": skill("far") });
    mkdirSync(join(box.directory, "project/packages/a/.agents/skills"), { recursive: true });
    symlinkSync(join(box.directory, "outside/far"), join(box.directory, "project/packages/a/.agents/skills/far"));
    const { brings } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(brings.skills.map((each) => each.name)).toEqual(["far"]);
  });

  test("repositories inside it, settings, registries and the policy", () => {
    const box = new Sandbox({
      "vendor/dep/.git/HEAD": "ref: refs/heads/main\n",
      "vendor/tree/.git": "gitdir: elsewhere\n",
      ".skillwright/config.yaml": "disable: [old]\nlimits: { max_depth: 9 }\n",
      ".skillwright/policy.yaml": "default: deny\n",
      "package.json": "{}",
      ".npmrc": "@acme:registry=https://npm.example/\n",
    });
    const { stderr } = box.run(["trust"]);
    for (const line of [
      "and 2 repositories inside it:",
      "  vendor/dep",
      "  vendor/tree",
      '  disable: ["old"] (.skillwright/config.yaml)',
      "  limits.max_depth: 9 (.skillwright/config.yaml)",
      '  @acme:registry: "https://npm.example/" (.npmrc)',
      "and a policy, in .skillwright/policy.yaml; it can only forbid",
    ])
      expect(stderr.split("\n")).toContain(line);
  });

  test("the lists are bounded, and end with the count of the rest", () => {
    const files: Record<string, string> = {};
    for (let at = 0; at < 60; at++) {
      files[`r${at}/.git/HEAD`] = "x\n";
      files[`r${at}/.agents/skills/k${at}/SKILL.md`] = skill(`k${at}`);
    }
    const lines = new Sandbox(files).run(["trust"]).stderr.split("\n");
    expect(lines.filter((line) => /… \d+ more/.test(line))).toEqual(["  … 10 more", "  … 10 more"]);
  });

  test("a search that ends at a limit says so", () => {
    const files: Record<string, string> = {};
    for (let at = 0; at < 2100; at++) files[`d${at}/x`] = "";
    expect(new Sandbox(files).run(["trust"]).stderr).toContain("directories that were not searched");
  });
});

describe("[T2] trust in the home", () => {
  test.each([
    ["as it is", (home: string) => home],
    ["with a slash", (home: string) => `${home}/`],
    ["with a dot", (home: string) => `${home}/.`],
    ["through its parent", (home: string) => `${home}/../home`],
    ["through a link", (home: string) => `${home}/../link`],
  ])("covers no project below it: HOME %s", (_, name) => {
    const box = new Sandbox({ "~/clone/.git/HEAD": "x\n", "~/clone/.agents/skills/evil/SKILL.md": skill("evil") });
    const home = join(box.directory, "home");
    symlinkSync(home, join(box.directory, "link"));
    const options = { env: { HOME: name(home) } };
    expect(box.run(["trust", home, "--yes"], options).code).toBe(0);
    for (const cwd of [`${home}/clone`, join(box.directory, "link/clone")]) {
      expect(box.run(["catalog", "--cwd", cwd], options).stdout).not.toContain("evil");
      expect(box.run(["load", "evil", "--cwd", cwd], options).stderr).toContain("SK501");
    }
  });
});
