/** Ctrl-C and what else ends a program: the first stops what is going on, with all that was started for it. */

/** What a supervisor, or a terminal that goes away, ends a program with. */
const ENDINGS = { SIGTERM: 143, SIGHUP: 129 } as const;

export class Stop {
  #running: AbortController | undefined;
  #ending: number | undefined;
  readonly #release: () => void;

  /** `onInterrupt` is told of a SIGINT that stopped nothing, `onEnding` of what ends everything. */
  constructor(onInterrupt: () => void, onEnding: () => void) {
    const interrupted = (): void => void (this.interrupt() || onInterrupt());
    const ended = (name: NodeJS.Signals): void => {
      this.#ending = ENDINGS[name as keyof typeof ENDINGS];
      this.#running?.abort();
      onEnding();
    };
    process.on("SIGINT", interrupted);
    for (const name of Object.keys(ENDINGS)) process.on(name, ended);
    this.#release = () => {
      process.removeListener("SIGINT", interrupted);
      for (const name of Object.keys(ENDINGS)) process.removeListener(name, ended);
    };
  }

  /** The exit code, once the program is to end. */
  get ending(): number | undefined {
    return this.#ending;
  }

  /** True where something was going on. */
  interrupt(): boolean {
    if (this.#running === undefined) return false;
    this.#running.abort();
    return true;
  }

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
    this.#release();
  }
}
