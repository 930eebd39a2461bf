/**
 * What happens to skills in one conversation, as it happens. An event is flat and small, in the shape of an OpenTelemetry
 * log record; who listens can send it on. Listeners only look: one that fails is counted, and nothing else changes.
 */
import type { Catalog } from "../../../activate/list-catalog.ts";
import { oneLine } from "../../../activate/render/escape.ts";
import type { Selected } from "../../../activate/select/resolve-message.ts";
import type { Activation, ShellExpression } from "../../../model/conversation/activation.ts";
import type { Refusal } from "../../../model/conversation/offer.ts";
import type { Diagnostic } from "../../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../../model/skills/snapshot.ts";
import type { LedgerEntry } from "../ledger.ts";
import { clip } from "../notes.ts";

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

/** An event of a skill in a session. It has no text of a skill or of a message. */
export interface SkillEvent {
  readonly name: SkillEventName;
  /** A decimal number in a text, as OTLP has it: JSON cannot hold it as a number. */
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

  /** Listens to one kind of event, or with `*` to all; the function that comes back ends it. */
  on(name: SkillEventName | "*", listener: Listener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  /** How often each event has happened, in a resumed session from its very beginning. */
  get counts(): SkillEventCounts {
    return { ...this.#counts };
  }

  /** How often a listener threw or rejected. */
  get listenerFailures(): number {
    return this.#listenerFailures;
  }

  emit(name: SkillEventName, attributes: EventAttributes): void {
    this.emitLazily(name, () => attributes);
  }

  /** Like `emit`, for frequent events: the attributes are made only if there is a listener. */
  emitLazily(name: SkillEventName, attributes: () => EventAttributes): void {
    this.#counts[name]++;
    const own = this.#listeners.get(name) ?? NOBODY;
    const all = this.#listeners.get("*") ?? NOBODY;
    if (own.size === 0 && all.size === 0) return;
    const event: SkillEvent = Object.freeze({
      name,
      timeUnixNano: `${Math.trunc(this.#clock())}000000`,
      attributes: Object.freeze({ ...this.#common, ...this.#without(attributes()) }),
    });
    for (const listener of [...own, ...all]) this.#tell(listener, event);
  }

  /** No value of a secret goes further, not even where content is recorded. */
  #without(attributes: EventAttributes): EventAttributes {
    const entries = Object.entries(attributes);
    return Object.fromEntries(
      entries.map(([key, said]) => [key, typeof said === "string" ? this.#redact(said) : said]),
    );
  }

  /** An asynchronous listener would otherwise end the process with its rejection. */
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

// Attributes of each event. They contain sizes instead of texts: arguments and bodies are private, unless the user
// wants them recorded.

/** Maximum length of a name or path in an event. */
const MAX_CHARACTERS = 200;

export function ofSnapshot({ revision, skills, shadowed, rejected, disabled, ineligible }: Snapshot): EventAttributes {
  return {
    "snapshot.revision": revision,
    "snapshot.loaded": skills.length,
    "snapshot.shadowed": shadowed.length,
    "snapshot.rejected": rejected.length,
    "snapshot.disabled": disabled.length,
    "snapshot.ineligible": ineligible.length,
  };
}

/** Skills that a listing is remembered by; more lines no budget has room for. */
const MAX_LISTED = 5_000;

/** The event lists the skills of a catalog only once for each text. */
export function ofCatalog({ revision, format, entries, used, counts }: Catalog, told: boolean): EventAttributes {
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

export function ofSelected({ offered: { address, loaded }, by, form }: Selected): EventAttributes {
  return { "skill.name": address, "skill.id": loaded.skill.id, "select.by": by, "select.form": form };
}

export function ofEntry(entry: LedgerEntry, { text }: Activation): EventAttributes {
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

/** Only where it was asked for. */
export function ofContent({ arguments: given, text }: Activation): EventAttributes {
  return { ...(given === undefined ? {} : { "skill.arguments": given }), "skill.text": text };
}

/** A command of a text that was run; what it was, only where it was asked for. */
export function ofExpression(
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

export function ofRefusal({ asked, code, reason }: Refusal, actor: string): EventAttributes {
  return { "skill.asked": short(asked), "skill.actor": actor, "refusal.code": code, "refusal.reason": short(reason) };
}

export function ofWarning({ code, severity, message }: Diagnostic, address: string): EventAttributes {
  return {
    "skill.name": address,
    "diagnostic.code": code,
    "diagnostic.severity": severity,
    "diagnostic.message": short(message),
  };
}

export function ofResource(asked: string, path: string, bytes: number): EventAttributes {
  return { "skill.asked": short(asked), "resource.path": short(path), "resource.bytes": bytes };
}

function short(text: string): string {
  return clip(oneLine(text), MAX_CHARACTERS);
}
