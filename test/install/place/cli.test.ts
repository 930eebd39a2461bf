import { expect, test } from "vitest";
import { skill } from "../../surfaces/cli/run.ts";
import { SharedSandbox as Sandbox } from "../../surfaces/cli/shared.ts";

test("[J27] place plans, makes and takes back, as a process", () => {
  const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
  const lines = [
    ".agents/skills/pdf",
    "  link .claude/skills/pdf → ../../.agents/skills/pdf",
    "  claude-code  .claude/skills/pdf/SKILL.md",
    "  codex        .agents/skills/pdf/SKILL.md",
    "",
  ];
  const args = ["place", "pdf", "--for", "claude-code,codex"];
  expect(box.run(args)).toEqual({
    code: 0,
    stdout: lines.join("\n"),
    stderr: "help: run the command again with `--apply` to make these links\n",
  });
  expect(box.run([...args, "--apply"])).toEqual({ code: 0, stdout: lines.join("\n"), stderr: "" });
  expect(box.run(args).stdout).toBe(lines.with(1, "  there is no link to make or remove").join("\n"));
  expect(box.json(args)).toEqual({
    schema: 2,
    applied: false,
    projectRoot: "<tmp>/project",
    placements: [
      {
        directory: "<tmp>/project/.agents/skills/pdf",
        steps: [],
        hosts: [
          { host: "claude-code", path: "<tmp>/project/.claude/skills/pdf/SKILL.md" },
          { host: "codex", path: "<tmp>/project/.agents/skills/pdf/SKILL.md" },
        ],
      },
    ],
  });
  expect(box.run(["place", "--undo"])).toEqual({
    code: 0,
    stdout: "unlinked <tmp>/project/.claude/skills/pdf\n",
    stderr: "",
  });
  expect(box.run(["place", "--undo"]).code).toBe(1);
});

test("[J27] a host that no link helps makes it fail; without a skill it is a wrong call", () => {
  const box = new Sandbox({ ".agents/skills/pdf/SKILL.md": skill("pdf") });
  const ran = box.run(["place", "pdf", "--for", "codex,aider"]);
  expect([ran.code, ran.stdout]).toEqual([
    1,
    ".agents/skills/pdf\n  there is no link to make or remove\n  codex  .agents/skills/pdf/SKILL.md\n  aider  no: aider has no skills of its own (SK729)\n",
  ]);
  expect(box.run(["place"]).code).toBe(2);
});
