// The line above the grid that names each active filter and removes it.
import { html, nothing, type TemplateResult } from "lit";
import { amountText } from "../../src/language/language";
import type { ColumnFilter, GridColumn, ResultsState, ShownValues } from "../messages/results";
import { dateText } from "./dates";
import { inertLine } from "../components/inertText";
import type { PageFilters } from "./pageFilters";
import { strings } from "./strings";
import type { PageActions } from "./pageActions";

interface ActiveFilter {
  readonly text: string;
  remove(): void;
}

/** More values of one filter are counted instead of named. */
const mostNamed = 3;
const longestName = 60;

export function activeFilters(
  filters: PageFilters,
  { columns }: ResultsState,
  usual: readonly ShownValues[] = [],
): readonly ActiveFilter[] {
  const { filter, columnFilters, quick } = filters.chosen;
  const text = strings.filters;
  return [
    ...(filter.trim() === ""
      ? []
      : [{ text: text.text(inertLine(filter.trim(), longestName)), remove: () => filters.clearText() }]),
    ...columnFilters.map((one) => ({
      text: columnFilterText(
        one,
        columns.find(({ id }) => id === one.column),
        usual.find(({ id }) => id === one.column),
      ),
      remove: () => filters.removeColumnFilter(one),
    })),
    ...quick.map((choice) => ({ text: strings.toolbar.quick[choice], remove: () => filters.toggleQuick(choice) })),
  ];
}

function named(values: readonly string[]): string {
  const shown = values.slice(0, mostNamed).map((value) => inertLine(value, longestName));
  const text = shown.join(", ");
  return values.length > mostNamed ? strings.filters.and(text, values.length - mostNamed) : text;
}

function columnFilterText(
  filter: ColumnFilter,
  column: GridColumn | undefined,
  known: ShownValues | undefined,
): string {
  const text = strings.filters;
  const label = inertLine(column?.label ?? known?.label ?? filter.column);
  const isDate = column?.type === "date";
  switch (filter.kind) {
    case "contains":
      return text.contains(label, inertLine(filter.text, longestName));
    case "oneOf": {
      const labels = filter.values.map((value) => {
        const found = known?.values.find((one) => one.value === value)?.label ?? value;
        return value === "" ? (known?.missing ?? strings.picker.unknown) : isDate ? dateText(found) : found;
      });
      return filter.exclude === true ? text.excluded(label, named(labels)) : text.values(label, named(labels));
    }
    case "range": {
      const bound = (value: number): string => (isDate ? dayText(value) : amountText(value));
      const { min, max } = filter;
      return min === undefined
        ? text.to(label, max === undefined ? "" : bound(max))
        : max === undefined
          ? text.from(label, bound(min))
          : text.between(label, bound(min), bound(max));
    }
  }
}

function dayText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : dateText(date.toISOString());
}

export function activeFiltersLine(actions: PageActions): TemplateResult | typeof nothing {
  const { page, results } = actions;
  const active = activeFilters(page.filters, results, page.usualValues);
  if (active.length === 0) {
    return nothing;
  }
  const removeAll = (): void => {
    page.filters.clear();
    actions.focusGrid();
  };
  return html`<div class="active" role="group" aria-label=${strings.filters.label}>
    ${active.map(
      ({ text, remove }) =>
        html`<span class="chip">
          <span class="clip" title=${text}>${text}</span
          ><button
            type="button"
            class="plain icon"
            aria-label=${strings.filters.remove(text)}
            title=${strings.filters.remove(text)}
            @click=${(event: Event) => {
              remove();
              if (active.length === 1) {
                actions.focusGrid();
              } else {
                focusNeighbor(event);
              }
            }}
          >
            <span aria-hidden="true">✕</span>
          </button></span
        >`,
    )}
    <button type="button" class="link" @click=${removeAll}>${strings.picker.clearAll}</button>
  </div>`;
}

/** The chips are drawn anew: the last one goes, so the focus would be lost if it were there. */
function focusNeighbor({ currentTarget }: Event): void {
  const line = currentTarget instanceof Element ? currentTarget.closest(".active") : null;
  const buttons = [...(line?.querySelectorAll<HTMLElement>(".chip button") ?? [])];
  const at = buttons.findIndex((button) => button === currentTarget);
  buttons[Math.max(0, Math.min(at, buttons.length - 2))]?.focus();
}
