/** `list --json` writes its text directly. The text equals `JSON.stringify` of the same objects with any content. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { buildSkill } from "../../../src/format/parse/build-skill.ts";
import { COVERAGES } from "../../../src/model/conversation/catalog-text.ts";
import type { Root } from "../../../src/model/skills/root.ts";
import type { Skill } from "../../../src/model/skills/skill.ts";
import type { Loaded, Snapshot } from "../../../src/model/skills/snapshot.ts";
import { jsonText } from "../../../src/model/text/display/printable.ts";
import { loadedJson } from "../../../src/ops/answers/answer.ts";
import { writeSnapshot } from "../../../src/surfaces/cli/output/json.ts";
import { Output } from "../../../src/surfaces/cli/output/output.ts";

const directory = mkdtempSync(join(tmpdir(), "skillwright-json-"));
afterAll(() => rmSync(directory, { recursive: true }));

function written(skills: readonly Loaded[], digestOf: (skill: Skill) => string | undefined): string {
  const file = join(directory, "out.json");
  const descriptor = openSync(file, "w");
  const out = new Output(descriptor);
  const none = { overridden: [], rejected: [], disabled: [], ineligible: [], diagnostics: [] };
  const snapshot: Snapshot = { ...none, ...PLACE, skills: Object.freeze([...skills]) };
  writeSnapshot(out, snapshot, digestOf);
  out.flush();
  closeSync(descriptor);
  return readFileSync(file, "utf8");
}

const PLACE = { revision: "0", host: "skillwright", cwd: "/é", projectRoot: "/é", trusted: false, roots: [] };
const named = { from: "test", namedBy: "user", namedIn: "/", trusted: true } as const;
const plain = { ...named, followLinks: true, exists: true, configured: false, namespace: "" } as const;
const ROOTS: readonly Root[] = [
  { ...plain, path: "/r", scope: "repo", label: "r" },
  { ...plain, path: "/u", scope: "user", label: 'odd "label" é' },
];
const WITHHELD = [
  { code: "SK501", reason: "the folder is not trusted" },
  { code: "SK505", reason: "nicht für dich" },
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z0-9 .:-]{1,20}$/) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"', "\\", "\n", "\u007f", "é", "\ud800", "😀", "\u2028", "a/b", "x".repeat(70_000)),
  },
);
const loaded = fc
  .record({ root: fc.constantFrom(...ROOTS), directory: text, name: text, description: text, ownName: fc.boolean() })
  .chain(({ root, directory: last, name, description, ownName }) =>
    fc.record({
      withheld: fc.constantFrom(undefined, ...WITHHELD),
      shownDescription: fc.constantFrom(undefined, undefined, undefined, description),
      coverage: fc.constantFrom(undefined, undefined, undefined, ...COVERAGES),
      skill: fc
        .record({ userInvocable: fc.constantFrom(undefined, undefined, undefined, false) })
        .map(({ userInvocable }) => {
          const place = { root, path: `${root.path}/${last}/SKILL.md`, directory: `${root.path}/${last}` };
          const manifest = userInvocable === undefined ? {} : { userInvocable };
          const said = { name: ownName ? name : last, description, manifest };
          return buildSkill(place, said, { header: "", headerLine: 2, bodyOffset: 0 }, undefined);
        }),
    }),
  )
  .map(
    ({ skill, withheld, shownDescription, coverage }): Loaded => ({
      skill,
      ...(withheld ? { withheld } : {}),
      ...(shownDescription === undefined ? {} : { shownDescription }),
      ...(coverage === undefined ? {} : { coverage }),
    }),
  );

test("[O1] a list of skills is written as JSON writes it, one to a line", () => {
  fc.assert(
    fc.property(fc.array(loaded, { maxLength: 12 }), fc.boolean(), (skills, digests) => {
      const digestOf = (skill: Skill) => (digests && skill.description.length % 2 === 0 ? "sha256:0" : undefined);
      const lines = skills.map((each) => jsonText(loadedJson(each, digestOf(each.skill))));
      const text = written(skills, digestOf);
      expect(text).toContain(`"skills": [${lines.length > 0 ? `\n${lines.join(",\n")}` : ""}],`);
      expect(JSON.parse(text).skills).toHaveLength(skills.length);
    }),
    { numRuns: 200 },
  );
});
