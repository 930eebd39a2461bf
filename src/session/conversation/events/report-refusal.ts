import type { Actor, Refusal } from "../../../model/conversation/offer.ts";
import { refusalAttributes, type SkillEvents } from "./events.ts";

/** The codes of refusals because of a missing or broken file. All other read errors have codes below 200. */
const FAILURES: readonly string[] = ["SK330", "SK331"];

/** Emits an event for a refusal. If an allowed skill cannot be read, the event says that it failed. */
export function reportRefusal(refusal: Refusal, actor: Actor, events: SkillEvents, turn: number): void {
  const failed = FAILURES.includes(refusal.code) || refusal.code < "SK200";
  events.emit(failed ? "failed" : "refused", { "session.turn": turn, ...refusalAttributes(refusal, actor) });
}
