// A filter in use: its name, its meaning, and the control for its kind.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, query } from "lit/decorators.js";
import "../components/rangeField";
import type { ProspectRangeField } from "../components/rangeField";
import { sharedStyles, linkButtonStyles } from "../components/sharedStyles";
import "../components/valueField";
import type { ValueItem } from "../components/chipList";
import type { ProspectValueField } from "../components/valueField";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel, filterMeaning } from "../../src/service/filterWords";
import type { InvalidEntry, FormItem } from "../../src/searches/searchForm";
import type { RangeFilterItem } from "../../src/service/requests";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import { saysMore } from "./filterGroups";
import { strings } from "./strings";

/** Fires the events of its control (`edit`, `draft`, `uncommitted`, `opening`) and `remove-filter`. */
@customElement("prospect-filter-card")
export class ProspectFilterCard extends LitElement {
  static override readonly styles = [
    sharedStyles,
    linkButtonStyles,
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
  @property({ attribute: false }) suggestions: readonly string[] = [];
  @property() draft = "";
  @property({ attribute: false }) restored: UncommittedInput | undefined;
  @query("prospect-value-field, prospect-range-field") private readonly control!:
    ProspectValueField | ProspectRangeField | null;

  override focus(): void {
    void this.updateComplete.then(() => this.control?.focus());
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
            @click=${() => this.forward(new CustomEvent("remove-filter"))}
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
      .restored=${this.restored}
      @edit=${this.forward}
      @uncommitted=${this.forward}
    ></prospect-range-field>`;
  }

  private values(): TemplateResult {
    return html`
      <prospect-value-field
        .definition=${this.definition}
        .items=${this.items as readonly ValueItem[]}
        .restored=${this.restored}
        .suggestions=${this.suggestions}
        .draft=${this.draft}
        @edit=${this.forward}
        @draft=${this.forward}
        @uncommitted=${this.forward}
        @opening=${this.forward}
      ></prospect-value-field>
      ${this.definition.exactMatch === "advised" ? html`<p class="quiet">${strings.exactAdvised}</p>` : nothing}
    `;
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
