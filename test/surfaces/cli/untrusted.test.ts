/** A repository contains a skill with the name of a user's skill. Tested before and after its folder is trusted. */
import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const TREE = {
  ".agents/skills/pdf/SKILL.md": skill("pdf", "The project's. Use when the project says so."),
  ".agents/skills/doc/SKILL.md": skill("doc"),
  "~/.agents/skills/pdf/SKILL.md": skill("pdf", "The user's own. Use when the user says so."),
};

const PLAIN = "    the skill has only instructions: no scripts, addresses, tools, hooks or secrets were found\n";

describe("[T8] a directory that a project's settings name for another host", () => {
  const box = new Sandbox({
    "opencode.json": JSON.stringify({ skills: { paths: ["./extra"] } }),
    "extra/planted/SKILL.md": skill("planted"),
    "~/.agents/skills/own/SKILL.md": skill("own"),
  });
  const host = ["--host", "opencode"];

  test("is listed with the reason, and handed out by no command", () => {
    expect(box.run(["catalog", ...host]).stdout).not.toContain("planted");
    expect(box.run(["load", "planted", ...host])).toMatchObject({ code: 1, stdout: "" });
    expect(box.run(["load", "planted", ...host]).stderr).toContain("SK501");
    expect(box.run(["load", "own", ...host]).code).toBe(0);
    expect(box.run(["list", "--roots", ...host]).stdout).toContain("opencode.json");
  });

  test("does not reach an MCP client", () => {
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
      },
      { id: 2, method: "resources/list" },
      { id: 3, method: "tools/call", params: { name: "skill", arguments: { name: "planted" } } },
      { id: 4, method: "prompts/list" },
    ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
    const { stdout } = box.run(["mcp", ...host], { input: `${messages.join("\n")}\n` });
    expect(stdout).toContain("own");
    expect(stdout).not.toContain("Do it.");
    expect(stdout.split("\n").filter((line) => line.includes("planted") && !line.includes('"id":3'))).toEqual([]);
  });

  test("reaches a model once the folder is trusted", () => {
    box.run(["trust", "--yes"]);
    expect(box.run(["catalog", ...host]).stdout).toContain("planted");
    expect(box.run(["load", "planted", ...host]).stdout).toContain("Do it.");
  });
});

