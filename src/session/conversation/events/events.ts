/**
 * Emits events about the skills of one conversation. An event is flat and small, like an OpenTelemetry log record, so
 * listeners can export it. If a listener fails, the failure is counted and has no other effect.
 */
import type { Catalog } from "../../../activate/list-catalog.ts";
import { oneLine } from "../../../activate/render/escape.ts";
import type { SelectedSkill } from "../../../activate/select/resolve-message.ts";
import type { Activation, ShellExpression } from "../../../model/conversation/activation.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { LedgerEntry } from "../ledger.ts";
import { cutBetweenCharacters } from "../notes.ts";

export const EVENT_NAMES = [
  "discovered",
  "offered",
  "selected",
  "asked",
  "activated",
  "refused",
  "failed",
  "warning",
  "resource-read",
  "command",
  "guarded",
  "hook",
  "forked",
  "completed",
] as const;
export type SkillEventName = (typeof EVENT_NAMES)[number];

export type EventAttributes = Readonly<Record<string, string | number | boolean>>;

/** An event about a skill in a session. It contains no text of skills or messages. */
export interface SkillEvent {
  readonly name: SkillEventName;
  /** Nanoseconds since 1970 as a decimal number in a string, as in OTLP. JSON numbers are not precise enough. */
  readonly timeUnixNano: string;
  readonly attributes: EventAttributes;
}

export type SkillEventCounts = Readonly<Record<SkillEventName, number>>;

/** Milliseconds since 1970. */
export type Clock = () => number;

type Listener = (event: SkillEvent) => void;

const NOBODY: ReadonlySet<Listener> = new Set();

export class SkillEvents {
  readonly #clock: Clock;
  readonly #common: EventAttributes;
  readonly #counts: Record<SkillEventName, number>;
  readonly #redact: (text: string) => string;
  readonly #listeners = new Map<SkillEventName | "*", Set<Listener>>();
  #listenerFailures = 0;

  constructor(
    clock: Clock,
    common: EventAttributes,
    counts: Partial<SkillEventCounts> = {},
    redact: (text: string) => string = (text) => text,
  ) {
    this.#clock = clock;
    this.#redact = redact;
    this.#common = common;
    this.#counts = { ...NONE, ...counts };
  }

