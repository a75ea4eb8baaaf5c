// Filters to add, as a list by group, each with an example.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { FilterDefinition } from "../../src/service/filterCatalogue";
import { filterExample, filterLabel, filterMeaning, groupLabel } from "../../src/service/filterWords";
import { sharedStyles } from "../components/sharedStyles";
import { filtersByGroup } from "./filterGroups";
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
        padding-bottom: 14px;
      }
      button {
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        width: 100%;
        margin-inline: -5px;
        padding: 2px 4px;
        border-radius: var(--round);
      }
      button:hover {
        background: var(--vscode-list-hoverBackground);
        outline: var(--dash);
        outline-offset: -1px;
      }
      .label {
        color: var(--vscode-textLink-foreground);
      }
    `,
  ];

  @property({ attribute: false }) filters: readonly FilterDefinition[] = [];

  override render(): unknown {
    return filtersByGroup(this.filters).map(
      ({ group, filters }): TemplateResult => html`
        <section aria-label=${groupLabel(group)}>
          <h3 class="caps">${groupLabel(group)}</h3>
          <ul>
            ${filters.map(
              (definition) => html`
                <li>
                  <button
                    type="button"
                    title=${filterMeaning(definition)}
                    @click=${() => this.dispatchEvent(new CustomEvent<string>("choose", { detail: definition.field }))}
                  >
                    <span class="unseen">${strings.addThis}</span>
                    <span class="label">${filterLabel(definition)}</span>
                    <span class="quiet clip">${filterExample(definition)}</span>
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
