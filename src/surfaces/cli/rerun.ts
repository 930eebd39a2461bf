/** Runs something again whenever a file in one of these directories changes, until the user has had enough. */
import { type FSWatcher, watch } from "node:fs";

/** An editor's save is several changes within a moment. */
const QUIET_MS = 100;

/**
 * Directories are watched and not files: a save that replaces a file is seen, and so is a file that is new. What the work
 * returns is watched from then on, also while it runs again, so that no change is missed; `waiting` is called when it is.
 */
export async function rerun(work: () => Promise<readonly string[]>, waiting: () => void): Promise<never> {
  const watched = new Watched();
  for (;;) {
    watched.forget();
    watched.watch(await work());
    waiting();
    await watched.change();
  }
}

class Watched {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = false;
  #tell: () => void = () => undefined;

  forget(): void {
    this.#changed = false;
  }

  watch(directories: readonly string[]): void {
    for (const directory of directories) {
      if (this.#watchers.has(directory)) continue;
      try {
        this.#watchers.set(
          directory,
          watch(directory, () => this.#note()).on("error", () => this.#drop(directory)),
        );
      } catch {
        // Gone, or never there.
      }
    }
  }

  /** When something has changed and nothing more does for a moment. */
  async change(): Promise<void> {
    // Keeps the program alive where there is nothing to watch.
    const alive = setInterval(() => undefined, 1 << 30);
    if (!this.#changed)
      await new Promise<void>((resolve) => {
        this.#tell = resolve;
      });
    clearInterval(alive);
    do {
      this.#changed = false;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    } while (this.#changed);
  }

  #note(): void {
    this.#changed = true;
    this.#tell();
  }

  #drop(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
    this.#note();
  }
}
