/** Runs something again whenever a skill or a file beside it changes, until the user has had enough. */

import type { WatchOptions } from "../../catalog/watch/skill-watch.ts";
import type { Skills } from "../../ops/open-skills.ts";

/** An editor's save is several changes within a moment. */
const QUIET_MS = 100;

/** What changes while the work is done is not missed; it is done once more, however much it was. */
export async function rerun(
  skills: Skills,
  beside: NonNullable<WatchOptions["beside"]>,
  work: () => Promise<void>,
): Promise<void> {
  const watching = await skills.watch({ quietMs: QUIET_MS, beside });
  const changes = watching[Symbol.asyncIterator]();
  do await work();
  while ((await changes.next()).done !== true);
}
