// The dialog that shows, hides and reorders columns.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { ColumnLayout, GridColumn } from "../messages/results";
import { buttonStyles, inputStyles } from "./controlStyles";
import { strings } from "./strings";

/** Fires `columns` with the new layout, and `reset`. */
@customElement("prospect-columns")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) columns: readonly GridColumn[] = [];
  @property({ attribute: false }) layout: readonly ColumnLayout[] = [];
  @state() private search = "";
  @state() private open = false;
  /** Read out by screen readers. */
  @state() private announcement = "";

  static override readonly styles = css`
    ${buttonStyles}
    dialog {
      width: min(420px, 92vw);
      max-height: 86vh;
      padding: 0;
      box-sizing: border-box;
      flex-direction: column;
      background: var(--vscode-editorWidget-background);
      color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-widget-border)));
      border-radius: 6px;
    }
    dialog[open] {
      display: flex;
    }
    .head,
    .foot {
      padding: 12px;
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    .head {
      flex-direction: column;
    }
    .foot {
      justify-content: flex-end;
      border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    }
    h2,
    p {
      margin: 0;
    }
    h2 {
      font-size: 1.1em;
    }
    p {
      color: var(--vscode-descriptionForeground);
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0 12px;
      overflow-y: auto;
      min-height: 60px;
      flex: 1;
    }
    li {
      display: flex;
      align-items: center;
      gap: 4px;
      padding: 1px 0;
    }
    li vscode-checkbox {
      flex: 1;
    }
    input {
      ${inputStyles}
    }
    input::placeholder {
      color: var(--vscode-input-placeholderForeground);
    }
    input:focus {
      outline: 1px solid var(--vscode-focusBorder, currentColor);
    }
    .unseen {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  `;

  override render(): TemplateResult {
    const labels = new Map(this.columns.map((column) => [column.id, column.label]));
    const wanted = this.search.trim().toLowerCase();
    // The controls of all columns are many elements, so there is no list while the dialog is closed.
    const shown = !this.open
      ? []
      : this.layout
          .map((column, at) => ({ column, at, label: labels.get(column.id) ?? column.id }))
          .filter((entry) => entry.label.toLowerCase().includes(wanted));
    return html`<dialog aria-labelledby="title" @close=${() => (this.open = false)}>
      <div class="head">
        <h2 id="title">${strings.columns.label}</h2>
        <p>${strings.columns.hint}</p>
        <input
          type="text"
          spellcheck="false"
          autocomplete="off"
          .value=${this.search}
          placeholder=${strings.columns.search}
          aria-label=${strings.columns.search}
          @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}
        />
      </div>
      <ul>
        ${shown.map(
          ({ column, at, label }) =>
            html`<li>
              <vscode-checkbox
                .checked=${column.visible}
                aria-label=${label}
                @change=${(event: Event) => this.#show(at, (event.target as HTMLInputElement).checked)}
                >${label}</vscode-checkbox
              >
              ${
                wanted === ""
                  ? html`<vscode-button
                        appearance="icon"
                        aria-label=${strings.columns.up(label)}
                        title=${strings.columns.up(label)}
                        ?disabled=${at === 0}
                        @click=${() => this.#move(at, -1, label)}
                        ><span aria-hidden="true">↑</span></vscode-button
                      >
                      <vscode-button
                        appearance="icon"
                        aria-label=${strings.columns.down(label)}
                        title=${strings.columns.down(label)}
                        ?disabled=${at === this.layout.length - 1}
                        @click=${() => this.#move(at, 1, label)}
                        ><span aria-hidden="true">↓</span></vscode-button
                      >`
                  : nothing
              }
            </li>`,
        )}
      </ul>
      <div class="foot">
        <vscode-button appearance="secondary" @click=${() => this.dispatchEvent(new CustomEvent("reset"))}
          >${strings.columns.reset}</vscode-button
        >
        <vscode-button @click=${() => this.#dialog()?.close()}>${strings.columns.close}</vscode-button>
      </div>
      <div class="unseen" role="status">${this.announcement}</div>
    </dialog>`;
  }

  show(): void {
    this.search = "";
    this.announcement = "";
    this.open = true;
    this.#dialog()?.showModal();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #show(at: number, visible: boolean): void {
    // The last visible column cannot be hidden: a grid without columns can be neither read nor left by keyboard.
    const isLast = !visible && this.layout.filter((column) => column.visible).length <= 1;
    if (this.layout[at]?.visible !== visible && !isLast) {
      this.#change(this.layout.map((column, other) => (other === at ? { ...column, visible } : column)));
    } else {
      this.requestUpdate();
    }
  }

  #move(at: number, by: 1 | -1, label: string): void {
    const next = [...this.layout];
    const [column] = next.splice(at, 1);
    if (column !== undefined) {
      next.splice(at + by, 0, column);
      this.announcement = strings.columns.moved(label, at + by + 1);
      this.#change(next);
      void this.#followFocus(at + by, by);
    }
  }

  /** Lit reuses the buttons at their positions, so the focus has to follow the column. */
  async #followFocus(at: number, by: 1 | -1): Promise<void> {
    await this.updateComplete;
    const item = this.renderRoot.querySelectorAll("li").item(at);
    const buttons = item.querySelectorAll<HTMLElement>("vscode-button:not([disabled])");
    [...(buttons ?? [])].at(by === 1 ? -1 : 0)?.focus();
  }

  #change(layout: readonly ColumnLayout[]): void {
    this.layout = layout;
    this.dispatchEvent(new CustomEvent("columns", { detail: layout }));
  }
}
