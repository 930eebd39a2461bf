import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { waitFor } from "./wait.ts";

/** Timers, processes, connections, pipes and file watches, by their names in `async_hooks`. */
const HANDLES = /^(?:Timeout|PROCESSWRAP|FSEVENTWRAP|STATWATCHER|(?:PIPE|TCP|TTY|UDP)\w*WRAP)$/;

/**
 * Runs `act`, and waits until no handle is open that it opened, also later in its callbacks. Handles of other code in this
 * process, such as the timers of the test runner, are not counted.
 */
export async function closesHandles<T>(act: () => Promise<T>): Promise<T> {
  const open = new Map<number, string>();
  const own = new AsyncLocalStorage<true>();
  const hook = createHook({
    init: (id, type) => void (own.getStore() && HANDLES.test(type) && open.set(id, type)),
    destroy: (id) => void open.delete(id),
  }).enable();
  try {
    const result = await own.run(true, act);
    await waitFor("the end of all handles", () => open.size === 0);
    return result;
  } catch (error) {
    throw new Error(`open handles: ${[...open.values()].join(", ") || "none"}`, { cause: error });
  } finally {
    hook.disable();
  }
}
