/**
 * Counts the use of skills in sessions from the lines of a journal. It reads no file and does not depend on a catalog.
 * Any program may have written the journal, so it counts and ignores lines that are not events of Skillwright.
 */
import { anything, hasShape, matching, object, parseJson, record, string } from "../../model/schema.ts";

export interface SkillUse {
  readonly id: string;
  /** The address with which the skill was last called. */
  readonly address: string;
  /** Sessions whose catalog listed the skill. */
  readonly offered: number;
  /** Number of activations by a model, and by a person. */
  readonly activated: number;
  readonly byUser: number;
  readonly completed: number;
  /** Time of the last activation in ISO 8601. */
  readonly last?: string;
}

export interface UsageCount {
  readonly lines: number;
  /** Number of invalid lines. */
  readonly invalid: number;
  readonly sessions: number;
  /** Times of the first and the last event in ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /** One entry for each skill id. */
  readonly skills: readonly SkillUse[];
  /** Number of events of skills beyond the limit. */
  readonly omitted: number;
}

/** Maximum number of skills that are counted separately. No catalog has more skills. */
const MAX_SKILLS = 200_000;

interface Count {
  address: string;
  offered: number;
  activated: number;
  byUser: number;
  completed: number;
  last: number;
}

/** Counts the events in the lines of a journal. `undefined` represents a line that was too long to read. */
export function countUsage(lines: Iterable<string | undefined>): UsageCount {
  const counter = new Counter();
  for (const line of lines) counter.add(line);
  return counter.result();
}

class Counter {
  readonly #skills = new Map<string, Count>();
  /** The skills that each session listed. */
  readonly #sessions = new Map<string, Set<string>>();
  #lines = 0;
  #invalid = 0;
  #omitted = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  add(line: string | undefined): void {
    if (line?.trim() === "") return;
    this.#lines++;
    const event = line === undefined ? undefined : readEvent(line);
    if (event === undefined) this.#invalid++;
    else this.#count(event);
  }

  result(): UsageCount {
    const spanned = this.#from <= this.#to;
    return {
      lines: this.#lines,
      invalid: this.#invalid,
      sessions: this.#sessions.size,
      ...(spanned ? { from: iso(this.#from), to: iso(this.#to) } : {}),
      skills: [...this.#skills]
        .map(([id, { last, ...count }]) => ({ id, ...count, ...(last < 0 ? {} : { last: iso(last) }) }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
      omitted: this.#omitted,
    };
  }

  #count({ name, time, attributes }: ReadEvent): void {
    this.#from = Math.min(this.#from, time);
    this.#to = Math.max(this.#to, time);
    const told = this.#told(textOf(attributes["session.id"]));
    if (name === "offered") this.#offer(textOf(attributes["catalog.listed"]), told);
    const id = textOf(attributes["skill.id"]);
    if (id === "" || (name !== "activated" && name !== "completed")) return;
    const count = this.#of(id);
    if (count === undefined) return;
    count.address = textOf(attributes["skill.name"]) || count.address;
    count[name]++;
    if (name === "completed") return;
    if (attributes["skill.actor"] === "user") count.byUser++;
    count.last = Math.max(count.last, time);
  }

  #offer(listed: string, told: Set<string>): void {
    for (const id of listed.split("\n")) {
      if (id === "" || told.has(id)) continue;
      const count = this.#of(id);
      if (count === undefined) return;
      told.add(id);
      count.offered++;
    }
  }

  #told(session: string): Set<string> {
    const told = this.#sessions.get(session) ?? new Set();
    this.#sessions.set(session, told);
    return told;
  }

  #of(id: string): Count | undefined {
    const known = this.#skills.get(id);
    if (known) return known;
    if (this.#skills.size >= MAX_SKILLS) {
      this.#omitted++;
      return undefined;
    }
    const count: Count = { address: id, offered: 0, activated: 0, byUser: 0, completed: 0, last: -1 };
    this.#skills.set(id, count);
    return count;
  }
}

interface ReadEvent {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const EVENT = object({
  name: string("the kind of the event"),
  timeUnixNano: matching(/^\d{1,21}$/, "the time in nanoseconds since 1970"),
  attributes: record(anything("a string, a number or a boolean"), "the attributes of the event"),
});

function readEvent(line: string): ReadEvent | undefined {
  const event = parseJson(line);
  if (!hasShape(event, EVENT)) return undefined;
  const { name, timeUnixNano, attributes } = event;
  const time = Math.floor(Number(timeUnixNano) / 1e6);
  // Ignores an event whose time a `Date` cannot represent.
  return time > MAX_TIME ? undefined : { name, time, attributes };
}

const MAX_TIME = 8.64e15;

function iso(time: number): string {
  return new Date(time).toISOString();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
