/** Checks who may call a skill, with profiles that read the access fields and with profiles that ignore them. */
import { describe, expect, test } from "vitest";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { memoryFiles } from "../../../src/platform/files/memory-files.ts";

const skill = (name: string, more: string) => `---\nname: ${name}\ndescription: Does it.\n${more}\n---\nBody\n`;
const tree = (directory: string) => ({
  "/p/.git/HEAD": "ref: refs/heads/main\n",
  "/p/.git/objects": "directory" as const,
  "/p/.git/refs": "directory" as const,
  [`/p/${directory}/manual/SKILL.md`]: skill("manual", "disable-model-invocation: true"),
  [`/p/${directory}/quiet/SKILL.md`]: skill("quiet", "user-invocable: false"),
  [`/p/${directory}/waits/SKILL.md`]: skill("waits", 'paths: "src/**"'),
  "/h": "directory" as const,
});

describe("[V24] fields that decide who may call a skill", () => {
  test.each([
    ["claude-code", ".claude/skills", ["quiet"], ["manual", "waits"]],
    ["pi", ".agents/skills", ["quiet", "waits"], ["manual", "quiet", "waits"]],
    ["codex", ".agents/skills", ["manual", "quiet", "waits"], ["manual", "quiet", "waits"]],
    ["skillwright", ".agents/skills", ["quiet"], ["manual", "waits"]],
  ])("%s", async (host, directory, forModel, forUser) => {
    const skills = await openSkills({
      host,
      cwd: "/p",
      trust: "all",
      defaultSkills: false,
      files: memoryFiles(tree(directory)),
      environment: { cwd: "/p", home: "/h", platform: "linux", variables: {} },
    });
    const session = await skills.session({ id: "s" });
    const names = async (actor: "model" | "user") => (await session.offered(actor)).map((each) => each.address).sort();
    expect([await names("model"), await names("user")]).toEqual([forModel, forUser]);
  });
});
