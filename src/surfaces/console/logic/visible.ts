/** Computes which rows of a long list are drawn: the visible rows and a few rows above and below. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Number of additional rows above and below. Fast scrolling then shows no empty space. */
const AROUND = 8;

export function visibleRows(count: number, rowHeight: number, scrolled: number, height: number): RowRange {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight);
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight);
  return { from: Math.max(0, Math.min(first - AROUND, count)), to: Math.max(0, Math.min(last + AROUND, count)) };
}

/**
 * Returns the scroll position at which a row is fully visible. If the row is already visible, the position stays the
 * same.
 */
export function scrollTo(index: number, rowHeight: number, scrolled: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrolled) return top;
  return top + rowHeight > scrolled + height ? top + rowHeight - height : scrolled;
}
