// The line above the grid that names each active filter and removes it.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { amountText, countText } from "../../src/text/numbers";
import { inertLine } from "../components/inertText";
import type { ColumnFilter, GridColumn, ResultsState, ShownValues } from "../messages/results";
import { dateText, dayText } from "./dates";
import type { PageActions } from "./pageActions";
import type { PageFilters } from "./pageFilters";
import { quickTexts } from "./texts";

interface ActiveFilter {
  readonly text: string;
  remove(): void;
}

/** Further values of a filter are counted instead of named. */
const mostNamed = 3;
const longestName = 60;

export function activeFilters(
  filters: PageFilters,
  { columns }: ResultsState,
  usual: readonly ShownValues[] = [],
): readonly ActiveFilter[] {
  const { filter, columnFilters, quick } = filters.chosen;
  const items: ActiveFilter[] = [];
  if (filter.trim() !== "") {
    items.push({ text: `“${inertLine(filter.trim(), longestName)}”`, remove: () => filters.clearText() });
  }
  items.push(
    ...columnFilters.map((one) => ({
      text: columnFilterText(
        one,
        columns.find(({ id }) => id === one.column),
        usual.find(({ id }) => id === one.column),
      ),
      remove: () => filters.removeColumnFilter(one),
    })),
    ...quick.map((choice) => ({ text: quickTexts[choice], remove: () => filters.toggleQuick(choice) })),
  );
  return items;
}

function named(values: readonly string[]): string {
  const shown = values.slice(0, mostNamed).map((value) => inertLine(value, longestName));
  const text = shown.join(", ");
  return values.length > mostNamed ? `${text} and ${countText(values.length - mostNamed)} more` : text;
}

function columnFilterText(
  filter: ColumnFilter,
  column: GridColumn | undefined,
  known: ShownValues | undefined,
): string {
  const label = inertLine(column?.label ?? known?.label ?? filter.column);
  const isDate = column?.type === "date";
  switch (filter.kind) {
    case "contains":
      return `${label} contains “${inertLine(filter.text, longestName)}”`;
    case "oneOf": {
      const labels = filter.values.map((value) => {
        if (value === "") {
          return known?.missing ?? "Unknown";
        }
        const found = known?.values.find((one) => one.value === value)?.label ?? value;
        return isDate ? dateText(found) : found;
      });
      return filter.exclude === true ? `${label} is not ${named(labels)}` : `${label}: ${named(labels)}`;
    }
    case "range": {
      const bound = (value: number): string => (isDate ? dayText(value) : amountText(value));
      const { min, max } = filter;
      const from = min === undefined ? "" : ` from ${bound(min)}`;
      const to = max === undefined ? "" : ` to ${bound(max)}`;
      return min === undefined ? `${label} up${to}` : `${label}${from}${to}`;
    }
  }
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
  return html`<div class="active" role="group" aria-label="Active filters">
    ${repeat(
      active,
      ({ text }) => text,
      ({ text, remove }) =>
        html`<span class="chip">
          <span class="clip" title=${text}>${text}</span
          ><button
            type="button"
            class="plain icon"
            aria-label=${`Remove the filter: ${text}`}
            title=${`Remove the filter: ${text}`}
            @click=${(event: Event) => {
              if (active.length === 1) {
                actions.focusGrid();
              } else {
                focusNeighbor(event);
              }
              remove();
            }}
          >
            <span aria-hidden="true">✕</span>
          </button></span
        >`,
    )}
    <button type="button" class="link" @click=${removeAll}>Clear All</button>
  </div>`;
}

/** The chip is removed together with its button, which has the focus. */
function focusNeighbor({ currentTarget }: Event): void {
  const line = currentTarget instanceof Element ? currentTarget.closest(".active") : null;
  const buttons = [...(line?.querySelectorAll<HTMLElement>(".chip button") ?? [])];
  const at = buttons.findIndex((button) => button === currentTarget);
  (buttons[at + 1] ?? buttons[at - 1])?.focus();
}
