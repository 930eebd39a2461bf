/** The files of the profiles: their allowed content, and how they are loaded. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { describe, expect, test } from "vitest";
import { completeProfile, type ProfileFile, profileOf } from "../../../src/hosts/profiles/complete-profile.ts";
import { DEFAULTS } from "../../../src/hosts/profiles/defaults.ts";
import { findProfile, PROFILES } from "../../../src/hosts/profiles/profiles.ts";
import { skillwright } from "../../../src/hosts/profiles/skillwright.ts";
import { isInRange } from "../../../src/hosts/profiles/version-ranges.ts";
import { hostProfileSchema } from "../../../src/ops/schemas.ts";

type Json = Record<string, unknown>;

const root = resolve(import.meta.dirname, "../../..");
const directory = join(root, "src/hosts/profiles");
const read = (path: string): Json => JSON.parse(readFileSync(path, "utf8"));
const schema = read(join(root, "schemas/host-profile.schema.json"));
const validate = new CfWorkerJsonSchemaValidator().getValidator(schema);
const files = readdirSync(directory)
  .filter((name) => name.endsWith(".json"))
  .map((name): [string, Json] => [name, read(join(directory, name))]);
const claude = read(join(directory, "claude-code.json"));

test("[V23] schemas/host-profile.schema.json is what the code says (node scripts/schemas.mjs)", () => {
  expect(schema).toEqual(hostProfileSchema());
});

describe("[V23] the file of a profile", () => {
  test("exists for every profile", () => {
    expect(files.map(([, { name }]) => name).sort()).toEqual(PROFILES.map(({ name }) => name).sort());
  });

  test.each(files)("%s fits the schema and is named after the host", (name, file) => {
    expect(validate(file)).toMatchObject({ valid: true });
    expect(name).toBe(`${file["name"]}.json`);
    expect(file["$schema"]).toBe("../../../schemas/host-profile.schema.json");
  });

  test.each<[string, Json]>([
    ["an unknown key", { ...claude, color: "red" }],
    ["an unknown key of a section", { ...claude, walk: { ...(claude["walk"] as Json), deep: 1 } }],
    ["an unknown key of a root", { ...claude, roots: [{ scope: "user", path: "~/x", dept: 1 }] }],
    ["a wrong choice", { ...claude, collisions: { winner: "second" } }],
    ["a section without a required rule", { ...claude, collisions: {} }],
    [
      "a wrong type of a setting",
      { ...claude, configuration: { layers: [], invalid: "fatal", types: { a: "color" } } },
    ],
    ["a missing rule", { ...claude, roots: undefined, envelope: undefined }],
    ["a range that is not a range", { ...claude, ranges: [{ versions: "2.x" }] }],
    ["a wrong choice in a range", { ...claude, ranges: [{ versions: "<2.0.0", collisions: { winner: "second" } }] }],
    ["an unknown key in a range", { ...claude, ranges: [{ versions: "<2.0.0", color: "red" }] }],
  ])("may not have %s", (_, file) => {
    expect(validate(JSON.parse(JSON.stringify(file))).valid).toBe(false);
  });

  test("may state one rule of a section in a range", () => {
    expect(validate({ ...claude, ranges: [{ versions: ">=1.0.0 <2.0.0", walk: { depth: 2 } }] }).valid).toBe(true);
  });

  test.each(files.filter(([name]) => name !== "skillwright.json"))("%s repeats no default", (_, file) => {
    const repeated = Object.entries(DEFAULTS as Json).flatMap(([key, common]) => {
      const own = file[key];
      if (typeof common !== "object" || common === null) return own === common ? [key] : [];
      const rules = Object.entries(common).filter(
        ([rule, value]) => JSON.stringify((own as Json | undefined)?.[rule]) === JSON.stringify(value ?? null),
      );
      return rules.map(([rule]) => `${key}.${rule}`);
    });
    expect(repeated).toEqual([]);
  });

  test("skillwright.json states every rule", () => {
    const file = files.find(([name]) => name === "skillwright.json")?.[1];
    expect(skillwright).toEqual(completeProfile(file));
  });
});

describe("[V17] ranges of versions", () => {
  test.each([
    ["1.2.3", "<1.2.4", true],
    ["1.2.4", "<1.2.4", false],
    ["1.10.0", ">=1.9.0", true],
    ["1.9.0-beta", ">=1.9.0", false],
    ["1.9.5", ">=1.9.0 <1.10.0", true],
    ["1.10.0", ">=1.9.0 <1.10.0", false],
  ])("%s is in %s: %s", (version, range, expected) => expect(isInRange(version, range)).toBe(expected));

  const file = {
    ...(claude as unknown as ProfileFile),
    version: "3.0.0",
    earlierVersions: ["2.0.0", "1.0.0"],
    ranges: [
      { versions: "<2.0.0", walk: { depth: 7 } },
      { versions: "<3.0.0", collisions: { winner: "last" } },
      { versions: ">=1.5.0 <2.0.0", projectMarkers: [".hg"] },
    ],
    notes: ["always", { versions: "<2.0.0", text: "before" }],
  } satisfies ProfileFile;

  test.each([
    ["3.0.0", [1, "first", [".git"], ["always"]]],
    ["2.5.0", [1, "last", [".git"], ["always"]]],
    ["1.7.0", [7, "last", [".hg"], ["always", "before"]]],
    ["1.0.0", [7, "last", [".git"], ["always", "before"]]],
  ])("at %s every range that contains it holds, and no other", (version, expected) => {
    const { walk, collisions, projectMarkers, notes } = profileOf(file, version);
    expect([walk.depth, collisions.winner, projectMarkers, notes]).toEqual(expected);
    expect(walk.hidden).toBe(true);
  });

  test("the versions that were looked at are the profile and its earlier ones", () => {
    const { version, earlier } = completeProfile(file);
    expect([version, earlier?.map((each) => each.version)]).toEqual(["3.0.0", ["2.0.0", "1.0.0"]]);
    expect(findProfile("codex@0.166.0")).toEqual({ ...findProfile("codex"), version: "0.166.0", earlier: undefined });
  });
});
