// Filters to add, as a list by group.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterLabel, filterMeaning, groupLabel } from "../../src/service/filterWords";
import { sharedStyles } from "../components/sharedStyles";
import { filtersByGroup, saysMore } from "./filterGroups";
import { strings } from "./strings";

/** Fires `choose` with the field of a filter. */
@customElement("prospect-filter-list")
export class ProspectFilterList extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
        columns: 17em auto;
        column-gap: 24px;
      }
      section {
        break-inside: avoid-column;
        padding-bottom: 16px;
      }
      h3 {
        font-size: 0.92em;
        font-weight: 600;
        padding: 0 6px 2px;
      }
      button {
        display: block;
        width: 100%;
        padding: 3px 6px;
        border-radius: 4px;
      }
      button:hover {
        background: var(--vscode-list-hoverBackground);
        outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
        outline-offset: -1px;
      }
      .label {
        color: var(--vscode-textLink-foreground);
      }
      .meaning {
        display: block;
        font-size: 0.92em;
      }
    `,
  ];

  @property({ attribute: false }) filters: readonly FilterDefinition[] = [];

  override render(): unknown {
    return filtersByGroup(this.filters).map(
      ({ group, filters }): TemplateResult => html`
        <section aria-label=${groupLabel(group)}>
          <h3 class="quiet">${groupLabel(group)}</h3>
          <ul>
            ${filters.map(
              (definition) => html`
                <li>
                  <button
                    type="button"
                    @click=${() => this.dispatchEvent(new CustomEvent<string>("choose", { detail: definition.field }))}
                  >
                    <span class="unseen">${strings.addThis} </span><span class="label">${filterLabel(definition)}</span>
                    ${saysMore(definition) ? html`<span class="meaning quiet">${filterMeaning(definition)}</span>` : ""}
                  </button>
                </li>
              `,
            )}
          </ul>
        </section>
      `,
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-filter-list": ProspectFilterList;
  }
}
