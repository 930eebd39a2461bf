import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const REVIEW = `---
name: review
description: Reviews a change. Use when somebody asks for a review.
argument-hint: "[issue] [branch]"
---

# Review $0

Files: !\`git diff --name-only\`

\`\`\`!
node --version
npm --version
\`\`\`

Run scripts/review.sh $ARGUMENTS
`;

const tree = {
  "skills/review/SKILL.md": REVIEW,
  "skills/review/scripts/review.sh": "echo review\n",
  "skills/plain/SKILL.md": skill("plain"),
  "skills/odd/SKILL.md": "---\nname: odd\ndescription: Odd. Use when odd.\n---\n\u001b[31mred\u0007\u202e\r\nno end",
  "skills/silent/SKILL.md": skill("silent", undefined, "disable-model-invocation: true\n"),
  "skills/typed/SKILL.md": skill("typed", undefined, "paths: ['*.ts']\n"),
};
const box = new Sandbox(tree);
const load = (...args: string[]): ReturnType<Sandbox["run"]> =>
  box.run(["load", "--root", "skills", "--no-default-skills", ...args]);

describe("[Q18] load", () => {
  test("prints what the model would receive, and tells people the rest", () => {
    expect(load("review")).toMatchSnapshot();
  });

  test("puts arguments in their place: one as it was typed, several each as one", () => {
    expect(load("plain", "a 'b c'").stdout).toContain("ARGUMENTS: a 'b c'");
    expect(load("review", "12", "on main", `it's`, `"$1"`).stdout).toMatchSnapshot();
    expect(load("plain", "--", "-F,", "{print $1}").stdout).toContain("ARGUMENTS: -F, '{print $1}'");
  });

  test("--absolute-paths leads to the skill's own files", () => {
    expect(load("review", "12", "--absolute-paths").stdout).toContain(
      "Run <tmp>/project/skills/review/scripts/review.sh 12\n",
    );
  });

  test("byte for byte, into a pipe", () => {
    const { code, stdout } = load("odd", "--host", "caliban", "--actor", "model");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/\u001b\[31mred\u0007\u202e\nno end$/) });
  });

  test("by path, by id and as another host has it", () => {
    const text = load("plain").stdout;
    expect([load("skills/plain").stdout, load("./skills/plain/SKILL.md").stdout]).toEqual([text, text]);
    expect(load("plain", "some-words", "--host", "claude-code")).toMatchSnapshot();
    expect(load("plain", "some-words", "--host", "codex")).toMatchSnapshot();
  });

  test("--dry-run shows the commands that were found, and that none was run", () => {
    expect(load("review", "--dry-run")).toEqual({
      code: 0,
      stdout: [
        "skills/review/SKILL.md:9  inline  not run: no rule allows its shell expressions",
        "    git diff --name-only",
        "skills/review/SKILL.md:11  block  not run: no rule allows its shell expressions",
        "    node --version",
        "    npm --version",
        "2 commands in the text; none was run",
        "",
      ].join("\n"),
      stderr:
        "help: `--shell` runs the commands once; to always allow them, add the digest from `skillwright explain --details NAME --digest` to `run.shell` in your configuration\n",
    });
    expect(load("plain", "--dry-run").stdout).toBe("the text of the skill has no commands\n");
    expect(JSON.parse(load("review", "--dry-run", "--json").stdout)).toMatchObject({
      host: "skillwright",
      shell: [
        { command: "git diff --name-only", form: "inline", line: 4 },
        { command: "node --version\nnpm --version", form: "block", line: 6 },
      ],
    });
  });

  test("[O1] --json has all of it", () => {
    expect(JSON.parse(load("review", "12", "--json").stdout)).toMatchSnapshot();
  });

  test("--resource reads a file of the skill, from a byte on", () => {
    expect(load("review", "--resource", "scripts/review.sh")).toEqual({ code: 0, stdout: "echo review\n", stderr: "" });
    expect(load("review", "--resource", "./scripts/review.sh", "--offset", "5").stdout).toBe("review\n");
    expect(JSON.parse(load("review", "--resource", "scripts/review.sh", "--json").stdout)).toEqual({
      schema: 2,
      path: "scripts/review.sh",
      text: "echo review\n",
      bytes: 12,
      next: null,
      binary: false,
    });
    expect(load("review", "--resource", "../plain/SKILL.md")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error[SK332]: `../plain/SKILL.md`: it leaves the directory with `..`\nhelp: give the path from the skill's directory, such as `scripts/run.sh`\n",
    });
    expect(load("review", "--resource", "script/review.sh").stderr).toBe(
      "error[SK333]: `script/review.sh`: the skill has no such file\nhelp: did you mean `scripts/review.sh`?\n",
    );
  });

  test("--max-chars cuts, and --resource reads on", () => {
    const { stdout, stderr } = load("review", "--max-chars", "30", "--host", "caliban");
    expect([stdout.includes("Files"), stderr.includes("warning[SK336]")]).toEqual([false, true]);
    const { next } = JSON.parse(load("review", "--max-chars", "30", "--json").stdout) as { next: number };
    expect(load("review", "--resource", "SKILL.md", "--offset", String(next)).stdout).toBe(
      REVIEW.slice(REVIEW.indexOf("Files")),
    );
  });

  test.each<[what: string, args: string[], stderr: string]>([
    ["misspelt", ["reviw"], "error[SK301]: `reviw`: there is no such skill\nhelp: did you mean `review`?\n"],
    [
      "for the user alone",
      ["silent", "--actor", "model"],
      "error[SK311]: `silent`: `disable-model-invocation: true` hides it from the model\nhelp: only the user can load it, by its name\n",
    ],
    [
      "of another agent",
      ["plain", "--agent-skills", "rev*,odd"],
      "error[SK312]: `plain`: it is not among the skills of this agent\nhelp: add it to the agent's `skills`\n",
    ],
    [
      "that waits",
      ["typed", "--actor", "model"],
      "error[SK313]: `typed`: it becomes available when you work on a file that matches its `paths`\nhelp: work on a file that matches `*.ts`\n",
    ],
    [
      "that is not a name",
      ["..\\x"],
      "error[SK301]: `..\\x`: the name contains `..`, a backslash or a NUL, so it is not a valid skill name\n",
    ],
  ])("refuses one %s", (_, args, stderr) => {
    expect(load(...args)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("--files lets in what waits for them, --agent-skills what it names", () => {
    expect(load("typed", "--actor", "model", "--files", "src/a.ts").code).toBe(0);
    expect(load("review", "--agent-skills", "rev*").code).toBe(0);
  });

  test.each([["--actor", "nobody"], ["--max-chars", "many"], ["--offset", "-1", "--resource", "x"], ["--nonsense"]])(
    "[O1] `load plain %s %s` is a usage error",
    (...args) => {
      expect(load("plain", ...args)).toMatchObject({ code: 2, stdout: "" });
    },
  );

  test("[O15] writes nothing, and [T1] reads nothing from a folder that is not trusted", () => {
    const project = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
    expect(project.run(["load", "pdf"])).toMatchSnapshot();
  });

  test("[O14] explains itself", () => {
    expect(box.run(["load", "--help"]).stdout).toMatchSnapshot();
    expect(box.run(["__complete", "load", "--actor", ""]).stdout).toBe("user\nmodel\nskill\n");
  });
});
