// The search in words and as the request, each on a tab, with links to copy the request.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { describeSearch, requestOf } from "../../src/searches/describeSearch";
import type { SearchDocument } from "../../src/searches/searchDocument";
import { idFilters, type SearchKind } from "../../src/service/filterCatalogue";
import { operations, searchOperation } from "../../src/service/operations";
import { controlStyles } from "../components/controlStyles";
import { inertLine } from "../components/inertText";
import { moveFocus } from "../components/rovingFocus";
import type { RequestFormat, RequestTab } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderState";

const copiedTexts = {
  json: "Copied as JSON.",
  curl: "Copied as cURL. It reads the key from $PROSPECT_DESK_KEY.",
  typescript: "Copied as TypeScript. It reads the key from $PROSPECT_DESK_KEY.",
};

const tabTexts = {
  words: "In words",
  request: "Request",
};

const copyTexts = {
  curl: { link: "Copy as cURL", name: "Copy as cURL" },
  typescript: { link: "TypeScript", name: "Copy as TypeScript" },
  json: { link: "JSON", name: "Copy as JSON" },
};

const requestFormats = ["curl", "typescript", "json"] as const satisfies readonly RequestFormat[];
const tabs = ["words", "request"] as const satisfies readonly RequestTab[];

/** Fires `show-tab` with the tab to show. */
@customElement("prospect-request-panel")
export class ProspectRequestPanel extends LitElement {
  static override readonly styles = [
    controlStyles,
    css`
      :host {
        display: block;
      }
      .tabs,
      .copy {
        column-gap: 14px;
        margin-block: 0 8px;
      }
      [role="tab"] {
        padding: 2px 0;
        border-width: 0 0 2px;
        border-radius: 0;
        color: var(--vscode-panelTitle-inactiveForeground, var(--quiet));
      }
      [role="tab"][aria-selected="true"] {
        color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
        border-bottom-color: var(--vscode-panelTitle-activeBorder, currentColor);
      }
      .method {
        font-family: var(--mono);
        overflow-wrap: anywhere;
        padding-bottom: 4px;
      }
      pre {
        padding: 10px 12px;
        font-size: 0.95em;
        line-height: 1.5;
        background: var(--vscode-textCodeBlock-background, var(--vscode-editorWidget-background));
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: var(--round);
        white-space: pre-wrap;
      }
      pre,
      .rule {
        max-height: 60vh;
        overflow: auto;
        overflow-wrap: anywhere;
      }
      .copy {
        margin-block: 8px 4px;
      }
      .status {
        min-height: 1.45em;
      }
    `,
  ];

  @property({ attribute: false }) search!: SearchKind;
  /** `undefined` while a filter is invalid. */
  @property({ attribute: false }) document: SearchDocument | undefined;
  /** Names of records that the search contains as ids, by id. */
  @property({ attribute: false }) names: Readonly<Record<string, string>> = {};
  /** The companies where people are searched. */
  @property({ attribute: false }) companies: string | undefined;
  @property({ attribute: false }) tab: RequestTab = "words";
  @property({ attribute: false }) copied: RequestFormat | undefined;
  @property({ attribute: false }) actions!: BuilderActions;

  override render(): TemplateResult {
    const { method, path } = operations[searchOperation(this.search)];
    const { document } = this;
    return html`
      <div class="flow tabs" role="tablist" aria-label="This search" @keydown=${this.onTabKey}>
        ${tabs.map((tab) => this.tabButton(tab))}
      </div>
      <div role="tabpanel" id="words" aria-labelledby="tab-words" ?hidden=${this.tab !== "words"}>
        ${
          document === undefined
            ? html`<p class="quiet">Fix the invalid filters to see the request.</p>`
            : this.rule(document)
        }
      </div>
      <div role="tabpanel" id="request" aria-labelledby="tab-request" ?hidden=${this.tab !== "request"}>
        <p class="method quiet">${method} ${path}</p>
        ${
          this.companies === undefined
            ? nothing
            : html`<p class="quiet">Each request also has the domains of some of the companies.</p>`
        }
        ${
          document === undefined
            ? html`<p class="quiet">Fix the invalid filters to see the request.</p>`
            : html`<pre tabindex="0" role="region" aria-label="Request" dir="ltr">
${shortJson(document, this.names)}</pre>`
        }
      </div>
      <div class="flow copy">${requestFormats.map((format) => this.copyButton(format))}</div>
      <p class="status quiet" role="status">${this.copied === undefined ? "" : copiedTexts[this.copied]}</p>
    `;
  }

  private rule(document: SearchDocument): TemplateResult {
    return html`<div class="rule" dir="auto" tabindex="0" role="region" aria-label="In words">
      ${cut(describeSearch(document, this.names))}
      ${this.companies === undefined ? nothing : `Only at ${inertLine(this.companies, 300)}.`}
    </div>`;
  }

  private tabButton(tab: RequestTab): TemplateResult {
    const isSelected = tab === this.tab;
    return html`<button
      type="button"
      role="tab"
      id="tab-${tab}"
      aria-controls=${tab}
      aria-selected=${String(isSelected)}
      tabindex=${isSelected ? 0 : -1}
      @focus=${() => this.show(tab)}
      @click=${() => this.show(tab)}
    >
      ${tabTexts[tab]}
    </button>`;
  }

  private show(tab: RequestTab): void {
    this.dispatchEvent(new CustomEvent<RequestTab>("show-tab", { detail: tab }));
  }

  private readonly onTabKey = (event: KeyboardEvent): void => {
    moveFocus(event, [...this.renderRoot.querySelectorAll<HTMLElement>("[role=tab]")]);
  };

  private copyButton(format: RequestFormat): TemplateResult {
    const { link, name } = copyTexts[format];
    return html`<button
      class="link"
      type="button"
      aria-label=${name}
      ?disabled=${this.document === undefined}
      @click=${() => this.actions.copy(format)}
    >
      ${link}
    </button>`;
  }
}

/** Longer texts are cut, because nobody reads them and their layout is slow. In characters. */
const longestShown = 60_000;
const cut = (text: string): string => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);

/** The request's JSON with one item per line, and the name of the record that an id means. */
function shortJson(document: SearchDocument, names: Readonly<Record<string, string>>): string {
  const fields = Object.entries(requestOf(document) as Readonly<Record<string, readonly object[]>>).map(
    ([field, items]) => {
      const lines = items.map((item, index) => {
        const comma = index < items.length - 1 ? "," : "";
        const id = "value" in item && idFilters.has(field) ? String(item.value) : "";
        const comment = Object.hasOwn(names, id) ? ` // ${inertLine(names[id] ?? "")}` : "";
        return `    ${itemJson(item)}${comma}${comment}`;
      });
      return `  ${JSON.stringify(field)}: [\n${lines.join("\n")}\n  ]`;
    },
  );
  return cut(fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n}`);
}

function itemJson(item: object): string {
  const pairs = Object.entries(item).filter(([, value]) => value !== undefined);
  return `{ ${pairs.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-request-panel": ProspectRequestPanel;
  }
}
