/**
 * Ctrl-C and what else ends a program. What is going on is stopped, with all that was started for it; where nothing is and
 * nobody is asked for the next message, the program ends at once, and whatever it has started ends with it.
 */

/** What a supervisor, or a terminal that goes away, ends a program with. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;
const INTERRUPTED = 130;

export interface StopOptions {
  /** What is going on is stopped. */
  readonly onStop: () => void;
  /** Nothing is going on: true where somebody at a prompt takes it. */
  readonly onInterrupt: () => boolean;
  /** The program is to end: true where somebody at a prompt hears of it, and ends it. */
  readonly onEnding: () => boolean;
}

export class Stop {
  readonly #options: StopOptions;
  #running: AbortController | undefined;
  #ending: number | undefined;

  constructor(options: StopOptions) {
    this.#options = options;
    process.on("SIGINT", this.interrupt);
    for (const name of Object.keys(ENDINGS)) process.on(name, this.#ended);
  }

  /** The exit code, once the program is to end. */
  get ending(): number | undefined {
    return this.#ending;
  }

  /** Ctrl-C, as a signal or as a key. */
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

  /** True where something was going on. */
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
