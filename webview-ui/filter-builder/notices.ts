// Notices above the form: unreadable text, warnings, unknown filters, and searches without matches.
import { html, nothing, type TemplateResult } from "lit";
import type { FormItem, SearchForm } from "../../src/searches/searchForm";
import { countText } from "../../src/text/numbers";
import { inertLine } from "../components/inertText";
import type { DocumentState, SearchRunState, ShownProblem, UnknownFilter, ValueHint } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";
import { labelOf } from "./filterOptions";

export function notices(
  state: DocumentState,
  run: SearchRunState | undefined,
  actions: BuilderActions,
): TemplateResult {
  if (state.document === undefined) {
    return unreadable(state.problems, actions);
  }
  const isEmpty = run?.found?.total === 0 && !run.found.isOutdated;
  const unknown = new Set(state.unknown.map(({ field }) => field));
  // Errors are shown at their fields.
  const warnings = state.problems.filter(
    ({ severity, path }) => severity === "warning" && !(path[0] === "filters" && unknown.has(String(path[1]))),
  );
  return html`
    ${state.unknown.length > 0 ? unknownFilters(state.unknown, actions) : nothing}
    ${
      warnings.length > 0
        ? html`<section class="notice warning">
            <h2>Warnings</h2>
            ${problemList(warnings, actions)}
          </section>`
        : nothing
    }
    <div role="status">
      ${run !== undefined && isEmpty ? nothingFound(state.document, run.hints, actions) : nothing}
    </div>
  `;
}

function unreadable(problems: readonly ShownProblem[], actions: BuilderActions): TemplateResult {
  const first = problems.find(({ severity }) => severity === "error");
  return html`
    <section class="notice error" role="alert">
      <h2>This file is not a valid search</h2>
      ${problemList(problems, actions)}
      <p class="quiet">Fix it in the text editor; the form reloads automatically. The file was not changed.</p>
      <p class="actions">
        <vscode-button @click=${() => actions.send("openAsText", first?.offset)}>Open as Text</vscode-button>
      </p>
    </section>
  `;
}

function problemList(problems: readonly ShownProblem[], actions: BuilderActions): TemplateResult {
  return html`<ul>
    ${problems
      .slice(0, 20)
      .map(
        ({ message, line, offset }) =>
          html`<li class="flow entry">
            <button class="link" type="button" @click=${() => actions.send("openAsText", offset)}>
              Line ${countText(line)}</button
            ><span>${message}</span>
          </li>`,
      )}
  </ul>`;
}

function unknownFilters(unknown: readonly UnknownFilter[], actions: BuilderActions): TemplateResult {
  return html`
    <section class="notice warning">
      <h2>Unknown filters</h2>
      <p class="quiet">They stay in the file but are not sent to the service.</p>
      <ul>
        ${unknown.map(
          ({ field, json, offset }) => html`
            <li class="flow entry">
              <strong><bdi>${inertLine(field)}</bdi></strong>
              <code><bdi>${inertLine(json)}</bdi></code>
              <button
                class="link"
                type="button"
                aria-label=${`Remove ${inertLine(field)} from the file`}
                @click=${() => actions.builder.edit({ kind: "removeFilter", field })}
              >
                Remove
              </button>
              <button class="link" type="button" @click=${() => actions.send("openAsText", offset)}>
                Open as Text
              </button>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

function nothingFound(
  { search, filters }: SearchForm,
  hints: readonly ValueHint[],
  actions: BuilderActions,
): TemplateResult {
  return html`
    <section class="notice">
      <h2>No matches</h2>
      <p>
        ${
          hints.length > 0
            ? "These values are not known values of their filters. Check the spelling."
            : "No records match these filters. Remove a value, widen a range or turn off exact match."
        }
      </p>
      <ul>
        ${hints.map(
          (hint) => html`
            <li class="flow entry">
              <span>“${hint.value}” in ${labelOf(search, hint.field)}</span>
              ${hint.near.length > 0 ? html`<span class="quiet">Use instead:</span>` : nothing}
              ${hint.near.map(
                (near) =>
                  html`<button
                    class="link"
                    type="button"
                    @click=${() => useInstead(filters[hint.field] ?? [], hint, near, actions)}
                  >
                    ${near}
                  </button>`,
              )}
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

function useInstead(items: readonly FormItem[], hint: ValueHint, near: string, actions: BuilderActions): void {
  const index = items.findIndex((item) => "value" in item && item.value === hint.value);
  const was = items[index];
  if (was !== undefined && "value" in was) {
    actions.builder.edit({ kind: "replaceItem", field: hint.field, index, was, item: { ...was, value: near } });
  }
}
