/** Combines many hints about changes into one call. The call comes after a quiet period, or after a maximum delay. */
export interface DebounceOptions {
  /** Milliseconds without hints before the call (debounce time). */
  readonly quietMs: number;
  /** Maximum delay of a call. */
  readonly maxWaitMs: number;
  /** Returns true while another program is known to change files. */
  readonly isBusy: () => boolean;
  readonly now: () => number;
  readonly call: () => void;
}

export class Debounce {
  readonly #options: DebounceOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #first = 0;
  #last = 0;

  constructor(options: DebounceOptions) {
    this.#options = options;
  }

  /** Records a hint. */
  note(): void {
    const { now, quietMs } = this.#options;
    this.#last = now();
    if (this.#timer !== undefined) return;
    this.#first = this.#last;
    this.#wait(quietMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  // A single timer checks the clock. A new timer for each of thousands of hints would cost more than the hints
  // themselves.
  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms);
  }

  #look(): void {
    const { now, quietMs, maxWaitMs, isBusy, call } = this.#options;
    const time = now();
    const left = this.#last + quietMs - time;
    const patience = this.#first + maxWaitMs - time;
    if (patience > 0 && left > 0) return this.#wait(Math.min(left, patience));
    if (patience > 0 && isBusy()) return this.#wait(Math.min(quietMs, patience));
    this.#timer = undefined;
    call();
  }
}
