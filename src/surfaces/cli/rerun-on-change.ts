/** Runs an action again after each change of a skill or a file beside it. It ends when the user stops it. */

import type { WatchOptions } from "../../catalog/watch/skill-watch.ts";
import type { Skills } from "../../ops/open-skills.ts";

/**
 * The action runs when there was no change for this time. Saving a file in an editor can cause several changes in quick
 * succession.
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
