/** A PATH from the user is a source tree. Runs `check`, `audit` and `add` on source trees as processes. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const EMPTY_HELP =
  "help: name a skill, or a directory with skills in it; to accept a directory without skills, pass `--allow-empty`\n";

interface Checked {
  readonly files: string[];
  readonly copies: { path: string; copies: string[] }[];
  readonly installed: { path: string; source: string; lock: string }[];
  readonly diagnostics: { code: string; severity: string; path: string; message: string; copies?: string[] }[];
}

function checked(box: Sandbox, ...args: string[]): Checked {
  const text = box.run(["check", ...args, "--json"]).stdout;
  return JSON.parse(text.replaceAll("<tmp>/project/", "")) as Checked;
}

function audited(box: Sandbox, ...args: string[]): string[] {
  const { stdout } = box.run(["audit", ...args, "--json"]);
  const { skills } = JSON.parse(stdout.replaceAll("<tmp>/project/", "")) as {
    skills: { directory: string; copies: string[] }[];
  };
  return skills.flatMap(({ directory, copies }) => [directory, ...copies]).sort();
}

describe("hidden directories", () => {
  const files = {
    "clone/skills/.curated/one/SKILL.md": skill("one", "Does the first thing. Use when the first is wanted."),
    "clone/skills/.system/two/SKILL.md": skill("two", "Knows another matter. Use when asked about it."),
    "clone/.github/skills/three/SKILL.md": skill("three", "Handles releases. Use when something is released."),
    "clone/.cursor/skills/four/SKILL.md": skill("four", "Formats tables. Use when columns are out of line."),
    "clone/node_modules/p/skills/five/SKILL.md": skill("five"),
    "clone/.git/skills/six/SKILL.md": skill("six"),
  };

  test("[S13] check, audit and add find the skills in them", () => {
    const box = new Sandbox(files);
    expect(box.run(["check", "clone"])).toEqual({ code: 0, stdout: "4 skill files: no problems\n", stderr: "" });
    const found = [".cursor/skills/four", ".github/skills/three", "skills/.curated/one", "skills/.system/two"];
    const below = found.map((each) => `clone/${each}`);
    expect(checked(box, "clone").files).toEqual(below.map((each) => `${each}/SKILL.md`));
    expect(audited(box, "clone")).toEqual(below);
    const plan = box.json(["add", "./clone", "--dry-run"]) as { skills: { origin: { path: string } }[] };
    expect(plan.skills.map(({ origin }) => origin.path)).toEqual(found);
  });

  test.each(["clone/", "./clone", "clone/../clone", "<tmp>/project/clone"])("[S13] %s is the same PATH", (path) => {
    const box = new Sandbox(files);
    expect(checked(box, path.replace("<tmp>", box.directory)).files).toHaveLength(4);
    expect(audited(box, path.replace("<tmp>", box.directory))).toHaveLength(4);
  });

  test("[S13] `~` is the home, and a path may be a link", () => {
    const box = new Sandbox({ ...files, "~/mine/.x/seven/SKILL.md": skill("seven"), "way ->": "clone/skills" });
    expect(box.run(["check", "~/mine"]).stdout).toBe("1 skill file: no problems\n");
    expect(box.run(["audit", "~/mine"]).code).toBe(0);
    expect(checked(box, "way").files).toEqual([
      "clone/skills/.curated/one/SKILL.md",
      "clone/skills/.system/two/SKILL.md",
    ]);
  });

  test("[S13] roots keep their rules: without a PATH hidden directories are not searched, and the command says where it was", () => {
    const box = new Sandbox(files);
    expect(box.run(["check"], { cwd: box.path("clone") })).toEqual({
      code: 0,
      stdout: "0 skill files: nothing was checked\n",
      stderr:
        "no skill file was found in .\nhelp: `skillwright check .` also searches hidden directories; `skillwright new NAME` creates a skill\n",
    });
    expect(box.run(["audit", "--no-default-skills"], { cwd: box.path("clone") })).toEqual({
      code: 0,
      stdout: "0 skills: 0 block, 0 high, 0 medium, 0 low\n",
      stderr:
        "no directory of skills exists here; `skillwright list --roots` lists the directories that are searched\n",
    });
  });

  test("[V21] each host says which files it does not search", () => {
    const box = new Sandbox({ ...files, "clone/.claude/skills/own/SKILL.md": skill("own") });
    const notes = checked(box, "clone", "--target", "claude-code").diagnostics;
    expect(notes.map(({ code, severity, path, message }) => [code, severity, path, message])).toEqual([
      [
        "SK701",
        "info",
        "clone",
        "Claude Code: 4 of 5 skill files are not searched by this host if it starts in this directory",
      ],
    ]);
  });

  test("[S14] our own store and caches are never entered", () => {
    const box = new Sandbox({
      "~/.local/share/skillwright/store/x/SKILL.md": skill("stored"),
      "~/.local/share/skillwright/temporary/x/SKILL.md": skill("fetched"),
      "~/.cache/skillwright/x/SKILL.md": skill("cached"),
      "~/.config/other/x/SKILL.md": skill("x"),
    });
    expect(checked(box, box.home).files).toEqual(["<tmp>/home/.config/other/x/SKILL.md"]);
  });
});

describe("a PATH without a skill", () => {
  const box = new Sandbox({ "docs/README.md": "# Docs\n", "skills/pdf/SKILL.md": skill("pdf") });
  const error = (path: string, what = "there is no SKILL.md in this directory"): string =>
    `error[SK647]: ${what}\n  ┌─ ${path}\n${EMPTY_HELP}`;

  test("[S19] is an error of check and of audit, also as one of several", () => {
    expect(box.run(["check", "docs"])).toEqual({
      code: 1,
      stdout: `${error("docs")}\n0 skill files: 1 error\n`,
      stderr: "",
    });
    expect(box.run(["check", "skills", "docs"])).toEqual({
      code: 1,
      stdout: `${error("docs")}\n1 skill file: 1 error\n`,
      stderr: "",
    });
    const { code, stderr } = box.run(["audit", "docs", "skills"]);
    expect([code, stderr]).toEqual([1, error("docs")]);
  });

  test("[S19] `--allow-empty` lets it pass, and the command names the directory", () => {
    expect(box.run(["check", "docs", "--allow-empty"])).toEqual({
      code: 0,
      stdout: "0 skill files: nothing was checked\n",
      stderr: "no skill file was found in docs\nhelp: `skillwright new NAME` creates a skill\n",
    });
    expect(box.run(["audit", "docs", "--allow-empty"])).toEqual({
      code: 0,
      stdout: "0 skills: 0 block, 0 high, 0 medium, 0 low\n",
      stderr: "no skill was found in docs\n",
    });
  });

  test("[S19] a file is a skill file, or has no skill; `audit` takes any file of instructions", () => {
    expect(box.run(["check", "skills/pdf/SKILL.md"]).stdout).toBe("1 skill file: no problems\n");
    expect(box.run(["check", "docs/README.md"])).toEqual({
      code: 1,
      stdout: `${error("docs/README.md", "this file is not a SKILL.md")}\n0 skill files: 1 error\n`,
      stderr: "",
    });
    expect(audited(box, "docs/README.md")).toEqual(["docs/README.md"]);
  });

  test("[S19] it is the same for GitHub, SARIF and JSON", () => {
    expect(box.run(["check", "docs", "--format", "github"])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^::error file=docs,title=SK647::/),
    });
    const { code, stdout } = box.run(["check", "docs", "--format", "sarif"]);
    expect([code, JSON.parse(stdout).runs[0].results.map((each: { ruleId: string }) => each.ruleId)]).toEqual([
      1,
      ["SK647"],
    ]);
    expect(checked(box, "docs").diagnostics.map((each) => each.code)).toEqual(["SK647"]);
    const sarif = JSON.parse(box.run(["audit", "docs", "--sarif"]).stdout);
    expect(sarif.runs[0].results.map((each: { ruleId: string }) => each.ruleId)).toEqual(["SK647"]);
  });
});

describe("equal copies", () => {
  const text = `${skill("pdf")}\nRead [the rest](rest.md).\n`;
  const tree = {
    "t/skills/pdf/SKILL.md": text,
    "t/.claude/skills/pdf/SKILL.md": text,
    "t/.agents/skills/pdf/SKILL.md": text,
    "t/other/pdf/SKILL.md": text.replace("Read", "See"),
  };

  test("[S18] are one finding with all their paths", () => {
    const box = new Sandbox(tree);
    const found = checked(box, "t");
    expect(found.files).toEqual(["t/other/pdf/SKILL.md", "t/skills/pdf/SKILL.md"]);
    const copies = ["t/.agents/skills/pdf/SKILL.md", "t/.claude/skills/pdf/SKILL.md"];
    expect(found.copies).toEqual([{ path: "t/skills/pdf/SKILL.md", copies }]);
    const missing = found.diagnostics.filter(({ code }) => code === "SK135");
    expect(missing.map(({ path, copies: also }) => [path, also])).toEqual([
      ["t/other/pdf/SKILL.md", undefined],
      ["t/skills/pdf/SKILL.md", copies],
    ]);
    const { stdout } = box.run(["check", "t"]);
    expect(stdout).toContain("  = also in: t/.agents/skills/pdf/SKILL.md, t/.claude/skills/pdf/SKILL.md\n");
    expect(stdout).toMatch(/\n2 skill files, 2 identical copies: .*\n$/);
    const shown = box.run(["audit", "t"]).stdout;
    expect(shown).toContain("pdf  t/skills/pdf\n  also in: t/.agents/skills/pdf, t/.claude/skills/pdf\n");
    expect(shown).toMatch(/\n2 skills, 2 identical copies: .*\n$/);
  });

  test("[S18] directories with another file, mode or name are not copies", () => {
    const box = new Sandbox({
      "t/a/pdf/SKILL.md": text,
      "t/b/pdf/SKILL.md": text,
      "t/b/pdf/rest.md": "more\n",
      "t/c/doc/SKILL.md": text,
      "t/d/pdf/SKILL.md": text,
    });
    chmodSync(box.path("t/d/pdf/SKILL.md"), 0o755);
    expect(checked(box, "t").copies).toEqual([]);
    expect(audited(box, "t")).toEqual(["t/a/pdf", "t/b/pdf", "t/c/doc", "t/d/pdf"]);
  });

  test("[S18] [O8] `--fix` repairs all of them", () => {
    const broken = text.replace("name: pdf", "name: pdf-tools");
    const box = new Sandbox({ "t/skills/pdf/SKILL.md": broken, "t/.claude/skills/pdf/SKILL.md": broken });
    box.run(["check", "t", "--fix"]);
    for (const path of ["t/skills/pdf/SKILL.md", "t/.claude/skills/pdf/SKILL.md"])
      expect(readFileSync(box.path(path), "utf8")).toBe(text);
  });
});

describe("skills that a lock names", () => {
  const bad = "---\nname: other\n---\nNo description.\n";
  const source = {
    "source/skills/theirs/SKILL.md": skill("theirs"),
    "app/skills/mine/SKILL.md": skill("mine", "Keeps notes. Use when notes are taken."),
  };

  /** Returns a project in `app` with a skill from `source` installed. */
  function installed(): Sandbox {
    const box = new Sandbox({ ...source, "app/.git/HEAD": "ref: refs/heads/main\n" });
    const added = box.run(["add", "../source", "--yes"], { cwd: box.path("app") });
    expect([added.code, added.stdout]).toEqual([0, "added theirs in .agents/skills/theirs\n"]);
    return box;
  }

  test("[S18] are listed apart with their source, and do not fail the check; `audit` audits them", () => {
    const box = installed();
    expect(box.run(["check", "app"])).toEqual({
      code: 0,
      stdout:
        "Not checked, because they were installed from another source:\n" +
        "  - app/.agents/skills/theirs/SKILL.md  from ../source › skills/theirs (app/skills.lock)\n" +
        "1 skill file, 1 installed skill not checked: no problems\n",
      stderr: "",
    });
    const { files, installed: apart } = checked(box, "app");
    expect([files, apart]).toEqual([
      ["app/skills/mine/SKILL.md"],
      [
        {
          path: "app/.agents/skills/theirs/SKILL.md",
          source: "../source › skills/theirs",
          lock: "app/skills.lock",
        },
      ],
    ]);
    expect(audited(box, "app")).toEqual(["app/.agents/skills/theirs", "app/skills/mine"]);
  });

  test("[S18] are checked once their bytes are others, and when they are named themselves", () => {
    const box = installed();
    expect(checked(box, "app/.agents/skills/theirs").files).toEqual(["app/.agents/skills/theirs/SKILL.md"]);
    expect(checked(box, "app", "app/.agents").installed).toEqual([]);
    box.write({ "app/.agents/skills/theirs/SKILL.md": bad });
    const { files, installed: apart, diagnostics } = checked(box, "app");
    expect([files, apart]).toEqual([["app/.agents/skills/theirs/SKILL.md", "app/skills/mine/SKILL.md"], []]);
    expect(diagnostics.map(({ code }) => code)).toContain("SK102");
  });

  test("[S18] a hostile lock hides nothing: it must name the skill itself, its bytes, and be above it", () => {
    const box = installed();
    const lock = JSON.parse(readFileSync(box.path("app/skills.lock"), "utf8")) as { skills: Record<string, object> };
    const [entry] = Object.values(lock.skills);
    const write = (path: string, keys: readonly string[]): void =>
      box.write({ [path]: JSON.stringify({ ...lock, skills: Object.fromEntries(keys.map((key) => [key, entry])) }) });
    box.write({ "app/skills/evil/SKILL.md": bad });
    // Sources that differ: the parent directory, other bytes, the tree itself, another spelling, and a lock beside the
    // skill.
    write("app/skills.lock", ["skills", "skills/evil", "skills/evil/", "./skills/evil", box.path("app/skills/evil")]);
    write("app/other/skills.lock", [box.path("app/skills/evil"), "skills/evil"]);
    const found = checked(box, "app");
    expect(found.installed).toEqual([]);
    expect(found.files).toContain("app/skills/evil/SKILL.md");
    expect(box.run(["check", "app"]).code).toBe(1);
  });

  test("[S18] a lock that names every skill is reported, and `audit` fails all the same", () => {
    const hidden = `${skill("theirs")}\nDo it.\u{e0072}\u{e0075}\u{e006e}\n`;
    const box = new Sandbox({ "source/skills/theirs/SKILL.md": hidden, "app/.git/HEAD": "ref: refs/heads/main\n" });
    const { digest } = (box.json(["audit", "source"])["skills"] as { digest: string }[])[0] ?? { digest: "" };
    box.run(["add", "../source", "--accept", digest], { cwd: box.path("app") });
    expect(box.run(["check", "app"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Not checked, because they were installed from another source:\n.*\n0 skill files, 1 installed/,
      ),
    });
    expect(box.run(["audit", "app"]).code).toBe(1);
  });

  test("[S18] a lock that cannot be read names nothing (SK504)", () => {
    const box = installed();
    box.write({ "app/skills.lock": "no JSON" });
    const { files, installed: apart, diagnostics } = checked(box, "app");
    expect([files.length, apart, diagnostics.map(({ code, path }) => [code, path])]).toEqual([
      2,
      [],
      [["SK504", "app/skills.lock"]],
    ]);
  });
});

