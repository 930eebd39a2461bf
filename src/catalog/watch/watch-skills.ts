/**
 * Records the paths that a load reads, watches these paths, and loads again after a change. It returns the new snapshot
 * and the differences. If only files of single skills changed, only these files are read.
 */
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "../../model/diagnostics/diagnostic.ts";
import { diagnostic } from "../../model/diagnostics/make-diagnostic.ts";
import { OperationError, systemCode } from "../../model/errors.ts";
import type { Snapshot } from "../../model/skills/snapshot.ts";
import type { SnapshotChange } from "../../model/skills/snapshot-change.ts";
import type { Stamp } from "../../platform/files/files.ts";
import { nodeFiles, nodeWatcher } from "../../platform/files/node-files.ts";
import type { Watcher } from "../../platform/files/watcher.ts";
import { type Loading, type LoadOptions, loadSkills } from "../load/load.ts";
import { plainReader, positionsIn, replaceSkill } from "../snapshot/replace-skill.ts";
import { compareAt, compareSnapshots } from "./compare-snapshots.ts";
import { Debounce } from "./debounce.ts";
import { hashDirectories } from "./directory-watches.ts";
import { type HintedPaths, RecordedFiles } from "./recorded-files.ts";
import { type RememberedSource, rememberedSource } from "./remembered-source.ts";
import type { WatchOptions } from "./skill-watch.ts";

const QUIET_MS = 20;
const MAX_WAIT_MS = 1_000;
const POLL_MS = 1_000;
/** The delay until the next poll is at least the duration of the last poll, multiplied by this number. */
const POLL_SHARE = 20;
const MAX_ATTEMPTS = 5;
/** Maximum changed files that are read one by one. For more files, a full load is as fast. */
const MAX_SINGLY = 100;

export interface LiveListener {
  /** Called when a new state of the disk was loaded. */
  adopt(loading: Loading): void;
  changed(change: SnapshotChange): void;
  diagnosed(diagnostics: readonly Diagnostic[]): void;
}

/** Replacements of the system for tests. */
export interface LiveSkillsPorts {
  readonly watcher?: Watcher;
}

export class LiveSkills {
  readonly #options: LoadOptions;
  readonly #sources: readonly RememberedSource[];
  readonly #settings: WatchOptions;
  readonly #listener: LiveListener;
  readonly #record: RecordedFiles;
  readonly #quiet: Debounce;
  #loading: Loading | undefined;
  /** Hash of the additionally watched directories. */
  #beside = "";
  #diagnostics: readonly Diagnostic[] = [];
  #working: Promise<void> | undefined;
  #pollTimer: ReturnType<typeof setTimeout> | undefined;
  /** The reason why the last load failed. */
  #failed: Diagnostic | undefined;
  #closed = false;

