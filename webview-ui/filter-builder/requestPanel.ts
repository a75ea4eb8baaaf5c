// The search as the request that is sent, with buttons to copy it, and in words.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { describeSearch, requestOf } from "../../src/searches/describeSearch";
import type { SearchKind } from "../../src/service/filterCatalogue";
import { operations, searchOperation } from "../../src/service/operations";
import type { SearchDocument } from "../../src/searches/searchDocument";
import { sharedStyles } from "../components/sharedStyles";
import type { RequestFormat } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import { strings } from "./strings";

const requestFormats = ["json", "curl", "typescript"] as const satisfies readonly RequestFormat[];

@customElement("prospect-request-panel")
export class ProspectRequestPanel extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
      }
      .method {
        font-family: var(--vscode-editor-font-family, monospace);
        overflow-wrap: anywhere;
        padding-bottom: 4px;
      }
      pre {
        margin: 0;
        padding: 10px 12px;
        max-height: min(60vh, 48em);
        overflow: auto;
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: 0.95em;
        line-height: 1.5;
        background: var(--vscode-textCodeBlock-background, var(--vscode-editorWidget-background));
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 4px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        tab-size: 2;
      }
      pre:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
      }
      h2 {
        font-size: 1.08em;
        font-weight: 600;
        padding-bottom: 4px;
      }
      .copy {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        margin-top: 8px;
      }
      .status {
        min-height: 1.45em;
        margin-top: 4px;
      }
    `,
  ];

  @property({ attribute: false }) search!: SearchKind;
  /** `undefined` while a filter is invalid. */
  @property({ attribute: false }) document: SearchDocument | undefined;
  @property({ attribute: false }) copied: RequestFormat | undefined;
  @property({ attribute: false }) actions!: BuilderActions;

  override render(): TemplateResult {
    const { method, path } = operations[searchOperation(this.search)];
    return html`
      <div>
        <h2>${strings.requestTitle}</h2>
        <p class="method quiet">${method} ${path}</p>
        ${
          this.document === undefined
            ? html`<p class="quiet">${strings.noRequest}</p>`
            : html`<pre tabindex="0" role="region" aria-label=${strings.requestTitle} dir="ltr">
${shortJson(this.document)}</pre>`
        }
        <div class="copy">${requestFormats.map((format) => this.copyButton(format))}</div>
        <p class="status quiet" role="status">${this.copied === undefined ? "" : strings.copied[this.copied]}</p>
      </div>
    `;
  }

  private copyButton(format: RequestFormat): TemplateResult {
    return html`<vscode-button
      appearance="secondary"
      ?disabled=${this.document === undefined}
      @click=${() => this.actions.copy(format)}
      >${strings.copy[format]}</vscode-button
    >`;
  }
}

/** Longer requests are cut: nobody reads them, and laying them out is slow. In characters. */
const longestShown = 60_000;

/** The request's JSON with one item per line. */
function shortJson(document: SearchDocument): string {
  const fields = Object.entries(requestOf(document) as Readonly<Record<string, readonly object[]>>).map(
    ([field, items]) =>
      `  ${JSON.stringify(field)}: [\n${items.map((item) => `    ${itemJson(item)}`).join(",\n")}\n  ]`,
  );
  const json = fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n}`;
  return json.length > longestShown ? `${json.slice(0, longestShown)}…` : json;
}

function itemJson(item: object): string {
  const pairs = Object.entries(item).filter(([, value]) => value !== undefined);
  return `{ ${pairs.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/** The search in words. */
@customElement("prospect-rule")
export class ProspectRule extends LitElement {
  static override readonly styles = [
    sharedStyles,
    css`
      :host {
        display: block;
      }
      h2 {
        font-size: 1.08em;
        font-weight: 600;
        padding-bottom: 4px;
      }
      .rule {
        overflow-wrap: anywhere;
        max-width: 80ch;
        max-height: 20em;
        overflow: auto;
      }
    `,
  ];

  @property({ attribute: false }) document!: SearchDocument;

  override render(): TemplateResult {
    return html`<h2>${strings.ruleTitle}</h2>
      <div class="rule" dir="auto" tabindex="0" role="region" aria-label=${strings.ruleTitle}>
        ${describeSearch(this.document)}
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-request-panel": ProspectRequestPanel;
    "prospect-rule": ProspectRule;
  }
}
