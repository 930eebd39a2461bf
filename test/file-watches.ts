import { createHook } from "node:async_hooks";

/**
 * Counts the file watches that this process opens from now on and has not closed yet. Watches that earlier tests of this process
 * left open, and close later, change nothing. Node destroys a closed handle at the end of a turn, which follows `setImmediate`.
 */
export function countFileWatches(): { open: () => Promise<number>; stop: () => void } {
  const open = new Set<number>();
  const hook = createHook({
    init: (id, type) => void (type === "FSEVENTWRAP" && open.add(id)),
    destroy: (id) => void open.delete(id),
  }).enable();
  return {
    async open() {
      for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
      return open.size;
    },
    stop: () => void hook.disable(),
  };
}
