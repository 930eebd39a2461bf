import { describe, expect, test } from "vitest";
import type { CatalogOptions } from "../../src/activate/list-catalog.ts";
import { listCatalogFromCache } from "../../src/activate/list-open-catalog.ts";
import { skillwright } from "../../src/hosts/profiles/skillwright.ts";
import type { HostProfile } from "../../src/model/host-profile.ts";
import { snapshotOf } from "./render/make.ts";

const SNAPSHOT = snapshotOf({ name: "a", description: "Does a." }, { name: "b", description: "Does b." });
const PROFILE: HostProfile = {
  ...skillwright,
  disclosure: { ...skillwright.disclosure, budget: { characters: 1000, variable: "BUDGET" } },
};

function keep(options: CatalogOptions = {}, variables: Record<string, string> = {}, snapshot = SNAPSHOT) {
  return listCatalogFromCache(snapshot, PROFILE, options, { variables });
}

describe("[D13] a catalog", () => {
  test("is made once for the same skills and options", async () => {
    const options = (): CatalogOptions => ({ window: 1000, pinned: ["a"], ranking: { b: 1 }, files: ["x.ts"] });
    expect(await keep(options())).toBe(await keep(options()));
  });

  test.each<[string, CatalogOptions, Record<string, string>]>([
    ["a window", { window: 1000 }, {}],
    ["a format", { format: "bullets" }, {}],
    ["a scope", { scope: { skills: ["a"] } }, {}],
    ["a tokenizer", { budget: { countTokens: (text) => text.length } }, {}],
    ["the host's variable", {}, { BUDGET: "50" }],
  ])("is made anew for %s", async (_, options, variables) => {
    expect(await keep(options, variables)).not.toBe(await keep());
  });

  test("is made anew for other skills", async () => {
    expect(await keep({}, {}, snapshotOf({ name: "c" }))).not.toBe(await keep());
  });

  test("is made anew when the options that were given once are changed", async () => {
    const files: string[] = [];
    const options = { files };
    const before = await keep(options);
    files.push("a.ts");
    expect(await keep(options)).not.toBe(before);
  });

  test("cannot be changed", async () => {
    const catalog = await keep();
    expect([catalog, catalog.entries].map(Object.isFrozen)).toEqual([true, true]);
  });

  test("is made anew each time if it contains bodies", async () => {
    let reads = 0;
    const readBody = async (): Promise<string> => `body ${++reads}`;
    const texts = [1, 2].map(
      async () =>
        (await listCatalogFromCache(SNAPSHOT, PROFILE, { format: "aleph" }, { variables: {}, readBody })).text,
    );
    expect(new Set(await Promise.all(texts)).size).toBe(2);
  });
});
