import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { appendLine } from "../../../src/platform/writing/append-line.ts";
import { EVENT_NAMES, type SkillEvent, SkillEvents } from "../../../src/session/conversation/events/events.ts";
import { keepJournal } from "../../../src/session/conversation/events/journal.ts";

const top = mkdtempSync(join(tmpdir(), "skw-journal-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

function emitter(): { events: SkillEvents; heard: SkillEvent[] } {
  const events = new SkillEvents(() => 1_700_000_000_123.9, { "session.id": "s" });
  const heard: SkillEvent[] = [];
  events.on("*", (event) => heard.push(event));
  return { events, heard };
}

describe("events", () => {
  test("[H12] an event has a name, a time in nanoseconds as text, and flat attributes", () => {
    const { events, heard } = emitter();
    events.emit("activated", { "skill.name": "pdf", "skill.repeated": false, "session.turn": 2 });
    expect(heard).toEqual([
      {
        name: "activated",
        timeUnixNano: "1700000000123000000",
        attributes: { "session.id": "s", "skill.name": "pdf", "skill.repeated": false, "session.turn": 2 },
      },
    ]);
  });

  test("[H12] every kind is counted, with and without a listener", () => {
    const { events } = emitter();
    for (const [index, name] of EVENT_NAMES.entries())
      for (let times = 0; times <= index; times++) events.emit(name, {});
    expect(Object.values(events.counts)).toEqual(EVENT_NAMES.map((_, index) => index + 1));
    expect(Object.keys(events.counts)).toEqual([...EVENT_NAMES]);
  });

  test("[H12] a listener receives only its kind of events, until it is removed", () => {
    const { events } = emitter();
    const heard: string[] = [];
    const stop = events.on("refused", ({ name }) => heard.push(name));
    for (const name of ["activated", "refused"] as const) events.emit(name, {});
    stop();
    events.emit("refused", {});
    expect(heard).toEqual(["refused"]);
  });

  test("[H12] a listener that throws or rejects is counted, and does not affect other listeners", async () => {
    const events = new SkillEvents(() => 0, {});
    const heard: string[] = [];
    events.on("*", () => {
      throw new Error("broken");
    });
    events.on("*", async () => Promise.reject(new Error("broken later")));
    events.on("*", ({ name }) => heard.push(name));
    events.emit("offered", {});
    await new Promise(setImmediate);
    expect([heard, events.listenerFailures]).toEqual([["offered"], 2]);
  });

  test("[H12] a listener's change to an event reaches no other listener", () => {
    const { events, heard } = emitter();
    events.on("offered", (event) => Object.assign(event.attributes, { forged: true }));
    events.emit("offered", { a: 1 });
    expect([heard[0]?.attributes, events.listenerFailures]).toEqual([{ "session.id": "s", a: 1 }, 1]);
  });
});

describe("the journal", () => {
  const journal = (path: string): { events: SkillEvents; warnings: unknown[] } => {
    const events = new SkillEvents(() => 5, { "session.id": "s" });
    const warnings: unknown[] = [];
    events.on("warning", ({ attributes }) => warnings.push(attributes["diagnostic.code"]));
    keepJournal(path, events, appendLine);
    return { events, warnings };
  };

  test("[H14] is lines of JSON at the end of a file that only the user can read", () => {
    const path = join(top, "new/skills.jsonl");
    journal(path).events.emit("offered", { text: "two\nlines\u2028" });
    journal(path).events.emit("completed", {});
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines.map((line) => (line === "" ? "" : JSON.parse(line)))).toEqual([
      { name: "offered", timeUnixNano: "5000000", attributes: { "session.id": "s", text: "two\nlines\u2028" } },
      { name: "completed", timeUnixNano: "5000000", attributes: { "session.id": "s" } },
      "",
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("[H14] appends to an existing file and keeps its mode", () => {
    const path = join(top, "old.jsonl");
    writeFileSync(path, "{}\n");
    chmodSync(path, 0o640);
    journal(path).events.emit("offered", {});
    expect(readFileSync(path, "utf8").split("\n").length).toBe(3);
    expect(statSync(path).mode & 0o777).toBe(0o640);
  });

  test("[H14] that cannot be written warns once and stops", () => {
    mkdirSync(join(top, "directory"), { recursive: true });
    writeFileSync(join(top, "target"), "mine\n");
    symlinkSync(join(top, "target"), join(top, "link"));
    for (const place of ["directory", "target/below", "link"]) {
      const { events, warnings } = journal(join(top, place));
      for (const _ of [1, 2, 3]) events.emit("offered", {});
      expect([place, warnings, events.counts.offered]).toEqual([place, ["SK601"], 3]);
    }
    expect(readFileSync(join(top, "target"), "utf8")).toBe("mine\n");
  });
});
