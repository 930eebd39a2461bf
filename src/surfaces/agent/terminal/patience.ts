/** A line that says how long the model has been silent, once that is longer than a second; gone as soon as something comes. */

const AFTER_MS = 1_000;

export interface PatienceOptions {
  readonly write: (text: string) => void;
  readonly clock: () => number;
}

export class Patience {
  readonly #options: PatienceOptions;
  #timer: NodeJS.Timeout | undefined;
  #since = 0;
  #shown = false;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Starts to wait. */
  wait(): void {
    this.rest();
    this.#since = this.#options.clock();
    this.#timer = setInterval(() => this.#show(), AFTER_MS);
    // Nothing to stay alive for.
    this.#timer.unref();
  }

  /** Stops waiting, because output arrived or the turn ended. */
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
