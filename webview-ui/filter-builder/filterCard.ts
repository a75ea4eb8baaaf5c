// One filter in use: its name, what it means, and the control for its kind.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import "../components/rangeField";
import type { ProspectRangeField } from "../components/rangeField";
import { shared, wordButton } from "../components/theme";
import "../components/valueField";
import type { ValueItem } from "../components/chipList";
import type { ProspectValueField } from "../components/valueField";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { InvalidEntry, FormItem } from "../../src/searches/searchForm";
import type { RangeFilterItem } from "../../src/service/requests";
import type { SearchEdit, Unsettled } from "../messages/filterBuilder";
import { saysMore } from "./filterGroups";
import { strings } from "./strings";

/** Fires `edit`, `draft`, `unsettled` and `opening` as its control does, and `remove-filter`. */
@customElement("prospect-filter-card")
export class ProspectFilterCard extends LitElement {
  static override readonly styles = [
    shared,
    wordButton,
    css`
      :host {
        display: block;
      }
      .card {
        display: grid;
        grid-template-columns: minmax(9em, 13em) minmax(0, 1fr);
        gap: 4px 16px;
        padding: 8px 0;
        border-top: 1px solid
          var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
      }
      .head {
        display: flex;
        align-items: start;
        gap: 4px;
        padding-top: 3px;
      }
      .names {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      h3 {
        font-size: 1em;
        font-weight: 600;
      }
      .meaning {
        font-size: 0.92em;
      }
      @media (max-width: 640px) {
        .card {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  @property({ attribute: false }) definition!: FilterDefinition;
  @property({ attribute: false }) items: readonly FormItem[] = [];
  @property({ attribute: false }) seen: readonly string[] = [];
  @property() draft = "";
  @property({ attribute: false }) kept: Unsettled | undefined;
  @query("prospect-value-field, prospect-range-field") private readonly control!:
    ProspectValueField | ProspectRangeField | null;

  override focus(): void {
    void this.updateComplete.then(() => this.control?.focus());
  }

  /** Sends what is complete but still rests in an input. */
  flush(): void {
    if (this.control !== null && "flush" in this.control) {
      this.control.flush();
    }
  }

  /** Takes what is typed, too, before the search on the screen is run. */
  settle(): void {
    this.flush();
    if (this.control !== null && "settle" in this.control) {
      this.control.settle();
    }
  }

  override render(): TemplateResult {
    const { definition } = this;
    return html`
      <section class="card" aria-label=${filterLabel(definition)}>
        <div class="head">
          <div class="names">
            <h3>${filterLabel(definition)}</h3>
            ${saysMore(definition) ? html`<p class="meaning quiet">${filterMeaning(definition)}</p>` : nothing}
          </div>
          <button
            class="icon"
            type="button"
            title=${strings.removeFilter(filterLabel(definition))}
            aria-label=${strings.removeFilter(filterLabel(definition))}
            @click=${() => this.again(new CustomEvent("remove-filter"))}
          >
            ✕
          </button>
        </div>
        <div>${definition.kind === "range" ? this.ranges() : this.values()}</div>
      </section>
    `;
  }

  private ranges(): TemplateResult {
    return html`<prospect-range-field
      .definition=${this.definition}
      .items=${this.items as readonly (RangeFilterItem | InvalidEntry)[]}
      .kept=${this.kept}
      @edit=${this.again}
      @unsettled=${this.again}
    ></prospect-range-field>`;
  }

  private values(): TemplateResult {
    return html`
      <prospect-value-field
        .definition=${this.definition}
        .items=${this.items as readonly ValueItem[]}
        .kept=${this.kept}
        .seen=${this.seen}
        .draft=${this.draft}
        @edit=${this.again}
        @draft=${this.again}
        @unsettled=${this.again}
        @opening=${this.again}
      ></prospect-value-field>
      ${this.definition.exactMatch === "advised" ? html`<p class="quiet">${strings.exactAdvised}</p>` : nothing}
    `;
  }

  private readonly again = (event: CustomEvent<SearchEdit | string | Unsettled | null>): void => {
    this.dispatchEvent(new CustomEvent(event.type, { detail: event.detail }));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-card": ProspectFilterCard;
  }
}
