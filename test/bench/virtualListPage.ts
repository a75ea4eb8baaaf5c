// The grid's contender in the benchmark: plain elements and a virtual list library, written as its users write it.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";

export interface ListedTable {
  readonly rows: number;
  readonly columns: readonly { readonly label: string; readonly width: number; readonly numeric: boolean }[];
  text(row: number, column: number): string;
}

const rowHeight = 24;

/** Fills a scrolling element with the table; rows and columns outside the viewport are not rendered. */
export function showTable(scroller: HTMLElement, table: ListedTable): void {
  const head = element("head", "row");
  const body = element("body", "rowgroup");
  scroller.append(head, body);
  const drawn = new Map<number, { readonly element: HTMLElement; readonly cells: Map<number, HTMLElement> }>();
  const observe = {
    getScrollElement: () => scroller,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
  };
  const rows = new Virtualizer<HTMLElement, HTMLElement>({
    ...observe,
    count: table.rows,
    estimateSize: () => rowHeight,
    overscan: 4,
    onChange: () => draw(),
  });
  const columns = new Virtualizer<HTMLElement, HTMLElement>({
    ...observe,
    count: table.columns.length,
    horizontal: true,
    estimateSize: (at) => table.columns[at]?.width ?? 100,
    overscan: 2,
    onChange: () => draw(),
  });

  function draw(): void {
    const [seenRows, seenColumns] = [rows.getVirtualItems(), columns.getVirtualItems()];
    const wanted = new Set(seenRows.map(({ index }) => index));
    for (const [index, row] of drawn) {
      if (!wanted.has(index)) {
        row.element.remove();
        drawn.delete(index);
      }
    }
    for (const item of seenRows) {
      let row = drawn.get(item.index);
      if (row === undefined) {
        row = { element: element("row", "row"), cells: new Map() };
        row.element.ariaRowIndex = String(item.index + 2);
        row.element.style.transform = `translateY(${item.start}px)`;
        body.append(row.element);
        drawn.set(item.index, row);
      }
      const columnsWanted = new Set(seenColumns.map(({ index }) => index));
      for (const [column, cell] of row.cells) {
        if (!columnsWanted.has(column)) {
          cell.remove();
          row.cells.delete(column);
        }
      }
      for (const { index: column, start, size } of seenColumns) {
        if (!row.cells.has(column)) {
          const cell = element(table.columns[column]?.numeric === true ? "cell numeric" : "cell", "gridcell");
          cell.ariaColIndex = String(column + 1);
          cell.style.left = `${start}px`;
          cell.style.width = `${size}px`;
          cell.textContent = table.text(item.index, column);
          row.element.append(cell);
          row.cells.set(column, cell);
        }
      }
    }
    body.style.height = `${rows.getTotalSize()}px`;
    body.style.width = `${columns.getTotalSize()}px`;
  }

  let left = 0;
  for (const { label, width } of table.columns) {
    const cell = element("cell", "columnheader");
    cell.style.left = `${left}px`;
    cell.style.width = `${width}px`;
    cell.textContent = label;
    head.append(cell);
    left += width;
  }
  for (const list of [rows, columns]) {
    list._didMount();
    list._willUpdate();
  }
  draw();
}

function element(className: string, role: string): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.setAttribute("role", role);
  return made;
}
