/** OpenOxide 9: reads directories of Claude Code and Codex unchanged. */
import { describe, expect, test } from "vitest";
import { codes, load, makeTree, outcomes, skill } from "../../tree.ts";

describe("Claude Code", () => {
  const tree = makeTree({
    "project/.git/HEAD": "",
    "project/.claude/settings.json": "{}",
    "project/.claude/commands/review.md": "Review this.",
    "project/.claude/agents/reviewer.md": "---\nname: reviewer\n---\n",
    "project/.claude/skills/commit/SKILL.md": `---
name: commit
description: Writes a commit message. Use when the user asks to commit.
allowed-tools: Bash(git add:*), Bash(git commit:*)
argument-hint: [message]
disable-model-invocation: true
model: haiku
context: fork
agent: Explore
hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - type: command
          command: ./scripts/check.sh
---
Commit with $ARGUMENTS.
`,
    "project/.claude/skills/commit/scripts/check.sh": "#!/bin/sh\n",
    "project/.claude/skills/commit/reference.md": "# Reference",
    "project/packages/ui/.claude/skills/button/SKILL.md": skill("button"),
    "home/.claude/skills/notes/SKILL.md": skill("notes"),
    "home/.claude/skills/commit/SKILL.md": skill("commit"),
    "home/.claude/CLAUDE.md": "# Memory",
    "home/.claude/plugins/marketplaces/x/skills/not-ours/SKILL.md": skill("not-ours"),
    "home/.local/share/skillwright/plugins/acme-dir/.claude-plugin/plugin.json": '{"name": "acme", "version": "1.0.0"}',
    "home/.local/share/skillwright/plugins/acme-dir/skills/deploy/SKILL.md": skill("deploy"),
    "home/.local/share/skillwright/plugins/acme-dir/commands/x.md": "x",
  });

  test("[R4] [R8] project, nested project, user and plugin skills are found; the project's comes first", async () => {
    const { snapshot } = await load(tree, { trust: "all", cwd: tree.at("project/packages/ui") });
    expect(snapshot.skills.map((each) => each.skill.name)).toEqual(["button", "commit", "notes", "acme:deploy"]);
    expect(snapshot.overridden.map((each) => each.skill.id)).toEqual(["user:~/.claude/skills/commit"]);
    expect(codes(snapshot.diagnostics)).toEqual([]);
  });

  test("[P14] its fields are read", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    expect(snapshot.skills.find((each) => each.skill.name === "commit")?.skill.manifest).toEqual({
      allowedTools: ["Bash(git add:*)", "Bash(git commit:*)"],
      argumentHint: "[message]",
      disableModelInvocation: true,
      model: "haiku",
      context: "fork",
      agent: "Explore",
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./scripts/check.sh" }] }] },
    });
  });
});

describe("Codex", () => {
  const tree = makeTree({
    "project/.git/HEAD": "",
    "project/AGENTS.md": "# Agents",
    "project/.agents/skills/pdf/SKILL.md": skill("pdf", "Reads PDFs.", "metadata:\n  short-description: PDFs\n"),
    "project/.agents/skills/pdf/agents/openai.yaml": `interface:
  display_name: "PDF"
  short_description: "Reads PDFs"
  icon_small: "./assets/pdf.svg"
  default_prompt: "Read it"
dependencies:
  tools:
    - type: "mcp"
      value: "docs"
policy:
  allow_implicit_invocation: false
`,
    "project/.agents/skills/pdf/assets/pdf.svg": "<svg/>",
    "home/.agents/skills/own/SKILL.md": skill("own"),
    "home/.codex/skills/.system/skill-creator/SKILL.md": skill("skill-creator"),
    "etc/skillwright/skills/company/SKILL.md": skill("company"),
  });

  test("[R4] repository, user and administrator's skills are found", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    expect(snapshot.skills.map((each) => each.skill.id)).toEqual([
      "repo:.agents/skills/pdf",
      "user:~/.agents/skills/own",
      "admin:/etc/skillwright/skills/company",
    ]);
    expect(codes(snapshot.diagnostics)).toEqual([]);
  });

  test("[P18] its sidecar is read", async () => {
    const { snapshot } = await load(tree, { trust: "all" });
    const { files, ...sidecar } = snapshot.skills[0]?.skill.sidecar ?? { files: [] };
    expect(tree.plain(files)).toEqual(["/project/.agents/skills/pdf/agents/openai.yaml"]);
    expect(sidecar).toEqual({
      interface: {
        displayName: "PDF",
        shortDescription: "Reads PDFs",
        iconSmall: "./assets/pdf.svg",
        defaultPrompt: "Read it",
      },
      dependencies: { tools: [{ type: "mcp", value: "docs" }] },
      policy: { allowImplicitInvocation: false },
    });
  });

  test("[S2] [R7] its own user directory can be named, hidden system skills stay out", async () => {
    const { snapshot } = await load(tree, { ambient: false, roots: ["~/.codex/skills"] });
    expect(outcomes(snapshot)).toEqual({});
    const system = await load(tree, { ambient: false, roots: ["~/.codex/skills/.system"] });
    expect(outcomes(system.snapshot)).toEqual({ loaded: ["skill-creator"] });
  });
});

test("[R4] both in one repository, one linked to the other, are one set of skills", async () => {
  const tree = makeTree({
    "project/.git/HEAD": "",
    "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "project/.claude/skills": { link: "../.agents/skills" },
  });
  const { snapshot } = await load(tree, { trust: "all" });
  expect([outcomes(snapshot), codes(snapshot.diagnostics)]).toEqual([{ loaded: ["pdf"] }, []]);
});

test("[S6] skills linked one by one into the other folder are each there once", async () => {
  const tree = makeTree({
    "project/.git/HEAD": "",
    "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
    "project/.agents/skills/doc/SKILL.md": skill("doc"),
    "project/.claude/skills/pdf": { link: "../../.agents/skills/pdf" },
    "project/.claude/skills/doc": { link: "../../.agents/skills/doc" },
  });
  const { snapshot } = await load(tree, { trust: "all" });
  expect(outcomes(snapshot)).toEqual({ loaded: ["doc", "pdf"] });
  expect(snapshot.skills.map((each) => each.skill.realPath)).toEqual([undefined, undefined]);
  expect(codes(snapshot.diagnostics).filter((code) => code === "SK019")).toHaveLength(2);
});
