import { expect, test } from "vitest";
import type { WatchOptions } from "../../../src/catalog/watch/skill-watch.ts";
import { LiveSkills } from "../../../src/catalog/watch/watch-skills.ts";
import { nodeWatcher } from "../../../src/platform/files/node-files.ts";
import { load, makeTree } from "../../tree.ts";
import { dice, disturb } from "./stress.ts";

/** To run more: `SKILLWRIGHT_STRESS=10000 npx vitest run test/catalog/watch/stress.test.ts`. */
const OPERATIONS = Number(process.env["SKILLWRIGHT_STRESS"] ?? 400);
const MINUTES = 1_800_000;
const SEED = Number(process.env["SKILLWRIGHT_SEED"] ?? 1);

/** To use other hosts: `SKILLWRIGHT_HOSTS=codex,opencode`. */
const HOSTS = (process.env["SKILLWRIGHT_HOSTS"] ?? "skillwright,claude-code").split(",");
const PROMISE = "at every quiet point the snapshot is that of a fresh load, byte for byte";

test.each(HOSTS)(
  `[HR1] ${OPERATIONS} random operations, seen by %s: ${PROMISE}`,
  (host) => stress(OPERATIONS, host),
  MINUTES,
);

test(
  `[HR1] [HR6] ${OPERATIONS / 4} random operations without any hints: ${PROMISE}`,
  () => stress(OPERATIONS / 4, "skillwright", { poll: true }),
  MINUTES,
);

async function stress(operations: number, host: string, settings: WatchOptions = {}): Promise<void> {
  const tree = makeTree({ "project/.git/HEAD": "" });
  const environment = { ...tree.environment, variables: { PATH: tree.at("bin") } };
  const roots = [tree.at("extra")];
  const options = { environment, files: tree.files, defaultSkills: false, roots, trust: "all", host } as const;
  const ignore = { adopt: () => undefined, changed: () => undefined, diagnosed: () => undefined };
  const live = await LiveSkills.open(options, settings, ignore, { watcher: nodeWatcher({ persistent: false }) });
  const roll = dice(SEED);
  let recent: string[] = [];
  for (let done = 1; done <= operations; done++) {
    recent.push(disturb(tree.top, roll));
    // Sometimes changes the tree again before the watcher reads it.
    if (roll(3) === 0) await new Promise((next) => setImmediate(next));
    if (roll(20) !== 0 && done < operations) continue;
    const [now, fresh] = [await live.settled(), (await load(tree, options)).snapshot];
    if (JSON.stringify(now) !== JSON.stringify(fresh))
      expect({ done, recent, now: tree.plain(now) }).toEqual({ done, recent, now: tree.plain(fresh) });
    expect(live.diagnostics).toEqual([]);
    recent = [];
  }
  await live.close();
}
