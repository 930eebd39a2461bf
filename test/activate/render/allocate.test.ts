import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCommonCap } from "../../../src/activate/render/budget/share-room.ts";
import { FORMAT_NAMES, findFormat } from "../../../src/activate/render/formats.ts";
import type {
  CatalogListing,
  ListedSkill,
  ListingInput,
  WriteListing,
} from "../../../src/model/conversation/catalog-text.ts";
import { characters, input, listed } from "./make.ts";

const LONG =
  "Extracts everything that anybody could want from a document of any kind, with care for its layout and fonts.";
const OWN = ["xml", "markdown", "bullets", "files", "json", "pickle-bot", "aleph"];

async function write(given: ListingInput, format = "bullets"): Promise<CatalogListing> {
  return ((await findFormat(format)) as WriteListing)(given);
}

function coverage({ entries }: CatalogListing): Record<string, string> {
  return Object.fromEntries(entries.map((entry) => [entry.address, entry.coverage]));
}

/** Returns the text of each entry after its name. */
function said({ entries }: CatalogListing): Record<string, string> {
  return Object.fromEntries(entries.map(({ address, text }) => [address, text.slice(address.length + 4)]));
}

function several(count: number, description: string, more: Partial<ListedSkill> = {}, prefix = "s"): ListedSkill[] {
  return Array.from({ length: count }, (_, at) => listed(`${prefix}${String(at).padStart(3, "0")}`, description, more));
}

test.each<[number[], number, number]>([
  [[1, 2, 3], 6, Number.POSITIVE_INFINITY],
  [[1, 2, 3], 5, 2],
  [[10, 10, 10], 15, 5],
  [[1, 100, 100], 21, 10],
  [[5, 5], 0, 0],
  [[], 0, Number.POSITIVE_INFINITY],
])("[D8] of %j in %i each gets at most %i", (values, room, expected) => {
  expect(findCommonCap(values, room)).toBe(expected);
});

describe("which skill gets how much room", () => {
  test("[D8] descriptions of one class are cut alike", async () => {
    const skills = [...several(8, LONG), listed("brief", "Short.")];
    const listing = await write(input(skills, 740));
    const lengths = Object.values(said(listing)).map((text) => text.length);
    expect(coverage(listing)["brief"]).toBe("full");
    expect(Math.max(...lengths.slice(0, 8)) - Math.min(...lengths.slice(0, 8))).toBe(0);
    expect(said(listing)["s000"]).toBe("Extracts everything that anybody could want from a document of any kind…");
  });

  test("[D8] every skill gets a short description before one gets a long one", async () => {
    const skills = [...several(4, LONG, { scope: "repo" }, "r"), ...several(4, LONG, {}, "u")];
    const texts = said(await write(input(skills, 560)));
    expect(texts["r000"]).toBe("Extracts everything that anybody could want from a document of any kind…");
    expect(texts["u003"]).toBe("Extracts everything…");
  });

  test("[D8] pinned skills come before the project's, and these before all others", async () => {
    const skills = [
      listed("own", LONG),
      listed("mine", LONG, { scope: "repo" }),
      listed("pin", LONG, { pinned: true }),
    ];
    const at = async (amount: number): Promise<Record<string, string>> => coverage(await write(input(skills, amount)));
    expect(await at(360)).toEqual({ own: "full", mine: "full", pin: "full" });
    expect(await at(345)).toEqual({ own: "shortened", mine: "full", pin: "full" });
    expect(await at(240)).toEqual({ own: "shortened", mine: "shortened", pin: "full" });
    expect(await at(120)).toEqual({ own: "shortened", mine: "shortened", pin: "shortened" });
    const crowd = coverage(await write(input([...skills, ...several(6, LONG)], 200)));
    expect(crowd).toMatchObject({ own: "name-only", mine: "shortened", pin: "shortened", s000: "name-only" });
  });

  test("[D8] names get room before descriptions", async () => {
    const listing = await write(input(several(60, LONG), 520));
    expect(new Set(Object.values(coverage(listing)))).toEqual(new Set(["name-only"]));
  });

  test("[D8] skills without room are counted, and pinned and project skills keep their names", async () => {
    const skills = [
      ...several(60, LONG),
      listed("mine", LONG, { scope: "repo" }),
      listed("pin", LONG, { pinned: true }),
    ];
    const listing = await write(input(skills, 300));
    const kept = listing.entries.filter((entry) => entry.coverage !== "omitted").map(({ address }) => address);
    expect(kept.slice(-2)).toEqual(["mine", "pin"]);
    expect(listing.text.split("\n").at(-1)).toBe(
      `${62 - kept.length} more skills exist that are not listed here. The user can name them. ${kept.length} of the skills above have no description here; load one to see what it is for.`,
    );
    expect(listing.entries.slice(kept.length).every((entry) => entry.text === "")).toBe(true);
  });

  test("[D8] a ranking decides which skills keep a description if there is no room for all", async () => {
    const skills = several(20, LONG).map((skill, at) => ({ ...skill, rank: at }));
    const described = ({ entries }: CatalogListing): string[] =>
      entries.filter((entry) => entry.coverage === "shortened").map(({ address }) => address);
    expect(described(await write(input(skills, 290)))).toEqual(["s017", "s018", "s019"]);
    const plain = skills.map((skill) => ({ ...skill, rank: 0 }));
    expect((await write(input(skills, 1900))).text).toBe((await write(input(plain, 1900))).text);
  });

  test("[D8] among equal skills, shorter descriptions get room first", async () => {
    const skills = [...several(20, LONG), listed("brief", "Makes it short.")];
    const listing = await write(input(skills, 320));
    expect(coverage(listing)["brief"]).toBe("full");
  });

  test("[D8] a limit for each description", async () => {
    const allowance = characters(10_000, { perEntry: 40 });
    const listing = await write({ skills: [listed("a", LONG), listed("b", "Short.")], allowance });
    expect(said(listing)).toEqual({ a: "Extracts everything…", b: "Short." });
    expect(coverage(listing)).toEqual({ a: "shortened", b: "full" });
  });

  test("[D8] an extremely long name removes no other skill", async () => {
    const listing = await write(input([listed("x".repeat(5000), LONG), ...several(5, "Short.")], 1000));
    expect(Object.values(coverage(listing))).toEqual(["full", "full", "full", "full", "full", "omitted"]);
  });
});

