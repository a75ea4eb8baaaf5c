// The second line of the page: the number of shown records, and actions for them.
import { html, nothing, type TemplateResult } from "lit";
import { countText } from "../../src/text/numbers";
import type { QuickChoice } from "../messages/results";
import { activeFilters } from "./activeFilters";
import { copyFormats } from "./copyFormats";
import { changeBadges } from "./headerLine";
import type { PageActions } from "./pageActions";
import type { ResultsPageState } from "./resultsPageState";
import { isMac, quickTexts, recordsSelected } from "./texts";

const quickHints = {
  deliverableEmail: "Contacts with at least one deliverable email",
  mobilePhone: "Contacts with at least one mobile phone",
};

const copyScopeTexts = {
  selected: recordsSelected,
  filtered: (rows: number) => (rows === 1 ? "1 record filtered" : `${countText(rows)} records filtered`),
  all: (rows: number) => (rows === 1 ? "1 record" : `All ${countText(rows)} records`),
};

export function toolLine(actions: PageActions): TemplateResult {
  const { page, results } = actions;
  return html`<div class="line tools" role="group" aria-label="Actions">
    ${filtersToggle(actions)} ${filterInput(actions)} ${page.isNarrow ? changeBadges(actions) : nothing}
    ${results.recordKind === "contact" ? quickToggles(page) : nothing}
    <div class="end">${recordTools(actions)} ${page.selectedCount > 0 ? selectionTools(actions) : nothing}</div>
  </div>`;
}

function filtersToggle(actions: PageActions): TemplateResult {
  const { page, results } = actions;
  const active = activeFilters(page.filters, results, page.usualValues).length;
  return html`<button
    type="button"
    id="filters-toggle"
    class="plain toggle"
    aria-expanded=${page.areFiltersOpen ? "true" : "false"}
    aria-label=${active === 0 ? "Filters" : active === 1 ? "Filters, 1 active" : `Filters, ${countText(active)} active`}
    @click=${() => actions.toggleFilters()}
  >
    <svg class="funnel" viewBox="0 0 16 16" aria-hidden="true"><path d="M1.5 2.5h13l-5 6v5l-3-1.5V8.5z" /></svg>
    <span class="name">Filters</span>${active === 0 ? nothing : html` <span class="pill">${countText(active)}</span>`}
  </button>`;
}

function filterInput(actions: PageActions): TemplateResult {
  const { filters } = actions.page;
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (filters.chosen.filter === "") {
        actions.focusGrid();
      } else {
        filters.clearText();
      }
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      actions.focusGrid();
    }
  };
  return html`<div class="filter">
    <input
      id="filter"
      type="text"
      class="text"
      spellcheck="false"
      autocomplete="off"
      .value=${filters.chosen.filter}
      placeholder=${`Filter results (${isMac ? "⌘F" : "Ctrl+F"})`}
      aria-label="Filter results"
      aria-keyshortcuts="Control+F Meta+F"
      @input=${(event: Event) => filters.setText((event.target as HTMLInputElement).value)}
      @keydown=${onKey}
    />
    ${
      filters.chosen.filter === ""
        ? nothing
        : html`<button
            type="button"
            class="plain icon clear"
            aria-label="Clear the text"
            title="Clear the text"
            @click=${() => filters.clearText()}
          >
            <span aria-hidden="true">✕</span>
          </button>`
    }
  </div>`;
}

const contactChoices: readonly QuickChoice[] = ["deliverableEmail", "mobilePhone"];

function quickToggles({ filters }: ResultsPageState): TemplateResult {
  return html`<div class="badges" role="group" aria-label="Show only contacts with">
    ${contactChoices.map((choice) => {
      const isOn = filters.chosen.quick.includes(choice);
      return html`<button
        type="button"
        class="badge quick"
        aria-pressed=${isOn ? "true" : "false"}
        title=${quickHints[choice]}
        @click=${() => filters.toggleQuick(choice)}
      >
        ${quickTexts[choice]}
      </button>`;
    })}
  </div>`;
}

function recordTools(actions: PageActions): TemplateResult {
  const { page } = actions;
  const { kind: scope, rows } = page.scope;
  return html`<button
      type="button"
      class="plain wide columns"
      aria-haspopup="dialog"
      @click=${() => actions.openColumnChooser()}
    >
      Columns
    </button>
    <prospect-menu
      class="copy wide"
      plain
      .label=${"Copy as"}
      .caption=${copyScopeTexts[scope](rows)}
      .items=${copyFormats.map((format) => ({ label: format.label, act: () => page.copyAs(format) }))}
    ></prospect-menu>
    <button
      type="button"
      class="plain toggle wide"
      aria-pressed=${page.saved.details ? "true" : "false"}
      @click=${() => actions.toggleDetails()}
    >
      Details
    </button>`;
}

function selectionTools({ page, results, send }: PageActions): TemplateResult {
  return html`<button
      type="button"
      class="plain star"
      aria-keyshortcuts="Control+D Meta+D"
      @click=${() => send("addToList")}
    >
      Add to List…
    </button>
    ${
      results.recordKind === "company"
        ? html`<button type="button" class="plain people" @click=${() => send("findPeople")}>
            ${
              page.selectedCount === 1
                ? "Find people at this company"
                : `Find people at these ${countText(page.selectedCount)} companies`
            }
          </button>`
        : nothing
    }
    <button type="button" class="plain" @click=${() => send("newSearch")}>New search for these records</button>`;
}
