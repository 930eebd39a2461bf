import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SharedSandbox as Sandbox } from "./shared.ts";

const SKILL = `---
name: deploy
description: Use when a release goes out.
disable-model-invocation: true
disallowed-tools: [Write]
model: opus
---
Ship it with scripts/ship.sh.
`;

function project(): Sandbox {
  const sandbox = new Sandbox({
    ".agents/skills/deploy/SKILL.md": SKILL,
    ".agents/skills/deploy/scripts/ship.sh": "#!/bin/sh\necho ship\n",
    ".agents/skills/deploy/references/notes.md": "Notes.\n",
  });
  chmodSync(sandbox.path(".agents/skills/deploy/scripts/ship.sh"), 0o755);
  sandbox.run(["trust", "--yes"]);
  return sandbox;
}

describe("compile", () => {
  test("[CO4] without --out the difference and what is lost are shown, and nothing is written", () => {
    const sandbox = project();
    expect(sandbox.run(["compile", "deploy", "--to", "claude-code"])).toEqual({
      code: 0,
      stdout: `--- SKILL.md
+++ SKILL.md
@@ -1,8 +1,9 @@
 ---
 name: deploy
 description: Use when a release goes out.
 disable-model-invocation: true
-disallowed-tools: [Write]
+disallowed-tools:
+  - Write
 model: opus
 ---
 Ship it with scripts/ship.sh.
nothing is lost in Claude Code
`,
      stderr: "help: nothing was written; to write the compiled skill, add `--out DIR`\n",
    });
    expect(readdirSync(sandbox.project).sort()).toEqual([".agents", ".git"]);
  });

  test("[CO3] a loss of safety is refused, with its codes", () => {
    const { code, stdout, stderr } = project().run(["compile", "deploy", "--to", "opencode"]);
    expect([code, stderr]).toEqual([
      1,
      "error[SK480]: OpenCode would drop settings of `deploy`: only the user may invoke it; it does not use `Write`\nhelp: to accept the loss, add `--accept-loss SK480` and `--accept-loss SK481`\n",
    ]);
    expect(stdout.slice(stdout.indexOf("lost in"))).toBe(`lost in OpenCode:
  SK480  only the user may invoke it; the setting is written as \`metadata.opencode/autoinvoke\`, which only its version 2 reads
  SK481  it does not use \`Write\`
  SK484  it runs with the model \`opus\`
`);
  });

  test("[CO3] [CO4] accepted, the whole skill is written; what is there stays unless it is forced away", () => {
    const sandbox = project();
    const args = ["compile", "deploy", "--to", "codex", "--out", "dist"];
    expect(sandbox.run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining("error[SK481]") });
    expect(existsSync(sandbox.path("dist"))).toBe(false);
    const done = sandbox.run([...args, "--accept-loss", "SK481"]);
    expect([done.code, done.stdout]).toEqual([
      0,
      "wrote <tmp>/project/dist/deploy\nlost in Codex:\n  SK481  it does not use `Write`\n  SK484  it runs with the model `opus`\n",
    ]);
    const read = (path: string): string => readFileSync(sandbox.path(`dist/deploy/${path}`), "utf8");
    expect([read("SKILL.md"), read("agents/openai.yaml"), read("references/notes.md")]).toEqual([
      "---\nname: deploy\ndescription: Use when a release goes out.\n---\nShip it with scripts/ship.sh.\n",
      "policy:\n  allow_implicit_invocation: false\n",
      "Notes.\n",
    ]);
    expect(statSync(sandbox.path("dist/deploy/scripts/ship.sh")).mode & 0o777).toBe(0o755);
    expect(sandbox.run([...args, "--accept-loss", "SK481"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error[SK486]: `<tmp>/project/dist/deploy` exists already\nhelp: choose another directory, or use `--force` to replace it\n",
    });
    sandbox.write({ "dist/deploy/mine.txt": "x" });
    expect(sandbox.run([...args, "--accept-loss", "SK481", "--force"]).code).toBe(0);
    expect([existsSync(sandbox.path("dist/deploy/mine.txt")), readdirSync(sandbox.path("dist"))]).toEqual([
      false,
      ["deploy"],
    ]);
    expect(
      sandbox.run(["compile", "deploy", "--to", "pi", "--out", ".agents/skills", "--force", "--accept-loss", "SK481"]),
    ).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is the skill itself"),
    });
    expect(readFileSync(sandbox.path(".agents/skills/deploy/SKILL.md"), "utf8")).toBe(SKILL);
  });

  test("[CO4] what a killed run has left is cleared away, and an old one that it moved comes back first", () => {
    const sandbox = project();
    sandbox.write({
      "dist/.deploy.123.new/SKILL.md": "half",
      "dist/.deploy.123.old/SKILL.md": "old",
      "dist/.deploy.x/a": "mine",
    });
    const { code, stderr } = sandbox.run(["compile", "deploy", "--to", "claude-code", "--out", "dist", "--force"]);
    expect([code, stderr, readdirSync(sandbox.path("dist")).sort()]).toEqual([0, "", [".deploy.x", "deploy"]]);
  });

  test("[CO2] the loss report as JSON", () => {
    const { losses, refused, files, written, host } = project().json(["compile", "deploy", "--to", "gemini-cli"]) as {
      losses: object[];
      [key: string]: unknown;
    };
    expect({ refused, written, host, files }).toEqual({
      host: "gemini-cli",
      refused: ["SK480", "SK481"],
      written: null,
      files: [
        { path: "SKILL.md", state: "changed", text: expect.stringContaining("Ship it") },
        { path: "references/notes.md", state: "same" },
        { path: "scripts/ship.sh", state: "same" },
      ],
    });
    expect(losses).toEqual([
      {
        code: "SK480",
        intent: "modelInvocable",
        meaning: "only the user may invoke it",
        authored: false,
        resulting: true,
        safety: true,
      },
      {
        code: "SK481",
        intent: "removedTools",
        meaning: "it does not use `Write`",
        authored: ["Write"],
        resulting: [],
        safety: true,
      },
      {
        code: "SK484",
        intent: "model",
        meaning: "it runs with the model `opus`",
        authored: "opus",
        resulting: null,
        safety: false,
      },
    ]);
  });

  test.each([
    [["compile", "deploy"], 2, "error: `compile` needs `--to HOST`\nhelp: see `skillwright compile --help`\n"],
    [
      ["compile", "deploy", "--to", "aider"],
      1,
      "error[SK485]: aider does not support skills\nhelp: compile it for another host\n",
    ],
    [["compile", "deplo", "--to", "pi"], 1, "error[SK301]: there is no skill `deplo`\nhelp: did you mean `deploy`?\n"],
  ])("%j", (args, code, stderr) => {
    expect(project().run(args)).toEqual({ code, stdout: "", stderr });
  });

  test("a host that there is not", () => {
    expect(project().run(["compile", "deploy", "--to", "codx"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error\[SK305\]/),
    });
  });
});
