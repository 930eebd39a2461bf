import { describe, expect, test } from "vitest";
import { loadSkills } from "../../../src/catalog/load/load.ts";
import { skillPackages } from "../../../src/ops/needs/skill-packages.ts";
import { findNamedSkill } from "../../../src/ops/use/named-skill.ts";
import { SharedSandbox as Sandbox } from "../../surfaces/cli/shared.ts";

function skill(description: string, more = ""): string {
  return `---\nname: pdf\ndescription: ${description}.\n${more}---\nDo it.\n`;
}

const tree = {
  ".claude/skills/pdf/SKILL.md": skill("Project"),
  "~/.claude/skills/pdf/SKILL.md": skill("User"),
  "~/.agents/skills/pdf/SKILL.md": skill("Agents"),
};

describe("[M4] one skill of several with a name", () => {
  const box = new Sandbox(tree);
  box.run(["trust", "--yes"]);
  const variables = { PATH: "", HOME: box.home };
  const options = { environment: { cwd: box.project, home: box.home, platform: "linux", variables } } as const;

  test.each([
    ["pdf", "repo:.claude/skills/pdf"],
    ["PDF", "repo:.claude/skills/pdf"],
    ["pdf@repo", "repo:.claude/skills/pdf"],
    ["user:~/.claude/skills/pdf", "user:~/.claude/skills/pdf"],
    [box.path("~/.agents/skills/pdf"), "user:~/.agents/skills/pdf"],
    [box.path("~/.agents/skills/pdf/SKILL.md"), "user:~/.agents/skills/pdf"],
  ])("%s is %s", async (asked, id) => {
    const { snapshot } = await loadSkills(options);
    expect(findNamedSkill(asked, snapshot).skill.id).toBe(id);
  });

  test("several overridden skills are SK310 with their ids, and an unknown name is SK301", async () => {
    const { snapshot } = await loadSkills(options);
    expect(() => findNamedSkill("pdf@user", snapshot)).toThrow(
      expect.objectContaining({
        code: "SK310",
        hint: "choose one: `user:~/.agents/skills/pdf`, `user:~/.claude/skills/pdf`",
      }),
    );
    expect(() => findNamedSkill("pdv", snapshot)).toThrow(expect.objectContaining({ code: "SK301" }));
  });

  test.each([
    ["compile", "--to", "codex"],
    ["deps"],
    ["deps", "--packages"],
    ["explain", "--details"],
    ["place", "--for", "codex"],
    ["approve", "--dry-run"],
  ])("%s selects an overridden skill by its id, and refuses an ambiguous address", (verb, ...rest) => {
    expect(box.run([verb, "pdf@user", ...rest]).stderr).toContain("error[SK310]");
    expect(box.run([verb, "user:~/.claude/skills/pdf", ...rest])).toMatchObject({
      stderr: expect.not.stringContaining("error"),
    });
  });

  test("no package is installed for a disabled skill or an overridden one of an untrusted project", async () => {
    const packages = "packages:\n  - { kind: npm, package: left-pad }\n";
    const other = new Sandbox({
      ".claude/skills/pdf/SKILL.md": skill("Project", packages),
      "~/.claude/skills/pdf/SKILL.md": skill("User"),
      "~/.claude/skills/off/SKILL.md": skill("Off").replace("pdf", "off"),
      "~/.config/skillwright/config.yaml": "disable: [off]\n",
    });
    const found = await skillPackages(["pdf@repo", "off"], {
      environment: {
        cwd: other.project,
        home: other.home,
        platform: "linux",
        variables: { PATH: "", HOME: other.home },
      },
    });
    expect(found.map(({ withheld }) => withheld?.code)).toEqual(["SK501", "SK203"]);
  });
});
