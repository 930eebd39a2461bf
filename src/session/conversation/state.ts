/**
 * Converts a session to JSON and back. The input comes from a disk or a database that strangers may have written to:
 * every field is checked, unknown fields are dropped, and an invalid value is SK350 with its position.
 */
import { oneLine } from "../../activate/render/escape.ts";
import { ACTORS } from "../../model/conversation/offer.ts";
import { OperationError } from "../../model/errors.ts";
import { WINDOW_ENDS, type WindowState } from "../../model/rules/permission.ts";
import { isMap } from "../../model/schema.ts";
import { EVENT_NAMES, type SkillEventCounts } from "./events/events.ts";
import { type LedgerEntry, MAX_DEPTH, MAX_ENTRIES, SURVIVALS } from "./ledger.ts";

export const STATE_VERSION = 1;

/** A session as JSON. `skills.session({ state })` continues it. */
export interface SessionState {
  readonly version: typeof STATE_VERSION;
  readonly id: string;
  readonly turn: number;
  /** Revision of the last snapshot; empty before the first. */
  readonly revision: string;
  readonly files: readonly string[];
  /** The order of the catalog, fixed by its first call. */
  readonly order?: CatalogOrder;
  /** Revision of the last catalog. */
  readonly catalog?: string;
  readonly counts: Partial<SkillEventCounts>;
  /** The user's refusals. */
  readonly decisions?: DecisionState;
  /** Hooks that run once in a session and have run. */
  readonly fired?: readonly string[];
  /** Open and closed permission windows. */
  readonly windows?: readonly WindowState[];
  readonly ledger: readonly LedgerEntry[];
}

/** Of what skills need; never a value. */
export interface DecisionState {
  /** `kind:what@skill`: not for this skill. */
  readonly skipped: readonly string[];
  /** `kind:what`: not for any. */
  readonly never: readonly string[];
}

export interface CatalogOrder {
  readonly pinned: readonly string[];
  readonly ranking: Readonly<Record<string, number>>;
}

/** Files that are worked on, and names in the order of a catalog; beyond them the oldest are dropped. */
export const MAX_LISTED = 10_000;

/** Hooks that ran once. */
const MAX_FIRED = 10_000;

/** Limit for refusals in one conversation, above any real use. */
export const MAX_DECISIONS = 1_000;

export function readState(given: unknown): SessionState {
  const state = mapAt(given, "the state");
  if (state["version"] !== STATE_VERSION)
    throw new OperationError("SK350", `the session has version \`${short(state["version"])}\`, not ${STATE_VERSION}`, {
      hint: "it was stored by another version of Skillwright; begin a new session",
    });
  return {
    version: STATE_VERSION,
    id: textAt(state["id"], "id"),
    turn: countAt(state["turn"], "turn"),
    revision: textAt(state["revision"], "revision"),
    files: textsAt(state["files"], "files", MAX_LISTED),
    ...(state["order"] === undefined ? {} : { order: orderAt(state["order"]) }),
    ...(state["catalog"] === undefined ? {} : { catalog: textAt(state["catalog"], "catalog") }),
    counts: countsAt(state["counts"]),
    ...(state["decisions"] === undefined ? {} : { decisions: decisionsAt(state["decisions"]) }),
    ...(state["fired"] === undefined ? {} : { fired: textsAt(state["fired"], "fired", MAX_FIRED) }),
    ...(state["windows"] === undefined ? {} : { windows: windowsAt(state["windows"]) }),
    ledger: listAt(state["ledger"], "ledger", MAX_ENTRIES).map((entry, at) => entryAt(entry, `ledger[${at}]`)),
  };
}

/** Windows of one session, and rules of one list in them. */
const MAX_WINDOWS = 256;
const MAX_RULES = 500;

