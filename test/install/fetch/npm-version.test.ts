import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseVersion } from "../../../src/install/fetch/npm/choose-version.ts";
import { parsePackageName } from "../../../src/install/fetch/npm/npm-name.ts";

const VERSIONS = [
  "0.0.3",
  "0.0.4",
  "0.2.3",
  "0.2.9",
  "0.3.0",
  "1.0.0",
  "1.2.3",
  "1.2.10",
  "1.10.0",
  "2.0.0-beta.1",
  "2.0.0",
  "3.0.0-rc.1",
];
const TAGS = { latest: "2.0.0", next: "3.0.0-rc.1", gone: "9.9.9" };

test.each([
  ["latest", "2.0.0"],
  ["next", "3.0.0-rc.1"],
  ["gone", undefined],
  ["toString", undefined],
  ["1.2.3", "1.2.3"],
  ["v1.2.3", "1.2.3"],
  ["1.2.4", undefined],
  ["2.0.0-beta.1", "2.0.0-beta.1"],
  ["1", "1.10.0"],
  ["1.x", "1.10.0"],
  ["1.2", "1.2.10"],
  ["1.2.x", "1.2.10"],
  ["*", "2.0.0"],
  ["^1.2.3", "1.10.0"],
  ["^1.2", "1.10.0"],
  ["^1", "1.10.0"],
  ["^0.2.3", "0.2.9"],
  ["^0.0.3", "0.0.3"],
  ["^0.0", "0.0.4"],
  ["^0", "0.3.0"],
  ["~1.2.3", "1.2.10"],
  ["~1", "1.10.0"],
  ["~0.0.3", "0.0.4"],
  ["^2.0.0", "2.0.0"],
  ["^3", undefined],
])("[I31] %s → %s", (wanted, version) => {
  expect(chooseVersion(wanted, VERSIONS, TAGS)).toBe(version);
});

test("[I31] `latest` is taken where it is in the range, as npm takes it", () => {
  expect(chooseVersion("^1", VERSIONS, { latest: "1.2.3" })).toBe("1.2.3");
});

test.each([">=1", "1 - 2", "1 || 2", "^1.0.0-beta", "=1.0.0", "", "-x", "1.2.3.4", "../x", "^", "9".repeat(20)])(
  "[I31] %j is SK603",
  (wanted) => {
    expect(() => chooseVersion(wanted, VERSIONS, TAGS)).toThrow(expect.objectContaining({ code: "SK603" }));
  },
);

test("[I31] a text of the registry that is not a version is never chosen", () => {
  const word = fc.constantFrom("1.0.0", "\n", "error[SK999]: x", "\u001b[31m", " ", "a", "-", "+", "1".repeat(300));
  const stated = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(word, { maxLength: 5 }).map((words) => words.join("")),
  );
  fc.assert(
    fc.property(stated, fc.constantFrom("latest", "*", "^1", "1.0.0"), (text, wanted) => {
      const chosen = chooseVersion(wanted, [text], { latest: text });
      expect(chosen ?? "1.0.0").toMatch(/^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,240}$/);
    }),
    {
      examples: [
        ["error[SK999]: x\nhelp: y", "latest"],
        [`1.0.0-${"a".repeat(300)}`, "latest"],
      ],
    },
  );
});

test("[I31] a caret never crosses what it holds, and a tilde never a minor version", () => {
  const number = fc.nat({ max: 3 });
  const version = fc.tuple(number, number, number).map((parts) => parts.join("."));
  fc.assert(
    fc.property(fc.uniqueArray(version, { minLength: 1 }), version, (versions, base) => {
      const [major, minor, patch] = base.split(".").map(Number) as [number, number, number];
      const held = major > 0 ? [major] : minor > 0 ? [0, minor] : [0, 0, patch];
      const chosen = chooseVersion(`^${base}`, versions, {})?.split(".").map(Number);
      expect(chosen?.slice(0, held.length) ?? held).toEqual(held);
      const close = chooseVersion(`~${base}`, versions, {})?.split(".").map(Number);
      expect(close?.slice(0, 2) ?? [major, minor]).toEqual([major, minor]);
      if (versions.includes(base)) expect([chosen, close]).not.toContain(undefined);
    }),
  );
});

test.each([
  ["npm:pdf-skills", { name: "pdf-skills", wanted: "latest" }],
  ["npm:pdf-skills@^2", { name: "pdf-skills", wanted: "^2" }],
  ["npm:@acme/skills", { name: "@acme/skills", wanted: "latest" }],
  ["npm:@acme/skills@1.2.3", { name: "@acme/skills", wanted: "1.2.3" }],
])("[I31] %s", (text, parsed) => {
  expect(parsePackageName(text)).toEqual(parsed);
});

test.each([
  "npm:",
  "npm:@",
  "npm:@x",
  "npm:a/b",
  "npm:../a",
  "npm:-g",
  "npm:.hidden",
  "npm:_x",
  "npm:a@",
  "npm:a b",
  "npm:a%2fb",
  "npm:https://h.test/x",
  "npm:a\nb",
  `npm:${"a".repeat(300)}`,
])("[I31] %j is SK603", (text) => {
  expect(() => parsePackageName(text)).toThrow(expect.objectContaining({ code: "SK603" }));
});
