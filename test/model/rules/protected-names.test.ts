import { expect, test } from "vitest";
import { PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { hasProtectedName, PROTECTED_NAMES } from "../../../src/model/rules/protected-names.ts";

/** Other spellings of a name that open the same file on some file system. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (name) => `${name}.`,
  (name) => `${name} `,
  (name) => `${name} . .`,
  (name) => `${name}:stream`,
  (name) => `${name}::$INDEX_ALLOCATION`,
  (name) => `${name.slice(0, 2)}\u200c${name.slice(2)}`,
  (name) => `\ufeff${name}\u2060`,
  (name) => `${name}.gz`,
];

test("[F16] a protected name is one at every depth and in every spelling", () => {
  const missed = PROTECTED_NAMES.flatMap((name) =>
    SPELLINGS.flatMap((spell) =>
      ["", "/a", "/a/b.c/d e", "/.github"].flatMap((above) =>
        ["", "/inner", "/a/b"].map((below) => `/root${above}/${spell(name)}${below}`),
      ),
    ),
  ).filter((path) => !hasProtectedName(path, "/root"));
  expect(missed).toEqual([]);
});

test("[F16] the short name of `.git` is protected", () => {
  expect(["/r/git~1", "/r/a/GIT~1/hooks"].map((path) => hasProtectedName(path, "/r"))).toEqual([true, true]);
});

test("[F16] ordinary names are not protected", () => {
  const names = [
    "git",
    "claude.md.txt",
    ".github",
    ".gitignore",
    "a.b",
    "...",
    "..a",
    ". .",
    "x~1",
    "src:a",
    "a.",
    "agents",
  ];
  expect(names.filter((name) => hasProtectedName(`/r/${name}/x`, "/r"))).toEqual([]);
});

test("[F16] every path of a project that a host's profile names is protected at every depth", () => {
  // Searches the whole profile, because settings, agents and plugins also name paths.
  const places = PROFILES.flatMap((profile) =>
    [...JSON.stringify(profile).matchAll(/"\{(?:project|cwd|root|below)\}\/([^"]+)"/g)].map(([, path = ""]) => path),
  );
  expect(places).toContain(".github/copilot/settings.json");
  expect(places.length).toBeGreaterThan(40);
  expect(places.filter((place) => !hasProtectedName(`/r/a/b/${place}/x/SKILL.md`, "/r"))).toEqual([]);
});
