/** Limits what each client can request: requests per second, and concurrent requests that read the disk. */
import type { StopSignal } from "../../../model/conversation/stop-signal.ts";
import { HttpRefusal } from "./refusal.ts";

/**
 * A queue for expensive work. A few requests run, some more wait, and all others are refused. If a client disconnects,
 * its request leaves the queue.
 */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async run<T>(work: () => Promise<T> | T, gone: StopSignal): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#turn(gone);
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  #turn(gone: StopSignal): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw busy(1);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(new HttpRefusal(408, "SK920", "the client closed the connection"));
      };
      const begin = (): void => {
        gone.removeEventListener("abort", leave);
        resolve();
      };
      this.#waiting.push(begin);
      gone.addEventListener("abort", leave, { once: true });
    });
  }
}

const AT_ONCE = 2;
const MAX_WAITING = 64;

/** Limits the requests per second from each address. Short bursts are allowed. */
export class RequestMeter {
  readonly #buckets = new Map<string, { left: number; at: number }>();
  readonly #perSecond: number;
  readonly #now: () => number;

  constructor(perSecond: number, now: () => number) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  take(address: string): void {
    const now = this.#now();
    const most = this.#perSecond * SAVED_SECONDS;
    const bucket = this.#buckets.get(address) ?? { left: most, at: now };
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(address, bucket);
    if (this.#buckets.size > MAX_ADDRESSES) this.#forget();
    if (bucket.left < 1) throw busy(Math.ceil((1 - bucket.left) / this.#perSecond));
    bucket.left--;
  }

  /** Removes the oldest half of the addresses. If one of them returns, its count starts again. */
  #forget(): void {
    for (const address of [...this.#buckets.keys()].slice(0, MAX_ADDRESSES / 2)) this.#buckets.delete(address);
  }
}

const SAVED_SECONDS = 5;
const MAX_ADDRESSES = 10_000;

function busy(seconds: number): HttpRefusal {
  return new HttpRefusal(429, "SK924", "too many requests", "wait a moment and try again", {
    "retry-after": String(Math.max(1, seconds)),
  });
}
