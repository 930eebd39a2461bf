import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const tree = {
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "Makes PDF files. Use when somebody wants a PDF."),
  "~/.agents/skills/notes/SKILL.md": skill("notes", "Writes notes.", "when_to_use: Somebody wants a note.\n"),
  "~/.agents/skills/deploy/SKILL.md": skill("deploy", undefined, "disable-model-invocation: true\n"),
  "~/.agents/skills/css/SKILL.md": skill("css", undefined, "paths: ['**/*.css']\n"),
  ".agents/skills/release/SKILL.md": skill("release"),
};
const box = new Sandbox(tree);
const run = (...args: string[]): ReturnType<Sandbox["run"]> => box.run(["catalog", "--no-default-skills", ...args]);

describe("[D16] catalog", () => {
  test("prints what the model reads, and tells people what it does not", () => {
    expect(run()).toMatchSnapshot();
  });

  test("what became of each skill", () => {
    expect(run("--report", "--window", "2000")).toMatchSnapshot();
  });

  test("as JSON", () => {
    const { stdout, ...rest } = run("--json", "--window", "200000");
    expect(rest).toEqual({ code: 0, stderr: "" });
    const catalog = JSON.parse(stdout) as Record<string, unknown>;
    expect(catalog).toEqual({
      schema: 2,
      host: "skillwright",
      format: "xml",
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      allowance: { amount: 4000, unit: "tokens", from: "2 % of 200000 tokens" },
      used: { characters: expect.any(Number), tokens: expect.any(Number) },
      counts: { full: 2, shortened: 0, "name-only": 0, omitted: 0 },
      text: run("--window", "200000").stdout.trimEnd(),
      entries: [
        {
          id: "user:~/.agents/skills/notes",
          address: "notes",
          coverage: "full",
          tokens: expect.any(Number),
          text: "<skill><name>notes</name><description>Writes notes. Somebody wants a note.</description><location><tmp>/home/.agents/skills/notes/SKILL.md</location></skill>",
        },
        expect.objectContaining({ address: "pdf" }),
      ],
    });
  });

  test.each([
    [["--format", "bullets"]],
    [["--format", "pickle-bot"]],
    [["--format", "aleph"]],
    [["--format", "markdown", "--agent-skills", "p*"]],
    [["--format", "bullets", "--file", "site/main.css"]],
    [["--host", "codex", "--window", "272000"]],
  ])("%j", (args) => {
    expect(run(...args)).toMatchSnapshot();
  });

  test("[D13] for a message the best first, where it is asked for", () => {
    const words = "alpha beta gamma delta epsilon zeta theta iota kappa lambda sigma omega".split(" ");
    const crowd = new Sandbox(
      Object.fromEntries(
        words.map((word) => [`~/.agents/skills/${word}/SKILL.md`, skill(word, `Makes ${word} files.`)]),
      ),
    );
    const args = ["catalog", "--no-default-skills", "--format", "bullets", "--window", "2200"];
    const bestFor = (message: string): string[] =>
      crowd.run([...args, "--for", message, "--best-first"]).stdout.match(/^- .*/gm) ?? [];
    expect(bestFor("an omega, please")).toEqual(["- alpha", "- beta", "- omega"]);
    expect(bestFor("a kappa, please")).toEqual(["- alpha", "- beta", "- kappa"]);
    expect(run("--best-first")).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: `--best-first` cannot be used with `catalog`\nhelp: see `skillwright catalog --help`\n",
    });
  });

  test("a trusted project's skills come first", () => {
    const trusted = new Sandbox(tree);
    expect(trusted.run(["trust", "--yes"]).code).toBe(0);
    const { stdout, stderr } = trusted.run(["catalog", "--no-default-skills", "--format", "bullets"]);
    expect(stdout.split("\n\n")[1]).toBe(
      "- release: Does release work well. Use when somebody asks for release.\n- notes: Writes notes. Somebody wants a note.\n- pdf: Makes PDF files. Use when somebody wants a PDF.\n",
    );
    expect(stderr).toBe("2 skills that are loaded are not offered; run `skillwright explain NAME` to see why\n");
    expect(trusted.run(["trust", "--remove"]).code).toBe(0);
    expect(trusted.run(["catalog", "--no-default-skills", "--format", "bullets"]).stdout).not.toContain("release");
  });

  test("a directory that is named is trusted by that", () => {
    const { stdout } = run("--root", ".agents/skills", "--format", "bullets");
    expect(stdout).toContain("- release: Does release work well.");
  });

  test("settings and the host's variable decide how much", () => {
    const env = { SKILLWRIGHT_CATALOG_FALLBACK_CHARS: "300" };
    const small = box.run(["catalog", "--no-default-skills", "--report"], { env }).stdout;
    expect(small.split("\n").at(-2)).toMatch(
      /^\d+ of 300 characters \(the context window is unknown\), about \d+ tokens$/,
    );
    const claude = box.run(["catalog", "--host", "claude-code", "--report", "--root", "~none"], {
      env: { SLASH_COMMAND_TOOL_CHAR_BUDGET: "1230" },
    });
    expect(claude.stdout).toContain(
      "of 954 characters (SLASH_COMMAND_TOOL_CHAR_BUDGET, minus 276 for the host's own entries)",
    );
  });

  test("an empty catalog is reported on standard error, and nothing is printed", () => {
    expect(run("--agent-skills", "nobody")).toEqual({
      code: 0,
      stdout: "",
      stderr:
        "no skill is offered to a model, so there is no catalog\n5 skills that are loaded are not offered; run `skillwright explain NAME` to see why\nthe folder is not trusted; review its skills, then run `skillwright trust`\n",
    });
  });

  test.each([
    [
      ["--window", "many"],
      "error: `--window many` is not a whole number from 1 to 9999999999\nhelp: see `skillwright catalog --help`\n",
    ],
    [
      ["--window", "0"],
      "error: `--window 0` is not a whole number from 1 to 9999999999\nhelp: see `skillwright catalog --help`\n",
    ],
  ])("[O1] %j is wrong usage", (args, stderr) => {
    expect(run(...args)).toEqual({ code: 2, stdout: "", stderr });
  });

  test("[O1] so is a format that does not exist", () => {
    const { code, stderr } = run("--format", "yaml");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: `--format yaml` is not one of xml, markdown, /)]);
  });

  test("[O14] completion offers the formats", () => {
    expect(box.run(["__complete", "catalog", "--format", "x"]).stdout).toBe("xml\n");
  });
});