describe("links and special files", () => {
  const far = { "far/one/SKILL.md": skill("one"), "far/two/SKILL.md": skill("two") };

  test("[S14] a link to a skill of the same tree is that skill", () => {
    const box = new Sandbox({
      "t/skills/pdf/SKILL.md": skill("pdf"),
      "t/.claude/skills/pdf ->": "../../skills/pdf",
      "t/.claude/all ->": "../skills",
      "t/alias/SKILL.md ->": "../skills/pdf/SKILL.md",
      "t/up ->": "..",
      "t/loop ->": "loop",
    });
    expect(box.run(["check", "t"])).toEqual({ code: 0, stdout: "1 skill file: no problems\n", stderr: "" });
    expect(box.run(["audit", "t"]).stderr).toBe("");
    expect(audited(box, "t")).toEqual(["t/skills/pdf"]);
  });

  test("[S14] a link to other skills is a note of check and an error of audit, until its target is named too", () => {
    const box = new Sandbox({
      ...far,
      "t/skills/pdf/SKILL.md": skill("pdf"),
      "t/.claude/skills/far ->": "../../../far",
      "t/node_modules/p/dep/SKILL.md": skill("dep"),
      "t/dep ->": "node_modules/p/dep",
    });
    const findings = ["t/.claude/skills/far", "t/dep"].map((path, at) => {
      const target = ["far", "t/node_modules/p/dep"][at] as string;
      const many = ["2 skill files", "1 skill file"][at] as string;
      return (
        `: the link is not followed, and leads to a directory with ${many}\n  ┌─ ${path}\n` +
        `  = leads to: ${target}\nhelp: name \`<tmp>/project/${target}\` as well; a root (\`--root\`) follows links\n`
      );
    });
    expect(box.run(["check", "t"])).toEqual({
      code: 0,
      stdout: `${findings.map((each) => `info[SK018]${each}\n`).join("")}1 skill file: 2 notes\n`,
      stderr: "",
    });
    const { code, stderr } = box.run(["audit", "t"]);
    expect([code, stderr]).toEqual([1, findings.map((each) => `error[SK018]${each}`).join("")]);
    expect(box.run(["audit", "t", "far", "t/node_modules/p/dep"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("[S8] [S13] a SKILL.md that is a pipe, a directory or a link to nowhere is found by all three", () => {
    const box = new Sandbox({
      "t/skills/pdf/SKILL.md": skill("pdf"),
      "t/pipe/x": "",
      "t/directory/SKILL.md/x": "",
      "t/nowhere/SKILL.md ->": "gone",
    });
    execFileSync("mkfifo", [box.path("t/pipe/SKILL.md")]);
    const found = checked(box, "t");
    expect(found.files).toEqual([
      "t/directory/SKILL.md",
      "t/nowhere/SKILL.md",
      "t/pipe/SKILL.md",
      "t/skills/pdf/SKILL.md",
    ]);
    expect(found.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["SK005", "t/directory/SKILL.md"],
      ["SK015", "t/nowhere/SKILL.md"],
      ["SK005", "t/pipe/SKILL.md"],
    ]);
    expect(audited(box, "t")).toEqual(["t/directory", "t/nowhere", "t/pipe", "t/skills/pdf"]);
    const plan = box.json(["add", "./t", "--dry-run"]) as { diagnostics: { code: string; path: string }[] };
    expect(plan.diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["SK606", "directory/SKILL.md"],
      ["SK606", "nowhere/SKILL.md"],
      ["SK606", "pipe/SKILL.md"],
    ]);
  });

  test("[S13] a skill inside another is looked at by itself, and its findings are reported once", () => {
    const tags = "\u{e0072}\u{e0075}\u{e006e}";
    const box = new Sandbox({
      "t/SKILL.md": skill("t"),
      "t/.claude/skills/inner/SKILL.md": `${skill("inner", undefined, "hooks:\n  Stop: []\n")}${tags}\n`,
      "t/scripts/sample/SKILL.md": "no skill, but a file of one",
    });
    expect(checked(box, "t").files).toEqual(["t/.claude/skills/inner/SKILL.md", "t/SKILL.md"]);
    const { skills } = box.json(["audit", "t"]) as {
      skills: { directory: string; findings: { code: string; path: string }[] }[];
    };
    expect(
      skills.map(({ directory, findings }) => [box.hide(directory), findings.map(({ code, path }) => [code, path])]),
    ).toEqual([
      ["<tmp>/project/t", []],
      [
        "<tmp>/project/t/.claude/skills/inner",
        [
          ["SK801", "SKILL.md"],
          ["SK834", "SKILL.md"],
        ],
      ],
    ]);
    expect(box.run(["audit", "t"]).code).toBe(1);
  });
});

describe("limits", () => {
  const deep = "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s";
  const files = { [`t/${deep}/SKILL.md`]: skill("s"), "t/skills/x/SKILL.md": skill("x") };
  const few = { env: { SKILLWRIGHT_LIMITS_MAX_DIRECTORIES: "3" } };
  const stopped =
    "error[SK020]: the search stopped at `limits.max_directories` (3): at least 2 directories were not searched\n" +
    "  ┌─ t\nhelp: name a directory nearer to the skills, or raise `limits.max_directories` in the configuration\n";

  test("[S16] a PATH has no depth limit, and `add` names what is too deep to install", () => {
    const box = new Sandbox(files);
    expect(checked(box, "t").files).toEqual([`t/${deep}/SKILL.md`, "t/skills/x/SKILL.md"]);
    expect(audited(box, "t")).toEqual([`t/${deep}`, "t/skills/x"]);
    const plan = box.run(["add", `./t/${deep.slice(0, 1)}`, "--dry-run"]);
    expect(plan).toEqual({
      code: 1,
      stdout: "",
      stderr: `error[SK642]: \`./t/a\` has no skill: \`${deep.slice(2)}\` is deeper than 16 directories\nhelp: shorten the path in the original skill; a skill is a small directory\n`,
    });
  });

  test("[S16] a limit that is reached fails check, audit and add, with a lower bound and the way out", () => {
    const box = new Sandbox(files);
    expect(box.run(["check", "t"], few)).toEqual({
      code: 1,
      stdout: `${stopped}\n0 skill files: 1 error\n`,
      stderr: "",
    });
    expect(box.run(["audit", "t"], few)).toEqual({
      code: 1,
      stdout: "0 skills: 0 block, 0 high, 0 medium, 0 low\n",
      stderr: stopped,
    });
    expect(box.run(["add", "./t", "--dry-run"], few)).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error[SK604]: the search of `<tmp>/project/t` stopped at `limits.max_directories` (3): at least 2 directories were not searched\n" +
        "help: name a directory nearer to the skills, or raise `limits.max_directories` in the configuration\n",
    });
  });

  test("[S16] settings cannot turn it off", () => {
    const box = new Sandbox({ ...files, "~/.config/skillwright/config.yaml": 'diagnostics:\n  SK020: "off"\n' });
    expect(box.run(["check", "t"], few)).toMatchObject({ code: 1, stdout: `${stopped}\n0 skill files: 1 error\n` });
    expect(box.run(["audit", "t"], few).code).toBe(1);
  });

  test("[S4] [S16] without a PATH the default depth counts, and what is behind it fails check, audit and eval", () => {
    const box = new Sandbox({
      ".agents/skills/x/SKILL.md": skill("x"),
      ".agents/skills/x/evals/t.json": '[{"query": "x work", "should_trigger": true}]',
      ".agents/skills/1/2/3/4/5/6/7/SKILL.md": skill("seven"),
      ".agents/skills/1/2/3/4/5/6/8/9/10/11/SKILL.md": skill("eleven"),
    });
    const message = "the search stopped at `limits.max_depth` (6): at least 2 skill files were not considered";
    const help = "help: raise `limits.max_depth` in the configuration, or move skills closer to the root\n";
    expect(box.run(["check"])).toEqual({
      code: 1,
      stdout: `error[SK020]: ${message}\n  ┌─ .agents/skills\n${help}\n1 skill file: 1 error\n`,
      stderr: "",
    });
    const { code, stderr } = box.run(["audit", "--no-default-skills"]);
    expect([code, stderr]).toEqual([1, `error[SK020]: ${message}\n  ┌─ .agents/skills\n${help}`]);
    const evaluated = box.run(["eval"]);
    expect([evaluated.code, evaluated.stderr]).toEqual([1, `error[SK020]: <tmp>/project/.agents/skills: ${message}\n`]);
    const allowed = { env: { SKILLWRIGHT_LIMITS_MAX_DEPTH: "10" } };
    expect([
      box.run(["check"], allowed).code,
      box.run(["audit"], allowed).code,
      box.run(["eval"], allowed).code,
    ]).toEqual([0, 0, 0]);
  });

  test("[I21] `add` and `publish` name the skills that a source does not offer", () => {
    const box = new Sandbox({
      "t/skills/x/SKILL.md": skill("x"),
      "t/examples/y/SKILL.md": skill("y"),
      "t/examples/z/SKILL.md": skill("z"),
    });
    const note =
      "warning[SK606]: 2 skills are not in the directories that the source offers, and left out: `examples/y`, `examples/z`\n" +
      "help: to install these skills, name their directory in the source\n";
    expect(box.run(["add", "./t", "--dry-run"]).stdout.endsWith(note)).toBe(true);
    expect(box.run(["add", "./t", "--dry-run", "--skill", "x"]).stdout).not.toContain("SK606");
    expect(box.run(["publish", "t", "--to", "site", "--dry-run"]).stderr).toContain(
      "2 skills are not in the directories",
    );
  });
});

describe("hostile names", () => {
  test("[O4] a path or a lock's source begins no line of its own, for GitHub neither", () => {
    const box = new Sandbox({
      "source/skills/theirs/SKILL.md": skill("theirs"),
      "app/.git/HEAD": "ref: refs/heads/main\n",
      "app/::error::x/SKILL.md": skill("x"),
      "app/copy/::error::x/SKILL.md": skill("x"),
    });
    box.run(["add", "../source", "--yes"], { cwd: box.path("app") });
    const lock = readFileSync(box.path("app/skills.lock"), "utf8");
    box.write({ "app/skills.lock": lock.replaceAll('"../source"', '"a\\n::error::b\\u001b[31m"') });
    for (const args of [
      ["check", "."],
      ["check", ".", "--format", "github"],
      ["audit", "."],
    ]) {
      const { stdout, stderr } = box.run(args, { cwd: box.path("app") });
      expect([args, `${stdout}${stderr}`.match(/^\s*::error::|\u001b/gm)]).toEqual([args, null]);
    }
  });
});
