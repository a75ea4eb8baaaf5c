// A filter in use, as one row: its name, the control for its kind, and a button that removes it.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import "../components/rangeField";
import type { ProspectRangeField } from "../components/rangeField";
import { sharedStyles } from "../components/sharedStyles";
import "../components/valueField";
import type { ValueItem } from "../components/chipList";
import type { ProspectValueField } from "../components/valueField";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { InvalidEntry, FormItem } from "../../src/searches/searchForm";
import type { RangeFilterItem } from "../../src/service/requests";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import { strings } from "./strings";

/** Fires the events of its control (`edit`, `draft`, `uncommitted`, `opening`) and `remove-filter`. */
@customElement("prospect-filter-card")
export class ProspectFilterCard extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .card {
        display: grid;
        grid-template-columns: minmax(7em, 11em) minmax(0, 1fr) auto;
        gap: 2px 10px;
        align-items: start;
        padding: 4px 0;
        border-bottom: var(--edge);
      }
      h3 {
        padding: 3px 0;
        font-weight: inherit;
        overflow-wrap: anywhere;
      }
      @container (max-width: 520px) {
        .card {
          grid-template-columns: minmax(0, 1fr) auto;
        }
        .control {
          grid-row: 2;
          grid-column: 1 / -1;
        }
        h3 {
          padding-bottom: 0;
          color: var(--quiet);
        }
      }
    `,
  ];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly FormItem[] = [];
  @property({ attribute: false }) suggestions: readonly string[] = [];
  @property() draft = "";
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  @query("prospect-value-field, prospect-range-field") private readonly control!:
    ProspectValueField | ProspectRangeField | null;

  override focus(): void {
    void this.updateComplete.then(() => this.control?.focus());
  }

  /** Focuses the control and shows what can be chosen. */
  focusAndOpen(): void {
    void this.updateComplete.then(() => this.control?.focusAndOpen());
  }

  /** Commits typed numbers that still wait for a pause in typing. */
  flush(): void {
    if (this.control !== null && "flush" in this.control) {
      this.control.flush();
    }
  }

  /** Commits all typed text, before the search is run. */
  commitInput(): void {
    this.flush();
    if (this.control !== null && "commitInput" in this.control) {
      this.control.commitInput();
    }
  }

  override render(): TemplateResult {
    const { definition } = this;
    const label = filterLabel(definition);
    return html`
      <section class="card" aria-label=${label}>
        <h3 title=${filterMeaning(definition)}>${label}</h3>
        <div class="control">${definition.kind === "range" ? this.ranges() : this.values()}</div>
        <button
          class="plain icon"
          type="button"
          title=${strings.removeFilter(label)}
          aria-label=${strings.removeFilter(label)}
          @click=${() => this.forward(new CustomEvent("remove-filter"))}
        >
          ✕
        </button>
      </section>
    `;
  }

  private ranges(): TemplateResult {
    return html`<prospect-range-field
      .definition=${this.definition}
      .items=${this.items as readonly (RangeFilterItem | InvalidEntry)[]}
      .restored=${this.restored}
      @edit=${this.forward}
      @uncommitted=${this.forward}
    ></prospect-range-field>`;
  }

  private values(): TemplateResult {
    return html`<prospect-value-field
      .definition=${this.definition}
      .items=${this.items as readonly ValueItem[]}
      .restored=${this.restored}
      .suggestions=${this.suggestions}
      .draft=${this.draft}
      @edit=${this.forward}
      @draft=${this.forward}
      @uncommitted=${this.forward}
      @opening=${this.forward}
    ></prospect-value-field>`;
  }

  private readonly forward = (event: CustomEvent<SearchEdit | string | UncommittedInput | null>): void => {
    this.dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-card": ProspectFilterCard;
  }
}
