// The form of the filter builder: the filters to add, those in use by group, and what the search leaves out.
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { fetchLabel } from "../../src/searches/fetchInput";
import {
  isInvalid,
  listSource,
  type FormItem,
  type InvalidEntry,
  type SearchForm,
} from "../../src/searches/searchForm";
import { filterExample, idFilters, type FilterDefinition, type SearchKind } from "../../src/service/filterCatalogue";
import type { RangeFilterItem } from "../../src/service/requests";
import type { ValueItem } from "../components/chipList";
import { inertLine } from "../components/inertText";
import "../components/rangeField";
import "../components/valueField";
import type { SearchEdit, ShownLeaveOutList, UncommittedInput } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";
import { filtersByGroup } from "./filterOptions";

const everything = { company: "every company", people: "every person" };

/** Shown instead of the filters while there are none: those to add, as a list by group, each with an example. */
export function startWithAFilter(
  search: SearchKind,
  filters: readonly FilterDefinition[],
  actions: BuilderActions,
): TemplateResult {
  const isAtCompanies = actions.builder.run?.companies !== undefined;
  return html`
    <p class="quiet">
      Without filters, the search matches ${isAtCompanies ? "every person at these companies" : everything[search]}. Add
      a filter:
    </p>
    <div class="toAdd">
      ${filtersByGroup(filters).map(
        ({ group, filters: ofGroup }) => html`
          <section aria-label=${group}>
            <h3 class="caps">${group}</h3>
            <ul>
              ${ofGroup.map(
                (definition) => html`
                  <li>
                    <button
                      class="flow choice"
                      type="button"
                      title=${definition.meaning}
                      @click=${() => actions.openFilter(definition.field)}
                    >
                      <span class="unseen">Add filter</span>
                      <span class="label">${definition.label}</span>
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

/** The companies where a run finds people. They are not a filter: the run requests each company separately. */
export function companiesCard(companies: string | undefined, actions: BuilderActions): unknown {
  return companies === undefined
    ? nothing
    : html`<div class="filter">
        <section class="card" aria-label="At companies">
          <h3>At companies</h3>
          <p class="companies">${inertLine(companies, 300)}</p>
          <button
            class="plain icon"
            type="button"
            title="Find people at all companies"
            aria-label="Find people at all companies"
            @click=${() => actions.send("removeCompanies")}
          >
            ✕
          </button>
        </section>
      </div>`;
}

/** A row for each filter, by group. */
export function filterCards(form: SearchForm, filters: readonly FilterDefinition[], actions: BuilderActions): unknown {
  // Keyed, so that the inputs of a group are not reused for another group that appears above it.
  return repeat(
    filtersByGroup(filters),
    ({ group }) => group,
    ({ group, filters: ofGroup }) => html`
      <div class="group" role="group" aria-label=${group}>
        <h3 class="caps">${group}</h3>
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
  const label = definition.label;
  const id = `filters.${field}` as const;
  const onEdit = ({ detail }: CustomEvent<SearchEdit>): void => builder.edit(detail);
  const onUncommitted = ({ detail }: CustomEvent<UncommittedInput | null>): void => builder.setUncommitted(id, detail);
  return html`
    <div class="filter">
      <section class="card" aria-label=${label}>
        <h3 title=${definition.meaning}>${label}</h3>
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
                .names=${(idFilters.has(field) ? builder.run?.names : undefined) ?? noNames}
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
          title=${`Remove filter ${label}`}
          aria-label=${`Remove filter ${label}`}
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
const noNames: Readonly<Record<string, string>> = {};

// Records to leave out

/**
 * Records of earlier runs, and the entries of list files. `lists` describes the files; it alone contains the lists that
 * apply to every search.
 */
export function leaveOutLists(
  { fetch, leaveOut: named = [] }: SearchForm,
  lists: readonly ShownLeaveOutList[],
  actions: BuilderActions,
): TemplateResult {
  const everywhere = lists.filter((list) => list.everywhere);
  return html`
    <section class="leaveOut" aria-labelledby="leave-out-title">
      <h3 class="caps" id="leave-out-title">Leave out</h3>
      ${leaveOutKnown(fetch.leaveOutKnown, actions)}
      ${
        named.length + everywhere.length === 0
          ? html`<p class="quiet">
              Leave-out lists name companies and people that are not shown and, where possible, not paid for.
            </p>`
          : nothing
      }
      <ul>
        ${named.map((entry, index) => ownList(entry, index, lists, actions))}
        ${everywhere.map((list) => listItem(list, actions, settingButton(actions)))}
      </ul>
      <button class="link addList" type="button" @click=${() => actions.send("addLeaveOutList")}>
        Add a Leave-Out List…
      </button>
      ${
        named.length + everywhere.length === 0
          ? nothing
          : html`<button class="link" type="button" @click=${() => actions.send("reloadLists")}>Reload Lists</button>`
      }
    </section>
  `;
}

function leaveOutKnown(known: SearchForm["fetch"]["leaveOutKnown"], actions: BuilderActions): TemplateResult {
  return html`<label class="value">
      <input
        type="checkbox"
        .checked=${live(known === true)}
        @change=${(event: Event) =>
          actions.builder.edit({
            kind: "setFetch",
            settings: { leaveOutKnown: (event.target as HTMLInputElement).checked ? true : null },
          })}
      />
      <span>${fetchLabel("leaveOutKnown")}</span>
      ${known === true ? html`<span class="quiet">those of earlier runs of this search</span>` : nothing}
    </label>
    ${
      isInvalid(known)
        ? html`<p class="problem">The file contains “${known.value.slice(0, 60)}” here. Turn this on or off.</p>`
        : nothing
    }`;
}

/** A list as the document names it. */
function ownList(
  entry: NonNullable<SearchForm["leaveOut"]>[number],
  index: number,
  lists: readonly ShownLeaveOutList[],
  actions: BuilderActions,
): TemplateResult {
  if (isInvalid(entry)) {
    const { value, source, problem } = entry;
    const name = value === "" ? source : value;
    return listItem({ name, everywhere: false, problem }, actions, removeButton(name, index, source, actions));
  }
  const known = lists.find(({ name, everywhere }) => !everywhere && name === entry);
  const remove = removeButton(entry, index, listSource(entry), actions);
  return listItem(known ?? { name: entry, everywhere: false }, actions, remove);
}

function listItem(
  { name, everywhere, summary, problem }: ShownLeaveOutList,
  actions: BuilderActions,
  lastButton: TemplateResult,
): TemplateResult {
  return html`<li class="flow entry">
    <bdi>${name}</bdi>
    ${summary === undefined ? nothing : html`<span class="quiet">${summary}</span>`}
    ${everywhere ? html`<span class="quiet">for every search</span>` : nothing}
    ${problem === undefined ? nothing : html`<span class="problem" role="status">${problem}</span>`}
    ${
      summary === undefined
        ? nothing
        : html`<button
            class="link"
            type="button"
            aria-label=${`Preview ${name}`}
            @click=${() => actions.send("previewLeaveOutList", { name, everywhere })}
          >
            Preview
          </button>`
    }
    ${lastButton}
  </li>`;
}

const settingButton = (actions: BuilderActions): TemplateResult =>
  html`<button class="link" type="button" @click=${() => actions.send("openLeaveOutSetting")}>
    Change in Settings
  </button>`;

/** `source` is the list's JSON in the document. */
const removeButton = (name: string, index: number, source: string, actions: BuilderActions): TemplateResult =>
  html`<button
    class="link"
    type="button"
    aria-label=${`Remove ${name}`}
    @click=${() => {
      actions.builder.edit({ kind: "removeList", index, source });
      // The button has been removed.
      actions.goTo("leaveOut");
    }}
  >
    Remove
  </button>`;
