/**
 * Converts a session to JSON and back. Strangers may have written to the storage that the JSON comes from. Therefore
 * every field is checked, unknown fields are dropped, and an invalid value is reported as SK350 with its position.
 */
import { oneLine } from "../../activate/render/escape.ts";
import { ACTORS } from "../../model/conversation/offer.ts";
import { OperationError } from "../../model/errors.ts";
import { WINDOW_ENDS, type WindowState } from "../../model/rules/permission.ts";
import {
  boolean,
  findShapeProblem,
  integer,
  isMap,
  list,
  number,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  type ShapeProblem,
  string,
  stringList,
  withoutUnknown,
} from "../../model/schema.ts";
import { EVENT_NAMES, type SkillEventCounts } from "./events/events.ts";
import { type LedgerEntry, MAX_DEPTH, MAX_ENTRIES, SKILL_LIFETIMES } from "./ledger.ts";

export const STATE_VERSION = 1;

/** A session as JSON. `skills.session({ state })` continues it. */
export interface SessionState {
  readonly version: typeof STATE_VERSION;
  readonly id: string;
  readonly turn: number;
  /** Revision of the last snapshot; empty before the first. */
  readonly revision: string;
  readonly files: readonly string[];
  /** The order of skills in the catalog. The first call of `catalog` fixes it. */
  readonly order?: CatalogOrder;
  /** Revision of the last catalog. */
  readonly catalog?: string;
  readonly counts: Partial<SkillEventCounts>;
  /** The user's refusals. */
  readonly decisions?: DecisionState;
  /** Keys of hooks that should run only once in a session and have already run. */
  readonly fired?: readonly string[];
  /** Open and closed permission windows. */
  readonly windows?: readonly WindowState[];
  readonly ledger: readonly LedgerEntry[];
}

/** The user's refusals when asked about the needs of skills. They contain names but never values. */
export interface DecisionState {
  /** A key `kind:what@skill` is a refusal for one skill. */
  readonly skipped: readonly string[];
  /** A key `kind:what` is a refusal for every skill. */
  readonly never: readonly string[];
}

export interface CatalogOrder {
  readonly pinned: readonly string[];
  readonly ranking: Readonly<Record<string, number>>;
}

/**
 * Maximum number of files in use, and of names in the order of a catalog. If there are more, the oldest are dropped.
 */
export const MAX_LISTED = 10_000;

/** Maximum number of stored `once` hooks. */
const MAX_FIRED = 10_000;

/** Maximum number of refusals in one conversation. Real conversations have far fewer. */
export const MAX_DECISIONS = 1_000;

export function readState(given: unknown): SessionState {
  const state = isMap(given) ? given : undefined;
  if (state === undefined) throw wrong({ at: "the state", wanted: "an object" });
  if (state["version"] !== STATE_VERSION)
    throw new OperationError("SK350", `the session has version \`${short(state["version"])}\`, not ${STATE_VERSION}`, {
      hint: "it was stored by another version of Skillwright; start a new session",
    });
  const problem = findShapeProblem(state, STATE.json);
  if (problem) throw wrong(problem);
  const read = withoutUnknown(state, STATE.json) as Omit<SessionState, "version">;
  const { order } = read;
  if (order === undefined) return { version: STATE_VERSION, ...read };
  const ranking = Object.fromEntries(Object.entries(order.ranking).slice(0, MAX_LISTED));
  return { version: STATE_VERSION, ...read, order: { ...order, ranking } };
}

/** Maximum number of windows in one session. A window is the permissions of one active skill. */
const MAX_WINDOWS = 256;
const MAX_RULES = 500;

const count = integer("a number of turns or events", 0, Number.MAX_SAFE_INTEGER);
const text = string("a name, an address or a digest");
const rules = stringList("rules", MAX_RULES);

const WINDOW: Schema<WindowState> = object({
  address: text,
  id: text,
  turn: count,
  until: oneOf(WINDOW_ENDS, "when the permission window closes"),
  inside: stringList("addresses of the enclosing windows", MAX_WINDOWS),
  open: boolean("whether the window is open"),
  bounds: list(rules, "the rules of the enclosing windows", MAX_WINDOWS),
  granted: optional(rules),
  only: optional(rules),
  removed: optional(rules),
});

const ENTRY: Schema<LedgerEntry> = object({
  address: text,
  id: text,
  digest: text,
  revision: text,
  arguments: optional(text),
  given: text,
  turn: count,
  actor: oneOf(ACTORS, "who activated the skill"),
  survival: oneOf(SKILL_LIFETIMES, "how long the skill stays loaded"),
  chain: stringList("the chain of skills that loaded this skill", MAX_DEPTH),
  repeated: boolean("whether the skill was activated again"),
  completed: boolean("whether the skill's task is done"),
  present: boolean("whether the model still has the skill's text"),
});

const STATE: Schema<Omit<SessionState, "version">> = object({
  id: text,
  turn: count,
  revision: text,
  files: stringList("files that the conversation works on", MAX_LISTED),
  order: optional(
    object({ pinned: stringList("names", MAX_LISTED), ranking: record(number("a rank"), "ranks of skills by name") }),
  ),
  catalog: optional(text),
  counts: object(Object.fromEntries(EVENT_NAMES.map((name) => [name, optional(count)]))),
  decisions: optional(
    object({ skipped: stringList("refusals", MAX_DECISIONS), never: stringList("refusals", MAX_DECISIONS) }),
  ),
  fired: optional(stringList("hooks", MAX_FIRED)),
  windows: optional(list(WINDOW, "open and closed windows", MAX_WINDOWS)),
  ledger: list(ENTRY, "activations", MAX_ENTRIES),
});

function wrong({ at, wanted }: ShapeProblem): OperationError {
  return new OperationError("SK350", `the stored session is damaged: \`${oneLine(at)}\` should be ${wanted}`, {
    hint: "start a new session",
  });
}

/** Returns a short text for an untrusted value, for use in a message. */
function short(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? oneLine(String(value)).slice(0, 40) : "…";
}