  private constructor(options: LoadOptions, settings: WatchOptions, listener: LiveListener, ports: LiveSkillsPorts) {
    this.#sources = (options.sources ?? []).map((each) =>
      rememberedSource(each, () => this.#record.hintOutside(), settings.persistent),
    );
    this.#options = { ...options, sources: this.#sources.map(({ source }) => source) };
    this.#settings = settings;
    this.#listener = listener;
    const files = options.files ?? nodeFiles;
    const real =
      ports.watcher ?? (files === nodeFiles ? nodeWatcher({ persistent: settings.persistent ?? true }) : undefined);
    const now = (): number => Date.now();
    this.#record = new RecordedFiles({
      files,
      watcher: settings.poll ? undefined : real,
      readLink: (path) => real?.readLink(path) ?? files.realPath(path),
      now,
      onHint: () => this.#quiet.note(),
    });
    this.#quiet = new Debounce({
      quietMs: settings.quietMs ?? QUIET_MS,
      maxWaitMs: settings.maxWaitMs ?? MAX_WAIT_MS,
      // Git creates a lock file while it changes the working tree.
      isBusy: () => files.exists(`${this.#loading?.snapshot.projectRoot}/.git/index.lock`),
      now,
      call: () => void this.#work(),
    });
  }

  static async open(
    options: LoadOptions,
    settings: WatchOptions,
    listener: LiveListener,
    ports: LiveSkillsPorts = {},
  ): Promise<LiveSkills> {
    const live = new LiveSkills(options, settings, listener, ports);
    try {
      await live.#start();
      return live;
    } catch (error) {
      await live.close();
      throw error;
    }
  }

  get snapshot(): Snapshot {
    return (this.#loading as Loading).snapshot;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Processes all changes that happened before this call, without waiting for a quiet period. */
  async settled(): Promise<Snapshot> {
    do {
      await this.#working;
      // The system delivers its hints between two turns of the event loop. Therefore this loop waits for two turns.
      for (let turn = 0; turn < 2; turn++) await new Promise((done) => setImmediate(done));
      this.#record.poll();
      this.#quiet.stop();
      await this.#work();
    } while (this.#record.hinted && !this.#closed);
    return this.snapshot;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#quiet.stop();
    clearTimeout(this.#pollTimer);
    for (const source of this.#sources) source.stop();
    await this.#working;
    this.#record.close();
  }

  async #start(): Promise<void> {
    this.#loading = await this.#load();
    this.#listener.adopt(this.#loading);
    this.#diagnose();
  }

  #work(): Promise<void> {
    this.#working ??= this.#takeIn().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /**
   * Loads the changes. Changes that happen during the load are also processed before watchers are notified, unless the
   * changes never stop.
   */
  async #takeIn(): Promise<void> {
    const before = this.#loading as Loading;
    const beside = this.#beside;
    const touched = new Map<string, Stamp | undefined>();
    const since = Date.now();
    let after = before;
    let singly = true;
    try {
      do {
        const hinted = this.#record.takeHints();
        if (hinted.files.size === 0 && !hinted.more) continue;
        for (const [path, stamp] of hinted.files) if (!touched.has(path)) touched.set(path, stamp);
        const next = this.#singly(after, hinted);
        singly &&= next !== undefined;
        after = next ?? (await this.#load());
      } while (this.#record.hinted && !this.#closed && Date.now() - since < MAX_WAIT_MS);
    } catch (error) {
      // No caller waits for this load, so every error becomes a diagnostic. The next change starts another load.
      this.#failed = failure(error);
    }
    this.#diagnose();
    if (after === before || this.#closed) return;
    this.#loading = after;
    this.#listener.adopt(after);
    const change = changeBetween(before, after, {
      rewritten: this.#rewritten(touched),
      files: singly ? [...touched.keys()] : undefined,
      beside: beside !== this.#beside,
    });
    if (change) this.#listener.changed(change);
  }

  async #load(): Promise<Loading> {
    for (let attempt = 1; ; attempt++) {
      this.#record.begin();
      try {
        const loading = await loadSkills({ ...this.#options, files: this.#record.files });
        this.#beside = hashDirectories(this.#settings.beside?.(loading.snapshot) ?? [], this.#record.files);
        this.#record.sweep();
        this.#failed = undefined;
        return loading;
      } catch (error) {
        // A system error means that the disk changed during the load, so the load is tried again.
        if (systemCode(error) === "" || error instanceof OperationError || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Reads only the changed files, if each changed file affects only one skill. Otherwise returns undefined. */
  #singly(loading: Loading, { files, more }: HintedPaths): Loading | undefined {
    const { snapshot, config, policy } = loading;
    if (this.#failed || more || files.size > MAX_SINGLY || policy.length > 0) return undefined;
    const read = plainReader(this.#record.files, config.limits);
    let newest: Snapshot | undefined = snapshot;
    for (const path of files.keys()) newest &&= replaceSkill(path, newest, read);
    return newest && { ...loading, snapshot: newest };
  }

  /** Returns files with changed content. Changed permissions are ignored. */
  #rewritten(touched: ReadonlyMap<string, Stamp | undefined>): Set<string> {
    const rewritten = new Set<string>();
    for (const [path, before] of touched) {
      const now = this.#record.stampOf(path);
      const same = before?.inode === now?.inode && before?.size === now?.size && before?.mtimeMs === now?.mtimeMs;
      if (!same) rewritten.add(path);
    }
    return rewritten;
  }

  /** Polls the paths for which the system gives no hints. Polling ends when there are no such paths. */
  #poll(afterMs: number): void {
    if (this.#pollTimer !== undefined || this.#closed || this.#record.polled.all === 0) return;
    this.#pollTimer = setTimeout(() => {
      const begin = Date.now();
      this.#record.poll();
      this.#pollTimer = undefined;
      this.#poll(Math.max(this.#settings.pollMs ?? POLL_MS, (Date.now() - begin) * POLL_SHARE));
    }, afterMs);
    if (this.#settings.persistent === false) this.#pollTimer.unref();
  }

  #diagnose(): void {
    this.#poll(this.#settings.pollMs ?? POLL_MS);
    const { limit } = this.#record.polled;
    const found = [...(this.#failed ? [this.#failed] : []), ...(limit > 0 ? [limitReached(limit)] : [])];
    if (isDeepStrictEqual(found, this.#diagnostics)) return;
    this.#diagnostics = found;
    this.#listener.diagnosed(found);
  }
}

function failure(error: unknown): Diagnostic {
  const message = `the skills cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  const help = error instanceof OperationError ? error.hint : "this is a bug in skillwright; please report it";
  return diagnostic("SK353", { message, help });
}

function limitReached(directories: number): Diagnostic {
  return diagnostic("SK352", {
    message: `the system cannot watch ${directories} more directories; they are checked every second instead`,
    help: "raise `fs.inotify.max_user_watches`, or watch fewer roots",
  });
}

interface Seen {
  readonly rewritten: ReadonlySet<string>;
  /** The changed files. Undefined if something else changed, too. */
  readonly files: readonly string[] | undefined;
  /** True if the additionally watched directories changed. */
  readonly beside: boolean;
}

/** Returns the differences; undefined if there are none. */
function changeBetween(
  before: Loading,
  after: Loading,
  { rewritten, files, beside }: Seen,
): SnapshotChange | undefined {
  const [old, snapshot] = [before.snapshot, after.snapshot];
  const positions = files && new Set(files.map((path) => positionsIn(snapshot).get(path) ?? -1));
  const skills = positions
    ? compareAt(positions, old, snapshot, rewritten)
    : compareSnapshots(old, snapshot, rewritten);
  const also = [
    ...(isDeepStrictEqual(old.diagnostics, snapshot.diagnostics) ? [] : ["diagnostics" as const]),
    ...(isDeepStrictEqual(old.roots, snapshot.roots) ? [] : ["roots" as const]),
    ...(sameSettings(before, after) ? [] : ["settings" as const]),
    ...(beside ? ["beside" as const] : []),
  ];
  const { added, changed, removed } = skills;
  if (added.length + changed.length + removed.length + also.length === 0) return undefined;
  return { revision: snapshot.revision, revisionBefore: old.revision, ...skills, also, snapshot };
}

function sameSettings(a: Loading, b: Loading): boolean {
  if (a.config === b.config && a.policy === b.policy) return true;
  return (
    a.snapshot.trusted === b.snapshot.trusted &&
    isDeepStrictEqual(a.config, b.config) &&
    isDeepStrictEqual(a.policy, b.policy)
  );
}
