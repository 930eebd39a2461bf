import { expect, test } from "vitest";
import { nodeWatcher } from "../../src/platform/node-watcher.ts";
import { LiveSkills } from "../../src/watch-skills.ts";
import { load, makeTree } from "../engine/tree.ts";
import { dice, disturb } from "./stress.ts";

/** More of them: `SKILLWRIGHT_STRESS=10000 npx vitest run test/watch/stress.test.ts`. */
const OPERATIONS = Number(process.env["SKILLWRIGHT_STRESS"] ?? 400);
const SEED = Number(process.env["SKILLWRIGHT_SEED"] ?? 1);

/** Another host, or `poll`: `SKILLWRIGHT_HOSTS=codex,opencode`. */
const HOSTS = (process.env["SKILLWRIGHT_HOSTS"] ?? "skillwright,claude-code").split(",");

test.each(HOSTS)(
  `[HR1] [HR11] ${OPERATIONS} random operations, seen by %s: at every quiet point the snapshot is that of a fresh load, byte for byte`,
  async (host) => {
    const tree = makeTree({ "project/.git/HEAD": "" });
    const environment = { ...tree.environment, variables: { PATH: tree.at("bin") } };
    const options = {
      environment,
      files: tree.files,
      defaultSkills: false,
      roots: [tree.at("extra")],
      trust: "all",
      host,
    } as const;
    const ignore = { adopt: () => undefined, changed: () => undefined, diagnosed: () => undefined };
    const live = await LiveSkills.open(options, {}, ignore, { watcher: nodeWatcher({ persistent: false }) });
    const roll = dice(SEED);
    let recent: string[] = [];
    for (let done = 0; done < OPERATIONS; done++) {
      recent.push(disturb(tree.top, roll));
      // Now and then without giving it the time to look.
      if (roll(3) === 0) await new Promise((next) => setImmediate(next));
      if (roll(20) !== 0 && done < OPERATIONS - 1) continue;
      const [now, fresh] = [await live.settled(), (await load(tree, options)).snapshot];
      if (JSON.stringify(now) !== JSON.stringify(fresh))
        expect({ done, recent, now: tree.plain(now) }).toEqual({ done, recent, now: tree.plain(fresh) });
      recent = [];
    }
    await live.close();
  },
  600_000,
);
