/** Trust covers a folder and everything below it, for every host. `trust` lists all of it before the user confirms. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { surveyProject, trustSurveyed } from "../../../src/ops/trust/survey-project.ts";
import { nodeEnvironment, packageRoot } from "../../../src/platform/environment.ts";
import { OTHER_PROJECT_FILES } from "../../../src/session/dependencies/mcp/mcp-hosts.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

/** Every directory of a project that some host searches. */
const ROOTS = [
  ...new Set(
    PROFILES.flatMap(({ roots }) =>
      roots.flatMap(({ path }) => /^\{(?:project|cwd|root|below)\}\/([^{}*]+)$/.exec(path)?.[1] ?? []),
    ),
  ),
].sort();

interface Brought {
  readonly survey: {
    readonly skills: readonly { readonly name: string; readonly directory: string }[];
    readonly ownSkills: number;
    readonly addedSkills: number;
    readonly elsewhereSkills: number;
    readonly repositories: readonly string[];
    readonly settings: readonly { readonly key: string; readonly value: string }[];
    readonly policy?: string;
    readonly searchesMore: boolean;
  };
}

describe("[T10] trust names what it covers below the folder", () => {
  test.each(ROOTS)("skills in %s, at the top, in a package and in a vendored repository", (root) => {
    const names = ["top", "packages/a", "vendor/dep"];
    const files = names.map((base, at) => [`${at === 0 ? "" : `${base}/`}${root}/s${at}/SKILL.md`, skill(`s${at}`)]);
    const box = new Sandbox({ ...Object.fromEntries(files), "vendor/dep/.git/HEAD": "x\n" });
    const { survey } = box.json(["trust", "--yes"]) as unknown as Brought;
    // Compares the directory instead of the name, because in a directory of commands, some hosts call this file `s0:SKILL`.
    expect(survey.skills.map((each) => basename(each.directory)).sort()).toEqual(["s0", "s1", "s2"]);
    expect(survey.repositories.map(box.hide.bind(box))).toEqual(["<tmp>/project/vendor/dep"]);
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
    const { survey } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(survey.skills.map((each) => each.name).sort()).toEqual(["four", "one", "three", "two"]);
  });

  test("links that lead out of the project, at any depth", () => {
    const box = new Sandbox({ "../outside/far/SKILL.md": skill("far") });
    mkdirSync(join(box.directory, "project/packages/a/.agents/skills"), { recursive: true });
    symlinkSync(join(box.directory, "outside/far"), join(box.directory, "project/packages/a/.agents/skills/far"));
    const { survey } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(survey.skills.map((each) => each.name)).toEqual(["far"]);
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
      "and 2 repositories inside the project:",
      "  vendor/dep",
      "  vendor/tree",
      '  disable: ["old"] (.skillwright/config.yaml)',
      "  limits.max_depth: 9 (.skillwright/config.yaml)",
      '  @acme:registry: "https://npm.example/" (.npmrc)',
      "and a policy, in .skillwright/policy.yaml; it can only forbid",
    ])
      expect(stderr.split("\n")).toContain(line);
  });

  test("settings of other hosts: sites, MCP servers, hooks of plugins, and files that decide what hosts see", () => {
    const hook = (command: string): string => JSON.stringify({ hooks: { Stop: [{ command, bash: `${command} b` }] } });
    const box = new Sandbox({
      "opencode.json": JSON.stringify({
        skills: { urls: ["https://site.example/"] },
        mcp: { one: { type: "local", command: ["run-one", "-x"] } },
      }),
      ".mcp.json": JSON.stringify({
        mcpServers: { two: { command: "run-two" }, "t\u001b[2J": { url: "https://a.example" } },
      }),
      ".codex/config.toml": '[mcp_servers.three]\ncommand = "run-three"\n',
      "packages/a/opencode.json": JSON.stringify({ skills: { urls: ["https://inner.example/"] } }),
      ".github/hooks/h.json": hook("copilot"),
      "plugs/p/hooks/hooks.json": hook("plugin"),
      ".gemini/extensions/e/hooks/hooks.json": hook("extension"),
      "plugs/p/hooks/other.json": "{}",
      ".claude/settings.json": JSON.stringify({ skillOverrides: { one: "off" } }),
    });
    const lines = box.run(["trust"]).stderr.split("\n");
    const from = lines.indexOf("and settings in other files; Skillwright starts no MCP server of another host:");
    expect(lines.slice(from, -3)).toEqual([
      "and settings in other files; Skillwright starts no MCP server of another host:",
      '  skills.urls: ["https://site.example/"] (opencode.json)',
      '  mcpServers.two: {"command":"run-two","args":[]} (.mcp.json)',
      '  mcpServers.t\\u{1b}[2J: {"url":"https://a.example"} (.mcp.json)',
      '  mcp_servers.three: {"command":"run-three","args":[]} (.codex/config.toml)',
      '  mcp.one: {"command":"run-one","args":["-x"]} (opencode.json)',
      '  skills.urls: ["https://inner.example/"] (packages/a/opencode.json)',
      "and files that decide which skills other hosts see:",
      "  .claude/settings.json",
      "  opencode.json",
      "  packages/a/opencode.json",
      "and 6 hooks of other hosts, which Skillwright does not run:",
      "  Stop: extension (.gemini/extensions/e/hooks/hooks.json)",
      "  Stop: extension b (.gemini/extensions/e/hooks/hooks.json)",
      "  Stop: copilot (.github/hooks/h.json)",
      "  Stop: copilot b (.github/hooks/h.json)",
      "  Stop: plugin (plugs/p/hooks/hooks.json)",
      "  Stop: plugin b (plugs/p/hooks/hooks.json)",
    ]);
  });

  test.each([".claude/settings.local.json", ".cursor/hooks.json", ".codex/hooks.json"])(
    "hooks in %s that cannot be read now",
    (path) => {
      const box = new Sandbox({ [`${path}/x`]: "" });
      expect(box.run(["trust"]).stderr.split("\n")).toContain(
        `  an event that cannot be read: a command that cannot be read (${path})`,
      );
    },
  );

  test.each(Object.entries(OTHER_PROJECT_FILES))("MCP servers of other hosts in %s, at every depth", (file, key) => {
    const directories = ["", "packages/a/", "vendor/dep/"];
    const server = (at: number): string =>
      JSON.stringify({
        [key]: { [`s${at}`]: { command: `run-${at}` }, [`u${at}`]: { url: `https://h${at}.example` } },
      });
    const files = directories.map((directory, at) => [`${directory}${file}`, server(at)]);
    const box = new Sandbox({ ...Object.fromEntries(files), "vendor/dep/.git/HEAD": "x\n" });
    const lines = box.run(["trust"]).stderr.split("\n");
    for (const [at, directory] of directories.entries()) {
      expect(lines).toContain(`  ${key}.s${at}: {"command":"run-${at}","args":[]} (${directory}${file})`);
      expect(lines).toContain(`  ${key}.u${at}: {"url":"https://h${at}.example"} (${directory}${file})`);
    }
  });

  test("the console has every part of the list that HTTP returns", () => {
    const { survey } = new Sandbox({
      ".skillwright/config.yaml": "mcp: { s: { command: run } }\n",
      ".skillwright/policy.yaml": "default: deny\n",
    }).json(["trust", "--yes"]) as unknown as Brought;
    const page = readFileSync(join(packageRoot(), "src/surfaces/console/parts/trust.tsx"), "utf8");
    const parts = Object.keys(survey).filter((key) => !["schema", "trusted"].includes(key));
    expect(parts.length).toBeGreaterThan(15);
    expect(parts.filter((key) => !new RegExp(`\\b${key}\\b`).test(page))).toEqual([]);
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

  test("a search that ends at a limit reports it", () => {
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

describe("[T10] trust names the settings of directories below the folder", () => {
  const registry = "registry=http://127.0.0.1:9/NAME\n";
  const agent = "---\nname: Far\ndescription: does it\n---\nYou do it.\n";
  const hook = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: "./NAME.sh" }] }] } });
  const own =
    'roots: [../../../outside]\ngit_host: http://127.0.0.1:9\nmcp: { far: { command: run, env: { A: "s3cret${KEY}" } } }\n';
  const repository = { ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "" };
  const settings: Readonly<Record<string, string>> = {
    "package.json": "{}",
    ".npmrc": registry,
    ".skillwright/agents/far/AGENT.md": agent,
    ".claude/settings.json": hook,
    "opencode.json": JSON.stringify({ skills: { paths: ["../../../elsewhere"] } }),
  };
  const outside = { "../outside/one/SKILL.md": skill("one"), "../elsewhere/two/SKILL.md": skill("two") };

  test.each(["packages/a", ".hidden/b", "vendor/deep/er"])("in the package %s", (place) => {
    const box = new Sandbox(outside);
    for (const [name, text] of Object.entries(settings)) box.write({ [`${place}/${name}`]: text });
    const { survey } = box.json(["trust", "--yes"]) as unknown as Brought;
    expect(survey).toMatchObject({
      settings: [{ key: "registry", value: '"http://127.0.0.1:9/NAME"' }],
      agents: [`${place}/.skillwright/agents/far/AGENT.md`],
      hooks: [{ event: "Stop", command: "./NAME.sh" }],
    });
  });

  test("in a repository, with its servers but without the values of their variables", () => {
    const box = new Sandbox(outside);
    const files = { ...settings, ...repository, ".skillwright/config.yaml": own };
    for (const [name, text] of Object.entries(files)) box.write({ [`vendor/dep/${name}`]: text });
    const { stderr } = box.run(["trust"]);
    for (const word of [
      "git_host",
      "registry",
      "far/AGENT.md",
      "./NAME.sh",
      "mcp.far",
      '"variables":["KEY"]',
      "  one ",
      "  two ",
    ])
      expect(stderr).toContain(word);
    expect(stderr).not.toContain("s3cret");
  });

  test("a yes does not hold after one of them changed", async () => {
    const box = new Sandbox({ "packages/a/package.json": "{}", "packages/a/.npmrc": registry });
    const load = { cwd: box.project, environment: { ...nodeEnvironment(), home: box.home, variables: {} } };
    const { survey } = await surveyProject(box.project, load);
    for (const change of [
      { "packages/a/.npmrc": "registry=http://127.0.0.1:8/\n" },
      { "packages/b/.skillwright/agents/x/AGENT.md": agent },
      { "packages/c/.claude/settings.json": hook },
      { "vendor/d/.git/HEAD": "x\n", "vendor/d/.skillwright/config.yaml": own },
    ]) {
      box.write(change);
      await expect(trustSurveyed(box.project, survey.digest, load)).rejects.toMatchObject({ code: "SK505" });
    }
  });

  test("a long value ends with the count of the rest", () => {
    const box = new Sandbox({ ".skillwright/config.yaml": `disable: [${"x".repeat(300)}, last]\n` });
    expect(box.run(["trust"]).stderr).toMatch(/^ {2}disable: \["x{198}… \(\d+ more characters\) /m);
  });

  test("more places than are read are reported", () => {
    const box = new Sandbox();
    for (let at = 0; at < 31; at++) box.write({ [`p${at}/.npmrc`]: "" });
    expect((box.json(["trust", "--yes"]) as unknown as Brought).survey.searchesMore).toBe(true);
  });
});
