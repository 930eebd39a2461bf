import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface TimeLimit {
  readonly signal: StopSignal;
  /** Returns true if the timeout expired before `release` was called. */
  timedOut(): boolean;
  /** Cancels the timer and the listeners. */
  release(): void;
}

/** Runs `work` with a signal that aborts with the first of these signals. */
export async function withAnySignal<T>(
  signals: readonly StopSignal[],
  work: (signal: StopSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const listeners = signals.map((signal) => ({ signal, onAbort: () => controller.abort(signal.reason) }));
  for (const { signal, onAbort } of listeners) {
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  }
  try {
    return await work(controller.signal);
  } finally {
    // Removes the listeners. `AbortSignal.any` would leak a listener on a long-lived signal.
    for (const { signal, onAbort } of listeners) signal.removeEventListener("abort", onAbort);
  }
}

/** Maximum delay of a timer. A timer with a longer delay would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Returns a signal that aborts after a timeout. If `other` aborts earlier, the signal aborts with it. */
export function stopAfter(timeoutMs: number, other?: StopSignal): TimeLimit {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(
    () => {
      late = !controller.signal.aborted;
      controller.abort();
    },
    Math.min(timeoutMs, MAX_TIMEOUT_MS),
  );
  const onAbort = (): void => controller.abort(other?.reason);
  if (other?.aborted) onAbort();
  other?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => late,
    release() {
      clearTimeout(timer);
      other?.removeEventListener("abort", onAbort);
    },
  };
}

/** Returns the signal if it can notify listeners; undefined if it has only `aborted`. */
export function asStopSignal(signal: { readonly aborted: boolean } | undefined): StopSignal | undefined {
  return signal !== undefined && "addEventListener" in signal ? (signal as StopSignal) : undefined;
}
