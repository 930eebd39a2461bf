/** Computes the steps of the context window slider in the budget view. The scale is logarithmic. */
const SMALLEST = 4_000;
const LARGEST = 2_000_000;
export const WINDOW_STEPS = 100;

/**
 * Returns the window size for a step of the slider. It is rounded to thousands, so that the values are distinct and
 * readable.
 */
export function windowOfStep(step: number): number {
  const share = Math.min(1, Math.max(0, step / WINDOW_STEPS));
  const exact = SMALLEST * (LARGEST / SMALLEST) ** share;
  const unit = 10 ** Math.max(3, Math.floor(Math.log10(exact)) - 1);
  return Math.round(exact / unit) * unit;
}

export function windowStepOf(window: number): number {
  const bounded = Math.min(LARGEST, Math.max(SMALLEST, window));
  return Math.round((Math.log(bounded / SMALLEST) / Math.log(LARGEST / SMALLEST)) * WINDOW_STEPS);
}
