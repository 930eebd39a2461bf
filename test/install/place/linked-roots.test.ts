import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyPlacement, undoPlacement } from "../../../src/install/place/apply-placement.ts";

/** Paths of the project that are symlinks, with their targets. */
const LAYOUTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no symlink": {},
  "the root of the link": { ".claude/skills": "../shared/a/b/skills" },
  "the directory of the root": { ".claude": "shared/deep/er/claude" },
  "the root of the skill": { ".agents/skills": "../shared/agents" },
  "both roots": { ".claude/skills": "../shared/a/b/skills", ".agents/skills": "../shared/agents" },
  "both directories": { ".claude": "shared/claude", ".agents": "shared/x/agents" },
  "a chain": { ".claude": "shared/one", "shared/one": "two/three" },
};

describe("[J27] a link leads to the skill, even if a directory above it is a symlink", () => {
  const rows = Object.keys(LAYOUTS).flatMap((name) => [false, true].map((through) => [name, through] as const));
  test.each(rows)("%s, the project behind a symlink: %j", async (name, isThrough) => {
    const directory = realpathSync(mkdtempSync(join(tmpdir(), "skillwright-linked-")));
    const real = join(directory, "some/where/project");
    mkdirSync(real, { recursive: true });
    symlinkSync(real, join(directory, "project"));
    const project = isThrough ? join(directory, "project") : real;
    for (const [path, target] of Object.entries(LAYOUTS[name] ?? {}).reverse()) {
      mkdirSync(join(project, dirname(path)), { recursive: true });
      mkdirSync(join(project, dirname(path), target), { recursive: true });
      symlinkSync(target, join(project, path));
    }
    const to = join(project, ".agents/skills/pdf");
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, "SKILL.md"), "");
    const at = join(project, ".claude/skills/pdf");
    const notes = join(directory, "notes.json");
    await applyPlacement([{ do: "link", at, to }], notes);
    expect([realpathSync(at), readlinkSync(at).startsWith("/")]).toEqual([realpathSync(to), false]);
    await undoPlacement(notes);
    expect([existsSync(at), existsSync(to)]).toEqual([false, true]);
    rmSync(directory, { recursive: true });
  });
});
