/** Watches skills, for the fixtures of its codes. */
import { renameSync } from "node:fs";
import type { LoadOptions } from "../../src/catalog/load/load.ts";
import { LiveSkills } from "../../src/catalog/watch/watch-skills.ts";
import type { Diagnostic } from "../../src/model/diagnostics/diagnostic.ts";
import { systemError } from "../../src/platform/files/files.ts";
import { nodeWatcher } from "../../src/platform/files/node-files.ts";
import type { Watcher } from "../../src/platform/files/watcher.ts";

/** `limit`: there are no events below `.agents`. `gone`: the watched directory is moved away. */
export async function watchFindings(
  ask: string,
  options: LoadOptions,
  directory: string,
): Promise<readonly Diagnostic[]> {
  const real = nodeWatcher({ persistent: false });
  const watcher: Watcher = {
    ...real,
    watch(path, listener) {
      if (ask === "limit" && path.startsWith(`${directory}/.agents`)) throw systemError("ENOSPC", path);
      return real.watch(path, listener);
    },
  };
  const ignore = { adopt: () => undefined, changed: () => undefined, diagnosed: () => undefined };
  const live = await LiveSkills.open(options, { persistent: false }, ignore, { watcher });
  if (ask === "gone") {
    renameSync(directory, `${directory}-moved`);
    await live.settled();
    renameSync(`${directory}-moved`, directory);
  }
  const { diagnostics } = live;
  await live.close();
  return diagnostics;
}