describe("[T7] a folder that is not trusted takes nothing away", () => {
  const box = new Sandbox(TREE);
  const out = (...args: string[]): string => box.run([...args, "--no-default-skills"]).stdout;

  test("list --all", () => {
    expect(out("list", "--all")).toBe(`skill  scope  state       description
doc    repo   withheld    (the folder is not trusted) Does doc work well. Use when somebody asks for doc.
pdf    user               The user's own. Use when the user says so.
pdf    repo   overridden  by user:~/.agents/skills/pdf: the folder is not trusted, so every other skill of this name wins
2 skills (1 withheld) · 1 overridden · 0 rejected · 0 disabled · 0 ineligible
`);
  });

  test("explain", () => {
    expect(out("explain", "pdf")).toBe(`Models see \`pdf\` from <tmp>/home/.agents/skills/pdf/SKILL.md.

loaded pdf: models see it
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
overridden pdf [SK501]: \`user:~/.agents/skills/pdf\` is used instead: the folder is not trusted, so every other skill of this name wins
  .agents/skills/pdf/SKILL.md  repo:.agents/skills/pdf
  help: review the project's skills, then run \`skillwright trust\`
`);
  });

  test("list --all has the reason", () => {
    expect(out("list", "--all")).toContain(
      "overridden  by user:~/.agents/skills/pdf: the folder is not trusted, so every other skill of this name wins",
    );
  });

  test("list --json", () => {
    expect(box.json(["list", "--no-default-skills"])["overridden"]).toEqual([
      expect.objectContaining({
        id: "repo:.agents/skills/pdf",
        by: "user:~/.agents/skills/pdf",
        withheld: { code: "SK501", reason: "the folder is not trusted" },
      }),
    ]);
  });

  test("resolve", () => {
    expect(out("resolve", "$pdf and $pdf@repo")).toBe(`selected pdf: by its name
  ┌─ message:1:1
1 │ $pdf and $pdf@repo
  │ ^^^^
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
error[SK501]: \`pdf@repo\` is refused: the folder is not trusted
  ┌─ message:1:10
1 │ $pdf and $pdf@repo
  │          ^^^^^^^^^
help: review the project's skills, then run \`skillwright trust\`
`);
  });

  test("trust says what the project brings, that one too; then the project's comes first", () => {
    const trusting = new Sandbox(TREE);
    expect(trusting.run(["trust", "--yes"]).stderr).toBe(
      `<tmp>/project contains 2 skills:\n  doc\n${PLAIN}  pdf\n${PLAIN}`,
    );
    expect(
      trusting.run(["explain", "pdf", "--no-default-skills"]).stdout,
    ).toBe(`Models see \`pdf\` from .agents/skills/pdf/SKILL.md.

loaded pdf: models see it
  .agents/skills/pdf/SKILL.md  repo:.agents/skills/pdf
overridden pdf [SK201]: \`repo:.agents/skills/pdf\` is used instead: scope \`repo\` takes precedence over \`user\`
  <tmp>/home/.agents/skills/pdf/SKILL.md  user:~/.agents/skills/pdf
  help: rename or remove one of the two skills
`);
  });

  test("trust says which skills the project's own settings would add", () => {
    const trusting = new Sandbox({
      ...TREE,
      ".skillwright/config.yaml": "roots: [vendor]\n",
      "vendor/mail/SKILL.md": skill("mail"),
      "vendor/doc/SKILL.md": skill("doc"),
    });
    expect(trusting.run(["trust", "--yes"]).stderr).toBe(
      `<tmp>/project contains 2 skills:\n  doc\n${PLAIN}  pdf\n${PLAIN}and settings for Skillwright, in .skillwright/config.yaml\n  roots: ["<tmp>/project/vendor"] (.skillwright/config.yaml)\nthese settings add 2 skills:\n  doc\n${PLAIN}  mail\n${PLAIN}`,
    );
  });

  test("and looks for them no further than it must, whatever limits those settings bring along", () => {
    const trusting = new Sandbox({
      ".skillwright/config.yaml": "roots: [vendor]\nlimits: { max_directories: 100000 }\n",
      "vendor/mail/SKILL.md": skill("mail"),
    });
    for (let at = 0; at < 2000; at++) mkdirSync(trusting.path(`vendor/x${at}`));
    expect(trusting.run(["trust", "--yes"]).stderr).toBe(
      `<tmp>/project contains 0 skills\nand settings for Skillwright, in .skillwright/config.yaml\n  roots: ["<tmp>/project/vendor"] (.skillwright/config.yaml)\n  limits.max_directories: 100000 (.skillwright/config.yaml)\nthese settings add 1 skill:\n  mail\n${PLAIN}and directories that were not searched; trust also covers their contents\n`,
    );
  });

  test("in a home under version control, trust is for the directory that the user is in", () => {
    const box = new Sandbox({ "~/.git/HEAD": "", "~/notes/.agents/skills/pdf/SKILL.md": skill("pdf") });
    const cwd = box.path("~/notes");
    const states = (): string[] =>
      JSON.parse(box.run(["list", "--json", "--no-default-skills"], { cwd }).stdout).skills.map(
        (each: { withheld?: { code: string } }) => each.withheld?.code ?? "offered",
      );
    expect(states()).toEqual(["SK501"]);
    expect(box.run(["trust", "--yes"], { cwd }).stdout).toBe("<tmp>/home/notes is trusted\n");
    expect(states()).toEqual(["offered"]);
    expect(box.run(["trust", "--remove"], { cwd }).stdout).toBe("<tmp>/home/notes is no longer trusted\n");
    expect(states()).toEqual(["SK501"]);
  });
});
