// The line above the grid that names each active filter and removes it.
import * as l10n from "@vscode/l10n";
import { html, nothing, type TemplateResult } from "lit";
import { amountText, countText } from "../../src/language/language";
import { inertLine } from "../components/inertText";
import type { ColumnFilter, GridColumn, ResultsState, ShownValues } from "../messages/results";
import { dateText, dayText } from "./dates";
import type { PageActions } from "./pageActions";
import type { PageFilters } from "./pageFilters";
import { strings } from "./strings";

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
  return [
    ...(filter.trim() === ""
      ? []
      : [{ text: l10n.t("“{0}”", inertLine(filter.trim(), longestName)), remove: () => filters.clearText() }]),
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
  return values.length > mostNamed ? l10n.t("{0} and {1} more", text, countText(values.length - mostNamed)) : text;
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
      return l10n.t("{0} contains “{1}”", label, inertLine(filter.text, longestName));
    case "oneOf": {
      const labels = filter.values.map((value) => {
        const found = known?.values.find((one) => one.value === value)?.label ?? value;
        return value === "" ? (known?.missing ?? strings.picker.unknown) : isDate ? dateText(found) : found;
      });
      return filter.exclude === true
        ? l10n.t("{0} is not {1}", label, named(labels))
        : l10n.t({
            message: "{0}: {1}",
            args: [label, named(labels)],
            comment: ["{0} is a column, {1} one or more values of it"],
          });
    }
    case "range": {
      const bound = (value: number): string => (isDate ? dayText(value) : amountText(value));
      const { min, max } = filter;
      return min === undefined
        ? l10n.t("{0} up to {1}", label, max === undefined ? "" : bound(max))
        : max === undefined
          ? l10n.t("{0} from {1}", label, bound(min))
          : l10n.t("{0} from {1} to {2}", label, bound(min), bound(max));
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
  return html`<div class="active" role="group" aria-label=${l10n.t("Active filters")}>
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
