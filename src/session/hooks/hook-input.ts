/** What a hook reads from its standard input: one object of JSON, bounded, whatever the tool was called with. */
import type { HookEvent } from "../../model/conversation/hook.ts";

export interface HookAbout {
  readonly sessionId: string;
  readonly cwd: string;
  /** Of the skill whose hook it is; undefined for a host's own. */
  readonly skill?: { readonly name: string; readonly directory: string };
  /** What the event is about, by the names that hooks of other hosts know. */
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
