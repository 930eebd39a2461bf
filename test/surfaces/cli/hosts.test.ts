import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import type { RemedyStep } from "../../../src/hosts/views/remedies/find-remedy.ts";
import { applySteps } from "../../hosts/views/apply-steps.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const LONG = "n".repeat(65);
const OPEN = "---\nname: open\ndescription: Never closed. Use when never.\n\nText\n";

/** A project with directories of several hosts, on a machine with two of the hosts. */
const tree = {
  ".agents/skills/pdf/SKILL.md": skill("pdf"),
  ".agents/skills/open/SKILL.md": OPEN,
  ".agents/skills/team/deep/SKILL.md": skill("deep"),
  ".agents/skills/.hidden/lost/SKILL.md": skill("lost"),
  ".claude/skills/pdf/SKILL.md": skill("pdf", "The other one. Use when never."),
  ".claude/skills/other/SKILL.md": skill("named"),
  ".claude/skills/quiet/SKILL.md": skill("quiet", undefined, "disable-model-invocation: true\n"),
  [`.claude/skills/${LONG}/SKILL.md`]: skill(LONG, "Has a long name. Use when names are long."),
  ".claude/commands/git/commit.md": "---\ndescription: Commits the work.\n---\nCommit it.\n",
  "packages/web/.claude/skills/nested/SKILL.md": skill("nested"),
  "~/.claude/skills/notes/SKILL.md": skill("notes"),
  "~/.codex/config.toml": "",
  "~/.cursor/x": "",
};

describe("list --host", () => {
  const lines = (name: string): string =>
    skill(name, `|\n  The first line of ${name}.\n  ${"More words about it. ".repeat(30)}`);
  const names = ["one", "two", "three", "four"];
  const sandbox = new Sandbox(
    Object.fromEntries(names.map((name) => [`~/.agents/skills/${name}/SKILL.md`, lines(name)])),
  );
  const coverages = (args: readonly string[]): unknown[] => {
    const { skills } = sandbox.json(["list", "--host", "qwen-code", ...args]) as { skills: { coverage?: string }[] };
    return skills.map(({ coverage }) => coverage);
  };

  test("[V9] marks each skill that the host's list for a model does not show in full", () => {
    expect(coverages([])).toEqual(names.map(() => "shortened"));
    const { entries } = sandbox.json(["catalog", "--host", "qwen-code"]) as { entries: { coverage: string }[] };
    expect(entries.map(({ coverage }) => coverage)).toEqual(coverages([]));
    expect(sandbox.run(["list", "--host", "qwen-code"]).stdout).toContain(
      "in the host's list for a model: 4 shortened (`skillwright catalog --host qwen-code` prints this list)\n",
    );
  });

  test("[V9] marks no skill of a host without a budget", () => {
    const { stdout } = sandbox.run(["list", "--host", "opencode"]);
    expect(stdout).toContain("4 skills");
    expect(stdout).not.toContain("in the host's list");
  });
});

describe("hosts", () => {
  test("[V17] [V14] lists every profile, its version, how sure it is, and whether it is here", () => {
    expect(new Sandbox(tree).run(["hosts"])).toMatchSnapshot();
  });

  test("[O1] --json", () => {
    const { hosts } = new Sandbox(tree).json(["hosts"]) as { hosts: Record<string, unknown>[] };
    expect(hosts.map((host) => host["name"])).toEqual(PROFILES.map((profile) => profile.name));
    expect(hosts.filter((host) => host["detected"]).map((host) => host["name"])).toEqual([
      "claude-code",
      "codex",
      "cursor",
    ]);
    expect(hosts.find((host) => host["name"] === "aider")).toEqual({
      name: "aider",
      title: "aider",
      version: "0.86",
      confidence: "documented",
      supported: false,
      detected: false,
      roots: [],
    });
    expect(hosts.find((host) => host["name"] === "pi")).toMatchSnapshot();
  });
});

