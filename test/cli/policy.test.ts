import { describe, expect, test } from "vitest";
import { Sandbox, skill } from "./run.ts";

const POLICY = "~/.config/skillwright/policy.yaml";

const box = new Sandbox({
  ".claude/skills/pdf/SKILL.md": skill("pdf", undefined, "allowed-tools: Read, Bash(pdftotext *), Bash(* --version)\n"),
  ".claude/skills/pdf/agents/skillwright.yaml":
    "permissions:\n  network: true\n  file_system: {write: [./out, ../x]}\n",
  ".claude/skills/crypto-wallet/SKILL.md": skill("crypto-wallet"),
  [POLICY]: [
    "default: allow",
    "rules:",
    "  - ask: { scope: repo }",
    "    unless: { publisher: '*@example.com' }",
    "    for: load",
    "    reason: look at what a repository brings",
    "  - deny: { skill: 'crypto-*' }",
    "permission:",
    "  skill: { 'internal-*': deny }",
    "agent:",
    "  reviewer: { permission: { skill: { pdf: ask } } }",
    "",
  ].join("\n"),
});
box.run(["trust", "--yes"]);
const run = (...args: string[]) => box.run(["--no-default-skills", ...args]);

describe("[B56] policy", () => {
  test("shows every file and every rule", () => {
    expect(run("policy")).toMatchSnapshot();
    expect(box.json(["policy"])).toMatchSnapshot();
  });

  test("without any file, with one that is wrong, and with one that cannot be read", () => {
    expect(new Sandbox().run(["policy"])).toMatchSnapshot();
    const wrong = new Sandbox({ [POLICY]: "rules:\n  - deny: {skil: a}\n" });
    expect(wrong.run(["policy"])).toMatchSnapshot();
    const broken = new Sandbox({ [POLICY]: "rules: {\n" });
    expect(broken.run(["policy"])).toMatchSnapshot();
    expect(broken.run(["list"])).toMatchSnapshot();
  });

  test("takes nothing but `explain`", () => {
    expect(run("policy", "set")).toMatchSnapshot();
    expect(run("policy", "explain")).toMatchSnapshot();
    expect(run("policy", "--help")).toMatchSnapshot();
  });
});

describe("[B57] policy explain", () => {
  test("says which rule of which file decided", () => {
    expect(run("policy", "explain", "pdf", "--agent", "reviewer")).toMatchSnapshot();
    expect(run("policy", "explain", "crypto-wallet")).toMatchSnapshot();
    expect(run("policy", "explain", "crypto-wallet", "--json")).toMatchSnapshot();
    expect(run("policy", "explain", ".claude/skills/pdf").stdout).toContain("ask: look at what");
    expect(run("policy", "explain", "pfd")).toMatchSnapshot();
  });

  test("and the skill is held to it", () => {
    expect(run("list")).toMatchSnapshot();
    expect(run("load", "crypto-wallet")).toMatchSnapshot();
    expect(run("explain", "crypto-wallet")).toMatchSnapshot();
  });
});

test("[B34] show and load --json have the window that a skill would open", () => {
  expect(run("show", "pdf")).toMatchSnapshot();
  const { window } = box.json(["load", "pdf"]);
  expect(window).toEqual(box.json(["show", "pdf"])["window"]);
  expect(box.json(["show", "pdf", "--host", "claude-code"])["window"]).toMatchObject({
    rule: { allowedTools: "grant", until: "turn" },
  });
  expect(run("show", "pdf", "--host", "opencode").stdout).toContain("nothing: this host ignores `allowed-tools`");
});

test("[B55] add is held to it too", () => {
  box.write({ "vendor/crypto-coin/SKILL.md": skill("crypto-coin"), "vendor/fine/SKILL.md": skill("fine") });
  expect(run("add", "./vendor/crypto-coin", "--yes")).toMatchSnapshot();
  expect(run("add", "./vendor/crypto-coin", "--dry-run").stdout).toContain("denied");
  expect(run("add", "./vendor/fine", "--yes").code).toBe(0);
});
