/** Keeps one live snapshot for each watched place, and reports every change to all watchers of the place. */
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";
import type { Loading, LoadOptions } from "../load/load.ts";
import { compareSnapshots } from "./compare-snapshots.ts";
import type { SkillWatch, WatchOptions } from "./skill-watch.ts";
import { LiveSkills, type LiveSkillsPorts } from "./watch-skills.ts";

type Listeners<T> = Set<(value: T) => void>;

/** One watched place. */
interface Watched {
  readonly live: Promise<LiveSkills>;
  readonly changes: Listeners<SnapshotChange>;
  readonly diagnostics: Listeners<readonly Diagnostic[]>;
  /** Functions that stop the watches of this place. */
  readonly watches: Set<() => Promise<void>>;
}

export class WatchHub {
  readonly #watched = new Map<string, Watched>();
  readonly #ports: LiveSkillsPorts;

  constructor(ports: LiveSkillsPorts = {}) {
    this.#ports = ports;
  }

  /** Watches a place. `adopt` receives every new state of the disk before the watchers receive it. */
  async watch(
    key: string,
    options: LoadOptions,
    settings: WatchOptions,
    adopt: (loading: Loading) => void,
  ): Promise<SkillWatch> {
    const watched = this.#watched.get(key) ?? this.#open(key, options, settings, adopt);
    try {
      return this.#handle(key, watched, await watched.live);
    } catch (error) {
      this.#watched.delete(key);
      throw error;
    }
  }

  async close(): Promise<void> {
    for (const { watches } of [...this.#watched.values()]) for (const end of [...watches]) await end();
  }

  #open(key: string, options: LoadOptions, settings: WatchOptions, adopt: (loading: Loading) => void): Watched {
    const changes: Listeners<SnapshotChange> = new Set();
    const diagnostics: Listeners<readonly Diagnostic[]> = new Set();
    const listener = {
      adopt,
      changed: (change: SnapshotChange) => tell(changes, change),
      diagnosed: (found: readonly Diagnostic[]) => tell(diagnostics, found),
    };
    const live = LiveSkills.open(options, settings, listener, this.#ports);
    const watched = { live, changes, diagnostics, watches: new Set<() => Promise<void>>() };
    this.#watched.set(key, watched);
    return watched;
  }

  #handle(key: string, watched: Watched, live: LiveSkills): SkillWatch {
    const ends = new Set<() => void>();
    let open = true;
    const listen = <T>(listeners: Listeners<T>, listener: (value: T) => void): (() => void) => {
      const own = (value: T): void => listener(value);
      const end = (): void => {
        listeners.delete(own);
        ends.delete(end);
      };
      if (open) {
        listeners.add(own);
        ends.add(end);
      }
      return end;
    };
    const close = async (): Promise<void> => {
      if (!open) return;
      open = false;
      for (const end of ends) end();
      stream.end();
      watched.watches.delete(close);
      if (watched.watches.size > 0) return;
      if (this.#watched.get(key) === watched) this.#watched.delete(key);
      await live.close();
    };
    const stream = watchStream(
      (listener) => listen(watched.changes, listener),
      () => open,
    );
    watched.watches.add(close);
    return {
      get snapshot(): Snapshot {
        return live.snapshot;
      },
      get diagnostics(): readonly Diagnostic[] {
        return live.diagnostics;
      },
      on: (listener) => listen(watched.changes, listener),
      onDiagnostics: (listener) => listen(watched.diagnostics, listener),
      settled: () => live.settled(),
      close,
      [Symbol.asyncIterator]: () => stream.iterate(live.snapshot),
      [Symbol.asyncDispose]: close,
    };
  }
}

function tell<T>(listeners: Listeners<T>, value: T): void {
  for (const listener of [...listeners]) listener(value);
}

export interface WatchStream {
  iterate(from: Snapshot): AsyncIterator<SnapshotChange>;
  end(): void;
}

/** Returns changes as a stream. Changes before the next read are merged, so that no queue grows. */
function watchStream(
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

/** Merges two changes. */
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