describe("hosts --check", () => {
  const manifest = (version: string): Record<string, string> => ({
    "../lib/node_modules/@anthropic-ai/claude-code/package.json": JSON.stringify({
      name: "@anthropic-ai/claude-code",
      version,
    }),
  });
  /** A machine with a program `claude` from npm, which must not be started. */
  function machineWith(version: string): Sandbox {
    const box = new Sandbox({ ...tree, ...manifest(version), "~/.claude/skills/pdf/SKILL.md": skill("pdf") });
    const program = join(box.directory, "lib/node_modules/@anthropic-ai/claude-code/cli.js");
    writeFileSync(program, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    mkdirSync(join(box.directory, "bin"));
    symlinkSync(program, join(box.directory, "bin", "claude"));
    return box;
  }

  test("[V31] shows versions, and the skills that two versions treat differently", () => {
    expect(machineWith("2.1.197").run(["hosts", "--check"])).toMatchSnapshot();
  });

  test.each([
    ["2.1.328", "verified"],
    ["2.1.197", "verified"],
    ["2.1.300", "other"],
    ["9.0.0", "newer"],
    ["none", "unknown"],
  ])("[V31] --json says that Claude Code %s is %s", (version, state) => {
    const { hosts } = machineWith(version).json(["hosts", "--check"]) as { hosts: Record<string, unknown>[] };
    expect(hosts.map(({ name, state: each }) => [name, each])).toEqual([
      ["claude-code", state],
      ["codex", "unknown"],
      ["cursor", "unverified"],
    ]);
    const installed = version === "none" ? null : version;
    expect(hosts[0]).toMatchObject({ installed, program: expect.stringMatching(/\/bin\/claude$/) });
    expect(hosts[1]).toMatchObject({ installed: null, program: null });
  });

  const NEWER = /Claude Code 9\.0\.0 is newer than 2\.1\.328, which was verified/g;

  test.each([
    ["list", "--host", "claude-code"],
    ["catalog", "--host", "claude-code"],
    ["budget", "--host", "claude-code"],
    ["search", "notes", "--host", "claude-code"],
    ["matrix"],
    ["explain", "notes"],
    ["explain", "notes", "--all-hosts"],
    ["status"],
    ["doctor"],
    ["mcp", "--host", "claude-code"],
  ])("[V17] %s %s %s reports a newer version once", (...words) => {
    const { stdout, stderr } = machineWith("9.0.0").run(words.filter(Boolean), { input: "" });
    expect(`${stdout}${stderr}`.match(NEWER)).toHaveLength(1);
    const { stdout: quiet, stderr: silent } = machineWith("2.1.328").run(words.filter(Boolean), { input: "" });
    expect(`${quiet}${silent}`).not.toContain("SK760");
  });

  test.each([
    ["list", "--host", "claude-code"],
    ["matrix"],
    ["explain", "notes"],
    ["explain", "notes", "--all-hosts"],
    ["doctor"],
  ])("[V17] %s %s %s --json has it as a finding", (...words) => {
    const { diagnostics } = machineWith("9.0.0").json(words.filter(Boolean)) as { diagnostics: { code: string }[] };
    expect(diagnostics.filter(({ code }) => code === "SK760")).toHaveLength(1);
  });

  test("[V31] --json has what each version makes of a skill", () => {
    const { hosts } = machineWith("2.1.328").json(["hosts", "--check"]) as {
      hosts: { changes: { from: string; to: string; skills: { name: string; before: object; after: object }[] }[] }[];
    };
    const [change] = hosts[0]?.changes ?? [];
    expect([change?.from, change?.to]).toEqual(["2.1.197", "2.1.328"]);
    const find = (name: string): object | undefined => change?.skills.find((each) => each.name === name);
    expect(find("other")).toMatchObject({ before: { name: "other" }, after: { name: "other (named)" } });
    expect(find("pdf")).toMatchObject({ before: { state: "visible" }, after: { state: "overridden" } });
    expect(find("notes")).toBeUndefined();
  });

  test("[V31] says that no host is here", () => {
    expect(new Sandbox().run(["hosts", "--check"])).toEqual({
      code: 0,
      stdout: "no host was found on this machine\n",
      stderr: "",
    });
  });
});

describe("matrix", () => {
  test("[V14] as text", () => {
    expect(new Sandbox(tree).run(["matrix", "--no-default-skills"])).toMatchSnapshot();
  });

  test("[O1] as JSON", () => {
    const box = new Sandbox(tree);
    const { code, stdout, stderr } = box.run(["matrix", "--hosts", "claude-code,codex", "--json"]);
    expect({ code, stderr, ...(JSON.parse(stdout) as object) }).toMatchSnapshot();
  });

  test("[V17] of all hosts that are known: a cell for each pair", () => {
    const { hosts, skills } = new Sandbox(tree).json(["matrix", "--hosts", "every"]) as {
      hosts: { name: string }[];
      skills: { cells: { host: string }[] }[];
    };
    const names = PROFILES.map((profile) => profile.name);
    expect(hosts.map((host) => host.name)).toEqual(names);
    for (const { cells } of skills) expect(cells.map((cell) => cell.host)).toEqual(names);
  });

  test("as a page that needs nothing else, in which no skill can say anything", () => {
    const hostile = "\"><script>alert(1)</script>' onmouseover=x &amp; \u202e";
    const box = new Sandbox({
      ...tree,
      ".agents/skills/evil/SKILL.md": `---\nname: ${JSON.stringify(hostile)}\ndescription: Evil. Use when never.\n---\nText\n`,
      [`.claude/skills/<img src=x onerror=alert(2)>/SKILL.md`]: skill("image"),
    });
    const ran = box.run(["matrix", "--hosts", "claude-code,codex,cursor", "--html", "out.html"]);
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "wrote <tmp>/project/out.html\n" });
    const page = readFileSync(box.path("out.html"), "utf8");
    const { skills } = box.json(["matrix", "--hosts", "claude-code,codex,cursor"]) as { skills: unknown[] };
    expect(page.match(/<td /g)).toHaveLength(skills.length * 3);
    expect(page.match(/<tr>/g)).toHaveLength(skills.length + 1);
    expect(page).not.toMatch(/<script|<img|<link|<iframe|@import|url\(|https?:|\u202e/i);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("&#60;script&#62;");
    expect(page).toMatch(/Cursor<\/span><small>[^<]*<br>reported, not verified/);
    expect(box.hide(page.replace(/<style>[\s\S]*<\/style>/, "<style></style>"))).toMatchSnapshot();
  });
});

