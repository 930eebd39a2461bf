/** Shows how long the model has been silent. The line appears after a delay, and disappears with the next output. */

const AFTER_MS = 1_000;

export interface SilenceTimerOptions {
  readonly write: (text: string) => void;
  readonly clock: () => number;
}

export class SilenceTimer {
  readonly #options: SilenceTimerOptions;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #shown = false;

  constructor(options: SilenceTimerOptions) {
    this.#options = options;
  }

  /** Starts waiting for the model. */
  wait(): void {
    this.rest();
    this.#since = this.#options.clock();
    this.#timer = setInterval(() => this.#show(), AFTER_MS);
    // `unref` lets the process end even if the timer is still active.
    this.#timer.unref();
  }

  /** Stops waiting. It is called when output arrives or the turn ends. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#shown) this.#options.write("\r\x1b[K");
    this.#shown = false;
  }

  #show(): void {
    const seconds = Math.round((this.#options.clock() - this.#since) / 1_000);
    this.#options.write(`\r\x1b[K… ${seconds} s`);
    this.#shown = true;
  }
}
