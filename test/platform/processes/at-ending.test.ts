/** An action for the end of the process is cancelled as soon as it is no longer needed. */
import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { SpawnOptions } from "../../../src/platform/processes/spawn.ts";
import { countEndListeners, NO_LISTENERS } from "../../listeners.ts";

// Other tests of this process share the loaded modules, and may still hold a listener.
vi.resetModules();
const { onProcessEnd } = await import("../../../src/platform/processes/at-ending.ts");
const { nodeSpawn } = await import("../../../src/platform/processes/node-spawn.ts");
const { temporaryDirectory } = await import("../../../src/platform/writing/write-tree.ts");

const endListeners = countEndListeners();
const OPTIONS: SpawnOptions = { variables: {}, timeoutMs: 60_000, maxOutputBytes: 1000 };

test("[F7] one listener for each signal serves all, and the last one that is called off takes it away", () => {
  const first = onProcessEnd(() => undefined);
  const during = endListeners();
  const second = onProcessEnd(() => undefined);
  const both = endListeners();
  first();
  const oneLeft = endListeners();
  second();
  const one = { exit: 1, SIGINT: 1, SIGTERM: 1, SIGHUP: 1, SIGQUIT: 1 };
  expect([during, both, oneLeft, endListeners()]).toEqual([one, one, one, NO_LISTENERS]);
});

test.each<[what: string, program: string, script: string, options: Partial<SpawnOptions>, outcome: string]>([
  ["ends", process.execPath, "", {}, "exited"],
  ["is not there", "no-such-program-here", "", {}, "ENOENT"],
  ["takes too long", process.execPath, "setInterval(() => {}, 1000)", { timeoutMs: 100 }, "timed-out"],
  ["says too much", process.execPath, "console.log('x'.repeat(2000))", {}, "too-much-output"],
])("[F7] a program that %s leaves no listener behind", async (_, program, script, options, outcome) => {
  const { signal } = new AbortController();
  const spawned = nodeSpawn(program, ["-e", script], { ...OPTIONS, signal, ...options });
  const during = [endListeners()["SIGTERM"], getEventListeners(signal, "abort").length];
  const ended = await spawned.then(
    (each) => each.ended,
    (error: { code: string }) => error.code,
  );
  const after = [endListeners()["SIGTERM"], getEventListeners(signal, "abort").length];
  expect([during, ended, after]).toEqual([[1, 1], outcome, [0, 0]]);
});

test("[F7] a temporary directory that is removed leaves no listener behind", () => {
  const { path, remove } = temporaryDirectory();
  const during = [existsSync(path), endListeners()["exit"]];
  remove();
  expect([during, existsSync(path), endListeners()]).toEqual([[true, 1], false, NO_LISTENERS]);
});