function windowsAt(given: unknown): readonly WindowState[] {
  return listAt(given, "windows", MAX_WINDOWS).map((each, index) => {
    const at = `windows[${index}]`;
    const window = mapAt(each, at);
    const rules = (key: "granted" | "only" | "removed") =>
      window[key] === undefined ? {} : { [key]: textsAt(window[key], `${at}.${key}`, MAX_RULES) };
    return {
      address: textAt(window["address"], `${at}.address`),
      id: textAt(window["id"], `${at}.id`),
      turn: countAt(window["turn"], `${at}.turn`),
      until: oneOf(WINDOW_ENDS, window["until"], `${at}.until`),
      inside: textsAt(window["inside"], `${at}.inside`, MAX_WINDOWS),
      open: booleanAt(window["open"], `${at}.open`),
      bounds: listAt(window["bounds"], `${at}.bounds`, MAX_WINDOWS).map((bound, place) =>
        textsAt(bound, `${at}.bounds[${place}]`, MAX_RULES),
      ),
      ...rules("granted"),
      ...rules("only"),
      ...rules("removed"),
    };
  });
}

function entryAt(given: unknown, at: string): LedgerEntry {
  const entry = mapAt(given, at);
  return {
    address: textAt(entry["address"], `${at}.address`),
    id: textAt(entry["id"], `${at}.id`),
    digest: textAt(entry["digest"], `${at}.digest`),
    revision: textAt(entry["revision"], `${at}.revision`),
    ...(entry["arguments"] === undefined ? {} : { arguments: textAt(entry["arguments"], `${at}.arguments`) }),
    given: textAt(entry["given"], `${at}.given`),
    turn: countAt(entry["turn"], `${at}.turn`),
    actor: oneOf(ACTORS, entry["actor"], `${at}.actor`),
    survival: oneOf(SURVIVALS, entry["survival"], `${at}.survival`),
    chain: textsAt(entry["chain"], `${at}.chain`, MAX_DEPTH),
    repeated: booleanAt(entry["repeated"], `${at}.repeated`),
    completed: booleanAt(entry["completed"], `${at}.completed`),
    present: booleanAt(entry["present"], `${at}.present`),
  };
}

function orderAt(given: unknown): CatalogOrder {
  const order = mapAt(given, "order");
  const ranking = Object.entries(mapAt(order["ranking"], "order.ranking")).slice(0, MAX_LISTED);
  for (const [name, rank] of ranking)
    if (typeof rank !== "number" || !Number.isFinite(rank)) throw wrong(`order.ranking.${short(name)}`, "a number");
  // From entries: `__proto__` is a name like any other.
  return {
    pinned: textsAt(order["pinned"], "order.pinned", MAX_LISTED),
    ranking: Object.fromEntries(ranking) as Record<string, number>,
  };
}

function decisionsAt(given: unknown): DecisionState {
  const decisions = mapAt(given, "decisions");
  return {
    skipped: textsAt(decisions["skipped"], "decisions.skipped", MAX_DECISIONS),
    never: textsAt(decisions["never"], "decisions.never", MAX_DECISIONS),
  };
}

function countsAt(given: unknown): Partial<SkillEventCounts> {
  const counts = mapAt(given, "counts");
  return Object.fromEntries(EVENT_NAMES.map((name) => [name, countAt(counts[name] ?? 0, `counts.${name}`)]));
}

function mapAt(value: unknown, at: string): Record<string, unknown> {
  if (!isMap(value)) throw wrong(at, "an object");
  return value;
}

function textAt(value: unknown, at: string): string {
  if (typeof value !== "string") throw wrong(at, "a text");
  return value;
}

function countAt(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw wrong(at, "a whole number");
  return value as number;
}

function booleanAt(value: unknown, at: string): boolean {
  if (typeof value !== "boolean") throw wrong(at, "true or false");
  return value;
}

function listAt(value: unknown, at: string, max: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > max) throw wrong(at, `a list of at most ${max}`);
  // Holes are read as undefined, and refused as that.
  return Array.from(value);
}

function textsAt(value: unknown, at: string, max: number): readonly string[] {
  return listAt(value, at, max).map((item, index) => textAt(item, `${at}[${index}]`));
}

function oneOf<T extends string>(words: readonly T[], value: unknown, at: string): T {
  const found = words.find((word) => word === value);
  if (found === undefined) throw wrong(at, words.map((word) => `\`${word}\``).join(" or "));
  return found;
}

function wrong(at: string, wanted: string): OperationError {
  return new OperationError("SK350", `the stored session is damaged: \`${at}\` should be ${wanted}`, {
    hint: "begin a new session",
  });
}

/** Shortens a stranger's value for a message. */
function short(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? oneLine(String(value)).slice(0, 40) : "…";
}
