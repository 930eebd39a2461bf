/** Findings of the files of this machine that no return value can carry. A surface takes them and shows each once. */
import type { Diagnostic } from "../model/diagnostics/diagnostic.ts";

// By text, because a server that runs for days can find the same again and again.
const notices = new Map<string, Diagnostic>();
const MAX_NOTICES = 1000;

export function addNotice(notice: Diagnostic): void {
  if (notices.size < MAX_NOTICES) notices.set(notice.message, notice);
}

/** Returns the notices since the last call. */
export function takeNotices(): readonly Diagnostic[] {
  const taken = [...notices.values()];
  notices.clear();
  return taken;
}
