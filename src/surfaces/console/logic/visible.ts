/** Computes which rows of a long list are drawn: the visible ones and a few around them. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Additional rows, so that fast scrolling shows no empty space. */
const AROUND = 8;

export function visibleRows(count: number, rowHeight: number, scrolled: number, height: number): Range {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight);
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight);
  return { from: Math.max(0, Math.min(first - AROUND, count)), to: Math.max(0, Math.min(last + AROUND, count)) };
}

/** Returns the scroll position at which a row is fully visible; unchanged if it already is. */
export function scrollTo(index: number, rowHeight: number, scrolled: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrolled) return top;
  return top + rowHeight > scrolled + height ? top + rowHeight - height : scrolled;
}
