import { describe, expect, test } from "vitest";
import { commitTree } from "../../install/fetch/git-fixture.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const PATH = process.env["PATH"] ?? "";
const manifest = JSON.stringify({ dependencies: { tools: "^1" } });

describe("where skills can come from, by the command", () => {
  const sandbox = new Sandbox({
    "package.json": manifest,
    "node_modules/tools/package.json": '{"name":"tools","version":"1.2.3"}',
    "node_modules/tools/skills/forms/SKILL.md": skill("forms"),
  });
  const repository = `${sandbox.directory}/repository`;
  const commit = commitTree(repository, {
    "skills/pdf/SKILL.md": skill("pdf"),
    ".claude-plugin/plugin.json": '{"name":"office"}',
  });
  /** In `line`, `<repository>` stands for the repository. In the output, `<commit>` stands for its commit. */
  const run = (line: string): object => {
    const args = line.split(" ").filter(Boolean);
    const { code, stdout, stderr } = sandbox.run(
      ["add", ...args.map((each) => each.replace("<repository>", `file://${repository}`))],
      { env: { PATH } },
    );
    return { code, stdout: stdout.replaceAll(commit, "<commit>"), stderr: stderr.replaceAll(commit, "<commit>") };
  };

  test.each([
    "<repository> --dry-run",
    "plugin:<repository> --dry-run",
    "--from-dependencies --yes",
    "<repository> --yes",
    "<repository>#missing",
    "https://user:secret@h.test/a.git?x",
    "owner/repo#--upload-pack=id",
    "./nowhere",
    "",
    "owner/repo --from-dependencies",
  ])("[I20] [I6] add %s", (line) => {
    expect(run(line)).toMatchSnapshot();
  });

  test("[I36] what a lock says of dependencies holds wherever the project is", () => {
    const lock = sandbox.run(["verify", "--json"], { env: { PATH } });
    expect(lock.code).toBe(0);
    expect(sandbox.run(["update", "--dry-run"], { env: { PATH }, cwd: sandbox.path("node_modules") })).toMatchObject({
      code: 0,
    });
  });
});