describe("[V1] list --host", () => {
  /** In an untrusted folder, our own reason would hide the host's reason. */
  const trusted = (files: Readonly<Record<string, string>>): Sandbox => {
    const box = new Sandbox(files);
    box.run(["trust", "--yes"]);
    return box;
  };

  test("[T1] skills of a folder that is not trusted are there, and withheld", () => {
    const listed = (box: Sandbox, host: string): Record<string, unknown>[] =>
      box.json(["list", "--host", host])["skills"] as Record<string, unknown>[];
    for (const host of ["claude-code", "codex", "opencode", "gemini-cli", "pi"]) {
      const before = listed(new Sandbox(tree), host);
      expect(before.map(({ name }) => name)).toEqual(listed(trusted(tree), host).map(({ name }) => name));
      const project = before.filter(({ scope }) => scope === "repo");
      expect(project.length).toBeGreaterThan(0);
      for (const { offered, withheld } of project)
        expect([host, offered, withheld]).toEqual([
          host,
          false,
          { code: "SK501", reason: "the folder is not trusted" },
        ]);
    }
  });

  test.each(["claude-code", "codex", "opencode", "gemini-cli", "pi"])("%s", (host) => {
    expect(trusted(tree).run(["list", "--all", "--host", host])).toMatchSnapshot();
  });

  test("as JSON: names and descriptions are the host's", () => {
    const { host, skills } = trusted(tree).json(["list", "--host", "claude-code"]) as {
      host: string;
      skills: { name: string; description: string; offered: boolean }[];
    };
    expect([host, skills.map(({ name, offered }) => `${name}${offered ? "" : " (withheld)"}`)]).toEqual([
      "claude-code",
      ["notes", LONG, "other", "pdf", "quiet (withheld)", "nested (withheld)", "git:commit"],
    ]);
  });

  test("[V2] --add-dir is Claude Code's", () => {
    const box = trusted({ ...tree, "../elsewhere/.claude/skills/added/SKILL.md": skill("added") });
    const names = (args: string[]): string[] =>
      (box.json(["list", ...args])["skills"] as { name: string }[]).map((each) => each.name);
    expect(names(["--host", "claude-code"])).not.toContain("added");
    expect(names(["--host", "claude-code", "--add-dir", "../elsewhere"])).toContain("added");
    expect(names(["--host", "codex", "--add-dir", "../elsewhere"])).not.toContain("added");
  });

  test("[V13] skills.paths of opencode.json", () => {
    const box = trusted({
      "more/listed/SKILL.md": skill("listed"),
      "opencode.json": '{ "skills": { "paths": ["more"] } }',
    });
    expect(box.run(["list", "--host", "opencode"])).toMatchSnapshot();
    expect(box.run(["explain", "listed", "--hosts", "opencode,pi"])).toMatchSnapshot();
  });

  test("[V14] every command reports an unverified profile", () => {
    const box = new Sandbox(tree);
    for (const args of [
      ["list"],
      ["list", "--json"],
      ["list", "--roots"],
      ["list", "--all"],
      ["doctor"],
      ["explain", "--details", "pdf"],
    ])
      expect([args, box.run([...args, "--host", "cursor"]).stderr]).toEqual([
        args,
        "documented, not verified: cursor\n",
      ]);
    for (const args of [
      ...[
        ["search", "pdf"],
        ["explain", "--message", "/pdf"],
        ["catalog"],
        ["run"],
        ["load", "pdf"],
        ["budget"],
        ["list", "--usage"],
        ["eval"],
      ],
      ["compile", "pdf", "--to", "codex"],
    ])
      expect([args, box.run([...args, "--host", "cursor"]).stderr.split("\n")]).toEqual([
        args,
        expect.arrayContaining(["documented, not verified: cursor"]),
      ]);
    expect(box.run(["budget", "--hosts", "codex,cursor,roo-code"]).stderr).toBe(
      "documented, not verified: cursor, roo-code\n",
    );
    expect(box.run(["compile", "pdf", "--to", "roo-code"]).stderr).toContain("documented, not verified: roo-code\n");
    for (const args of [["explain", "pdf"], ["matrix"]])
      expect(box.run([...args, "--host", "cursor"]).stdout).toContain("documented, not verified");
    expect(box.run(["check", "--target", "cursor"]).stdout).toContain("(documented, not verified)");
    expect(box.run(["list", "--host", "codex"]).stderr).toBe("");
  });

  test("a host without skills has none", () => {
    expect(trusted(tree).run(["list", "--host", "aider"])).toMatchSnapshot();
    expect(trusted(tree).run(["explain", ".agents/skills/pdf", "--host", "aider"])).toMatchSnapshot();
  });
});

