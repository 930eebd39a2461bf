/**
 * Handles Ctrl-C and other signals that end a program. Running work is stopped with all its processes. If nothing runs
 * and no prompt is open, the program ends at once with everything that it started.
 */

/** Exit codes for the signals of a supervisor, or of a terminal that closes. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;
const INTERRUPTED = 130;

export interface StopOptions {
  /** Stops the running work. */
  readonly onStop: () => void;
  /** Called if nothing is running; returns true if an open prompt handles it. */
  readonly onInterrupt: () => boolean;
  /** Called when the program must end. Returns true if an open prompt ends it. */
  readonly onEnding: () => boolean;
}

export class StopHandler {
  readonly #options: StopOptions;
  #running: AbortController | undefined;
  #ending: number | undefined;

  constructor(options: StopOptions) {
    this.#options = options;
    process.on("SIGINT", this.interrupt);
    for (const name of Object.keys(ENDINGS)) process.on(name, this.#ended);
  }

  /** The exit code if the program was told to end; undefined otherwise. */
  get ending(): number | undefined {
    return this.#ending;
  }

  /** Handles Ctrl-C, which arrives as a signal or as a key. */
  readonly interrupt = (): void => {
    if (!this.#abort() && !this.#options.onInterrupt()) process.exit(INTERRUPTED);
  };

  async during<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#running = controller;
    try {
      return await run(controller.signal);
    } finally {
      this.#running = undefined;
    }
  }

  release(): void {
    process.removeListener("SIGINT", this.interrupt);
    for (const name of Object.keys(ENDINGS)) process.removeListener(name, this.#ended);
  }

  /** Stops the running work. Returns true if there was any. */
  #abort(): boolean {
    if (this.#running === undefined) return false;
    this.#running.abort();
    this.#options.onStop();
    return true;
  }

  readonly #ended = (name: NodeJS.Signals): void => {
    this.#ending = ENDINGS[name as keyof typeof ENDINGS];
    const heard = this.#options.onEnding();
    if (!this.#abort() && !heard) process.exit(this.#ending);
  };
}
