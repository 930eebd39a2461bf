import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memorySource } from "../../../src/catalog/load/sources.ts";
import { openSkills } from "../../../src/ops/open-skills.ts";
import { countUsage } from "../../../src/ops/usage/count-usage.ts";
import { readLines } from "../../../src/platform/files/read-lines.ts";

const file = (text: string | Uint8Array): string => {
  const path = join(mkdtempSync(join(tmpdir(), "sw-usage-")), "journal.jsonl");
  writeFileSync(path, text);
  return path;
};

const event = (name: string, attributes: Record<string, unknown>, second = 0): string =>
  JSON.stringify({ name, timeUnixNano: `${second}000000000`, attributes: { "session.id": "s1", ...attributes } });

describe("[BU1] counts from a journal", () => {
  test("counts for each skill how often it was offered, activated and completed", () => {
    const lines = [
      event("offered", { "catalog.listed": "user:a\nuser:b" }),
      event("offered", { "catalog.listed": "user:a\nuser:b\nuser:c" }, 1),
      event("activated", { "skill.id": "user:a", "skill.name": "a", "skill.actor": "model" }, 2),
      event("activated", { "skill.id": "user:a", "skill.name": "a@user", "skill.actor": "user" }, 3),
      event("completed", { "skill.id": "user:a", "skill.name": "a@user" }, 4),
      event("offered", { "session.id": "s2", "catalog.listed": "user:a" }, 5),
      event("refused", { "skill.asked": "x" }, 6),
    ];
    expect(countUsage(lines)).toEqual({
      lines: 7,
      invalid: 0,
      sessions: 2,
      from: "1970-01-01T00:00:00.000Z",
      to: "1970-01-01T00:00:06.000Z",
      skills: [
        {
          id: "user:a",
          address: "a@user",
          offered: 2,
          activated: 2,
          byUser: 1,
          completed: 1,
          last: "1970-01-01T00:00:03.000Z",
        },
        { id: "user:b", address: "user:b", offered: 1, activated: 0, byUser: 0, completed: 0 },
        { id: "user:c", address: "user:c", offered: 1, activated: 0, byUser: 0, completed: 0 },
      ],
      omitted: 0,
    });
  });

  test.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["no attributes", '{"name":"activated","timeUnixNano":"0"}'],
    ["no time", '{"name":"activated","attributes":{}}'],
    ["a time that no date has", '{"name":"activated","timeUnixNano":"9999999999999999999999","attributes":{}}'],
    ["too long", undefined],
  ])("%s is counted as invalid", (_, line) => {
    expect(countUsage([line, event("offered", {})])).toMatchObject({ lines: 2, invalid: 1, sessions: 1 });
  });

  test("names such as `__proto__` are names", () => {
    const { skills } = countUsage([event("activated", { "skill.id": "__proto__", "skill.name": "constructor" })]);
    expect(skills).toMatchObject([{ id: "__proto__", address: "constructor", activated: 1 }]);
  });

  test("any lines give a result, and the same result again", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(undefined))), (lines) => {
        expect(countUsage(lines)).toEqual(countUsage(lines));
      }),
    );
  });
});

describe("lines of a file", () => {
  test("as they are, whatever their length, and the last without an end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 200, unit: "grapheme" }).map((s) => s.replaceAll("\n", ""))),
        (lines) => {
          const text = lines.join("\n");
          const expected = text === "" ? [] : text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
          expect([...readLines(file(text), 10_000)]).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("over the edges of what is read at once", () => {
    const lines = ["a".repeat(65_535), "b".repeat(65_536), "", "ü".repeat(70_000)];
    expect([...readLines(file(lines.join("\n")), 1_000_000)]).toEqual(lines);
  });

  test("a line that is too long is left out, and only that", () => {
    expect([...readLines(file(`one\n${"x".repeat(200_000)}\ntwo\n`), 100)]).toEqual(["one", undefined, "two"]);
  });

  test("a device is not a file", () => {
    expect(() => [...readLines("/dev/zero", 10)]).toThrow();
  });
});

describe("[BU1] a session and its journal", () => {
  const skills = ["a", "b", "c"].map((name) => ({
    path: `${name}/SKILL.md`,
    text: `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo it.\n`,
  }));
  const open = () =>
    openSkills({
      ambient: false,
      trust: "all",
      sources: [memorySource("memory", Object.fromEntries(skills.map(({ path, text }) => [path, text])))],
    });

  test("the events of real sessions are counted", async () => {
    const journal = file("");
    for (const id of ["one", "two", "three"]) {
      const opened = await open();
      const session = await opened.session({ id, journal });
      await session.catalog();
      await session.catalog();
      await session.activate({ asked: "a", actor: "model" });
      session.complete("a");
    }
    const report = await (await open()).usage({ journal });
    expect(report.skills.map(({ offered, activated, completed }) => [offered, activated, completed])).toEqual([
      [3, 3, 3],
      [3, 0, 0],
      [3, 0, 0],
    ]);
    expect(report.skills[0]?.address).toBe("a");
    expect(report.unused.map(({ id }) => id)).toEqual(report.skills.slice(1).map(({ id }) => id));
    expect(report.unloaded).toEqual([]);
  });

  test("the list is stored once for each text", async () => {
    const opened = await open();
    const session = await opened.session();
    const listed: unknown[] = [];
    session.events.on("offered", ({ attributes }) => listed.push(attributes["catalog.listed"]));
    await session.catalog();
    await session.catalog();
    expect(listed.map((each) => String(each).split("\n").length)).toEqual([3, 1]);
    expect(listed[1]).toBeUndefined();
  });

  test("without a journal nothing is guessed", async () => {
    const report = await (await open()).usage();
    expect([report.journal, report.sessions, report.unused]).toEqual([undefined, 0, []]);
    await expect((await open()).usage({ journal: "/nowhere/at/all" })).rejects.toMatchObject({ code: "SK360" });
  });
});
