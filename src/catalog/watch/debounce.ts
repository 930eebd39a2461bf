/** Many hints in, one call out: when nothing more has come for a moment, and in any case before long. */
export interface DebounceOptions {
  /** How long nothing more must come. */
  readonly quietMs: number;
  /** How long a call may be put off. */
  readonly maxWaitMs: number;
  /** Whether somebody is known to be in the midst of changing things. */
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

  /** Something has come. */
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

  // One timer that looks at the clock: to set it anew for each of thousands of hints would cost more than they do.
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
