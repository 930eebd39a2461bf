import { describe, expect, test } from "vitest";
import { explainEverywhere } from "../../src/ops/hosts/look-hosts.ts";
import { openSkills } from "../../src/ops/open-skills.ts";
import { SharedSandbox as Sandbox } from "../surfaces/cli/shared.ts";

const box = new Sandbox({
  "~/.aleph/skills/review/SKILL.md":
    "---\nname: Code Review\ndescription: Reviews code.\ncommands:\n  - name: review\n    description: Review a file\n    args:\n      - { name: file, description: the file, required: true }\n---\nReview it.\n",
  "~/.aleph/skills/deploy/SKILL.md":
    "---\nname: Deploy It\ndescription: Deploys.\neligibility:\n  required-bins: [no-such-program-here]\n---\nDo it.\n",
});
const variables = { PATH: "", HOME: box.home };
const environment = { cwd: box.project, home: box.home, platform: "linux", variables } as const;

describe("[V25] Aleph's ids", () => {
  test.each([
    ["code-review", "code-review", "visible", undefined],
    ["Code Review", "code-review", "visible", undefined],
    ["deploy-it", "deploy-it", "ineligible", "install the program, or put it on the PATH"],
  ])("the hosts' answer about %s is about %s", async (asked, name, state, fix) => {
    const { answers } = await explainEverywhere(asked, { environment, hosts: ["aleph"] });
    const found = answers.map(({ row, cell, remedy }) => [row.name, cell.name, cell.state, remedy?.text]);
    expect(found).toEqual([[name, name, state, fix]]);
  });

  test("the library explains and finds a skill by its id", async () => {
    await using skills = await openSkills({ environment, host: "aleph" });
    expect((await skills.explain("code-review")).candidates.map(({ outcome }) => outcome)).toEqual(["loaded"]);
    expect((await skills.explain("deploy-it")).candidates.map(({ outcome }) => outcome)).toEqual(["ineligible"]);
    expect(skills.find("code-review")?.skill.name).toBe("Code Review");
  });

  test("messages name the id", () => {
    const run = (...args: readonly string[]) => box.run([...args, "--host", "aleph"]);
    expect(run("run", "review").stderr).toContain("help: write `/code-review review <file>`");
    expect(run("run", "code-review").stderr).toContain("name a command of `code-review`");
    expect(run("load", "deploy-it").stderr).toContain("help: `skillwright explain deploy-it` says what it needs");
  });
});
