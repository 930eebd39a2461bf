/** Runs `skillwright run SKILL SCRIPT` as a process. */
import { describe, expect, test } from "vitest";
import { withSandbox } from "../../run/with-sandbox.ts";
import { type Ran, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const box = new Sandbox({
  "skills/pdf/SKILL.md": skill("pdf"),
  "skills/pdf/scripts/fields.sh": 'echo "fields of $1 in $(basename "$PWD")"; cat; echo careful >&2; exit "${2:-0}"\n',
  "skills/pdf/scripts/odd.sh": "printf 'a\\033[31mb\\n'\n",
});
const PATH = process.env["PATH"] ?? "";

function script(...args: string[]): Ran {
  return box.run(["run", "--root", "skills", "pdf", ...args], { env: { PATH }, input: "typed\n" });
}

const declares = (command: string): string =>
  skill("own").replace("---\n", `---\ncommands: [{ name: ${command}, args: [{ name: yes, type: boolean }] }]\n`);

describe("[F30] the word after the skill", () => {
  test("is a command if the skill declares it, else a script if it is a path or names a file of the skill", () => {
    const here = new Sandbox({
      "skills/own/SKILL.md": declares("go"),
      "skills/own/go": "#!/bin/sh\necho never\n",
      "skills/own/fill.sh": "echo file\n",
    });
    const first = (...words: string[]): string | undefined =>
      /error(?:\[(SK\d+)\])?/.exec(here.run(["run", "--root", "skills", "own", ...words]).stderr)?.[1];
    expect(here.run(["run", "--root", "skills", "own", "go"])).toMatchObject({ code: 0, stderr: "" });
    expect([first("fill.sh"), first("./go"), first("scripts/none.sh"), first("fill")]).toEqual([
      ...["SK430", "SK430", "SK433"],
      "SK471",
    ]);
  });

  test("[DP24] options of `run` are a command's own arguments after its name, and approve nothing", () => {
    const here = new Sandbox({ "skills/own/SKILL.md": declares("go") });
    const { command } = here.json(["run", "--root", "skills", "own", "go", "--yes"]);
    expect(command).toEqual({ name: "go", values: { yes: true } });
    expect(here.run(["run", "--root", "skills", "own", "go", "--stdin"]).stderr).toMatch(/^error\[SK472\]/);
  });

  test("[O1] `script` still works, and reports the new form", () => {
    expect(box.run(["script", "--yes", "pdf", "../x.sh", "--root", "skills"]).stderr).toMatch(
      /^`skillwright script` is now `skillwright run`\nerror\[SK433\]/,
    );
  });
});

describe("[F30] script", () => {
  test("is refused without a rule or a yes", () => {
    const { digest } = box.json(["explain", "--details", "pdf", "--digest", "--root", "skills"]) as { digest: string };
    expect(script("scripts/fields.sh")).toEqual({
      code: 1,
      stdout: "",
      stderr: `error[SK430]: \`scripts/fields.sh\`: no rule allows its scripts\nhelp: review it, then add \`${digest}\` to \`run.scripts\` in your configuration\n`,
    });
  });

  test("and on a machine that cannot keep it apart", () => {
    const ran = box.run(["run", "pdf", "scripts/fields.sh", "--yes", "--root", "skills"]);
    expect(ran.stderr).toMatch(/^error\[SK431\]: `scripts\/fields.sh`: no sandbox is available/);
  });

  test("a file that is not a script of the skill", () => {
    expect(script("../x.sh", "--yes")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error[SK433]: `../x.sh`: the skill has no such script\nhelp: its files are listed by `skillwright explain --details pdf`\n",
    });
  });

  test.each([
    [["run", "--yes", "pdf", "x", "--root", "skills"]],
    [["run", "-y", "unheard", "scripts/fields.sh", "--root", "skills"]],
    [["run", "--stdin", "pdf", "--help", "--root", "skills"]],
  ])("[O1] %j is a usage error, because it is not about a script", (args) => {
    expect(box.run(args).code).toBe(2);
  });

  test("[O14] explains itself, and completes skills", () => {
    expect(box.run(["run", "--help"]).stdout).toMatchSnapshot();
    expect(box.run(["__complete", "run", ""]).stdout).toContain("skill-doctor\n");
    const offered = box.run(["__complete", "--root", "skills", "run", "pdf", "scripts/f"]).stdout;
    expect(offered).toBe("scripts/fields.sh\n");
  });
});

withSandbox.describe("[F30] script, run", () => {
  test("says what it says, where it would say it", () => {
    expect(script("scripts/fields.sh", "form.pdf", "--yes")).toEqual({
      code: 0,
      stdout: "fields of form.pdf in project\n",
      stderr: "careful\n",
    });
  });

  test("with input, arguments of any look, and another exit code", () => {
    expect(script("scripts/fields.sh", "--yes", "--stdin", "--", "--a;$(id)", "3")).toEqual({
      code: 1,
      stdout: "fields of --a;$(id) in project\ntyped\n",
      stderr: "careful\n`scripts/fields.sh` failed: exit code 3\n",
    });
  });

  test("[O1] --json has all of it, without control sequences", () => {
    const { digest, ...rest } = JSON.parse(script("scripts/odd.sh", "--yes", "--json").stdout) as { digest: string };
    expect([digest.length, rest]).toEqual([
      71,
      {
        schema: 2,
        path: "scripts/odd.sh",
        interpreter: "sh",
        ended: "exited",
        code: 0,
        stdout: "a[31mb\n",
        stderr: "",
      },
    ]);
  });

  test("[F10] a rule in the user's own file is enough", () => {
    box.write({ "~/.config/skillwright/config.yaml": "run: {scripts: [extra], in_skill_directory: true}\n" });
    expect(script("scripts/fields.sh", "x").stdout).toBe("fields of x in pdf\n");
    box.write({ "~/.config/skillwright/config.yaml": "" });
  });
});