describe("list", () => {
  test("[V17] [V14] a column for each host on this machine", () => {
    expect(new Sandbox(tree).run(["list", "--no-default-skills"])).toMatchSnapshot();
  });

  test("--hosts names the columns, and `none` leaves them out", () => {
    const box = new Sandbox(tree);
    expect(box.run(["list", "--hosts", "all"])).toMatchSnapshot("all");
    expect(box.run(["list", "--hosts", "none", "--no-default-skills"])).toMatchSnapshot("none");
    const { skills } = box.json(["list", "--hosts", "codex,pi"]) as { skills: { name: string; hosts: object[] }[] };
    expect(skills.map(({ name, hosts }) => [name, hosts.length])).toEqual(skills.map(({ name }) => [name, 2]));
    expect(skills.find(({ name }) => name === "pdf")?.hosts).toMatchSnapshot("json");
  });

  test("where every cell is plain there is nothing to explain", () => {
    const box = new Sandbox({ "~/.claude/skills/notes/SKILL.md": skill("notes") });
    expect(box.run(["list", "--no-default-skills"])).toMatchSnapshot();
  });
});

describe("explain", () => {
  test.each(["pdf", "open", "named", "lost", "git:commit", "nested"])("[V5] %s --all-hosts", (name) => {
    expect(new Sandbox(tree).run(["explain", name, "--all-hosts"])).toMatchSnapshot();
  });

  test.each([
    [["pdf", "--host", "codex"]],
    [[".claude/skills/other", "--host", "claude-code"]],
    [[LONG, "--hosts", "claude-code,codex,cursor"]],
    [["nthing", "--host", "codex"]],
    [["pfd", "--all-hosts"]],
  ])("%j", (args) => {
    expect(new Sandbox(tree).run(["explain", ...args])).toMatchSnapshot();
  });

  test("[O1] --json, for one host and for those on this machine", () => {
    const box = new Sandbox(tree);
    expect(box.json(["explain", "lost", "--host", "codex"])).toMatchSnapshot("one");
    expect(box.json(["explain", "lost", "--all-hosts"])["answers"]).toHaveLength(10);
    const { hosts } = box.json(["explain", "lost"]) as { hosts: { host: string; code: string }[] };
    expect(hosts.map(({ host, code }) => [host, code])).toEqual([
      ["claude-code", "SK701"],
      ["codex", "SK703"],
      ["cursor", "SK703"],
    ]);
  });

  test("[V5] the steps of a fix make the next answer `visible`", () => {
    const box = new Sandbox(tree);
    const ask = (): { state: string; fix: { steps: RemedyStep[] } | null } | undefined =>
      (
        JSON.parse(
          box.run(["explain", "lost", "--host", "codex", "--json"]).stdout.replaceAll("<tmp>", box.directory),
        ) as {
          answers: { state: string; fix: { steps: RemedyStep[] } | null }[];
        }
      ).answers[0];
    expect(ask()?.state).toBe("not-searched");
    applySteps(ask()?.fix?.steps ?? []);
    expect(ask()).toMatchObject({ state: "visible", fix: null });
    expect(existsSync(box.path(".agents/skills/lost/SKILL.md"))).toBe(true);
  });

  test("[V5] reading a fix writes nothing", () => {
    const box = new Sandbox(tree);
    const before = box.json(["matrix"]);
    box.run(["explain", "open", "--all-hosts"]);
    expect(box.json(["matrix"])).toEqual(before);
  });
});

