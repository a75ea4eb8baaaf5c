// The dialog that shows and hides columns.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { controlStyles } from "../components/controlStyles";
import type { ColumnLayout } from "../messages/results";
import { withVisibility } from "./layoutEdits";
import type { PageActions } from "./pageActions";

const chooserStyles = css`
  dialog {
    width: min(420px, 92vw);
    max-height: 86vh;
  }
  .head,
  .foot {
    padding: 12px;
    display: flex;
    flex-direction: column;
    gap: 8px;
  }
  .foot {
    flex-flow: row wrap;
    justify-content: flex-end;
    border-top: var(--edge);
  }
  h2 {
    font-size: 1.1em;
  }
  ul {
    padding: 0 12px;
    overflow-y: auto;
    min-height: 60px;
    flex: 1;
  }
  label {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 3px 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
`;

@customElement("prospect-columns")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) actions!: PageActions;
  @property({ attribute: false }) layout: readonly ColumnLayout[] = [];
  @state() private search = "";
  @state() private open = false;

  static override readonly styles = [controlStyles, chooserStyles];

  override render(): TemplateResult {
    const labels = new Map(this.actions.results.columns.map((column) => [column.id, column.label]));
    const wanted = this.search.trim().toLowerCase();
    // The controls of all columns are many elements, so the list is only rendered while the dialog is open.
    const shown = !this.open
      ? []
      : this.layout
          .map((column) => ({ column, label: labels.get(column.id) ?? column.id }))
          .filter((entry) => entry.label.toLowerCase().includes(wanted));
    return html`<dialog aria-labelledby="title" @close=${() => (this.open = false)}>
      <div class="head">
        <h2 id="title">Columns</h2>
        <p class="quiet">
          Select the columns to show: they are saved for this kind of record. In the grid, drag a header to move its
          column; its menu pins it.
        </p>
        <input
          type="text"
          class="text"
          spellcheck="false"
          autocomplete="off"
          .value=${this.search}
          placeholder="Find a column"
          aria-label="Find a column"
          @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}
        />
      </div>
      <ul>
        ${repeat(
          shown,
          ({ column }) => column.id,
          ({ column, label }) =>
            html`<li>
              <label
                ><input
                  type="checkbox"
                  .checked=${live(column.visible)}
                  @change=${(event: Event) => this.#show(column.id, (event.target as HTMLInputElement).checked)}
                />${label}</label
              >
            </li>`,
        )}
      </ul>
      <div class="foot">
        <vscode-button appearance="secondary" @click=${() => this.actions.send("resetLayout")}
          >Reset columns</vscode-button
        >
        <vscode-button @click=${() => this.#dialog()?.close()}>Done</vscode-button>
      </div>
    </dialog>`;
  }

  show(): void {
    this.search = "";
    this.open = true;
    this.#dialog()?.showModal();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #show(id: string, visible: boolean): void {
    const next = withVisibility(this.layout, id, visible);
    if (next === this.layout) {
      // The last visible column cannot be hidden: its box is checked again.
      this.requestUpdate();
    } else {
      this.layout = next;
      this.actions.page.setLayout(next);
    }
  }
}
