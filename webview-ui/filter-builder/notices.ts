// Notices above the form: unreadable text, warnings, unknown filters, and searches without matches.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { SearchKind } from "../../src/service/filterCatalogue";
import { inertLine } from "../components/inertText";
import { sharedStyles } from "../components/sharedStyles";
import type { DocumentState, SearchRunState, ShownProblem, UnknownFilter, ValueHint } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import { labelOf } from "./filterGroups";
import { strings } from "./strings";

const noticeStyles = css`
  :host {
    display: block;
  }
  .notice {
    margin-top: 10px;
    padding: 8px 12px;
    border: var(--edge);
    border-inline-start: 4px solid var(--vscode-editorInfo-foreground, currentColor);
    border-radius: var(--round);
    background: var(--vscode-editorWidget-background);
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
  }
  .notice.warning {
    border-inline-start-color: var(--vscode-editorWarning-foreground, currentColor);
  }
  .notice.error {
    border-inline-start-color: var(--vscode-editorError-foreground, currentColor);
  }
  code {
    font-family: var(--vscode-editor-font-family, monospace);
    max-height: 6em;
    overflow: hidden;
  }
  .actions {
    margin-top: 8px;
  }
`;

@customElement("prospect-notices")
export class ProspectNotices extends LitElement {
  static override readonly styles = [sharedStyles, noticeStyles];

  @property({ attribute: false }) state: DocumentState | undefined;
  @property({ attribute: false }) actions!: BuilderActions;
  @property({ attribute: false }) run: SearchRunState | undefined;

  override render(): unknown {
    const { state, run } = this;
    if (state === undefined) {
      return nothing;
    }
    if (state.document === undefined) {
      return this.unreadable(state.problems);
    }
    const isEmpty = run?.found?.total === 0 && !run.found.isOutdated;
    const unknown = new Set(state.unknown.map(({ field }) => field));
    // Errors are shown at their fields.
    const warnings = state.problems.filter(
      ({ severity, path }) => severity === "warning" && !(path[0] === "filters" && unknown.has(String(path[1]))),
    );
    return html`
      ${state.unknown.length > 0 ? this.unknown(state.unknown) : nothing}
      ${
        warnings.length > 0
          ? html`<section class="notice warning">
              <h2>${strings.warningsTitle}</h2>
              ${this.problems(warnings)}
            </section>`
          : nothing
      }
      <div role="status">
        ${run !== undefined && isEmpty ? this.nothingFound(state.document.search, run.hints) : nothing}
      </div>
    `;
  }

  private unreadable(problems: readonly ShownProblem[]): TemplateResult {
    const first = problems.find(({ severity }) => severity === "error");
    return html`
      <section class="notice error" role="alert">
        <h2>${strings.unreadableTitle}</h2>
        ${this.problems(problems)}
        <p class="quiet">${strings.unreadableText}</p>
        <p class="actions">
          <vscode-button @click=${() => this.actions.send("openAsText", first?.offset)}
            >${strings.openAsText}</vscode-button
          >
        </p>
      </section>
    `;
  }

  private problems(problems: readonly ShownProblem[]): TemplateResult {
    return html`<ul>
      ${problems
        .slice(0, 20)
        .map(
          ({ message, line, offset }) =>
            html`<li class="entry">
              <button class="link" type="button" @click=${() => this.actions.send("openAsText", offset)}>
                ${strings.line(line)}</button
              ><span>${message}</span>
            </li>`,
        )}
    </ul>`;
  }

  private unknown(unknown: readonly UnknownFilter[]): TemplateResult {
    return html`
      <section class="notice warning">
        <h2>${strings.unknownTitle}</h2>
        <p class="quiet">${strings.unknownText}</p>
        <ul>
          ${unknown.map(
            ({ field, json, offset }) => html`
              <li class="entry">
                <strong><bdi>${inertLine(field)}</bdi></strong>
                <code><bdi>${inertLine(json)}</bdi></code>
                <button
                  class="link"
                  type="button"
                  aria-label=${strings.removeUnknown(inertLine(field))}
                  @click=${() => this.actions.edit({ kind: "removeFilter", field })}
                >
                  ${strings.remove}
                </button>
                <button class="link" type="button" @click=${() => this.actions.send("openAsText", offset)}>
                  ${strings.openAsText}
                </button>
              </li>
            `,
          )}
        </ul>
      </section>
    `;
  }

  private nothingFound(search: SearchKind, hints: readonly ValueHint[]): TemplateResult {
    return html`
      <section class="notice">
        <h2>${strings.nothingTitle}</h2>
        <p>${hints.length > 0 ? strings.nothingText : strings.nothingPlain}</p>
        <ul>
          ${hints.map(
            (hint) => html`
              <li class="entry">
                <span>${strings.unlisted(hint.value, labelOf(search, hint.field))}</span>
                ${hint.near.length > 0 ? html`<span class="quiet">${strings.near}</span>` : nothing}
                ${hint.near.map(
                  (near) =>
                    html`<button class="link" type="button" @click=${() => this.useInstead(hint, near)}>
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

  private useInstead(hint: ValueHint, near: string): void {
    const items = this.state?.document?.filters[hint.field] ?? [];
    const index = items.findIndex((item) => "value" in item && item.value === hint.value);
    const was = items[index];
    if (was !== undefined && "value" in was) {
      this.actions.edit({ kind: "replaceItem", field: hint.field, index, was, item: { ...was, value: near } });
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-notices": ProspectNotices;
  }
}
