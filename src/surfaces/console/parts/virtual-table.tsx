/** A table of any length. Only the visible rows are in the page, but screen readers get the number of all rows. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type RowRange, scrollTo, visibleRows } from "../logic/visible.ts";
import { listMover } from "../state.ts";

export interface VirtualTableProps<T> {
  readonly label: string;
  readonly columns: readonly ComponentChildren[];
  readonly rows: readonly T[];
  readonly rowHeight: number;
  /** Additional CSS classes. They set the widths of the columns. */
  readonly class: string;
  readonly style?: Readonly<Record<string, string>>;
  keyOf(row: T): string;
  /** Returns the cells with their ARIA roles. A key press moves the focus to the first link or button in the row. */
  cells(row: T, index: number): ComponentChildren;
}

export function VirtualTable<T>(props: VirtualTableProps<T>) {
  const { rows, rowHeight, columns, label, style } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>({ from: 0, to: 30 });
  const [selected, setSelected] = useState(-1);
  /**
   * The row from which the next key moves. It is a React ref, because keys can arrive faster than the page is drawn.
   */
  const at = useRef(-1);
  /**
   * True if a key moved to another row. Only then does the table take the focus, and never after an event of the
   * server.
   */
  const byKey = useRef(false);
  const measure = (): void => {
    const element = scroller.current;
    if (element)
      setRange((before) => moved(before, visibleRows(rows.length, rowHeight, element.scrollTop, element.clientHeight)));
  };
  useLayoutEffect(measure, [rows, rowHeight]);
  useEffect(() => {
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [rows, rowHeight]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const select = (wanted: number): void => {
      const index = Math.max(0, Math.min(rows.length - 1, wanted));
      element.scrollTop = scrollTo(index, rowHeight, element.scrollTop, element.clientHeight - HEAD);
      measure();
      byKey.current = true;
      at.current = index;
      setSelected(index);
    };
    listMover.value = {
      move: (by) => select(at.current < 0 && by > 0 ? 0 : at.current + by),
      edge: (last) => select(last ? rows.length - 1 : 0),
      open: () => focusable(element, Math.max(0, at.current))?.click(),
    };
    if (byKey.current) focusable(element, selected)?.focus({ preventScroll: true });
    byKey.current = false;
    return undefined;
  }, [rows, rowHeight, selected]);
  const shown = rows.slice(range.from, range.to);
  return (
    <section class="scroller" ref={scroller} onScroll={measure} tabIndex={0} aria-label={label}>
      <div role="table" class={`rows ${props.class}`} aria-label={label} aria-rowcount={rows.length + 1} style={style}>
        <div role="rowgroup" class="head">
          <div role="row" aria-rowindex={1} class="row">
            {columns.map((column, index) => (
              <span role="columnheader" key={index}>
                {column}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" class="space" style={{ height: `${rows.length * rowHeight}px` }}>
          {shown.map((row, offset) => {
            const index = range.from + offset;
            const place = { transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` };
            return (
              <div
                role="row"
                key={props.keyOf(row)}
                class={index === selected ? "row selected" : "row"}
                data-index={index}
                aria-rowindex={index + 2}
                style={place}
                onFocusCapture={() => {
                  at.current = index;
                  setSelected(index);
                }}
              >
                {props.cells(row, index)}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** Height of the header row. The header covers rows that are scrolled beneath it. */
const HEAD = 34;

/** Returns the old object if the range is unchanged, so that the page is not drawn again. */
function moved(before: RowRange, next: RowRange): RowRange {
  return before.from === next.from && before.to === next.to ? before : next;
}

function focusable(element: HTMLElement, index: number): HTMLElement | null {
  return element.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`);
}
