import { describe, expect, test } from "vitest";
import { needs } from "../../needs.ts";
import { TmuxTerminal } from "../agent/tmux.ts";
import { bin, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

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
    expect(run("config", "--policy")).toMatchSnapshot();
    expect(box.json(["config", "--policy"])).toMatchSnapshot();
  });

  test("without any file, with one that is wrong, and with one that cannot be read", () => {
    expect(new Sandbox().run(["config", "--policy"])).toMatchSnapshot();
    const wrong = new Sandbox({ [POLICY]: "rules:\n  - deny: {skil: a}\n" });
    expect(wrong.run(["config", "--policy"])).toMatchSnapshot();
    const broken = new Sandbox({ [POLICY]: "rules: {\n" });
    expect(broken.run(["config", "--policy"])).toMatchSnapshot();
    expect(broken.run(["list"])).toMatchSnapshot();
  });

  test("takes nothing but `explain`", () => {
    expect(run("config", "--policy", "set")).toMatchSnapshot();
    expect(run("explain", "--policy")).toMatchSnapshot();
    expect(run("config", "--policy", "--help")).toMatchSnapshot();
  });
});

describe("[B56] policy explain", () => {
  test("says which rule of which file decided", () => {
    expect(run("explain", "--policy", "pdf", "--agent", "reviewer")).toMatchSnapshot();
    expect(run("explain", "--policy", "crypto-wallet")).toMatchSnapshot();
    expect(run("explain", "--policy", "crypto-wallet", "--json")).toMatchSnapshot();
    expect(run("explain", "--policy", ".claude/skills/pdf").stdout).toContain("ask: look at what");
    expect(run("explain", "--policy", "pfd")).toMatchSnapshot();
  });

  test("and the skill is held to it", () => {
    expect(run("list")).toMatchSnapshot();
    expect(run("load", "crypto-wallet")).toMatchSnapshot();
    expect(run("explain", "crypto-wallet")).toMatchSnapshot();
  });

  test("says what is wrong with a policy that lets nothing in, and where", () => {
    const broken = new Sandbox({ [POLICY]: "rules:\n  - ask: {\n", "~/.claude/skills/pdf/SKILL.md": skill("pdf") });
    expect(broken.run(["explain", "--policy", "pdf"])).toMatchSnapshot();
    expect(broken.json(["explain", "--policy", "pdf"])).toMatchObject({ diagnostics: [{ code: "SK420", line: 3 }] });
  });
});

describe("[B54] load, where a policy wants to be asked", () => {
  test("refuses without a user, with a hint; and still shows what would run", () => {
    expect(run("load", "pdf")).toMatchSnapshot();
    expect(run("load", "pdf", "--resource", "SKILL.md").stderr).toContain("error[SK414]");
    expect(run("load", "pdf", "--dry-run")).toMatchObject({
      code: 0,
      stdout: "the text of the skill has no commands\n",
    });
  });

  needs("tmux").test("asks at a terminal, with a no for anything but a yes", async () => {
    const command = [process.execPath, bin, "load", "pdf"];
    const answered = async (...keys: readonly string[]) => {
      const terminal = new TmuxTerminal(command, box.project, { PATH: process.env["PATH"] ?? "", HOME: box.home });
      try {
        await terminal.shows("load the skill `pdf`? [y/N]");
        terminal.type("", ...keys);
        return await terminal.shows("[ended");
      } finally {
        terminal.close();
      }
    };
    const [no, yes] = await Promise.all([answered("Enter"), answered("y", "Enter")]);
    expect(no).toContain("look at what a repository brings");
    expect(no).toContain("[ended 1]");
    expect(yes).toContain('<skill name="pdf"');
  });
});

test("[B33] show and load --json have the window that a skill would open", () => {
  expect(run("explain", "--details", "pdf")).toMatchSnapshot();
  const free = new Sandbox({ "~/.claude/skills/pdf/SKILL.md": skill("pdf", undefined, "allowed-tools: Read\n") });
  const { window } = free.json(["load", "pdf"]);
  expect(window).toEqual(free.json(["explain", "--details", "pdf"])["window"]);
  expect(box.json(["explain", "--details", "pdf", "--host", "claude-code"])["window"]).toMatchObject({
    rule: { allowedTools: "grant", until: "turn" },
  });
  expect(run("explain", "--details", "pdf", "--host", "opencode").stdout).toContain(
    "no effect: this host ignores `allowed-tools`",
  );
});

test("[B53] add is held to it too", () => {
  box.write({ "vendor/crypto-coin/SKILL.md": skill("crypto-coin"), "vendor/fine/SKILL.md": skill("fine") });
  expect(run("add", "./vendor/crypto-coin", "--yes")).toMatchSnapshot();
  expect(run("add", "./vendor/crypto-coin", "--dry-run").stdout).toContain("denied");
  expect(run("add", "./vendor/fine", "--yes").code).toBe(0);
});
