/**
 * The windows that are open now. A window opens when a skill is given to the model, and closes as the host's profile describes. A
 * window of the user is independent of the others. A window of the model or of a skill is inside the open ones, and grants only
 * what they grant. A skill that the model or a skill activates again gets no more than it had.
 */
import type { Verdict } from "../../model/conversation/control.ts";
import type { Actor } from "../../model/conversation/offer.ts";
import type {
  CompiledProfile,
  OpenWindow,
  PermissionRule,
  ToolIntent,
  WindowEnd,
  WindowState,
} from "../../model/rules/permission.ts";
import { type Removal, readRemoval } from "./rules/removes.ts";
import { type RuleSet, readRules } from "./rules/rule-set.ts";

/** A window that is open, ready to be asked. */
export interface Window extends OpenWindow {
  readonly grants?: RuleSet;
  readonly onlys?: RuleSet;
  readonly removal?: Removal;
  /** Verdicts of calls that it granted, by the words for the rules. */
  readonly granting: Map<string, { readonly verdict: Verdict }>;
  /** The windows around it. Each of them must grant what this one grants. */
  readonly bounds: readonly RuleSet[];
}

/** A skill that is at work from now on. */
export interface Opening {
  readonly id: string;
  readonly address: string;
  readonly actor: Actor;
  readonly turn: number;
  readonly until: WindowEnd;
  readonly intent: ToolIntent;
  /** What its manifest asks for, where the user has accepted it. */
  readonly profile?: CompiledProfile | undefined;
}

/** Windows that are remembered, open or not; beyond them the oldest that is closed is forgotten. */
export const MAX_WINDOWS = 256;

export class Windows {
  #all: (Window & { readonly open: boolean; readonly boundTexts: WindowState["bounds"] })[] = [];
  #open: readonly Window[] = [];

  get open(): readonly Window[] {
    return this.#open;
  }

  add(opening: Opening): void {
    const { actor, id, intent, profile } = opening;
    const before = actor === "user" ? undefined : this.#all.find((each) => each.id === id);
    if (before?.open && sameIntent(before, intent) && sameProfile(before.profile, profile)) return;
    const around = actor === "user" ? [] : this.#all.filter((each) => each.open && each.id !== id);
    const bounds = [...around, ...(before ? [{ ...before, granted: before.granted ?? [] }] : [])];
    this.#keep({
      // Who had a window keeps one, however little is in it.
      ...(before?.granted ? { granted: [] } : {}),
      ...intent,
      ...(before ? restrictions(before, intent) : {}),
      id,
      address: opening.address,
      turn: opening.turn,
      until: opening.until,
      inside: around.map((each) => each.id),
      ...(profile ? { profile } : {}),
      open: true,
      bounds: unique(bounds.flatMap((each) => [...(each.granted ? [each.granted] : []), ...each.boundTexts])),
    });
  }

  /** The skill's task is done. */
  close(id: string): void {
    this.#change((each) => each.id !== id || each.until === "session");
  }

  /** The user says something new. */
  turn(number: number): void {
    this.#change((each) => each.until !== "turn" || each.turn === number);
  }

  get state(): readonly WindowState[] {
    return this.#all.map((each) => ({ ...shown(each), open: each.open, bounds: each.boundTexts, ...intentOf(each) }));
  }

  /** A stored window grants only what the skill still asks for. A skill that is gone grants nothing. */
  restore(stored: readonly WindowState[], intentNow: (id: string) => ToolIntent | undefined): void {
    for (const each of stored.slice(0, MAX_WINDOWS))
      this.#keep({ ...each, ...narrowed(each, intentNow(each.id) ?? {}) });
  }

  #keep(state: WindowState): void {
    const { granted, only, removed, bounds } = state;
    const others = this.#all.filter((each) => each.id !== state.id);
    const full = others.length >= MAX_WINDOWS;
    const oldest = full ? others.find((each) => !each.open) : undefined;
    this.#all = [
      ...others.filter((each) => each !== oldest),
      {
        ...state,
        boundTexts: bounds,
        granting: new Map(),
        bounds: bounds.map(readRules),
        // Where nothing can be forgotten, nothing more is granted.
        ...(granted ? { grants: readRules(full && !oldest ? [] : granted) } : {}),
        ...(only ? { onlys: readRules(only) } : {}),
        ...(removed ? { removal: readRemoval(removed) } : {}),
      },
    ];
    this.#open = this.#all.filter((each) => each.open);
  }

  #change(stays: (window: Window) => boolean): void {
    this.#all = this.#all.map((each) => (each.open && !stays(each) ? { ...each, open: false } : each));
    this.#open = this.#all.filter((each) => each.open);
  }
}

function unique(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()];
}

function sameProfile(one: CompiledProfile | undefined, other: CompiledProfile | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function sameIntent(one: ToolIntent, other: ToolIntent): boolean {
  return JSON.stringify(intentOf(one)) === JSON.stringify(intentOf(other));
}

function intentOf({ granted, only, removed }: ToolIntent): ToolIntent {
  return { ...(granted ? { granted } : {}), ...(only ? { only } : {}), ...(removed ? { removed } : {}) };
}

function shown({ address, id, turn, until, inside }: OpenWindow): Omit<OpenWindow, keyof ToolIntent | "profile"> {
  return { address, id, turn, until, inside };
}

/** As it can be shown; a skill without rules has none to show. */
export function showWindow(window: OpenWindow): OpenWindow | undefined {
  const rules = { ...intentOf(window), ...(window.profile ? { profile: window.profile } : {}) };
  return Object.keys(rules).length === 0 ? undefined : { ...shown(window), ...rules };
}

/** Both sides' grants, and either side's restrictions. */
function narrowed(stored: ToolIntent, now: ToolIntent): ToolIntent {
  const asked = new Set(now.granted);
  const grants =
    stored.granted || now.granted ? { granted: (stored.granted ?? []).filter((each) => asked.has(each)) } : {};
  return { ...grants, ...restrictions(stored, now) };
}

function restrictions(one: ToolIntent, other: ToolIntent): Omit<ToolIntent, "granted"> {
  const only =
    one.only && other.only ? one.only.filter((each) => other.only?.includes(each)) : (one.only ?? other.only);
  const removed = [...new Set([...(one.removed ?? []), ...(other.removed ?? [])])];
  return { ...(only ? { only } : {}), ...(removed.length > 0 ? { removed } : {}) };
}

/** Until when a skill's window is open. A task that is one call ends with its turn. */
export function endOf({ until }: PermissionRule, survival: "one-shot" | "task" | "session"): WindowEnd {
  if (until !== "task") return until;
  return survival === "one-shot" ? "turn" : survival;
}
