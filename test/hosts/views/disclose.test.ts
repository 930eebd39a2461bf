/** Checks which part of a visible skill a model reads. */
import { describe, expect, test } from "vitest";
import type { ViewEntry } from "../../../src/hosts/views/host-view.ts";
import { decideDisclosure } from "../../../src/hosts/views/steps/decide-disclosure.ts";
import type { DescriptionRule, DisclosureRule } from "../../../src/model/host-profile.ts";
import { fakeEntry, fakeRoot, PROFILE } from "./fake.ts";

function shown(
  entry: Partial<ViewEntry>,
  disclosure: Partial<DisclosureRule> = {},
  description: Partial<DescriptionRule> = {},
): [string, string | undefined, string[]] {
  const profile = {
    ...PROFILE,
    disclosure: { ...PROFILE.disclosure, ...disclosure },
    description: { ...PROFILE.description, ...description },
  };
  const [told] = decideDisclosure([fakeEntry("/a/x/SKILL.md", entry)], profile) as [ViewEntry];
  return [told.shown, told.shownDescription, told.remarks.map((remark) => remark.code)];
}

describe("[V9] a visible skill", () => {
  test.each<[string, Partial<ViewEntry>, Partial<DisclosureRule>, Partial<DescriptionRule>, unknown]>([
    ["is shown whole", {}, {}, {}, ["full", undefined, []]],
    [
      "is cut, and ends with the cut mark",
      { description: "d".repeat(11) },
      { maxDescription: 10 },
      {},
      ["cut", `${"d".repeat(9)}…`, ["SK726"]],
    ],
    ["is just short enough", { description: "d".repeat(10) }, { maxDescription: 10 }, {}, ["full", undefined, []]],
    ["is shown with more", { description: "d", fields: { more: "m" } }, { also: "more" }, {}, ["full", "d - m", []]],
    ["has nothing more to show", { fields: { more: 7 } }, { also: "more" }, {}, ["full", undefined, []]],
    [
      "is cut with more",
      { description: "ddddd", fields: { more: "mmmmm" } },
      { also: "more", maxDescription: 10 },
      {},
      ["cut", "ddddd - m…", ["SK726"]],
    ],
    ["is shown by name", { description: undefined }, {}, {}, ["name-only", undefined, []]],
    ["is shown by name when blank", { description: " " }, {}, {}, ["name-only", undefined, []]],
    [
      "is left out for want of a description",
      { description: undefined },
      {},
      { missing: "unlisted" },
      ["not", undefined, ["SK735"]],
    ],
    ["is left out when empty", { description: "" }, {}, { empty: "unlisted" }, ["not", undefined, ["SK735"]]],
    [
      "is kept back by a field",
      { fields: { hide: true } },
      { hiddenBy: { hide: true } },
      {},
      ["not", undefined, ["SK722"]],
    ],
    [
      "is not kept back by another value",
      { fields: { hide: "yes" } },
      { hiddenBy: { hide: true } },
      {},
      ["full", undefined, []],
    ],
    [
      "waits for a file",
      { fields: { paths: ["*.ts"] } },
      { conditionalOn: "paths" },
      {},
      ["not", undefined, ["SK736"]],
    ],
    ["waits for nothing", { fields: { paths: [] } }, { conditionalOn: "paths" }, {}, ["full", undefined, []]],
    [
      "is a command, which never waits",
      { fields: { paths: ["*.ts"] }, root: fakeRoot("/a", {}, { kind: "commands" }) },
      { conditionalOn: "paths" },
      {},
      ["full", undefined, []],
    ],
    [
      "is in a directory below, and waits",
      { root: fakeRoot("/a", {}, { template: { scope: "repo", path: "{below}/skills" } }) },
      {},
      {},
      ["not", undefined, ["SK736"]],
    ],
  ])("%s", (_, entry, disclosure, description, expected) => {
    expect(shown(entry, disclosure, description)).toEqual(expected);
  });

  test("what is not visible, or was settled before, stays as it is", () => {
    const entries = [
      fakeEntry("/a/x/SKILL.md", { outcome: "rejected", shown: "not" }),
      fakeEntry("/a/y/SKILL.md", { shown: "name-only" }),
    ];
    expect(decideDisclosure(entries, { ...PROFILE, disclosure: { ...PROFILE.disclosure, maxDescription: 2 } })).toEqual(
      entries,
    );
  });
});
