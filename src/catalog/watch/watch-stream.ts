import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";
import { compareSnapshots } from "./compare-snapshots.ts";

export interface WatchStream {
  iterate(from: Snapshot): AsyncIterator<SnapshotChange>;
  end(): void;
}

/** Changes to be taken one by one. Those that come before the next one is taken become one, so that nothing piles up. */
export function watchStream(
  listen: (listener: (change: SnapshotChange) => void) => () => void,
  isOpen: () => boolean,
): WatchStream {
  const wakers = new Set<() => void>();
  return {
    end() {
      for (const wake of wakers) wake();
    },
    iterate(from) {
      let seen = from;
      let waiting: SnapshotChange | undefined;
      let wake: () => void = () => undefined;
      const rouse = (): void => wake();
      wakers.add(rouse);
      const stop = listen((change) => {
        waiting = waiting === undefined ? change : joined(seen, waiting, change);
        wake();
      });
      const finish = (): IteratorResult<SnapshotChange> => {
        stop();
        wakers.delete(rouse);
        return { done: true, value: undefined };
      };
      return {
        async next() {
          while (waiting === undefined && isOpen())
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          if (waiting === undefined) return finish();
          const value = waiting;
          waiting = undefined;
          seen = value.snapshot;
          return { done: false, value };
        },
        return: async () => finish(),
      };
    },
  };
}

/** Two changes as one. */
function joined(seen: Snapshot, first: SnapshotChange, second: SnapshotChange): SnapshotChange {
  const rewritten = [first, second].flatMap(({ changed }) =>
    changed.filter(({ parts }) => parts.includes("body")).map(({ path }) => path),
  );
  return {
    ...second,
    revisionBefore: first.revisionBefore,
    ...compareSnapshots(seen, second.snapshot, new Set(rewritten)),
    also: [...new Set([...first.also, ...second.also])],
  };
}
