/** Builds the standard input of a hook: one JSON object. Its size is limited, even if the tool's input is large. */
import type { HookEvent } from "../../model/conversation/hook.ts";

export interface HookSubject {
  readonly sessionId: string;
  readonly cwd: string;
  /** The skill that owns the hook; undefined for a hook of the host. */
  readonly skill?: { readonly name: string; readonly directory: string };
  /** Details of the event, with the key names that hooks of other hosts expect. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Maximum characters of one value. A hook decides about a request and does not need the content of whole files. */
const MAX_VALUE = 200_000;

export function hookInput(event: HookEvent, { sessionId, cwd, skill, details }: HookSubject): string {
  const bounded = Object.entries(details).map(([key, value]) => [key, boundedValue(value)]);
  return JSON.stringify({
    session_id: sessionId,
    hook_event_name: event,
    cwd,
    ...(skill === undefined ? {} : { skill_name: skill.name, skill_directory: skill.directory }),
    ...Object.fromEntries(bounded),
  });
}

/**
 * Returns a small value unchanged. For a large value, returns the beginning as text. Values that JSON cannot represent
 * are dropped.
 */
function boundedValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) ?? "null";
    return text.length <= MAX_VALUE ? value : `${text.slice(0, MAX_VALUE)}…`;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
