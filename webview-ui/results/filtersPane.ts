// The filters beside the records: pickers of the columns that people narrow most.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/language/language";
import type { ColumnFilter, ShownValues } from "../messages/results";
import { filtersOf, oneOfIn, type ColumnFilterChange } from "./columnFilters";
import { controlStyles } from "../components/controlStyles";
import { filtersPaneStyles } from "./filtersPaneStyles";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import "./valuePicker";
import type { FindValues } from "./valueRequests";

const text = strings.picker;

/**
 * Fires `filters` with a `ColumnFilterChange`, `narrow` with a column and the values to add to the search, `collapse`
 * with the ids of all collapsed columns, `clearAll` and `close`.
 */
@customElement("prospect-filters")
export class FiltersPane extends LitElement {
  static override readonly styles = [controlStyles, filtersPaneStyles];
  /** `undefined` until they are counted. */
  @property({ attribute: false }) values: readonly ShownValues[] | undefined;
  /** Those of all columns. */
  @property({ attribute: false }) filters: readonly ColumnFilter[] = [];
  @property({ attribute: false }) collapsed: readonly string[] = [];
  @property({ attribute: false }) findValues: FindValues | undefined;
  @property({ attribute: false }) stamp = "";
  /** It covers the records instead of being beside them. */
  @property({ type: Boolean, reflect: true }) overlay = false;

  override render(): TemplateResult {
    const shown = this.values?.filter(({ id, values }) => values.length > 0 || filtersOf(this.filters, id).length > 0);
    return html`<aside aria-label=${text.pane} @keydown=${this.#onKey}>
      ${
        this.overlay
          ? html`<div class="top">
              <h2>${text.pane}</h2>
              ${
                this.filters.length === 0
                  ? nothing
                  : html`<button type="button" class="link" @click=${() => this.#emit("clearAll")}>
                      ${text.clearAll}
                    </button>`
              }
              <button
                type="button"
                class="plain icon"
                aria-label=${text.close}
                title=${text.close}
                @click=${() => this.#emit("close")}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </div>`
          : html`<h2 class="unseen">${text.pane}</h2>`
      }
      ${
        shown === undefined
          ? html`<p class="quiet">${text.counting}</p>`
          : shown.length === 0
            ? html`<p class="quiet">${text.nothing}</p>`
            : repeat(
                shown,
                ({ id }) => id,
                (values) => this.#column(values),
              )
      }
    </aside>`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("button")?.focus();
  }

  #column(values: ShownValues): TemplateResult {
    const { id } = values;
    const label = inertLine(values.label);
    const own = filtersOf(this.filters, id);
    const isCollapsed = this.collapsed.includes(id);
    const hidden = isCollapsed ? own.length - (oneOfIn(own) ? 1 : 0) + (oneOfIn(own)?.values.length ?? 0) : 0;
    return html`<div class="column" role="group" aria-label=${label}>
      <div class="heading">
        <h3>
          <button
            type="button"
            class="link fold"
            aria-expanded=${isCollapsed ? "false" : "true"}
            @click=${() => this.#toggleCollapsed(id)}
          >
            <span class="arrow" aria-hidden="true">${isCollapsed ? "▸" : "▾"}</span><span class="clip">${label}</span>
            ${hidden === 0 ? nothing : html`<span class="pill">${countText(hidden)}</span>`}
          </button>
        </h3>
        ${
          own.length === 0
            ? nothing
            : html`<button
                type="button"
                class="link"
                aria-label=${text.clearOf(label)}
                @click=${(event: Event) => this.#clear(id, event)}
              >
                ${text.clear}
              </button>`
        }
      </div>
      ${
        isCollapsed
          ? nothing
          : html`<prospect-value-picker
              .column=${values}
              .values=${values}
              .filters=${own}
              .findValues=${this.findValues}
              .stamp=${this.stamp}
              @filters=${({ detail }: CustomEvent<ColumnFilterChange>) => this.#emit("filters", detail)}
              @narrow=${({ detail }: CustomEvent<readonly string[]>) =>
                this.#emit("narrow", { column: id, values: detail })}
            ></prospect-value-picker>`
      }
    </div>`;
  }

  #toggleCollapsed(id: string): void {
    this.#emit(
      "collapse",
      this.collapsed.includes(id) ? this.collapsed.filter((other) => other !== id) : [...this.collapsed, id],
    );
  }

  #clear(column: string, { currentTarget }: Event): void {
    const detail: ColumnFilterChange = { column, filters: [] };
    this.#emit("filters", detail);
    (currentTarget as Element).closest(".heading")?.querySelector<HTMLElement>(".fold")?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.overlay) {
      event.preventDefault();
      event.stopPropagation();
      this.#emit("close");
    }
  }

  #emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
