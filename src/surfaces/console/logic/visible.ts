/** Which rows of a long list are drawn: those that can be seen, and a few around them. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** So that a turn of the wheel does not show an empty place before the next frame. */
const AROUND = 8;

export function visibleRows(count: number, rowHeight: number, scrolled: number, height: number): Range {
  const first = Math.floor(Math.max(0, scrolled) / rowHeight);
  const last = Math.ceil((Math.max(0, scrolled) + height) / rowHeight);
  return { from: Math.max(0, Math.min(first - AROUND, count)), to: Math.max(0, Math.min(last + AROUND, count)) };
}

/** How far to scroll so that a row is seen whole; where it is, it stays. */
export function scrollTo(index: number, rowHeight: number, scrolled: number, height: number): number {
  const top = index * rowHeight;
  if (top < scrolled) return top;
  return top + rowHeight > scrolled + height ? top + rowHeight - height : scrolled;
}
