import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createSkill } from "../../../src/ops/start-skill.ts";
import { bin, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

describe("check", () => {
  const broken =
    "---\nname: pdf-tools\ndescription: Use when: reading #1 or PDF files\nuser_invocable: true\n---\n\nBody: with `: ` and #hash.\r\nKept.\n";

  test.each(["text", "json", "sarif", "github"])("[O10] --format %s", (format) => {
    const box = new Sandbox({ "skills/pdf/SKILL.md": broken, "skills/none/SKILL.md": "just text\n" });
    const ran = box.run(["check", "skills", "--format", format]);
    expect({ ...ran, stdout: ran.stdout.replace(/file:\/\/<tmp>/g, "<tmp>") }).toMatchSnapshot();
  });

  test("[O1] fails on errors; on warnings only with --strict", () => {
    const box = new Sandbox({ "skills/pdf/SKILL.md": broken, "skills/ok/SKILL.md": skill("ok") });
    expect(box.run(["check", "skills/pdf"]).code).toBe(0);
    expect(box.run(["check", "skills/pdf", "--strict"]).code).toBe(1);
    expect(box.run(["check", "skills/ok", "--strict"])).toEqual({
      code: 0,
      stdout: "1 skill file: no problems\n",
      stderr: "",
    });
    box.write({ "skills/none/SKILL.md": "text\n" });
    expect(box.run(["check", "skills"]).code).toBe(1);
    expect(box.run(["check", "nowhere"])).toMatchSnapshot();
    mkdirSync(box.path("links/x"), { recursive: true });
    symlinkSync("/nowhere", box.path("links/x/SKILL.md"));
    expect(box.run(["check", "links"])).toEqual({
      code: 1,
      stdout:
        "warning[SK015]: the link leads nowhere\n  ┌─ links/x/SKILL.md\nhelp: remove the link or restore what it pointed to\n\n1 skill file: 1 warning\n",
      stderr: "",
    });
    expect(box.run(["doctor", "--root", "links"]).code).toBe(1);
  });

  test("[O8] --fix shows the difference, repairs, leaves the body alone, and a second run changes nothing", () => {
    const box = new Sandbox({ "skills/pdf/SKILL.md": broken });
    const dry = box.run(["check", "skills", "--fix", "--dry-run"]);
    expect(readFileSync(box.path("skills/pdf/SKILL.md"), "utf8")).toBe(broken);
    const ran = box.run(["check", "skills", "--fix"]);
    const after = readFileSync(box.path("skills/pdf/SKILL.md"), "utf8");
    expect({ dry: dry.stdout.split("\n").filter((line) => /^[+-]/.test(line)), ran, after }).toMatchSnapshot();
    expect(after.slice(after.indexOf("---\n", 4))).toBe(broken.slice(broken.indexOf("---\n", 4)));
    box.run(["check", "skills", "--fix"]);
    expect(readFileSync(box.path("skills/pdf/SKILL.md"), "utf8")).toBe(after);
  });

  test("[O8] a file that cannot be written is reported, and the others are repaired", () => {
    const line = "---\nname: NAME\ndescription: Use when: asked for NAME\n---\n";
    const large = `${line.replaceAll("NAME", "large")}${"Body\n".repeat(1000)}`;
    const box = new Sandbox({
      "skills/large/SKILL.md": large,
      "skills/small/SKILL.md": line.replaceAll("NAME", "small"),
    });
    // Permissions do not stop root, but a file size limit of 1 KiB (two blocks) does.
    const limited = 'trap "" XFSZ; ulimit -f 2; exec "$@"';
    const { status, stdout } = spawnSync(
      "sh",
      ["-c", limited, "-", process.execPath, bin, "check", "skills", "--fix"],
      {
        cwd: box.project,
        env: { HOME: box.home },
        encoding: "utf8",
      },
    );
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining(
        "error[SK601]: the file cannot be repaired, because it cannot be written\n  ┌─ skills/large/SKILL.md\n",
      ),
    ]);
    expect(readFileSync(box.path("skills/large/SKILL.md"), "utf8")).toBe(large);
    expect(readFileSync(box.path("skills/small/SKILL.md"), "utf8")).toContain('"Use when: asked for small"');
  });

  test("[O8] a file that is named is the only one that is looked at and changed", () => {
    const within = "---\nname: y\ndescription: Use when: asked\n---\n";
    const files = {
      "pdf/SKILL.md": skill("pdf"),
      "pdf/sub/x/skill.md": within,
      "pdf/agents/openai.yaml": "interface: 1\n",
    };
    const box = new Sandbox(files);
    const {
      files: seen,
      fixed,
      diagnostics,
    } = box.json(["check", "pdf/SKILL.md", "--fix"]) as Record<string, { path: string }[]>;
    expect([seen, fixed, diagnostics?.map((each) => each.path)]).toEqual([
      ["<tmp>/project/pdf/SKILL.md"],
      [],
      ["<tmp>/project/pdf/agents/openai.yaml"],
    ]);
    expect(readFileSync(box.path("pdf/sub/x/skill.md"), "utf8")).toBe(within);
  });

  test.each([
    [
      "CRLF and a byte order mark",
      "\ufeff---\r\nname: pdf\r\ndescription: Reads. Use when asked for pdf.\r\n---\r\nBody\r\n",
      "---\nname: pdf\ndescription: Reads. Use when asked for pdf.\n---\nBody\r\n",
    ],
    [
      "no frontmatter",
      "# PDF\n\nReads *PDF* files.\nWell.\n\n- a\n",
      '---\nname: pdf\ndescription: "Reads PDF files. Well."\n---\n\n# PDF\n\nReads *PDF* files.\nWell.\n\n- a\n',
    ],
    [
      "no name",
      "---\ndescription: Reads. Use when.\n---\nBody\n",
      "---\nname: pdf\ndescription: Reads. Use when.\n---\nBody\n",
    ],
    [
      "text after #",
      "---\nname: pdf\ndescription: Fix issue #12 when asked\n---\n",
      '---\nname: pdf\ndescription: "Fix issue #12 when asked"\n---\n',
    ],
    [
      "tabs",
      "---\nname: pdf\ndescription: Reads. Use when.\nmetadata:\n\tauthor: me\n---\n",
      "---\nname: pdf\ndescription: Reads. Use when.\nmetadata:\n  author: me\n---\n",
    ],
    [
      "typographic quotes",
      "---\nname: pdf\ndescription: “Reads. Use when.”\n---\n",
      '---\nname: pdf\ndescription: "Reads. Use when."\n---\n',
    ],
    [
      "a grant that is not YAML is left to its author",
      "---\nname: pdf\ndescription: Reads. Use when.\nallowed-tools: *\n---\n",
      "---\nname: pdf\ndescription: Reads. Use when.\nallowed-tools: *\n---\n",
    ],
    [
      "a misspelt key whose right spelling is there too",
      "---\nName: PDF\nname: pdf\ndescription: Reads. Use when.\nuser_invocable: true\nuser-invocable: true\n---\n",
      "---\nName: PDF\nname: pdf\ndescription: Reads. Use when.\nuser_invocable: true\nuser-invocable: true\n---\n",
    ],
    [
      "a misspelt name, which is not written twice",
      "---\nName: pdf\ndescription: Reads. Use when.\n---\n",
      "---\nname: pdf\ndescription: Reads. Use when.\n---\n",
    ],
    [
      "blank lines first",
      "\n\n---\nname: pdf\ndescription: Reads. Use when.\n--- \nBody\n",
      "---\nname: pdf\ndescription: Reads. Use when.\n---\nBody\n",
    ],
  ])("[O8] [P6] repairs: %s", (_, before, after) => {
    const box = new Sandbox({ "pdf/SKILL.md": before });
    box.run(["check", "pdf", "--fix"]);
    expect(readFileSync(box.path("pdf/SKILL.md"), "utf8")).toBe(after);
  });

  test("[O8] renames a file spelt in another case", () => {
    const box = new Sandbox({ "pdf/skill.md": skill("pdf") });
    box.run(["check", "pdf", "--fix"]);
    expect([existsSync(box.path("pdf/SKILL.md")), existsSync(box.path("pdf/skill.md"))]).toEqual([true, false]);
  });

  test("named files are checked alone", () => {
    const box = new Sandbox({ "skills/a/SKILL.md": skill("b"), "skills/c/SKILL.md": skill("d") });
    expect((box.json(["check", "skills/a/SKILL.md"])["files"] as string[]).length).toBe(1);
  });
});

