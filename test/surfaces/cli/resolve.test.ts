import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const TREE = {
  "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
  "~/.agents/skills/deploy/SKILL.md": skill("deploy", undefined, "argument-hint: where\n"),
  "~/.agents/skills/review/SKILL.md": skill("review", undefined, "triggers: [look over]\n"),
  "~/.agents/skills/kept/SKILL.md": skill("kept", undefined, "user-invocable: false\n"),
  ".agents/skills/theirs/SKILL.md": skill("theirs"),
};

const box = new Sandbox(TREE);
const run = (...args: string[]): ReturnType<Sandbox["run"]> =>
  box.run(["explain", "--no-default-skills", "--message", ...args]);

describe("[M17] resolve", () => {
  test("prints what is taken, refused and suggested, each under its place in the message", () => {
    expect(run("/deploy to staging\nthen look over $pdf,\n\tand $kept")).toEqual({
      code: 1,
      stderr: "",
      stdout: `selected deploy: by its name
  ┌─ message:1:1
1 │ /deploy to staging
  │ ^^^^^^^
  <tmp>/home/.agents/skills/deploy/SKILL.md  user:~/.agents/skills/deploy
  arguments: to staging
             then look over $pdf,
             	and $kept
selected pdf: by its name
  ┌─ message:2:16
2 │ then look over $pdf,
  │                ^^^^
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
error[SK311]: \`kept\` is refused: \`user-invocable: false\` lets only the model load it
  ┌─ message:3:6
3 │  and $kept
  │      ^^^^^
help: describe the task; the model loads the skill when it fits
suggested review: the message says \`look over\`
  ┌─ message:2:6
2 │ then look over $pdf,
  │      ^^^^^^^^^
`,
    });
  });

  test("takes options for what a message does not say", () => {
    const id = "user:~/.agents/skills/review";
    expect(
      run(
        "$pdf /clear $deploy",
        "--pick",
        id,
        "--connector",
        "PDF",
        "--command",
        "/clear",
        "--agent-skills",
        "pdf,rev*",
      ),
    ).toEqual({
      code: 1,
      stderr: "",
      stdout: `selected review: picked
  <tmp>/home/.agents/skills/review/SKILL.md  ${id}
error[SK314]: \`pdf\` is refused: the connector \`pdf\` has that name too
  ┌─ message:1:1
1 │ $pdf /clear $deploy
  │ ^^^^
help: for the skill, write \`$pdf@user\`
error[SK312]: \`deploy\` is refused: it is not among the skills of this agent
  ┌─ message:1:13
1 │ $pdf /clear $deploy
  │             ^^^^^^^
help: add it to the agent's \`skills\`
`,
    });
  });

  test("[T1] a folder that is not trusted", () => {
    expect(run("$theirs")).toEqual({
      code: 1,
      stderr: "",
      stdout: `error[SK501]: \`theirs\` is refused: the folder is not trusted
  ┌─ message:1:1
1 │ $theirs
  │ ^^^^^^^
help: review the project's skills, then run \`skillwright trust\`
`,
    });
  });

  test("[M10] a command that does not exist", () => {
    expect(run("/deply now")).toEqual({
      code: 1,
      stderr: "",
      stdout: `error[SK301]: \`deply\` is refused: there is no such skill
  ┌─ message:1:1
1 │ /deply now
  │ ^^^^^^
help: did you mean \`/deploy\`?
`,
    });
  });

  test("a message that names none", () => {
    expect(run("nothing to see in `$pdf`")).toEqual({
      code: 0,
      stderr: "",
      stdout: "the message does not name a skill\n",
    });
  });

  test("a message from standard input", () => {
    expect(box.run(["explain", "--message", "-", "--no-default-skills"], { input: "use $pdf\n" })).toEqual({
      code: 0,
      stderr: "",
      stdout: `selected pdf: by its name
  ┌─ message:1:5
1 │ use $pdf
  │     ^^^^
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
`,
    });
  });

  test("[O1] --json", () => {
    const { revision, ...rest } = box.json([
      "explain",
      "--no-default-skills",
      "--message",
      "/deploy x\nlook over $nope $kept",
    ]);
    expect(revision).toMatch(/^[0-9a-f]{16}$/);
    expect(rest).toEqual({
      schema: 2,
      host: "skillwright",
      selected: [
        {
          address: "deploy",
          id: "user:~/.agents/skills/deploy",
          name: "deploy",
          path: `${box.home}/.agents/skills/deploy/SKILL.md`.replace(box.directory, "<tmp>"),
          matchedBy: "name",
          form: "slash",
          arguments: "x\nlook over $nope $kept",
          command: null,
          start: 0,
          end: 7,
          line: 1,
          column: 1,
        },
      ],
      refused: [
        {
          code: "SK311",
          asked: "kept",
          reason: "`user-invocable: false` lets only the model load it",
          help: "describe the task; the model loads the skill when it fits",
          candidates: [],
          form: "dollar",
          start: 26,
          end: 31,
          line: 2,
          column: 17,
        },
      ],
      suggested: [{ address: "review", phrase: "look over", start: 10, end: 19, line: 2, column: 1 }],
    });
  });

  test("[M5] through a host", () => {
    expect(run("use $pdf or /pdf", "--host", "pi")).toEqual({
      code: 0,
      stderr: "",
      stdout: "the message does not name a skill\n",
    });
    expect(run("/skill:pdf all", "--host", "kimi-cli")).toEqual({
      code: 0,
      stderr: "documented, not verified: kimi-cli\n",
      stdout: `selected pdf: by its name
  ┌─ message:1:1
1 │ /skill:pdf all
  │ ^^^^^^^^^^
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
  arguments: all
`,
    });
  });

  test("[O4] what a message hides cannot reach the terminal", () => {
    expect(run("/pdf \u001b[31mred\u202e").stdout).toContain("  arguments: \\u{1b}[31mred\\u{202e}\n");
  });

  test("[O1] without a message", () => {
    expect(box.run(["explain", "--message"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: option `--message <value>` argument missing\nhelp: see `skillwright explain --help`\n",
    });
  });
});
