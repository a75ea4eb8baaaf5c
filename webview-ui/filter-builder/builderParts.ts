// The parts of the filter builder that only show: what they are given decides what they are.
import { html, nothing, type TemplateResult } from "lit";
import { filterOf, type FilterDefinition, type SearchKind } from "../../src/service/filterCatalogue";
import type { BuilderAction, DocumentState } from "../messages/filterBuilder";
import { labelOf } from "./filterGroups";
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
        <vscode-button appearance="secondary" ?disabled=${kind === undefined} @click=${() => say({ type: "saveToLibrary" })}>${strings.saveToLibrary}</vscode-button>
        <vscode-button appearance="secondary" @click=${() => say({ type: "openAsText" })}>${strings.openAsText}</vscode-button>
      </div>
    </header>
  `;
}

/** What stands where the filters will be. */
export function startWithAFilter(search: SearchKind, filters: readonly FilterDefinition[], open: (field: string) => void): TemplateResult {
  return html`
    <div class="empty">
      <h3>${strings.emptyTitle}</h3>
      <p class="quiet">${strings.emptyText[search]}</p>
      <prospect-filter-list .filters=${filters} @choose=${(event: CustomEvent<string>) => open(event.detail)}></prospect-filter-list>
    </div>
  `;
}

/** What is typed but not part of the search, so that a run does not surprise. */
export function unfinished(search: SearchKind, drafts: Readonly<Record<string, string>>, halfTyped: ReadonlySet<string>): unknown {
  const label = (field: string): string => labelOf(search, field);
  const typed = Object.entries(drafts).filter(([field, text]) => text.trim() !== "" && filterOf(search, field) !== undefined);
  if (typed.length === 0 && halfTyped.size === 0) {
    return nothing;
  }
  return html`
    <ul class="unfinished quiet">
      ${typed.map(([field, text]) => html`<li>${strings.notAddedYet(text.trim(), label(field))}</li>`)}
      ${[...halfTyped].map((field) => html`<li>${strings.halfTyped(label(field))}</li>`)}
    </ul>
  `;
}
