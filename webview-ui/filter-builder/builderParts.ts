// The parts of the filter builder that only show: what they are given decides what they are.
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { SearchForm } from "../../src/searches/searchForm";
import { groupLabel } from "../../src/service/filterWords";
import type { FilterDefinition, SearchKind } from "../../src/service/filterCatalogue";
import type { BuilderAction, DocumentState, SearchEdit, Unsettled, UnsettledFields } from "../messages/filterBuilder";
import "./filterCard";
import { filtersByGroup } from "./filterGroups";
import { strings } from "./strings";

export function builderHeader(state: DocumentState, say: (action: BuilderAction) => void): TemplateResult {
  const kind = state.document?.search;
  return html`
    <header>
      <div class="title">
        <p class="kind quiet">${kind === undefined ? "" : strings.kind[kind]}</p>
        <h1><bdi>${state.name}</bdi></h1>
      </div>
      <div class="actions">
        <vscode-button
          appearance="secondary"
          ?disabled=${kind === undefined}
          @click=${() => say({ type: "saveToLibrary" })}
          >${strings.saveToLibrary}</vscode-button
        >
        <vscode-button appearance="secondary" @click=${() => say({ type: "openAsText" })}
          >${strings.openAsText}</vscode-button
        >
      </div>
    </header>
  `;
}

/** What stands where the filters will be. */
export function startWithAFilter(
  search: SearchKind,
  filters: readonly FilterDefinition[],
  open: (field: string) => void,
): TemplateResult {
  return html`
    <div class="empty">
      <h3>${strings.emptyTitle}</h3>
      <p class="quiet">${strings.emptyText[search]}</p>
      <prospect-filter-list
        .filters=${filters}
        @choose=${(event: CustomEvent<string>) => open(event.detail)}
      ></prospect-filter-list>
    </div>
  `;
}

/** What the cards of the filters show beside the document. */
export interface CardsState {
  readonly seen: Readonly<Record<string, readonly string[]>>;
  readonly drafts: Readonly<Record<string, string>>;
  readonly unsettled: UnsettledFields;
}

export interface CardsEvents {
  edit(field: string, edit: SearchEdit): void;
  draft(field: string, text: string): void;
  unsettled(field: string, unsettled: Unsettled | null): void;
  suggest(field: string): void;
  remove(field: string): void;
}

/** A card for each filter, by group. */
export function filterCards(
  form: SearchForm,
  filters: readonly FilterDefinition[],
  { seen, drafts, unsettled }: CardsState,
  on: CardsEvents,
): unknown {
  // Keyed, so that a group that appears above never takes the inputs of another one.
  return repeat(
    filtersByGroup(filters),
    ({ group }) => group,
    (one) => html`
      <section class="group" aria-label=${groupLabel(one.group)}>
        <h3 class="quiet">${groupLabel(one.group)}</h3>
        ${repeat(
          one.filters,
          ({ field }) => field,
          (definition) => {
            const { field } = definition;
            return html`
              <prospect-filter-card
                data-field=${field}
                .definition=${definition}
                .items=${form.filters[field] ?? noItems}
                .seen=${seen[field] ?? noValues}
                .draft=${drafts[field] ?? ""}
                .kept=${unsettled[`filters.${field}`]}
                @edit=${(event: CustomEvent<SearchEdit>) => on.edit(field, event.detail)}
                @draft=${(event: CustomEvent<string>) => on.draft(field, event.detail)}
                @unsettled=${(event: CustomEvent<Unsettled | null>) => on.unsettled(field, event.detail)}
                @opening=${() => on.suggest(field)}
                @remove-filter=${() => on.remove(field)}
              ></prospect-filter-card>
            `;
          },
        )}
      </section>
    `,
  );
}

const noItems: readonly never[] = [];
const noValues: readonly string[] = [];
