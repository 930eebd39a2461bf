/** Runs an action again after each change of a skill or a file beside it, until the user stops it. */

import type { WatchOptions } from "../../catalog/watch/skill-watch.ts";
import type { Skills } from "../../ops/open-skills.ts";

/** Time without changes after which the action runs. An editor's save causes several changes in quick succession. */
const QUIET_MS = 100;

/** Runs an action again after each change. Changes during a run cause exactly one more run. */
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
