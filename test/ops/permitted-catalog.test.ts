import { describe, expect, test } from "vitest";
import { skill } from "../surfaces/cli/run.ts";
import { SharedSandbox as Sandbox } from "../surfaces/cli/shared.ts";

describe("[B60] a skill that `permission.skill` denies", () => {
  test.each([
    ["by its name", "permission: { skill: { pdf: deny } }"],
    ["by a pattern", 'permission: { skill: { "p*": deny } }'],
    ["with all others", "permission: { skill: deny }"],
    ["with all tools", 'permission: { "*": allow, skill: { "*": deny } }'],
  ])("%s is in no catalog, with a message or without", (_, policy) => {
    const box = new Sandbox({
      "~/.agents/skills/pdf/SKILL.md": skill("pdf"),
      "~/.config/skillwright/policy.yaml": `${policy}\n`,
    });
    for (const args of [
      ["catalog"],
      ["catalog", "--for", "pdf", "--best-first"],
      ["catalog", "--agent-skills", "pdf"],
      ["catalog", "--for", "pdf work"],
    ])
      expect(box.run(args).stdout).not.toContain("<name>pdf</name>");
    expect(box.run(["load", "pdf"]).code).toBe(0);
  });
});
