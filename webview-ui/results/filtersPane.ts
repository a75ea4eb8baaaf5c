// The filters beside the records: pickers of the most used columns.
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/text/numbers";
import { inertLine } from "../components/inertText";
import type { ShownValues } from "../messages/results";
import type { PageActions } from "./pageActions";
import { filtersOf, oneOfIn } from "./pageFilters";
import "./valuePicker";
import { rowsOf } from "./valueRequests";

/** On a narrow page, the pane covers the records instead of being beside them. */
export function filtersPane(actions: PageActions): TemplateResult {
  const { page } = actions;
  const { columnFilters } = page.filters.chosen;
  const shown = page.usualValues?.filter(
    ({ id, values }) => values.length > 0 || filtersOf(columnFilters, id).length > 0,
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && page.isNarrow) {
      event.preventDefault();
      event.stopPropagation();
      actions.toggleFilters();
    }
  };
  return html`<aside class=${page.isNarrow ? "filters overlay" : "filters"} aria-label="Filters" @keydown=${onKey}>
    ${page.isNarrow ? overlayHead(actions) : html`<h2 class="unseen">Filters</h2>`}
    ${shown === undefined ? html`<p class="quiet">Counting values…</p>` : valuesOf(shown, actions)}
  </aside>`;
}

function valuesOf(shown: readonly ShownValues[], actions: PageActions): unknown {
  if (shown.length === 0) {
    return html`<p class="quiet">There are no values to filter by yet.</p>`;
  }
  return repeat(
    shown,
    ({ id }) => id,
    (values) => columnFilter(values, actions),
  );
}

function overlayHead(actions: PageActions): TemplateResult {
  const { filters } = actions.page;
  return html`<div class="heading">
    <h2>Filters</h2>
    ${
      filters.chosen.columnFilters.length === 0
        ? nothing
        : html`<button type="button" class="link" @click=${() => filters.clear()}>Clear All</button>`
    }
    <button
      type="button"
      class="plain icon"
      aria-label="Close the filters"
      title="Close the filters"
      @click=${() => actions.toggleFilters()}
    >
      <span aria-hidden="true">✕</span>
    </button>
  </div>`;
}

function columnFilter(values: ShownValues, actions: PageActions): TemplateResult {
  const { id } = values;
  const { filters, saved } = actions.page;
  const label = inertLine(values.label);
  const own = filtersOf(filters.chosen.columnFilters, id);
  const isCollapsed = saved.collapsed.includes(id);
  const chosen = own.length - (oneOfIn(own) ? 1 : 0) + (oneOfIn(own)?.values.length ?? 0);
  const others = saved.collapsed.filter((other) => other !== id);
  const clear = ({ currentTarget }: Event): void => {
    filters.setColumn(id, []);
    (currentTarget as Element).closest(".heading")?.querySelector<HTMLElement>(".fold")?.focus();
  };
  return html`<div class="column" role="group" aria-label=${label}>
    <div class="heading">
      <h3>
        <button
          type="button"
          class="link fold"
          aria-expanded=${isCollapsed ? "false" : "true"}
          @click=${() => actions.page.save({ collapsed: isCollapsed ? others : [...others, id] })}
        >
          <span class="arrow" aria-hidden="true">${isCollapsed ? "▸" : "▾"}</span><span class="clip">${label}</span>
          ${isCollapsed && chosen > 0 ? html`<span class="pill">${countText(chosen)}</span>` : nothing}
        </button>
      </h3>
      ${
        own.length === 0
          ? nothing
          : html`<button type="button" class="link" aria-label=${`Clear ${label}`} @click=${clear}>Clear</button>`
      }
    </div>
    ${
      isCollapsed
        ? nothing
        : html`<prospect-value-picker
            .column=${values}
            .values=${values}
            .filters=${own}
            .stamp=${rowsOf(actions.results)}
            .actions=${actions}
          ></prospect-value-picker>`
    }
  </div>`;
}
