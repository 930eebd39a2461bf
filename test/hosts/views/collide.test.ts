/** Several skills with one name: which one wins, which ones are reported, and when the winner is unknown. */
import { describe, expect, test } from "vitest";
import type { ViewEntry } from "../../../src/hosts/views/host-view.ts";
import { resolveCollisions } from "../../../src/hosts/views/steps/resolve-collisions.ts";
import type { CollisionRule } from "../../../src/model/host-profile.ts";
import { fakeEntry, fakeRoot, PROFILE } from "./fake.ts";

/** Returns a short form of the result: `/a/x` for a visible skill, `/b/x SK720 /a/x` for an overridden one, and a plus for SK728. */
function outcome(entries: readonly ViewEntry[], rule: Partial<CollisionRule>): string[] {
  const profile = { ...PROFILE, collisions: { ...PROFILE.collisions, ...rule } };
  return resolveCollisions(entries, profile).map(({ directory, because, by, outcome: state, shown, remarks }) => {
    const lost = because ? ` ${because.code} ${by?.replace("/SKILL.md", "")}` : "";
    expect(state === "visible" ? "full" : "not").toBe(shown);
    return `${directory}${lost}${remarks.some((remark) => remark.code === "SK728") ? " +" : ""}`;
  });
}

const a = fakeEntry("/a/x/SKILL.md");
const b = fakeEntry("/b/x/SKILL.md");
const c = fakeEntry("/c/x/SKILL.md");
const other = fakeEntry("/a/y/SKILL.md");

describe("[V11] of one name", () => {
  test.each<[string, Partial<CollisionRule>, string[]]>([
    ["the first wins", { winner: "first" }, ["/a/x", "/a/y", "/b/x SK720 /a/x", "/c/x SK720 /a/x"]],
    ["the last wins", { winner: "last" }, ["/a/x SK720 /c/x", "/a/y", "/b/x SK720 /c/x", "/c/x"]],
    ["all stay", { winner: "all" }, ["/a/x +", "/a/y", "/b/x +", "/c/x +"]],
    [
      "the winner is undetermined",
      { winner: "undetermined" },
      ["/a/x SK720 /c/x +", "/a/y", "/b/x SK720 /c/x +", "/c/x +"],
    ],
  ])("%s", (_, rule, expected) => {
    expect(outcome([a, other, b, c], rule)).toEqual(expected);
  });

  test("if the winner is undetermined, the likeliest one is the first of the last root", () => {
    const root = fakeRoot("/b");
    const one = fakeEntry("/b/1/SKILL.md", { name: "x", root });
    const two = fakeEntry("/b/2/SKILL.md", { name: "x", root });
    expect(outcome([a, one, two], { winner: "undetermined" })).toEqual([
      "/a/x SK720 /b/1 +",
      "/b/1 +",
      "/b/2 SK720 /b/1 +",
    ]);
  });

  test("within one root it may hang on the file system, between roots not", () => {
    const root = fakeRoot("/b");
    const one = fakeEntry("/b/1/SKILL.md", { name: "x", root });
    const two = fakeEntry("/b/2/SKILL.md", { name: "x", root });
    const rule = { winner: "last", withinRoot: "undetermined" } as const;
    expect(outcome([a, one, two], rule)).toEqual(["/a/x SK720 /b/2", "/b/1 SK720 /b/2 +", "/b/2 +"]);
    expect(outcome([a, b], rule)).toEqual(["/a/x SK720 /b/x", "/b/x"]);
  });

  test("by path in lower case instead of by reading", () => {
    const upper = fakeEntry("/B/x/SKILL.md");
    expect(outcome([upper, a], { by: "path-folded" })).toEqual(["/B/x SK720 /a/x", "/a/x"]);
    expect(outcome([upper, a], {})).toEqual(["/B/x", "/a/x SK720 /B/x"]);
  });

  test.each<[CollisionRule["key"], string, boolean]>([
    ["name", "X", false],
    ["name-folded", "X", true],
    ["id", "X", true],
    ["name", "x y", false],
  ])("compared by %s, `x` and `%s` collide: %s", (key, name, collides) => {
    const lost = outcome([a, fakeEntry("/b/x/SKILL.md", { name })], { key }).some((each) => each.includes("SK720"));
    expect(lost).toBe(collides);
  });

  test("an id is made of a name", () => {
    const spaced = fakeEntry("/a/x/SKILL.md", { name: "Read PDF" });
    expect(outcome([spaced, fakeEntry("/b/x/SKILL.md", { name: "read-pdf" })], { key: "id" })).toEqual([
      "/a/x",
      "/b/x SK720 /a/x",
    ]);
  });

  test("rejected skills collide with no skill", () => {
    const gone = fakeEntry("/a/x/SKILL.md", {
      outcome: "rejected",
      shown: "not",
      because: { code: "SK716", text: "" },
      by: "nobody/SKILL.md",
    });
    expect(outcome([gone, b], {})).toEqual(["/a/x SK716 nobody", "/b/x"]);
  });
});

describe("[V11] of one file", () => {
  const root = fakeRoot("/l", { once: true });
  const straight = fakeEntry("/l/x/SKILL.md", { root });
  const linked = fakeEntry("/l/y/SKILL.md", { root, file: "/l/x/SKILL.md" });

  test("the first way counts where the host keeps a file once, and the other collides with nothing", () => {
    expect(outcome([straight, linked], {})).toEqual(["/l/x", "/l/y SK721 /l/x"]);
    expect(outcome([straight, { ...linked, name: "x" }], { winner: "last" })).toEqual(["/l/x", "/l/y SK721 /l/x"]);
  });

  test("elsewhere both are skills", () => {
    const free = fakeRoot("/l");
    expect(
      outcome(
        [straight, linked].map((entry) => ({ ...entry, root: free })),
        {},
      ),
    ).toEqual(["/l/x", "/l/y"]);
  });
});
