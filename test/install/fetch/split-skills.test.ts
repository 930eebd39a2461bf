import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitSkills } from "../../../src/install/fetch/split-skills.ts";
import { type Bundle, INSTALL_LIMITS } from "../../../src/model/skills/bundle.ts";
import { arbitraryBundle } from "../../trust/bundle/arbitrary-bundle.ts";

function bundleOf(paths: readonly string[]): Bundle {
  return { files: paths.map((path) => ({ path, bytes: Buffer.from(path), executable: false })) };
}

function split(...paths: string[]): unknown {
  const result = splitSkills(bundleOf(paths));
  if ("refused" in result) return result.refused.map(({ code, message }) => `${code} ${message}`);
  const parts = result.parts.map(({ path, bundle }) => [path, bundle.files.map((file) => file.path)]);
  return { parts: Object.fromEntries(parts), leftOut: result.leftOut };
}

describe("splitSkills", () => {
  test("[Z5] a SKILL.md at the top makes everything one skill", () => {
    expect(split("SKILL.md", "a/SKILL.md", "b")).toEqual({
      parts: { "": ["SKILL.md", "a/SKILL.md", "b"] },
      leftOut: [],
    });
  });

  test("[Z5] one directory at the top is the skill", () => {
    expect(split("pdf/SKILL.md", "pdf/scripts/a.py")).toEqual({
      parts: { pdf: ["SKILL.md", "scripts/a.py"] },
      leftOut: [],
    });
  });

  test("[Z5] several skills are several, wherever they are, and what is nobody's is left out", () => {
    expect(
      split("README.md", "repo/.claude/skills/a/SKILL.md", "repo/LICENSE", "repo/skills/b/SKILL.md", "repo/skills/b/x"),
    ).toEqual({
      parts: { "repo/.claude/skills/a": ["SKILL.md"], "repo/skills/b": ["SKILL.md", "x"] },
      leftOut: ["README.md", "repo/LICENSE"],
    });
  });

  test("[Z5] a skill inside a skill is part of it", () => {
    expect(split("a/SKILL.md", "a/b/c/SKILL.md", "ab/SKILL.md")).toEqual({
      parts: { a: ["SKILL.md", "b/c/SKILL.md"], ab: ["SKILL.md"] },
      leftOut: [],
    });
  });

  test("[Z5] another spelling is a skill too, which is told when it is read", () => {
    expect(split("a/skill.md", "b/Skill.MD")).toEqual({ parts: { a: ["skill.md"], b: ["Skill.MD"] }, leftOut: [] });
  });

  test("[Z5] no skill at all is SK647", () => {
    expect(split()).toEqual(["SK647 there is no SKILL.md"]);
    expect(split("README.md", "a/notSKILL.md", "SKILL.md.txt")).toEqual(["SK647 there is no SKILL.md"]);
  });

  test("[Z5] more skills than allowed are SK642", () => {
    const bundle = bundleOf(["a/SKILL.md", "b/SKILL.md"]);
    const limited = (maxSkills: number) => splitSkills(bundle, { ...INSTALL_LIMITS, maxSkills });
    expect(limited(2)).toEqual(splitSkills(bundle));
    const result = limited(1);
    expect("refused" in result && result.refused.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "SK642 there are more than 1 skills",
    ]);
  });

  test("[Z5] every file is in exactly one skill, or left out", () => {
    fc.assert(
      fc.property(arbitraryBundle, (bundle) => {
        const result = splitSkills(bundle);
        if ("refused" in result) return;
        const inside = result.parts.flatMap(({ path, bundle: { files } }) =>
          files.map((file) => (path === "" ? file.path : `${path}/${file.path}`)),
        );
        expect([...inside, ...result.leftOut].sort()).toEqual(bundle.files.map(({ path }) => path).sort());
      }),
    );
  });
});