describe("a link that leaves the project", () => {
  const secret = "token: 12345\n\nNothing for a log.\n";

  test("[O8] is never written through, neither by file nor by directory", () => {
    const box = new Sandbox({
      "~/victim": secret,
      "~/real/SKILL.md": "---\nname: other\ndescription: Reads. Use when.\n---\n",
    });
    box.write({ "skills/file/SKILL.md->": box.path("~/victim"), "skills/dir->": box.path("~/real") });
    const before = readFileSync(box.path("~/real/SKILL.md"), "utf8");
    expect(box.json(["check", "skills", "--fix"])["fixed"]).toEqual([]);
    expect([readFileSync(box.path("~/victim"), "utf8"), readFileSync(box.path("~/real/SKILL.md"), "utf8")]).toEqual([
      secret,
      before,
    ]);
  });

  test("[O12] is not a configuration that a project may have changed", () => {
    const box = new Sandbox({ "~/settings.yaml": "mine: true\n", ".agents/skills/pdf/SKILL.md": skill("pdf") });
    box.write({ ".skillwright/config.yaml->": box.path("~/settings.yaml") });
    expect(box.run(["disable", "pdf", "--project"]).code).toBe(1);
    expect(readFileSync(box.path("~/settings.yaml"), "utf8")).toBe("mine: true\n");
  });

  test("[S6] shows no line of a file that is not a skill", () => {
    const box = new Sandbox({ "~/victim": secret });
    box.write({ ".agents/skills/evil/SKILL.md->": box.path("~/victim") });
    for (const args of [["check"], ["check", "--format", "json"], ["doctor"], ["explain", "evil"], ["list", "--all"]]) {
      const { stdout, stderr } = box.run([...args, "--no-default-skills"]);
      expect(stdout + stderr).not.toContain("12345");
    }
    expect(box.run(["explain", "evil", "--no-default-skills"]).stdout).toContain("rejected evil [SK001]");
  });
});

