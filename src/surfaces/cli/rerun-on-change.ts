/** Runs an action again after each change of a skill or of a file in its directory. It ends when the user stops it. */

import type { WatchOptions } from "../../catalog/watch/skill-watch.ts";
import type { Skills } from "../../ops/open-skills.ts";

/**
 * The action runs once no change has happened for this many milliseconds, because saving a file in an editor can cause
 * several changes.
 */
const QUIET_MS = 100;

/** Runs an action again after each change. If several changes happen during a run, there is only one more run. */
export async function rerunOnChange(
  skills: Skills,
  beside: NonNullable<WatchOptions["beside"]>,
  work: () => Promise<void>,
): Promise<void> {
  const watching = await skills.watch({ quietMs: QUIET_MS, beside });
  const changes = watching[Symbol.asyncIterator]();
  do await work();
  while ((await changes.next()).done !== true);
}
