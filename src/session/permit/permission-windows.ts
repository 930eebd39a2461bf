/**
 * The open permission windows. A window contains the tool rules of one active skill. It opens when the model receives
 * the skill, and closes as the host's profile says. A window that the user opened is independent of other windows. A
 * window that the model or a skill opened grants only what the enclosing windows also grant. If the model or a skill
 * activates a skill again, no permissions are added.
 */
import type { Actor } from "../../model/conversation/offer.ts";
import type {
  CompiledProfile,
  OpenPermissionWindow,
  PermissionRule,
  ToolIntent,
  WindowEnd,
  WindowState,
} from "../../model/rules/permission.ts";
import { type RemovingRules, readRemoval } from "./rules/removes.ts";
import { type RuleSet, readToolRules } from "./rules/rule-set.ts";

/** An open window with parsed rules. */
export interface PermissionWindow extends OpenPermissionWindow {
  readonly grants?: RuleSet;
  readonly onlys?: RuleSet;
  readonly removal?: RemovingRules;
  /** The rules of the windows in which this window was opened. Each of them must also grant a call. */
  readonly bounds: readonly RuleSet[];
}

/** A skill that becomes active. */
export interface NewPermissionWindow {
  readonly id: string;
  readonly address: string;
  readonly actor: Actor;
  readonly turn: number;
  readonly until: WindowEnd;
  readonly intent: ToolIntent;
  /** The permissions that the skill's manifest requests and the user accepted. */
  readonly profile?: CompiledProfile | undefined;
}

/** Maximum number of stored windows. The oldest closed window is dropped first. */
export const MAX_WINDOWS = 256;

export class PermissionWindows {
  #all: (PermissionWindow & { readonly open: boolean; readonly boundTexts: WindowState["bounds"] })[] = [];
  #open: readonly PermissionWindow[] = [];

  get open(): readonly PermissionWindow[] {
    return this.#open;
  }

  add(opening: NewPermissionWindow): void {
    const { actor, id, intent, profile } = opening;
    const before = actor === "user" ? undefined : this.#all.find((each) => each.id === id);
    if (before?.open && sameIntent(before, intent) && sameProfile(before.profile, profile)) return;
    const around = actor === "user" ? [] : this.#all.filter((each) => each.open && each.id !== id);
    const bounds = [...around, ...(before ? [{ ...before, granted: before.granted ?? [] }] : [])];
    this.#keep({
      // If the skill has granted tools before, its empty list is kept, so that the window stays open even if it grants
      // nothing now.
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

  /** Closes the window of a skill when its task is done. */
  close(id: string): void {
    this.#change((each) => each.id !== id || each.until === "session");
  }

  /** Starts a turn with a new message of the user, which closes windows that last for one turn. */
  turn(number: number): void {
    this.#change((each) => each.until !== "turn" || each.turn === number);
  }

  get state(): readonly WindowState[] {
    return this.#all.map((each) => ({ ...shown(each), open: each.open, bounds: each.boundTexts, ...intentOf(each) }));
  }

  /**
   * Restores stored windows. A window grants only what the skill still requests. The window of a removed skill is not
   * restored.
   */
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
        bounds: bounds.map(readToolRules),
        // If there are too many windows and none can be dropped, the new window grants nothing.
        ...(granted ? { grants: readToolRules(full && !oldest ? [] : granted) } : {}),
        ...(only ? { onlys: readToolRules(only) } : {}),
        ...(removed ? { removal: readRemoval(removed) } : {}),
      },
    ];
    this.#open = this.#all.filter((each) => each.open);
  }

  #change(stays: (window: PermissionWindow) => boolean): void {
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

function shown({
  address,
  id,
  turn,
  until,
  inside,
}: OpenPermissionWindow): Omit<OpenPermissionWindow, keyof ToolIntent | "profile"> {
  return { address, id, turn, until, inside };
}

/** Returns a window for display; undefined if the skill has no rules. */
export function showWindow(window: OpenPermissionWindow): OpenPermissionWindow | undefined {
  const rules = { ...intentOf(window), ...(window.profile ? { profile: window.profile } : {}) };
  return Object.keys(rules).length === 0 ? undefined : { ...shown(window), ...rules };
}

/**
 * Combines the stored rules of a skill with its current rules. A grant must be in both lists. A restriction needs to be
 * in only one list.
 */
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

/** Returns when a skill's window closes. A one-shot task ends with its turn. */
export function windowEndOf({ until }: PermissionRule, survival: "one-shot" | "task" | "session"): WindowEnd {
  if (until !== "task") return until;
  return survival === "one-shot" ? "turn" : survival;
}
