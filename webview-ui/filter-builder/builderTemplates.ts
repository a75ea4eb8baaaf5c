// Templates of the filter builder without state of their own: the empty form, and the filters by group.
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { FormItem, SearchForm } from "../../src/searches/searchForm";
import type { FilterDefinition, SearchKind } from "../../src/service/filterCatalogue";
import { groupLabel } from "../../src/service/filterWords";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import type { BuilderState } from "./builderState";
import "./filterCard";
import { filtersByGroup } from "./filterGroups";
import "./filterList";
import { strings } from "./strings";

/** Shown instead of the filters while there are none. */
export function startWithAFilter(
  search: SearchKind,
  filters: readonly FilterDefinition[],
  actions: BuilderActions,
): TemplateResult {
  return html`
    <p class="quiet">${strings.emptyText[search]}</p>
    <prospect-filter-list
      .filters=${filters}
      @choose=${(event: CustomEvent<string>) => actions.openFilter(event.detail)}
    ></prospect-filter-list>
  `;
}

/** A row for each filter, by group. */
export function filterCards(
  form: SearchForm,
  filters: readonly FilterDefinition[],
  state: BuilderState,
  actions: BuilderActions,
): unknown {
  const card = (definition: FilterDefinition): TemplateResult => {
    const { field } = definition;
    const id = `filters.${field}` as const;
    return html`
      <prospect-filter-card
        data-field=${field}
        .definition=${definition}
        .items=${form.filters[field] ?? noItems}
        .suggestions=${state.suggestions[field] ?? noValues}
        .draft=${state.drafts[field] ?? ""}
        .restored=${state.uncommitted[id]}
        @edit=${(event: CustomEvent<SearchEdit>) => actions.edit(event.detail)}
        @draft=${(event: CustomEvent<string>) => actions.setDraft(field, event.detail)}
        @uncommitted=${(event: CustomEvent<UncommittedInput | null>) => actions.setUncommitted(id, event.detail)}
        @opening=${() => actions.send("suggest", field)}
        @remove-filter=${() => actions.closeFilter(field)}
      ></prospect-filter-card>
    `;
  };
  // Keyed, so that the inputs of a group stay its own when another group appears above it.
  return repeat(
    filtersByGroup(filters),
    ({ group }) => group,
    (one) => html`
      <section class="group" aria-label=${groupLabel(one.group)}>
        <h3 class="caps">${groupLabel(one.group)}</h3>
        ${repeat(one.filters, ({ field }) => field, card)}
      </section>
    `,
  );
}

const noItems: readonly FormItem[] = [];
const noValues: readonly string[] = [];
