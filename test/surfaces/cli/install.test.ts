/** Installs with the real command. Checks everything that a user or a script sees. */
import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PROJECT_PLACES, skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

/** [Y24] A project below the home works like any other. */
describe.each(PROJECT_PLACES)("the project %s the home:", (place) => {
  function box(): Sandbox {
    return new Sandbox(
      {
        "vendor/pdf/SKILL.md": skill("pdf"),
        "vendor/pdf/references/more.md": "More.\n",
      },
      place,
    );
  }

  /** Replaces digests, so that the text is the same in every run. */
  function hashed(text: string): string {
    return text.replace(/sha256:[0-9a-f]{12,64}/g, "sha256:…");
  }

  describe("add", () => {
    test("[Y5] shows what it would install, and installs nothing without an answer", () => {
      const sandbox = box();
      const ran = sandbox.run(["add", "./vendor/pdf"]);
      expect({ ...ran, stderr: hashed(ran.stderr) }).toMatchSnapshot();
      expect([existsSync(sandbox.path(".agents")), existsSync(sandbox.path("skills.lock"))]).toEqual([false, false]);
    });

    test("[Y5] [Y23] installs with --yes, and a second time has nothing to do", () => {
      const sandbox = box();
      expect(sandbox.run(["add", "./vendor/pdf", "--yes"])).toMatchObject({
        code: 0,
        stdout: "added pdf in .agents/skills/pdf\n",
      });
      expect(sandbox.run(["add", "./vendor/pdf", "--yes"])).toEqual({
        code: 0,
        stdout: "unchanged pdf in .agents/skills/pdf\n",
        stderr: "",
      });
    });

    test("[Y5] --except leaves out the skill that stops a source", () => {
      const sandbox = box();
      sandbox.write({ "vendor/bad/SKILL.md": skill("bad", "Bad\u202e text.") });
      const refused = sandbox.run(["add", "./vendor", "--yes"]);
      expect([refused.code, refused.stdout, refused.stderr]).toEqual([
        1,
        "",
        expect.stringContaining("to add the others without it: --except bad\n"),
      ]);
      expect(sandbox.run(["add", "./vendor", "--yes", "--except", "bad"])).toMatchObject({
        code: 0,
        stdout: "added pdf in .agents/skills/pdf\n",
      });
      expect(sandbox.run(["add", "./vendor", "--except", "docx"]).stderr).toContain("error[SK665]");
      expect(sandbox.run(["add", "./vendor/pdf", "--except", "pdf"]).stderr).toContain("excludes every skill");
    });

    test("[Y5] names the hosts that do not see a new skill, with a command that works", () => {
      const sandbox = box();
      sandbox.write({ "~/.claude/settings.json": "{}", "~/.codex/config.toml": "" });
      const command = "skillwright place pdf --for claude-code --apply";
      const { stderr } = sandbox.run(["add", "./vendor/pdf", "--yes"]);
      expect(stderr).toContain(`claude-code does not see pdf\nhelp: run \`${command}\`\n`);
      expect(sandbox.run(command.split(" ").slice(1)).code).toBe(0);
      expect(sandbox.json(["add", "./vendor/pdf", "--yes"])["notVisible"]).toEqual([]);
    });

    test("[O1] --json has the plan and what was done, and --dry-run does nothing", () => {
      const sandbox = box();
      const dry = sandbox.run(["add", "./vendor/pdf", "--dry-run", "--json"]);
      expect(JSON.parse(hashed(dry.stdout))).toMatchSnapshot();
      expect(existsSync(sandbox.path(".agents"))).toBe(false);
      expect(sandbox.json(["add", "./vendor/pdf", "--yes"])["applied"]).toMatchObject([{ name: "pdf", action: "add" }]);
    });

    test.each([
      [["add"]],
      [["add", "./vendor/pdf", "--user", "--to", "x"]],
      [["add", "./nowhere"]],
      [["add", "./vendor/pdf", "--skill", "other"]],
      [["update", "--rollback"]],
      [["update", "pdf"]],
      [["remove", "pdf"]],
      [["install", "--frozen"]],
      [["install", "--frozen", "--from", "x"]],
      [["install", "--from", "nothing.json"]],
      [["approve"]],
      [["approve", "pfd"]],
    ])("[O1] %j", (args) => {
      expect(box().run(args)).toMatchSnapshot();
    });
  });

  test("[Y6] [Y17] [Y16] a changed skill is withheld, shown with its difference, and approved again", () => {
    const sandbox = box();
    sandbox.run(["add", "./vendor/pdf", "--yes"]);
    expect(sandbox.run(["verify"])).toEqual({
      code: 0,
      stdout: "unchanged  pdf   .agents/skills/pdf\n1 skill · 0 changed or missing\n",
      stderr: "",
    });
    sandbox.write({ ".agents/skills/pdf/references/more.md": "Other.\n" });
    const seen = [
      ["verify"],
      ["explain", "--details", "pdf"],
      ["list", "--origin", "--scope", "repo"],
      ["explain", "pdf"],
      ["approve", "pdf"],
    ].map((args) => {
      const { code, stdout, stderr } = sandbox.run(args);
      return { args: args.join(" "), code, stdout: hashed(stdout), stderr: hashed(stderr) };
    });
    expect(seen).toMatchSnapshot();
    expect(sandbox.run(["approve", "--changed", "--yes"]).stdout).toBe("approved pdf in .agents/skills/pdf\n");
    expect(sandbox.run(["verify"]).code).toBe(0);
    expect(sandbox.json(["list"])["skills"]).toMatchObject([{ name: "pdf", offered: true }, {}, {}, {}]);
  });

  test("[Y14] an update is shown, made, and taken back", () => {
    const sandbox = box();
    sandbox.run(["add", "./vendor/pdf", "--yes"]);
    expect(sandbox.run(["update", "--check"])).toEqual({
      code: 0,
      stdout: "skill  state    source\npdf    current  ./vendor/pdf\n",
      stderr: "",
    });
    sandbox.write({ "vendor/pdf/references/more.md": "Even more.\n" });
    expect(sandbox.run(["update", "--check"])).toEqual({
      code: 1,
      stdout: "skill  state             source\npdf    update available  ./vendor/pdf\n",
      stderr: "",
    });
    expect(hashed(sandbox.run(["update", "--dry-run"]).stdout)).toMatchSnapshot();
    expect(sandbox.run(["update", "--yes"]).stdout).toBe("replaced pdf in .agents/skills/pdf\n");
    expect(sandbox.run(["update", "--yes"]).stdout).toBe("unchanged pdf in .agents/skills/pdf\n");
    expect(sandbox.run(["update", "pdf", "--rollback", "--yes"]).stdout).toBe("replaced pdf in .agents/skills/pdf\n");
    expect(sandbox.run(["update", "--check"]).code).toBe(1);
  });

  test("[Y16] [Y19] a removed directory is installed again, and a removed skill is not", () => {
    const sandbox = box();
    sandbox.run(["add", "./vendor/pdf", "--yes"]);
    rmSync(sandbox.path(".agents"), { recursive: true });
    expect(sandbox.run(["install", "--frozen"])).toMatchObject({
      code: 0,
      stdout: "added pdf in .agents/skills/pdf\n",
    });
    expect(sandbox.run(["remove", "pdf", "--dry-run"]).stdout).toBe("pdf would be removed from .agents/skills/pdf\n");
    expect(sandbox.run(["remove", "pdf"])).toEqual({
      code: 0,
      stdout: "removed pdf from .agents/skills/pdf\n",
      stderr: "",
    });
    expect(sandbox.run(["install"])).toEqual({ code: 0, stdout: "", stderr: "there is nothing to do\n" });
    expect(sandbox.run(["update", "--dry-run"])).toEqual({ code: 0, stdout: "", stderr: "there is nothing to do\n" });
    expect(existsSync(sandbox.path(".agents/skills/pdf"))).toBe(false);
  });
});
