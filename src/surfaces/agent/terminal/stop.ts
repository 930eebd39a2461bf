/**
 * Handles Ctrl-C and signals that end a program. If work is running, it is stopped with all its processes. If no work
 * is running and no prompt is open, the program and everything that it started end at once.
 */

/** Exit codes for signals that a supervisor sends, or that the system sends when a terminal closes. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;
const INTERRUPTED = 130;

export interface StopHandlerOptions {
  /** Stops the running work. */
  readonly onStop: () => void;
  /** Called if no work is running. Returns true if an open prompt handles Ctrl-C. */
  readonly onInterrupt: () => boolean;
  /** Called when the program must end. Returns true if an open prompt will end the program. */
  readonly onEnding: () => boolean;
}

export class StopHandler {
  readonly #options: StopHandlerOptions;
  #running: AbortController | undefined;
  #ending: number | undefined;

  constructor(options: StopHandlerOptions) {
    this.#options = options;
    process.on("SIGINT", this.interrupt);
    for (const name of Object.keys(ENDINGS)) process.on(name, this.#ended);
  }

  /** The exit code if a signal ended the program; otherwise undefined. */
  get ending(): number | undefined {
    return this.#ending;
  }

  /** Handles Ctrl-C. It arrives as a signal, or as a key if the terminal is in raw mode. */
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

  /** Stops the running work. Returns false if no work is running. */
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
