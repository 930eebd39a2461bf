import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { onlyIf } from "../../needs.ts";
import { bin, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const tree = {
  ".agents/skills/pdf/SKILL.md": skill("pdf"),
  ".claude/skills/pdf/SKILL.md": skill("pdf", "The other one. Use when never."),
  ".claude/skills/broken/SKILL.md": "# Broken\n\nNo frontmatter here.\n",
  ".claude/skills/colon/SKILL.md": "---\nname: colon\ndescription: Use when: there is a colon\n---\nbody\n",
  ".claude/skills/mac/SKILL.md": skill(
    "mac",
    "For macs. Use when on a mac.",
    "eligibility:\n  os: [darwin]\n  required-bins: [no-such-program]\n",
  ),
  "~/.claude/skills/notes/SKILL.md": skill("notes"),
  "~/.config/skillwright/config.yaml": "disable:\n  - notes\n",
};

describe("list", () => {
  test("prints one line per skill and the counts", () => {
    const box = new Sandbox(tree);
    expect(box.run(["list", "--no-default-skills"])).toMatchSnapshot();
  });

  test("[C6] --all shows every file with its outcome", () => {
    expect(new Sandbox(tree).run(["list", "--all", "--no-default-skills"])).toMatchSnapshot();
  });

  test("[O1] --json prints the documented shape and nothing else", () => {
    const { code, stdout, stderr } = new Sandbox(tree).run(["list", "--json", "--no-default-skills"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect({ ...(JSON.parse(stdout) as object), revision: "" }).toMatchSnapshot();
  });

  test("--scope filters, and an unknown scope is a usage error", () => {
    const box = new Sandbox(tree);
    expect(box.run(["list", "--scope", "user", "--all", "--no-default-skills"]).stdout).toMatchSnapshot();
    expect(box.run(["list", "--scope", "nowhere"])).toMatchSnapshot();
  });

  test("--digest is the digest of the directory, and changes with a file", () => {
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    const digest = (): unknown =>
      (box.json(["list", "--digest", "--no-default-skills"])["skills"] as { digest: string }[])[0]?.digest;
    const before = digest();
    box.write({ ".agents/skills/pdf/scripts/run.sh": "echo\n" });
    expect([before, digest() === before]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), false]);
  });

  test("[C13] `show --digest` prints the digest that `list` has, and without `--digest` none", () => {
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    const { skills } = box.json(["list", "--digest", "--no-default-skills"]) as { skills: { digest: string }[] };
    const rows = (...args: string[]): string[] => {
      const { stdout } = box.run(["explain", "--details", "pdf", ...args]);
      return stdout.split("\n").filter((line) => line.startsWith("digest"));
    };
    expect([rows("--digest"), rows()]).toEqual([[`digest                    ${skills[0]?.digest}`], []]);
  });

  test("[O1] `check --format` takes its own formats alone", () => {
    expect(new Sandbox(tree).run(["check", "--format", "yaml\u001b[31m"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: `--format yaml\\u{1b}[31m` is not one of text, json, sarif, github\nhelp: see `skillwright check --help`\n",
    });
  });

  test("--digest: reports a skill that can have none, and shows the others", () => {
    const box = new Sandbox({
      ".agents/skills/pdf/SKILL.md": skill("pdf"),
      ".agents/skills/odd/SKILL.md": skill("odd"),
    });
    symlinkSync("/etc/hostname", box.path(".agents/skills/odd/link"));
    const { skills, diagnostics } = box.json(["list", "--digest", "--no-default-skills"]) as {
      skills: { name: string; digest?: string }[];
      diagnostics: { code: string; path: string; message: string }[];
    };
    expect(skills.map(({ name, digest }) => [name, typeof digest])).toEqual([
      ["odd", "undefined"],
      ["pdf", "string"],
    ]);
    expect(diagnostics.find(({ code }) => code === "SK304")).toMatchObject({
      path: "<tmp>/project/.agents/skills/odd/SKILL.md",
      message: "there is no digest: `<tmp>/project/.agents/skills/odd/link` is a link",
    });
  });

  test("[R7] --root adds a directory before all others, and a missing one is a warning", () => {
    const box = new Sandbox({ ...tree, "more/pdf/SKILL.md": skill("pdf", "From the extra root. Use when extra.") });
    const { skills } = box.json(["list", "--root", "more", "--no-default-skills"]) as {
      skills: { name: string; scope: string }[];
    };
    expect(skills.map(({ name, scope }) => `${name}@${scope}`)).toEqual(["pdf@extra", "colon@repo"]);
    expect(box.json(["list", "--root", "gone", "--no-default-skills"])["diagnostics"]).toContainEqual(
      expect.objectContaining({ code: "SK022" }),
    );
    expect(box.run(["list", "--root", "gone"]).stderr).toBe(
      "warning[SK022]: the root cannot be found (ENOENT): <tmp>/project/gone\n",
    );
  });

  test("[S4] `list` warns about a limit that kept skills out", () => {
    const box = new Sandbox({ ...tree, "more/1/2/3/4/5/6/7/deep/SKILL.md": skill("deep", "Is deep. Use when deep.") });
    const { code, stdout, stderr } = box.run(["list", "--root", "more"]);
    expect([code, stdout.includes("deep")]).toEqual([0, false]);
    expect(stderr).toBe(
      "warning[SK020]: the search stopped at `limits.max_depth` (6): at least 1 skill file was not considered: <tmp>/project/more\n",
    );
  });

  test("[R1] the embedded skills are part of it unless they are left out", () => {
    const box = new Sandbox();
    const names = (args: string[]): string[] =>
      (box.json(["list", ...args])["skills"] as { name: string }[]).map((each) => each.name);
    expect(names([])).toEqual(["skill-creator", "skill-doctor", "skill-installer"]);
    expect(names(["--no-default-skills"])).toEqual([]);
  });
});

describe("explain", () => {
  test.each([
    "pdf",
    "broken",
    "colon",
    "mac",
    "notes",
    "pfd",
    "nothing-like-it",
    ".claude/skills/pdf",
    "repo:.agents/skills/pdf",
  ])("[O7] %s", (asked) => {
    expect(new Sandbox(tree).run(["explain", asked, "--no-default-skills"])).toMatchSnapshot();
  });

  test("[O7] identical copies are named as such, with one fix", () => {
    const box = new Sandbox({
      ".agents/skills/pdf/SKILL.md": skill("pdf"),
      ".claude/skills/pdf/SKILL.md": skill("pdf"),
    });
    const { stdout } = box.run(["explain", "pdf", "--hosts", "claude-code,codex"]);
    expect(stdout).toContain("no fix is needed: the host sees the identical copy");
    expect(stdout).not.toContain("pdf-2");
    const neither = box.run(["explain", "pdf", "--hosts", "aleph"]).stdout;
    expect(neither.match(/add a symlink/g)).toHaveLength(1);
    expect(neither).toContain("the fix of the identical copy");
    box.run(["trust", "--yes"]);
    const explained = box.run(["explain", "pdf"]).stdout;
    expect(explained).toContain("; the two are identical\n");
    expect(explained).toContain(
      "help: remove this copy, then run `skillwright place pdf --apply` to link the other copy\n",
    );
    expect(explained).not.toContain("another name");
    const doctor = box.run(["doctor"]).stdout;
    expect(doctor).toContain("this one is overridden; the two are identical (SK202)");
    expect(doctor).toContain(
      "fix: remove this copy, then run `skillwright place pdf --apply` to link the other copy\n",
    );
    expect(doctor).not.toContain("another name");
  });

  test("[S2] names what the search passed over", () => {
    const box = new Sandbox({
      ".agents/skills/.hidden/lost/SKILL.md": skill("lost"),
      ".agents/skills/node_modules/dep/SKILL.md": skill("dep"),
      ".agents/skills/pdf/SKILL.md": skill("pdf"),
      ".agents/skills/pdf/scripts/inner/SKILL.md": skill("inner"),
      ".agents/skills/a/b/c/d/e/f/g/deep/SKILL.md": skill("deep"),
      ".agents/skills/.trash/x/SKILL.md": skill("by-its-own-name"),
    });
    for (const name of ["lost", "dep", "inner", "deep", "by-its-own-name"])
      expect(box.run(["explain", name, "--no-default-skills"]).stdout).toMatchSnapshot(name);
  });

  test("[O7] explains why a place of that name is not a skill; if nothing is found, lists what could not be seen", () => {
    const box = new Sandbox({
      ".agents/skills/pdf/SKILL.md": skill("pdf"),
      ".agents/skills/empty/notes.txt": "",
      ".agents/skills/a/b/c/d/e/f/g/deep/SKILL.md": skill("deep"),
    });
    symlinkSync("pdf", box.path(".agents/skills/alias"));
    symlinkSync("gone", box.path(".agents/skills/dangling"));
    symlinkSync("circle", box.path(".agents/skills/circle"));
    for (const asked of ["alias", ".agents/skills/dangling", "circle", "empty", "other", "./nowhere", "SK999"])
      expect(box.run(["explain", asked, "--no-default-skills"]).stdout).toMatchSnapshot(asked);
    expect(box.json(["explain", "other", "--no-default-skills"])["unread"]).toMatchSnapshot();
  });

  test("a code gets its page", () => {
    const { code, stdout } = new Sandbox().run(["explain", "sk104"]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, expect.stringMatching(/^# SK104/)]);
  });
});

describe("show, roots, status, config, doctor", () => {
  test.each([
    [["explain", "--details", "pdf"]],
    [["explain", "--details", "colon"]],
    [["list", "--roots"]],
    [["list", "--all"]],
    [["config"]],
    [["doctor"]],
  ])("%j", (args) => {
    const { stdout, ...others } = new Sandbox(tree).run([...args, "--no-default-skills"]);
    expect({ ...others, stdout: withoutColumns(stdout) }).toMatchSnapshot();
  });

  /** Removes runs of spaces, because the width of a column depends on the temporary directory's name. */
  function withoutColumns(text: string): string {
    return text.replaceAll(/^(\w+ +\S+) {2,}(?=\S+(?: skills?)?$)/gm, "$1  ");
  }

  test.each([
    [["explain", "--details", "pdf"]],
    [["list", "--roots"]],
    [["list", "--all"]],
    [["config"]],
    [["doctor"]],
    [["explain", "pdf"]],
    [["check"]],
  ])("[O1] %j --json is JSON of schema 1", (args) => {
    expect(new Sandbox(tree).json([...args, "--no-default-skills"])).toMatchObject({ schema: 2 });
  });

  test("[C3] show by path, id and name@scope addresses exactly one", () => {
    const box = new Sandbox(tree);
    for (const asked of [".claude/skills/pdf", ".claude/skills/pdf/SKILL.md", "repo:.claude/skills/pdf"]) {
      expect(box.json(["explain", "--details", asked, "--no-default-skills"])).toMatchObject({
        id: "repo:.claude/skills/pdf",
        state: "overridden",
      });
    }
    expect(box.json(["explain", "--details", "pdf@repo", "--no-default-skills"])).toMatchObject({
      id: "repo:.agents/skills/pdf",
    });
  });

  test("[K1] config says who set what", () => {
    const box = new Sandbox({ "~/.config/skillwright/config.yaml": "limits:\n  max_depth: 3\nnonsense: 1\nhost: 7\n" });
    const { values, diagnostics } = box.json(["config"], { env: { SKILLWRIGHT_PROJECT_ROOT_MARKERS: ".hg,.git" } }) as {
      values: { key: string }[];
      diagnostics: { code: string; line: number }[];
    };
    expect(values.filter(({ key }) => key === "limits.max_depth" || key === "project_root_markers")).toEqual([
      { key: "project_root_markers", value: [".hg", ".git"], from: "$SKILLWRIGHT_PROJECT_ROOT_MARKERS" },
      { key: "limits.max_depth", value: 3, from: "<tmp>/home/.config/skillwright/config.yaml:2" },
    ]);
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
      ["SK031", 3],
      ["SK032", 4],
    ]);
  });

  test("doctor fails when a skill is rejected, and not otherwise", () => {
    expect(new Sandbox(tree).run(["doctor"]).code).toBe(1);
    expect(new Sandbox().run(["doctor"]).code).toBe(0);
  });

  test("[O7] doctor shows the embedded skills only with --all", () => {
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    expect(box.run(["doctor"]).stdout).toMatch(
      /\n {2}1 skill .*\n.*\n.*\n {2}3 embedded skills of Skillwright not shown/,
    );
    expect(box.run(["doctor", "--all"]).stdout).toMatch(
      /\n {2}4 skills .*\n.*\n {2}3 files in .*\n.*--roots` shows all\n\n/,
    );
  });

  test.each([
    [["--host", "codex"], "Codex sees `pdf`."],
    [["--host", "claude-code"], "Claude Code does not see `pdf`: the host does not search this directory (SK701)."],
    [["--hosts", "codex,claude-code"], "Codex sees `pdf`, but Claude Code does not."],
    [["--hosts", "codex,opencode,pi"], "Codex, OpenCode and pi see `pdf`."],
    [["--hosts", "claude-code,aider"], "None of these 2 hosts sees `pdf`."],
    [
      ["--hosts", "codex,opencode,pi,gemini-cli,kimi-code,claude-code"],
      "Codex, OpenCode, pi and 2 more hosts see `pdf`, but Claude Code does not.",
    ],
  ])("[O7] explain with %j begins with a verdict", (options, verdict) => {
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    expect(box.run(["explain", "pdf", ...options]).stdout.split("\n")[0]).toBe(verdict);
  });
});

describe("manners", () => {
  test("[O14] help, version, a mistyped command, a mistyped option", () => {
    const box = new Sandbox();
    expect(box.run(["--help"])).toMatchSnapshot("overview");
    expect(box.run(["lsit"])).toMatchSnapshot("mistyped");
    expect(box.run(["list", "--jsn"])).toMatchSnapshot("option");
    expect(box.run(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(box.run([]).code).toBe(0);
  });

  test.each([
    "list",
    "show",
    "explain",
    "doctor",
    "config",
    "new",
    "check",
    "init",
    "enable",
    "disable",
    "trust",
    "completion",
  ])("[O14] %s --help teaches by examples", (command) => {
    const { code, stdout } = new Sandbox().run([command, "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/usage: skillwright [\s\S]*Examples:\n {2}\S/)]);
  });

  test("global options may precede the command", () => {
    const box = new Sandbox(tree);
    const after = box.run(["list", "--json", "--cwd", box.home, "--no-default-skills"]);
    expect(box.run(["--json", "--cwd", box.home, "--no-default-skills", "list"])).toEqual(after);
  });

  test("[O1] a file is not a directory to work in", () => {
    const box = new Sandbox({ file: "" });
    expect(box.run(["list", "--cwd", "file"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "error[SK024]: `file` is not a directory to work in\nhelp: check `--cwd`\n",
    });
  });

  test("[O1] exit codes: 0, 1, 2", () => {
    const box = new Sandbox(tree);
    expect([
      box.run(["list"]).code,
      box.run(["explain", "--details", "nope"]).code,
      box.run(["explain", "nope"]).code,
      box.run(["explain", "--details"]).code,
      box.run(["nope"]).code,
    ]).toEqual([0, 1, 1, 2, 2]);
  });

  test("[O4] a directory's name stays in its line, and sends nothing", () => {
    const box = new Sandbox({ "skills/a\n::error::b\u001b[31m/SKILL.md": skill("pdf") });
    const root = ["--root", "skills", "--no-default-skills"];
    const runs = [
      ["check", "skills"],
      ["check", "skills", "--format", "github"],
      ["list", ...root],
      ["explain", "pdf", ...root],
    ];
    for (const args of [
      ...runs,
      ["list", "--all", ...root],
      ["doctor", ...root],
      ["explain", "--details", "pdf", ...root],
    ]) {
      const { stdout, stderr } = box.run(args);
      expect([args, /^::error::b|\u001b/m.test(stdout + stderr)]).toEqual([args, false]);
    }
  });

  test("[O4] a name cannot send control sequences", () => {
    const box = new Sandbox({
      ".agents/skills/evil/SKILL.md":
        '---\nname: "e\\e[31mvil\\u202e"\ndescription: "a\\u001b]0;title\\u0007b\\U000E0041. Use when."\n---\n',
    });
    for (const args of [
      ["list"],
      ["explain", "--details", ".agents/skills/evil"],
      ["doctor"],
      ["check"],
      ["list", "--all"],
      ["explain", "evil"],
    ]) {
      const { stdout, stderr } = box.run(args);
      expect(stdout + stderr).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f\u202e]|[\u{e0000}-\u{e007f}]/u);
    }
  });

  test("[O4] no colours without a terminal", () => {
    expect(new Sandbox(tree).run(["doctor"]).stdout).not.toContain("\x1b[");
  });

  test("[O15] reading commands write nothing", async () => {
    const { readdirSync } = await import("node:fs");
    const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    const before = readdirSync(box.directory, { recursive: true }).sort();
    for (const args of [
      ["list"],
      ["explain", "--details", "pdf"],
      ["explain", "pdf"],
      ["list", "--roots"],
      ["list", "--all"],
      ["doctor"],
      ["config"],
      ["check"],
      ["check", "--fix", "--dry-run"],
      ["completion", "bash"],
      ["trust", "--list"],
    ])
      box.run(args);
    expect(readdirSync(box.directory, { recursive: true }).sort()).toEqual(before);
  });

  test("[O6] everything arrives through a pipe, and a reader that goes away ends it quietly", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [
        `.agents/skills/skill-${index}/SKILL.md`,
        skill(`skill-${index}`, `Number ${index}. Use when ${"asked ".repeat(60)}`),
      ]),
    );
    const box = new Sandbox(files);
    const { stdout } = box.run(["list", "--json", "--no-default-skills"]);
    expect((JSON.parse(stdout) as { skills: unknown[] }).skills).toHaveLength(1500);
    const child = spawn(
      "sh",
      ["-c", `"$0" "$1" list --json | head -n 1; exit "$\{PIPESTATUS:-0}"`, process.execPath, bin],
      { cwd: box.project, env: { PATH: process.env["PATH"] ?? "", HOME: box.home } },
    );
    let seen = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      seen += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const code = await new Promise((done) => child.on("close", done));
    expect([code, errors, seen.startsWith('{ "schema": 2')]).toEqual([0, "", true]);
  });

  test("[O6] 500 problems are grouped and counted", () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `.agents/skills/s${index}/SKILL.md`,
        skill(`other-${index}`, `Number ${index} of many. Use when asked for ${index}.`),
      ]),
    );
    const lines = new Sandbox(files).run(["check"]).stdout.split("\n");
    expect(lines.length).toBeLessThan(60);
    expect(lines.join("\n")).toContain("… and 499 more of SK104");
  });

  onlyIf(existsSync("/dev/full"), "there is no /dev/full").test("[O6] a full disk is an error", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [bin, "--help"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect([status, stderr]).toEqual([
      1,
      "error[SK601]: standard output cannot be written (ENOSPC)\nhelp: the output is not complete; free space, or print to another place\n",
    ]);
  });

  test("[O14] completion", () => {
    const box = new Sandbox({
      ".agents/skills/pdf/SKILL.md": skill("pdf"),
      ".agents/skills/png/SKILL.md": skill("png"),
    });
    expect(box.run(["__complete", "li"]).stdout).toBe("list\n");
    expect(box.run(["__complete", "explain", "p"]).stdout).toBe("pdf\npng\n");
    expect(box.run(["__complete", "list", "--scope", ""]).stdout).toBe("extra\nrepo\nuser\nsystem\nadmin\nplugin\n");
    expect(box.run(["__complete", "check", "--f"]).stdout).toBe("--format\n--fix\n");
    for (const shell of ["bash", "zsh", "fish"]) expect(box.run(["completion", shell])).toMatchSnapshot(shell);
    expect(box.run(["completion", "tcsh"]).code).toBe(2);
  });

  test("[O14] completion looks where the command will, and knows codes", () => {
    const box = new Sandbox({ "far/.agents/skills/one/SKILL.md": skill("one"), "more/two/SKILL.md": skill("two") });
    const words = ["--cwd", box.path("far"), "explain", "--root", box.path("more"), "--no-default-skills"];
    expect(box.run(["__complete", ...words.slice(0, 2), "exp"]).stdout).toBe("explain\n");
    expect(box.run(["__complete", ...words, "o"]).stdout).toBe("one\n");
    expect(box.run(["__complete", ...words, "t"]).stdout).toBe("two\n");
    expect(box.run(["__complete", "explain", "SK10"]).stdout).toMatch(/^SK101\nSK102\n/);
  });
});
