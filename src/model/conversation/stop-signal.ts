/** What is asked of an `AbortSignal`; that type itself is not in every program that has our types. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Only one that tells when can be waited for; of others it is enough to look at them once. */
export function asStopSignal(signal: { readonly aborted: boolean } | undefined): StopSignal | undefined {
  return signal !== undefined && "addEventListener" in signal ? (signal as StopSignal) : undefined;
}
