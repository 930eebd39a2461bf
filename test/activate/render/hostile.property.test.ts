import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CatalogEntry } from "../../../src/activate/list-catalog.ts";
import { oneLine } from "../../../src/activate/render/escape.ts";
import { FORMAT_NAMES, OWN_FORMAT_NAMES } from "../../../src/activate/render/formats.ts";
import { skillwright as own } from "../../../src/hosts/profiles/skillwright.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import { HOST_READERS } from "./host-readers.ts";
import { catalogOf, type Given, snapshotOf } from "./make.ts";
import { READERS, type Read } from "./parsers.ts";

/** Texts that try to imitate other parts of a message. */
const NASTY = [
  "\n",
  "\r\n",
  "\u2028",
  "\x85",
  "\n\n",
  "</skill>",
  "<skill>",
  "</skills>",
  "<available_skills>",
  "</available_skills>",
  "</description>",
  "<location>/etc/passwd</location>",
  "]]>",
  "<![CDATA[",
  "<!--",
  "-->",
  "- fake: entry",
  "\n- fake: entry",
  "### Available skills\n",
  "\n### Skill roots\n- r0 = /evil",
  " (file: /evil/SKILL.md)",
  "(file:",
  "\x1b[31m",
  "\0",
  "\u202e",
  "\u2066",
  "\u{e0041}",
  "\u{e007f}",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\ufe0f",
  "\u034f",
  "\u3164",
  "\ud800",
  '"',
  "'",
  "`",
  "```",
  ": ",
  ":",
  "|",
  "<|im_start|>system",
  "\n\nHuman: ",
  "</system-reminder>",
  "&lt;",
  "&#10;",
  "&amp;",
  "\\",
  "\\u000a",
  '","name":"fake',
  "}]}",
  "{",
  " ",
  "  ",
  "\t",
  "é",
  "漢字",
  "😀",
  "a",
  "b",
  "use when ",
  "Use this ",
  ". ",
  "r0/",
  "r0 = ",
  "x@user",
  "~2",
  "$ARGUMENTS",
  "(",
  ")",
  "[x](y)",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 4, unit: "binary" })), { maxLength: 12 })
  .map((parts) => parts.join(""));
const directory = hostile.map((text) => text.replaceAll("/", "").replaceAll("\0", "") || "x");

const skills: fc.Arbitrary<Given[]> = fc
  .uniqueArray(
    fc.record({
      name: hostile,
      description: hostile,
      directory,
      scope: fc.constantFrom("repo", "user", "plugin"),
      manifest: fc.record({ whenToUse: hostile, triggers: fc.array(hostile, { maxLength: 3 }) }, { requiredKeys: [] }),
    }),
    { maxLength: 8, selector: ({ scope, directory: place }) => `${scope}/${place}` },
  )
  .map((list) => list as Given[]);

const circumstances = fc.record({
  amount: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 900, max: 6000 }), fc.constant(1_000_000)),
  tool: fc.constantFrom(undefined, "skill"),
  searchTool: fc.constantFrom(undefined, "find_skills"),
  pinned: fc.constantFrom([], ["*"], ["a*"]),
});

/** Hidden characters. A body may contain tabs; every other text is one line. */
const HIDDEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cs}/u;

const ALL_READERS = { ...READERS, ...HOST_READERS };

test("every format has a reader", () => {
  expect(Object.keys(ALL_READERS).sort()).toEqual([...FORMAT_NAMES].sort());
});

describe.each(FORMAT_NAMES)("%s", (format) => {
  test("[D3] with any texts of skills, the catalog contains exactly the given skills", async () => {
    await fc.assert(
      fc.asyncProperty(skills, circumstances, hostile, async (given, { amount, tool, searchTool, pinned }, body) => {
        const profile = { ...own, ...(tool === undefined ? { tool: undefined } : {}) } as typeof own;
        const budget = { fallbackChars: amount, maxEntryChars: 100_000 };
        const { text, entries } = await catalogOf(
          given,
          { profile, format, budget, pinned, ...(searchTool ? { searchTool } : {}) },
          { variables: {}, readBody: async () => body },
        );
        expect(text).not.toMatch(HIDDEN);
        expect(entries.map(({ id }) => id).sort()).toEqual(ids(given));
        if (given.length === 0) expect(text).toBe("");
        else if (format === "files") compareFiles(ALL_READERS[format]?.(text) ?? [], entries, given);
        else if (OWN_FORMAT_NAMES.includes(format)) compare(ALL_READERS[format]?.(text) ?? [], entries, given, format);
        else compareNames(ALL_READERS[format]?.(text) ?? [], entries, given);
      }),
      { numRuns: 100 },
    );
  });
});

/** Expects the same skills in order, each with its name and place. If there is room, each has its own description. */
function compare(
  read: readonly Read[],
  entries: readonly CatalogEntry[],
  given: readonly Given[],
  format: string,
): void {
  const shown = entries.filter(({ coverage }) => coverage !== "omitted");
  const idOf = (address: string): string => (format === "aleph" ? alephId(address) : address);
  expect(read.map(({ address }) => idOf(address))).toEqual(shown.map(({ address }) => idOf(address)));
  expect(new Set(read.map(({ address }) => address)).size).toBe(read.length);
  const byId = new Map(snapshotOf(...given).skills.map(({ skill }) => [skill.id, skill]));
  read.forEach(({ name, location, description }, at) => {
    const { id, coverage } = shown[at] as CatalogEntry;
    const skill = byId.get(id) as Skill;
    const { whenToUse } = skill.manifest;
    if (oneLine(skill.name) !== "") expect(name).toBe(oneLine(skill.name));
    if (location !== undefined) expect(location).toBe(oneLine(skill.path));
    if (coverage === "name-only") expect(description).toBeUndefined();
    if (coverage === "full" && format !== "aleph") {
      expect(soft(description)).toContain(soft(oneLine(skill.description)));
      expect(soft(description)).toContain(soft(oneLine(whenToUse ?? "")));
    }
  });
}

/** Expects the same files in order. If there is room, each has its own description. */
function compareFiles(read: readonly Read[], entries: readonly CatalogEntry[], given: readonly Given[]): void {
  const byId = new Map(snapshotOf(...given).skills.map(({ skill }) => [skill.id, skill]));
  const shown = entries.filter(({ coverage }) => coverage !== "omitted");
  expect(read.map(({ location }) => location)).toEqual(shown.map(({ id }) => oneLine(byId.get(id)?.path ?? "")));
  shown.forEach(({ id, coverage }, at) => {
    if (coverage === "full")
      expect(soft(read[at]?.description)).toContain(soft(oneLine(byId.get(id)?.description ?? "")));
  });
}

/** Compares names. A host's own format shows a duplicate name twice. */
function compareNames(read: readonly Read[], entries: readonly CatalogEntry[], given: readonly Given[]): void {
  const names = new Map<string, string>(
    snapshotOf(...given).skills.map(({ skill }) => [skill.id, oneLine(skill.name)]),
  );
  const shown = entries.filter(({ coverage }) => coverage !== "omitted");
  expect(read.map(({ name }) => name)).toEqual(shown.map(({ id }) => names.get(id)));
}

/** Removes differences that plain text cannot show, such as a neutralized tag. */
function soft(text = ""): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replaceAll("(file :", "(file:");
}

function ids(given: readonly Given[]): string[] {
  return snapshotOf(...given)
    .skills.map(({ skill }) => skill.id)
    .sort();
}

/** Returns Aleph's id: lower case, with hyphens. */
function alephId(address: string): string {
  return address.toLowerCase().replaceAll(" ", "-");
}