test("[D8] of a huge number of skills, those without room are only counted", async () => {
  const listing = await write(input(several(50_010, "Short."), Number.POSITIVE_INFINITY));
  const counts = listing.entries.filter(({ coverage: covered }) => covered === "full").length;
  expect([counts, listing.entries.length]).toEqual([50_000, 50_010]);
  expect(listing.text.slice(-75)).toMatch(
    /^.*10 more skills exist that are not listed here\. The user can name them\.$/s,
  );
});

describe("the closing line", () => {
  test.each<[number, number, string | undefined, string]>([
    [10, 170, undefined, "10 of the skills above have no description here; load one to see what it is for."],
    [
      100,
      500,
      "find_skills",
      "61 more skills exist that are not listed here. Before you say that no skill fits, search them with the `find_skills` tool. 39 of the skills above have no description here; the `find_skills` tool finds them by their purpose.",
    ],
  ])("[D8] of %i skills in %i characters with the tool %s", async (count, amount, searchTool, expected) => {
    const listing = await write(input(several(count, LONG), amount, searchTool ? { searchTool } : {}));
    expect(listing.text.split("\n").at(-1)).toBe(expected);
  });

  test("[D8] there is no closing line if all skills have a description", async () => {
    expect((await write(input(several(3, LONG), 300))).text.split("\n")).toHaveLength(3);
  });
});

describe.each(OWN)("%s", (format) => {
  const skills = fc.array(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,12}(-[a-z]{1,12}){0,3}$/),
      description: fc.lorem({ maxCount: 40 }),
      pinned: fc.boolean(),
      rank: fc.nat(3),
      scope: fc.constantFrom("repo", "user", "plugin"),
    }),
    { minLength: 1, maxLength: 40 },
  );
  const listedSkills = skills.map((list) =>
    list.map(({ name, description, ...more }, at) =>
      listed(`${name}-${at}`, description, more as Partial<ListedSkill>),
    ),
  );
  const amounts = fc.integer({ min: 500, max: 8000 });
  const body = (): string => "Do this, then that.\nUse when it rains.";

  test("[D16] [D14] within the allowance; every skill has one entry; the same twice", async () => {
    await fc.assert(
      fc.asyncProperty(listedSkills, amounts, fc.boolean(), async (list, amount, withTool) => {
        const { tool: _, ...rest } = input(list, amount, { instructions: body });
        const given = withTool ? { ...rest, tool: "skill", searchTool: "find" } : rest;
        const listing = await write(given, format);
        expect(listing.text.length).toBeLessThanOrEqual(amount);
        expect(listing.entries.map(({ id }) => id).sort()).toEqual(list.map(({ id }) => id).sort());
        for (const { coverage: covered, text } of listing.entries) {
          expect(covered === "omitted").toBe(text === "");
          expect(listing.text).toContain(text);
        }
        expect(await write(given, format)).toEqual(listing);
      }),
      { numRuns: 60 },
    );
  });
});

test("[D8] no name is hidden while names have room", async () => {
  /** Number of characters that the catalog's rules of use and its closing line take. */
  const frame = 400;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.nat(600), async (count, spare) => {
      const skills = several(count, LONG);
      const names = skills.reduce((sum, { name }) => sum + `- ${name}\n`.length, 0);
      const { entries } = await write(input(skills, names + frame + spare));
      expect(entries.map((entry) => entry.coverage)).not.toContain("omitted");
    }),
  );
});

test("our own formats are registered", () => {
  expect(FORMAT_NAMES).toEqual(expect.arrayContaining(OWN));
});
