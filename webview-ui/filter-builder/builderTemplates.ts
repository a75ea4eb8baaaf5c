// Templates of the filter builder without state of their own: the filters to add, and those in use, by group.
import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import "../components/rangeField";
import "../components/valueField";
import type { ValueItem } from "../components/chipList";
import type { FormItem, InvalidEntry, SearchForm } from "../../src/searches/searchForm";
import {
  filterExample,
  filterLabel,
  filterMeaning,
  groupLabel,
  type FilterDefinition,
  type SearchKind,
} from "../../src/service/filterCatalogue";
import type { RangeFilterItem } from "../../src/service/requests";
import type { SearchEdit, UncommittedInput } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";
import { filtersByGroup } from "./filterGroups";
import { strings } from "./strings";

/** Shown instead of the filters while there are none: those to add, as a list by group, each with an example. */
export function startWithAFilter(
  search: SearchKind,
  filters: readonly FilterDefinition[],
  actions: BuilderActions,
): TemplateResult {
  return html`
    <p class="quiet">${strings.emptyText[search]}</p>
    <div class="toAdd">
      ${filtersByGroup(filters).map(
        ({ group, filters: ofGroup }) => html`
          <section aria-label=${groupLabel(group)}>
            <h3 class="caps">${groupLabel(group)}</h3>
            <ul>
              ${ofGroup.map(
                (definition) => html`
                  <li>
                    <button
                      class="flow choice"
                      type="button"
                      title=${filterMeaning(definition)}
                      @click=${() => actions.openFilter(definition.field)}
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
      )}
    </div>
  `;
}

/** A row for each filter, by group. */
export function filterCards(form: SearchForm, filters: readonly FilterDefinition[], actions: BuilderActions): unknown {
  // Keyed, so that the inputs of a group stay its own when another group appears above it.
  return repeat(
    filtersByGroup(filters),
    ({ group }) => group,
    ({ group, filters: ofGroup }) => html`
      <div class="group" role="group" aria-label=${groupLabel(group)}>
        <h3 class="caps">${groupLabel(group)}</h3>
        ${repeat(
          ofGroup,
          ({ field }) => field,
          (definition) => filterCard(definition, form.filters[definition.field] ?? noItems, actions),
        )}
      </div>
    `,
  );
}

/** A filter in use: its name, the control for its kind, and a button that removes it. */
function filterCard(definition: FilterDefinition, items: readonly FormItem[], actions: BuilderActions): TemplateResult {
  const { field, kind } = definition;
  const { builder } = actions;
  const label = filterLabel(definition);
  const id = `filters.${field}` as const;
  const onEdit = ({ detail }: CustomEvent<SearchEdit>): void => builder.edit(detail);
  const onUncommitted = ({ detail }: CustomEvent<UncommittedInput | null>): void => builder.setUncommitted(id, detail);
  return html`
    <div class="filter">
      <section class="card" aria-label=${label}>
        <h3 title=${filterMeaning(definition)}>${label}</h3>
        ${
          kind === "range"
            ? html`<prospect-range-field
                data-field=${field}
                .definition=${definition}
                .items=${items as readonly (RangeFilterItem | InvalidEntry)[]}
                .restored=${builder.uncommitted[id]}
                @edit=${onEdit}
                @uncommitted=${onUncommitted}
              ></prospect-range-field>`
            : html`<prospect-value-field
                data-field=${field}
                .definition=${definition}
                .items=${items as readonly ValueItem[]}
                .restored=${builder.uncommitted[id]}
                .suggestions=${builder.suggestions[field] ?? noValues}
                .draft=${builder.drafts[field] ?? ""}
                @edit=${onEdit}
                @uncommitted=${onUncommitted}
                @draft=${({ detail }: CustomEvent<string>) => builder.setDraft(field, detail)}
                @opening=${() => actions.send("suggest", field)}
              ></prospect-value-field>`
        }
        <button
          class="plain icon"
          type="button"
          title=${strings.removeFilter(label)}
          aria-label=${strings.removeFilter(label)}
          @click=${() => actions.closeFilter(field)}
        >
          ✕
        </button>
      </section>
    </div>
  `;
}

const noItems: readonly FormItem[] = [];
const noValues: readonly string[] = [];
