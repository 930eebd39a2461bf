import type { StopSignal } from "../../model/conversation/stop-signal.ts";

export interface Stop {
  readonly signal: StopSignal;
  /** Time was up before anybody called it off. */
  timedOut(): boolean;
  /** Nothing is waited for any more. */
  release(): void;
}

/** A signal that comes with the first of these, while something is done. */
export async function stoppable<T>(
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
    // `AbortSignal.any` would leave something behind in the one that stays.
    for (const { signal, onAbort } of listeners) signal.removeEventListener("abort", onAbort);
  }
}

/** Timers that are set to more go off at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** A signal that comes after some time, or with another one if that is earlier. */
export function stopAfter(timeoutMs: number, other?: StopSignal): Stop {
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

/** Only one that tells when can be waited for; of others it is enough to look at them once. */
export function asStopSignal(signal: { readonly aborted: boolean } | undefined): StopSignal | undefined {
  return signal !== undefined && "addEventListener" in signal ? (signal as StopSignal) : undefined;
}
