// Notices above the form: unreadable text, warnings, unknown filters, and searches without matches.
import { html, nothing, type TemplateResult } from "lit";
import type { FormItem, SearchForm } from "../../src/searches/searchForm";
import { inertLine } from "../components/inertText";
import type { DocumentState, SearchRunState, ShownProblem, UnknownFilter, ValueHint } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";
import { labelOf } from "./filterOptions";
import { strings } from "./strings";

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
            <h2>${strings.warningsTitle}</h2>
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
      <h2>${strings.unreadableTitle}</h2>
      ${problemList(problems, actions)}
      <p class="quiet">${strings.unreadableText}</p>
      <p class="actions">
        <vscode-button @click=${() => actions.send("openAsText", first?.offset)}>${strings.openAsText}</vscode-button>
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
              ${strings.line(line)}</button
            ><span>${message}</span>
          </li>`,
      )}
  </ul>`;
}

function unknownFilters(unknown: readonly UnknownFilter[], actions: BuilderActions): TemplateResult {
  return html`
    <section class="notice warning">
      <h2>${strings.unknownTitle}</h2>
      <p class="quiet">${strings.unknownText}</p>
      <ul>
        ${unknown.map(
          ({ field, json, offset }) => html`
            <li class="flow entry">
              <strong><bdi>${inertLine(field)}</bdi></strong>
              <code><bdi>${inertLine(json)}</bdi></code>
              <button
                class="link"
                type="button"
                aria-label=${strings.removeUnknown(inertLine(field))}
                @click=${() => actions.builder.edit({ kind: "removeFilter", field })}
              >
                ${strings.remove}
              </button>
              <button class="link" type="button" @click=${() => actions.send("openAsText", offset)}>
                ${strings.openAsText}
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
      <h2>${strings.nothingTitle}</h2>
      <p>${hints.length > 0 ? strings.nothingText : strings.nothingPlain}</p>
      <ul>
        ${hints.map(
          (hint) => html`
            <li class="flow entry">
              <span>${strings.unlisted(hint.value, labelOf(search, hint.field))}</span>
              ${hint.near.length > 0 ? html`<span class="quiet">${strings.near}</span>` : nothing}
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
