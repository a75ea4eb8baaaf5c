// The dialog that shows two or three records beside each other, one row for each field.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { RecordKind } from "../../src/service/operations";
import { guardFormula } from "../../src/tables/formulaGuard";
import { controlStyles } from "../components/controlStyles";
import { inertBlock, inertLine } from "../components/inertText";
import type { RecordDetails } from "../messages/results";
import { comparedFields, type ComparedField, type ComparedSection } from "./comparedFields";

const comparisonStyles = css`
  dialog {
    width: min(960px, 96vw);
    max-height: 92vh;
  }
  .head,
  label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
  }
  .head {
    padding: 10px 12px;
  }
  h2 {
    flex: 1;
    min-width: 50%;
    font-size: 1.1em;
  }
  .content {
    overflow: auto;
    border-top: var(--edge);
    user-select: text;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    overflow-wrap: anywhere;
  }
  th,
  td {
    padding: 3px 8px;
    border-bottom: var(--edge);
    text-align: start;
    vertical-align: top;
  }
  .lines {
    white-space: pre-wrap;
  }
  .labels {
    width: clamp(110px, 20%, 180px);
  }
  thead th {
    position: sticky;
    top: 0;
    background: var(--vscode-editorWidget-background);
  }
  th[scope="row"] {
    color: var(--quiet);
    font-weight: 400;
  }
  th[scope="rowgroup"] {
    padding-top: 10px;
  }
  .differs :is(th, td) {
    color: inherit;
    font-weight: 600;
  }
`;

/** Longer texts are cut, because the details show them. */
const longestText = 2_000;

/** Fires `close`. */
@customElement("prospect-comparison")
export class Comparison extends LitElement {
  static override readonly styles = [controlStyles, comparisonStyles];
  @state() private titles: readonly string[] = [];
  @state() private sections: readonly ComparedSection[] = [];
  @state() private onlyDifferences = false;
  /** Read aloud by screen readers. */
  @state() private announcement = "";

  show(kind: RecordKind, records: readonly RecordDetails[]): void {
    this.titles = records.map(({ title }) => inertLine(title));
    this.sections = comparedFields(
      kind,
      records.map(({ record }) => record),
    );
    this.announcement = "";
    void this.updateComplete.then(() => {
      this.#dialog()?.showModal();
      this.renderRoot.querySelector<HTMLElement>(".content")?.focus();
    });
  }

  override render(): TemplateResult {
    return html`<dialog aria-labelledby="title" @close=${() => this.dispatchEvent(new CustomEvent("close"))}>
      <div class="head">
        <h2 id="title">Compare Records</h2>
        <label
          ><input
            type="checkbox"
            .checked=${this.onlyDifferences}
            @change=${() => (this.onlyDifferences = !this.onlyDifferences)}
          />Only differences</label
        >
        <button type="button" class="plain bordered" @click=${() => this.#copy()}>Copy</button>
        <vscode-button @click=${() => this.#dialog()?.close()}>Done</vscode-button>
      </div>
      <div class="content" tabindex="0" role="group" aria-label="Compare Records">
        <table>
          <thead>
            <tr>
              <td class="labels"></td>
              ${this.titles.map((title) => html`<th scope="col">${title}</th>`)}
            </tr>
          </thead>
          ${this.#shown.map((section) => this.#section(section))}
        </table>
      </div>
      <div class="unseen" role="status">${this.announcement}</div>
    </dialog>`;
  }

  /** A section with the name of its only field needs no heading. */
  #section({ heading, fields }: ComparedSection): TemplateResult {
    return html`<tbody>
      ${
        fields.every(({ label }) => label === heading)
          ? nothing
          : html`<tr>
              <th scope="rowgroup" colspan=${this.titles.length + 1}>${heading}</th>
            </tr>`
      }
      ${fields.map(
        ({ label, values, differs }) =>
          html`<tr class=${differs ? "differs" : ""}>
            <th scope="row">
              ${
                differs ? html`<span aria-hidden="true">≠ </span><span class="unseen">differs: </span>` : nothing
              }${inertLine(label)}
            </th>
            ${values.map(
              (value) =>
                html`<td>
                  ${
                    value === ""
                      ? html`<span aria-hidden="true">–</span><span class="unseen">unknown</span>`
                      : html`<span class="lines">${inertBlock(value.slice(0, longestText))}</span>`
                  }
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>`;
  }

  get #shown(): readonly ComparedSection[] {
    const isShown = ({ differs }: ComparedField): boolean => differs || !this.onlyDifferences;
    return this.sections
      .map(({ heading, fields }) => ({ heading, fields: fields.filter(isShown) }))
      .filter(({ fields }) => fields.length > 0);
  }

  /** Copies a table, to be pasted into a spreadsheet. */
  #copy(): void {
    const cells = (values: readonly string[]): string =>
      values.map((value) => guardFormula(inertLine(value, longestText))).join("\t");
    const rows = this.#shown.flatMap(({ fields }) => fields.map(({ label, values }) => cells([label, ...values])));
    void navigator.clipboard.writeText([cells(["", ...this.titles]), ...rows].join("\n"));
    this.announcement = "Copied.";
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }
}
