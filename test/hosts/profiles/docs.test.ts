import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { hostPages } from "../../../scripts/host-pages.mjs";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";

const directory = resolve(import.meta.dirname, "../../../docs/hosts");
const pages = [...(hostPages(PROFILES) as Map<string, string>)];

test.each(pages)("docs/hosts/%s is what the profile says (node scripts/host-docs.mjs)", (name, text) => {
  expect(readFileSync(join(directory, name), "utf8")).toBe(text);
});

test("docs/hosts has no page without a profile", () => {
  expect(readdirSync(directory).sort()).toEqual(pages.map(([name]) => name).sort());
});

test.each(pages)("%s says where it comes from and has no gaps", (_, text) => {
  expect(text).toMatch(/^<!-- Generated from src\/hosts\//);
  expect(text).not.toMatch(/undefined|\[object|NaN|: $|- $/m);
});