test("[V17] doctor says how much each host on this machine sees", () => {
  const box = new Sandbox({
    ".agents/skills/pdf/SKILL.md": skill("pdf"),
    "~/.claude/x": "",
    "~/.codex/x": "",
    "~/.cursor/x": "",
  });
  expect(box.run(["doctor", "--no-default-skills"])).toMatchSnapshot();
  expect(box.json(["doctor", "--no-default-skills"])["hosts"]).toMatchSnapshot();
});

describe("check --target", () => {
  const files = {
    [`skills/${LONG}/SKILL.md`]: skill(LONG, "Has a long name. Use when names are long."),
    "skills/open/SKILL.md": OPEN,
    "skills/short/SKILL.md": "---\nname: short\ndescription: Closed by its end. Use when short.\n",
    "skills/other/SKILL.md": skill("named"),
    "skills/fields/SKILL.md": skill(
      "fields",
      "Does named work well. Use when somebody asks for named.",
      "model: small\nwhen_to_use: always\n",
    ),
  };

  test("[V21] keeps the specification, the hosts and advice apart", () => {
    expect(new Sandbox(files).run(["check", "skills", "--target", "claude-code,codex@0.166"])).toMatchSnapshot();
  });

  test("[V21] a file that is never closed is rejected, loaded, or loaded with `---` as its description", () => {
    const { diagnostics } = new Sandbox(files).json(["check", "skills/short", "--target", "all"]) as {
      diagnostics: { code: string; message: string }[];
    };
    expect(
      diagnostics.filter(({ code }) => code.startsWith("SK7")).map(({ code, message }) => `${code} ${message}`),
    ).toMatchSnapshot();
  });

  test("[V21] a name of 65 characters is fine in Claude Code and rejected in Codex", () => {
    const box = new Sandbox(files);
    const codes = (target: string): string[] =>
      (box.json(["check", `skills/${LONG}`, "--target", target])["diagnostics"] as { code: string }[]).map(
        (each) => each.code,
      );
    expect([codes("claude-code"), codes("codex")]).toEqual([["SK105"], ["SK718", "SK105"]]);
  });

  test("[V14] hosts that are not verified, and one without skills", () => {
    expect(new Sandbox(files).run(["check", "skills/other", "--target", "cursor,aider,roo-code"])).toMatchSnapshot();
  });

  test.each(["sarif", "github"])("--format %s has what hosts do", (format) => {
    const { code, stdout } = new Sandbox(files).run(["check", "skills/open", "--target", "codex", "--format", format]);
    expect([code, stdout.includes("SK713")]).toEqual([1, true]);
  });
});