describe("new", () => {
  test("[O10] makes a skill that passes check --strict", () => {
    const box = new Sandbox();
    expect(box.run(["new", "release-notes"])).toMatchSnapshot();
    expect(box.run(["check", "--strict"])).toEqual({ code: 0, stdout: "1 skill file: no problems\n", stderr: "" });
    expect(box.run(["new", "release-notes"])).toMatchSnapshot();
  });

  test("[O10] whatever it is called and described as", () => {
    const box = new Sandbox();
    const directory = box.path("skills");
    for (const name of ["null", "404", "2026-01-02", "on"]) createSkill({ name, directory, projectRoot: box.project });
    createSkill({
      name: "bell",
      directory,
      projectRoot: box.project,
      description: "Rings \u0007 twice. Use when asked for rings.",
    });
    const { diagnostics } = box.json(["check", "skills"]) as { diagnostics: { code: string }[] };
    // The files of all templates have the same finding.
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["SK132"]));
  });

  test.each(["Release Notes", "../x", "a--b", "", "x".repeat(65)])("refuses %j as a name", (name) => {
    expect(new Sandbox().run(["new", name]).code).toBe(2);
  });

  test("--description takes anything", () => {
    const box = new Sandbox();
    box.run(["new", "odd", "--description", 'A: "b" # c. Use when \\ asked.']);
    expect(box.json(["explain", "--details", "odd"])["description"]).toBe('A: "b" # c. Use when \\ asked.');
  });
});

