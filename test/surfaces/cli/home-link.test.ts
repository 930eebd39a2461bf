/** A home that is a symlink: views show the paths of the host, and trust uses the real home. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadCases } from "../../../conformance/lib/cases.mjs";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { skill } from "./run.ts";
import { SharedSandbox as Sandbox } from "./shared.ts";

interface Case {
  readonly id: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly tree: readonly { readonly path: string; readonly link?: string }[];
}

function linkedHome(files: Readonly<Record<string, string>>) {
  const box = new Sandbox(files);
  const link = join(box.directory, "link");
  symlinkSync(box.home, link);
  return { box, options: { env: { HOME: link } } };
}

describe("[V16] HOME is a symlink", () => {
  test.each([
    ["codex", "real"],
    ["kimi-code", "real"],
    ["opencode", "named"],
    ["gemini-cli", "named"],
    ["pi", "named"],
    ["qwen-code", "named"],
    ["copilot-cli", "named"],
    ["cline", "named"],
  ])("%s shows the %s path", (host, kind) => {
    const { box, options } = linkedHome({ "~/.agents/skills/far/SKILL.md": skill("far") });
    const { skills } = box.json(["list", "--host", host], options) as unknown as { skills: { path: string }[] };
    const home = kind === "real" ? "home" : "link";
    expect(skills.map(({ path }) => path)).toEqual([`<tmp>/${home}/.agents/skills/far/SKILL.md`]);
  });

  test("claude-code shows the named path", () => {
    const { box, options } = linkedHome({ "~/.claude/skills/far/SKILL.md": skill("far") });
    const { skills } = box.json(["list", "--host", "claude-code"], options) as unknown as {
      skills: { path: string }[];
    };
    expect(skills.map(({ path }) => path)).toEqual(["<tmp>/link/.claude/skills/far/SKILL.md"]);
  });

  test("the matrix has one row for the file", () => {
    const { box, options } = linkedHome({ "~/.agents/skills/far/SKILL.md": skill("far") });
    const rows = box.json(["matrix", "--hosts", "codex,pi"], options) as unknown as { skills: object[] };
    expect(rows.skills).toHaveLength(1);
    expect(rows.skills).toMatchObject([{ cells: [{ state: "visible" }, { state: "visible" }] }]);
  });

  test("place makes symlinks in the real home", () => {
    const { box, options } = linkedHome({ "~/.agents/skills/far/SKILL.md": skill("far") });
    const args = ["place", "far", "--for", "claude-code", "--apply"];
    expect(box.run(args, options).stdout).toContain("link <tmp>/home/.claude/skills/far → ../../.agents/skills/far\n");
    const { skills } = box.json(["list", "--host", "claude-code"], options) as unknown as { skills: object[] };
    expect(skills).toHaveLength(1);
  });
});

test("[V16] a case has a symlink for every variable that moves the home directory of a verified host", () => {
  const verified = PROFILES.filter(({ confidence, runtime }) => confidence === "verified" && runtime === "view");
  const moved = verified.flatMap((profile) =>
    [...JSON.stringify(profile).matchAll(/\$\{(\w+):-~/g)].map(([, name]) => name ?? ""),
  );
  const { environment = {}, tree } = loadCases().find(({ id }: Case) => id === "env-links") as Case;
  const links = new Set(tree.filter(({ link }) => link !== undefined).map(({ path }) => `{${path.replace("/", "}/")}`));
  const linked = Object.keys(environment).filter((name) => links.has(environment[name] ?? ""));
  expect(linked.sort()).toEqual([...new Set(moved)].sort());
});