describe("[V17] hosts that there are not", () => {
  test.each([
    [["list", "--host", "codexx"]],
    [["list", "--host", "codex@9"]],
    [["matrix", "--hosts", "codex,nope"]],
    [["matrix", "--hosts", "codex@9"]],
    [["explain", "pdf", "--host", "nope"]],
    [["check", "--target", "codex@0.1"]],
    [["list", "--host", "nope", "--json"]],
  ])("%j", (args) => {
    const { code, stdout, stderr } = new Sandbox(tree).run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/SK305/);
    if (args.includes("codex@9") || args.includes("codex@0.1")) expect(stderr).toContain("codex@0.166.0");
    else expect(stderr).toContain("`claude-code`");
  });
});

describe("manners", () => {
  test("[O14] names of hosts complete", () => {
    const box = new Sandbox();
    expect(box.run(["__complete", "list", "--host", "co"]).stdout).toBe("codex\ncopilot-cli\n");
    expect(box.run(["__complete", "check", "--target", "codex,cl"]).stdout).toBe("codex,claude-code\ncodex,cline\n");
    expect(box.run(["__complete", "matrix", "--hosts", "a"]).stdout).toBe("aleph\naider\nall\n");
    expect(box.run(["__complete", "explain", "--hosts", "ev"]).stdout).toBe("every\n");
  });

  test.each(["matrix", "hosts"])("[O14] %s --help teaches by examples", (command) => {
    const { code, stdout } = new Sandbox().run([command, "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/usage: skillwright [\s\S]*Examples:\n {2}\S/)]);
  });

  test("[O4] a name cannot send control sequences through any host", () => {
    const box = new Sandbox({
      ".agents/skills/evil/SKILL.md":
        '---\nname: "e\\e[31mvil\\u202e"\ndescription: "a\\u001b]0;title\\u0007b. Use when."\n---\nText\n',
      ".claude/skills/e\u001b[31m/SKILL.md": skill("evil"),
      "~/.claude/x": "",
      "~/.codex/x": "",
    });
    for (const args of [
      ["matrix", "--hosts", "every"],
      ["list"],
      ["list", "--host", "codex"],
      ["list", "--host", "claude-code"],
      ["explain", ".agents/skills/evil", "--hosts", "every"],
      ["doctor"],
      ["check", "--target", "every"],
    ]) {
      const { stdout, stderr } = box.run(args);
      expect([args, /[\x00-\x08\x0b-\x1f\x7f\u202e]/.exec(stdout + stderr)]).toEqual([args, null]);
    }
  });

  test("[O15] they write nothing", async () => {
    const { readdirSync } = await import("node:fs");
    const box = new Sandbox(tree);
    const before = readdirSync(box.directory, { recursive: true }).sort();
    for (const args of [
      ["hosts"],
      ["matrix"],
      ["explain", "pdf", "--all-hosts"],
      ["list", "--host", "codex"],
      ["check", "--target", "all"],
    ])
      box.run(args);
    expect(readdirSync(box.directory, { recursive: true }).sort()).toEqual(before);
  });

  test("[V1] twice the same, to the byte", () => {
    const box = new Sandbox(tree);
    for (const args of [
      ["matrix", "--hosts", "every", "--json"],
      ["explain", "pdf", "--hosts", "every"],
    ])
      expect(box.run(args)).toEqual(box.run(args));
  });
});