describe("enable and disable", () => {
  const tree = { ".agents/skills/pdf/SKILL.md": skill("pdf"), "~/.agents/skills/pdf/SKILL.md": skill("pdf") };

  test("[O12] [C11] keep comments, change only what they must, and undo each other", () => {
    const long = `settings: { a: ${JSON.stringify("word ".repeat(30))}, b: ${JSON.stringify("x".repeat(90))} }\n`;
    const config = `# mine\nhost: skillwright # the default\n${long}disable:\n  - old-* # gone\n`;
    const box = new Sandbox({ ...tree, "~/.config/skillwright/config.yaml": config });
    const read = (): string => readFileSync(box.path("~/.config/skillwright/config.yaml"), "utf8");
    box.run(["trust", "--yes"]);
    box.run(["disable", "pdf@repo"]);
    expect(read()).toBe(`${config}  - pdf@repo\n`);
    expect(
      (box.json(["list", "--no-default-skills"])["skills"] as { scope: string }[]).map((each) => each.scope),
    ).toEqual(["user"]);
    expect(box.run(["disable", "pdf@repo"]).stdout).toContain("already");
    box.run(["enable", "pdf@repo"]);
    expect(
      (box.json(["list", "--no-default-skills"])["skills"] as { scope: string }[]).map((each) => each.scope),
    ).toEqual(["repo"]);
  });

  test("[O12] reports that another entry decides", () => {
    const config = "enable: [pdf]\ndisable: ['p*']\n";
    const box = new Sandbox({ ...tree, "~/.config/skillwright/config.yaml": config });
    const off = "`pdf@user` is disabled in <tmp>/home/.config/skillwright/config.yaml\n";
    expect(box.run(["disable", "pdf@user"])).toEqual({
      code: 0,
      stdout: off,
      stderr:
        "help: the skill is still enabled, because an entry of `enable` takes precedence; run `skillwright config` to see it\n",
    });
    box.write({ "~/.config/skillwright/config.yaml": "", ".skillwright/config.yaml": "disable: ['p*']\n" });
    box.run(["trust", "--yes"]);
    expect(box.run(["enable", "pdf@user"]).stderr).toBe(
      "help: the skill is still disabled: disabled by `p*` in <tmp>/project/.skillwright/config.yaml:1\n",
    );
  });

  test("[S8] [O12] no command waits for a FIFO in the place of a configuration", () => {
    const box = new Sandbox(tree);
    mkdirSync(box.path(".skillwright"));
    execFileSync("mkfifo", [box.path(".skillwright/config.yaml")]);
    expect(box.run(["disable", "pdf", "--project"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error[SK030]: `<tmp>/project/.skillwright/config.yaml` cannot be read (it is not a regular file)\nhelp: the file must be a readable regular file of at most 1,000,000 bytes\n",
    });
  });

  test("[O12] a file that is not YAML is left alone", () => {
    const box = new Sandbox({ ...tree, "~/.config/skillwright/config.yaml": "a: [\n" });
    expect(box.run(["disable", "pdf"]).code).toBe(1);
    expect(readFileSync(box.path("~/.config/skillwright/config.yaml"), "utf8")).toBe("a: [\n");
  });

  test("an unknown skill gets the nearest names", () => {
    expect(new Sandbox(tree).run(["disable", "pfd"])).toMatchSnapshot();
  });

  test("[C6] a disabled skill overrides no other skill", () => {
    const box = new Sandbox({ ...tree, "~/.config/skillwright/config.yaml": "disable: pdf@repo\n" });
    const { skills, disabled, overridden } = box.json(["list", "--no-default-skills"]) as Record<
      string,
      { id: string }[]
    >;
    expect([skills, disabled, overridden].map((list) => list?.map((each) => each.id))).toEqual([
      ["user:~/.agents/skills/pdf"],
      ["repo:.agents/skills/pdf"],
      [],
    ]);
  });
});

describe("trust", () => {
  const tree = {
    ".agents/skills/pdf/SKILL.md": skill("pdf", undefined, "allowed-tools: Bash(git *)\n"),
    ".skillwright/config.yaml": "limits:\n  max_depth: 4\n",
  };

  test("[T1] [K2] without a user the answer is no; --yes is remembered outside the project; untrust takes it back", () => {
    const box = new Sandbox(tree);
    const offered = (): unknown =>
      (box.json(["list", "--no-default-skills"])["skills"] as { offered: boolean }[]).map((each) => each.offered);
    const depth = (): unknown =>
      (box.json(["config"])["values"] as { key: string; value: unknown }[]).find(
        (each) => each.key === "limits.max_depth",
      )?.value;
    expect([offered(), depth()]).toEqual([[false], 6]);
    expect(box.run(["trust"])).toMatchSnapshot();
    expect(offered()).toEqual([false]);
    expect(box.run(["trust", "--yes"]).code).toBe(0);
    expect([offered(), depth()]).toEqual([[true], 4]);
    expect(box.run(["trust", "--list"]).stdout).toBe("<tmp>/project\n");
    expect(box.run(["trust", "--remove"]).stdout).toBe("<tmp>/project is no longer trusted\n");
    expect(offered()).toEqual([false]);
  });

  test("[T4] a trust store inside the project is not believed", () => {
    const box = new Sandbox(tree);
    box.write({ ".home/trust.json": JSON.stringify({ schema: 1, folders: [box.project] }) });
    const { skills, diagnostics } = box.json(["list", "--no-default-skills"], {
      env: { SKILLWRIGHT_HOME: box.path(".home") },
    }) as { skills: { offered: boolean }[]; diagnostics: { code: string }[] };
    expect([skills.map((each) => each.offered), diagnostics.map((each) => each.code)]).toEqual([
      [false],
      expect.arrayContaining(["SK502"]),
    ]);
  });
});
