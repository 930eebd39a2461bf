/** Every command that reads skills reports a damaged file that withholds them, and hands none of them out. */
import { chmodSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

const APPROVALS = "~/.config/skillwright/approvals.json";
const SECRET = "Only a model that may have this skill reads this line.";

const ASK_FOR_SKILLS = [
  { id: 1, method: "initialize", params: { clientInfo: { name: "test", version: "1" } } },
  { method: "initialized" },
  { id: 2, method: "skills/list", params: {} },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join("");

function damaged(): Sandbox {
  return new Sandbox({
    "~/.agents/skills/pdf/SKILL.md": skill("pdf").replace(/\n$/, `\n\n${SECRET}\n`),
    [APPROVALS]: '{"schema": 1, "approvals": {',
  });
}

describe("[Y40] a damaged file that withholds skills", () => {
  test.each<readonly string[]>([
    ["list"],
    ["list", "--json"],
    ["list", "--host", "codex"],
    ["catalog"],
    ["load", "pdf"],
    ["search", "pdf"],
    ["explain", "--message", "/pdf"],
    ["deps", "pdf"],
    ["run", "pdf", "x"],
    ["run", "pdf", "./x.sh"],
    ["explain", "--details", "pdf"],
    ["list", "--all"],
    ["list", "--roots"],
    ["explain", "pdf"],
    ["matrix"],
    ["doctor"],
    ["config"],
    ["budget"],
    ["mcp"],
    ["app-server"],
  ])("%s %s %s", (...args) => {
    const { stdout, stderr, code } = damaged().run(
      args.filter((each) => each !== undefined),
      { input: args[0] === "app-server" ? ASK_FOR_SKILLS : "" },
    );
    expect([args, stdout + stderr]).toEqual([args, expect.stringContaining("approvals.json` cannot be used")]);
    expect(stdout).not.toContain(args[0] === "show" ? "nothing" : SECRET);
    expect(code).not.toBe(70);
  });

  test("[Y40] `repair` says what it does, does it after a yes, and leaves the rest withheld", () => {
    const box = damaged();
    expect(box.run(["doctor", "--fix"])).toMatchSnapshot();
    expect(box.run(["doctor", "--fix", "--yes"])).toMatchSnapshot();
    expect(box.run(["load", "pdf"]).stdout).not.toContain(SECRET);
    expect(box.run(["doctor", "--fix"])).toEqual({ code: 0, stdout: "no file is damaged\n", stderr: "" });
  });

  // The superuser may read every directory.
  const modes = process.getuid?.() === 0 ? [] : ["mode 000"];
  test.each(["a link to itself", ...modes])("[Y40] `untrust` fails if its directory is unreadable: %s", (how) => {
    const directory = "~/.config/skillwright";
    const isLink = how === "a link to itself";
    const box = new Sandbox(isLink ? { [`${directory} ->`]: "skillwright" } : { [`${directory}/trust.json`]: "" });
    if (!isLink) chmodSync(box.path(directory), 0o000);
    for (const args of [
      ["trust", "--remove"],
      ["trust", "--list"],
      ["trust", "--yes"],
    ])
      expect(box.run(args)).toMatchObject({ code: 1, stderr: expect.stringContaining("trust.json` cannot be used") });
    if (!isLink) chmodSync(box.path(directory), 0o700);
  });

  test.each<[how: string, files: Record<string, string>]>([
    ["a link to itself", { "~/.config/skillwright ->": "skillwright" }],
    ["a link that leads nowhere", { "~/.config/skillwright ->": "/nowhere/at/all" }],
    ["a file", { "~/.config/skillwright": "" }],
  ])("[Y40] an unreadable configuration directory is one error with a fix: %s", (_, files) => {
    const box = new Sandbox({ "~/.agents/skills/pdf/SKILL.md": skill("pdf"), ...files });
    for (const args of [
      ["list"],
      ["load", "pdf"],
      ["catalog"],
      ["doctor"],
      ["roots"],
      ["mcp"],
      ["repair"],
      ["config"],
    ]) {
      const { stdout, stderr } = box.run(args);
      const errors = (stdout + stderr).match(/^(?: +\d\. )?error.*$/gm) ?? [];
      const about = errors.filter((line) => !line.includes("`pdf`"));
      expect([args, about]).toEqual([
        args,
        [expect.stringContaining("`<tmp>/home/.config/skillwright` cannot be read")],
      ]);
      expect(stdout + stderr).toContain("make it a directory that you can read");
      expect(stdout).not.toContain("Do it.");
    }
    // These commands read approvals and the user's lock, and load no settings or skills.
    box.write({ "skills.lock": '{"schema": 1, "skills": {}}' });
    for (const args of [
      ["verify"],
      ["install", "--frozen"],
      ["install", "--user"],
      ["remove", "pdf"],
      ["disable", "pdf"],
    ])
      expect([args, box.run(args)]).toEqual([
        args,
        expect.objectContaining({ code: 1, stderr: expect.stringMatching(/error\[SK\d+\].*\.config\/skillwright/) }),
      ]);
    for (const args of [
      ["trust", "--yes"],
      ["trust", "--remove"],
      ["trust", "--list"],
    ]) {
      const errors = box.run(args).stderr.match(/^error.*$/gm) ?? [];
      expect([args, errors.length <= 1]).toEqual([args, true]);
    }
  });

  test("[Y40] `trust` does not write over a damaged store", () => {
    const box = new Sandbox({ "~/.config/skillwright/trust.json": "" });
    for (const args of [
      ["trust", "--yes"],
      ["trust", "--list"],
      ["trust", "--remove"],
    ])
      expect(box.run(args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("run `skillwright doctor --fix`"),
      });
  });
});
