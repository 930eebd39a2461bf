/** Requests data for a view. The last answer is shown while the next answer is loading, so that nothing flickers. */
import { useEffect, useState } from "preact/hooks";
import { RequestError } from "./ask.ts";

export interface Requested<T> {
  readonly value?: T;
  readonly failure?: RequestError;
  readonly pending: boolean;
}

/** Requests data again when a value of `on` changes. Answers to earlier requests are dropped. */
export function useRequest<T>(ask: (signal: AbortSignal) => Promise<T>, on: readonly unknown[]): Requested<T> {
  const [asked, setAsked] = useState<Requested<T>>({ pending: true });
  useEffect(() => {
    const stop = new AbortController();
    const still = (next: (before: Requested<T>) => Requested<T>): void => {
      if (!stop.signal.aborted) setAsked(next);
    };
    still((before) => ({ ...before, pending: true }));
    ask(stop.signal).then(
      (value) => still(() => ({ value, pending: false })),
      (error: unknown) => still(({ value }) => failed(value, error)),
    );
    return () => stop.abort();
    // `on` lists everything that `ask` depends on.
  }, on);
  return asked;
}

function failed<T>(value: T | undefined, error: unknown): Requested<T> {
  const failure = error instanceof RequestError ? error : new RequestError(String(error), 0);
  return { ...(value === undefined ? {} : { value }), failure, pending: false };
}

/** Returns a value once it has not changed for `ms` milliseconds (debounce). */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
