/** Builds the standard input of a hook: one JSON object of limited size, for any tool input. */
import type { HookEvent } from "../../model/conversation/hook.ts";

export interface HookAbout {
  readonly sessionId: string;
  readonly cwd: string;
  /** The skill that owns the hook; undefined for a hook of the host. */
  readonly skill?: { readonly name: string; readonly directory: string };
  /** Details of the event, under the key names that hooks of other hosts use. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Characters of one value; a hook decides on what is asked for, not on a whole file. */
const MAX_VALUE = 200_000;

export function hookInput(event: HookEvent, { sessionId, cwd, skill, details }: HookAbout): string {
  const bounded = Object.entries(details).map(([key, value]) => [key, boundedValue(value)]);
  return JSON.stringify({
    session_id: sessionId,
    hook_event_name: event,
    cwd,
    ...(skill === undefined ? {} : { skill_name: skill.name, skill_directory: skill.directory }),
    ...Object.fromEntries(bounded),
  });
}

/** As it is where it is small; else its beginning, as text. What JSON cannot say is left out. */
function boundedValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? "null";
    return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE)}…`;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