  /** Adds a listener for one kind of event, or for all with `*`. Returns a function that removes it. */
  on(name: SkillEventName | "*", listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** Number of events of each kind. If the session was resumed, earlier events are included. */
  get counts(): SkillEventCounts {
    return { ...this.#counts };
  }

  /** How often a listener threw an error or returned a rejected promise. */
  get listenerFailures(): number {
    return this.#listenerFailures;
  }

  emit(name: SkillEventName, attributes: EventAttributes): void {
    this.emitLazily(name, () => attributes);
  }

  /**
   * Emits a frequent event. Unlike `emit`, it creates the attributes only if there is a listener. The attributes of
   * `more` come before the others.
   */
  emitLazily(name: SkillEventName, attributes: () => EventAttributes, more?: () => EventAttributes): void {
    this.#counts[name]++;
    if (this.#listeners.size === 0) return;
    const own = this.#listeners.get(name) ?? NOBODY;
    const all = this.#listeners.get("*") ?? NOBODY;
    if (own.size === 0 && all.size === 0) return;
    const event: SkillEvent = Object.freeze({
      name,
      timeUnixNano: `${Math.trunc(this.#clock())}000000`,
      attributes: Object.freeze({ ...this.#common, ...this.#without({ ...more?.(), ...attributes() }) }),
    });
    for (const listener of [...own, ...all]) this.#tell(listener, event);
  }

  /** Removes the values of secrets, even if content is recorded. */
  #without(attributes: EventAttributes): EventAttributes {
    const entries = Object.entries(attributes);
    return Object.fromEntries(
      entries.map(([key, said]) => [key, typeof said === "string" ? this.#redact(said) : said]),
    );
  }

  /**
   * Calls a listener. Rejections of asynchronous listeners are caught, because they would otherwise end the process.
   */
  #tell(listener: (event: SkillEvent) => unknown, event: SkillEvent): void {
    const failed = (): void => void this.#listenerFailures++;
    try {
      const answer = listener(event);
      if (answer instanceof Promise) answer.catch(failed);
    } catch {
      failed();
    }
  }
}

const NONE: SkillEventCounts = {
  discovered: 0,
  offered: 0,
  selected: 0,
  asked: 0,
  activated: 0,
  refused: 0,
  failed: 0,
  warning: 0,
  "resource-read": 0,
  command: 0,
  guarded: 0,
  hook: 0,
  forked: 0,
  completed: 0,
};

// Builds the attributes of each event. They contain sizes instead of texts, because arguments and bodies are private.
// The user can allow recording of texts.

/** Maximum length of a name or path in an event. */
const MAX_CHARACTERS = 200;

export function snapshotAttributes({
  revision,
  skills,
  overridden,
  rejected,
  disabled,
  ineligible,
}: Snapshot): EventAttributes {
  return {
    "snapshot.revision": revision,
    "snapshot.loaded": skills.length,
    "snapshot.overridden": overridden.length,
    "snapshot.rejected": rejected.length,
    "snapshot.disabled": disabled.length,
    "snapshot.ineligible": ineligible.length,
  };
}

/** Maximum number of skills to list in an event. No budget has room for more lines. */
const MAX_LISTED = 5_000;

/** Returns the attributes of a catalog event. The skills of a catalog are listed only once for each distinct text. */
export function catalogAttributes(
  { revision, format, entries, used, counts }: Catalog,
  told: boolean,
): EventAttributes {
  const listed = told ? [] : entries.filter(({ coverage }) => coverage !== "omitted").slice(0, MAX_LISTED);
  return {
    "catalog.revision": revision,
    "catalog.format": format,
    "catalog.skills": entries.length,
    "catalog.tokens": used.tokens,
    "catalog.full": counts.full,
    "catalog.shortened": counts.shortened,
    "catalog.name_only": counts["name-only"],
    "catalog.omitted": counts.omitted,
    ...(told ? {} : { "catalog.listed": listed.map(({ id }) => id).join("\n") }),
  };
}

export function selectedAttributes({ offered: { address, loaded }, by, form }: SelectedSkill): EventAttributes {
  return { "skill.name": address, "skill.id": loaded.skill.id, "select.by": by, "select.form": form };
}

export function entryAttributes(entry: LedgerEntry, { text }: Activation): EventAttributes {
  return {
    "session.turn": entry.turn,
    "skill.name": entry.address,
    "skill.id": entry.id,
    "skill.digest": entry.digest,
    "skill.revision": entry.revision,
    "skill.actor": entry.actor,
    "skill.survival": entry.survival,
    "skill.depth": entry.chain.length,
    "skill.repeated": entry.repeated,
    "skill.arguments.characters": entry.arguments?.length ?? 0,
    "skill.text.characters": text.length,
  };
}

/** Returns the arguments and the text of an activation, but only if the user turned on recording. */
export function contentAttributes({ arguments: given, text }: Activation): EventAttributes {
  return { ...(given === undefined ? {} : { "skill.arguments": given }), "skill.text": text };
}

/** Describes a command that ran. The command's text is included only if the user turned on recording. */
export function expressionAttributes(
  { command, line, failed }: ShellExpression,
  address: string,
  recordContent: boolean,
): EventAttributes {
  return {
    "skill.name": address,
    "command.kind": "expression",
    "command.line": line,
    "command.ended": failed === undefined ? "well" : "failed",
    ...(recordContent ? { "command.what": short(command) } : {}),
  };
}

export function refusalAttributes({ asked, code, reason }: Refusal, actor: string): EventAttributes {
  return { "skill.asked": short(asked), "skill.actor": actor, "refusal.code": code, "refusal.reason": short(reason) };
}

export function warningAttributes({ code, severity, message }: Diagnostic, address: string): EventAttributes {
  return {
    "skill.name": address,
    "diagnostic.code": code,
    "diagnostic.severity": severity,
    "diagnostic.message": short(message),
  };
}

export function resourceAttributes(asked: string, path: string, bytes: number): EventAttributes {
  return { "skill.asked": short(asked), "resource.path": short(path), "resource.bytes": bytes };
}

function short(text: string): string {
  return cutBetweenCharacters(oneLine(text), MAX_CHARACTERS);
}
