/** A share of trials with its Wilson confidence interval of 95 %. With few trials the interval is wide. */
export interface TrialShare {
  readonly hits: number;
  readonly of: number;
  /** The share from 0 to 1. Undefined if there are no trials. */
  readonly value?: number;
  readonly low?: number;
  readonly high?: number;
}

const Z = 1.959964;

export function trialShareOf(hits: number, of: number): TrialShare {
  if (of === 0) return { hits, of };
  const value = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (value + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / of + Z ** 2 / (4 * of ** 2));
  return {
    hits,
    of,
    value: round(value),
    low: round(Math.max(0, middle - half)),
    high: round(Math.min(1, middle + half)),
  };
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
