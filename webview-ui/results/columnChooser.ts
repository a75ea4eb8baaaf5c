// The dialog in which columns are shown, hidden and put in order.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { ColumnPlace, GridColumn } from "../messages/results";
import { buttonLook, inputLook } from "./controlLook";
import { strings } from "./strings";

/** Fires `columns` with the new layout, and `reset`. */
export class ColumnChooser extends LitElement {
  static override properties = {
    columns: { attribute: false },
    layout: { attribute: false },
    search: { state: true },
    open: { state: true },
    said: { state: true },
  };
  declare columns: readonly GridColumn[];
  declare layout: readonly ColumnPlace[];
  declare search: string;
  declare open: boolean;
  declare said: string;

  static override styles = css`
    ${buttonLook}
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
      ${inputLook}
    }
    input::placeholder {
      color: var(--vscode-input-placeholderForeground);
    }
    input:focus {
      outline: 1px solid var(--vscode-focusBorder, currentColor);
    }
    .said {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  `;

  constructor() {
    super();
    this.columns = [];
    this.layout = [];
    this.search = "";
    this.open = false;
    this.said = "";
  }

  override render(): TemplateResult {
    const labels = new Map(this.columns.map((column) => [column.id, column.label]));
    const wanted = this.search.trim().toLowerCase();
    // While closed there is no list: its controls are many elements.
    const shown = !this.open
      ? []
      : this.layout
          .map((place, at) => ({ place, at, label: labels.get(place.id) ?? place.id }))
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
          ({ place, at, label }) =>
            html`<li>
              <vscode-checkbox
                .checked=${place.visible}
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
      <div class="said" role="status">${this.said}</div>
    </dialog>`;
  }

  show(): void {
    this.search = "";
    this.said = "";
    this.open = true;
    this.#dialog()?.showModal();
  }

  #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #show(at: number, visible: boolean): void {
    // The last column in sight stays: a grid without columns cannot be read nor left by keyboard.
    if (this.layout[at]?.visible !== visible && (visible || this.layout.filter((place) => place.visible).length > 1)) {
      this.#change(this.layout.map((place, other) => (other === at ? { ...place, visible } : place)));
    } else {
      this.requestUpdate();
    }
  }

  #move(at: number, by: 1 | -1, label: string): void {
    const next = [...this.layout];
    const [place] = next.splice(at, 1);
    if (place !== undefined) {
      next.splice(at + by, 0, place);
      this.said = strings.columns.moved(label, at + by + 1);
      this.#change(next);
      void this.#followFocus(at + by, by);
    }
  }

  /** The buttons stay where they are while the columns move: the focus goes along with the column. */
  async #followFocus(at: number, by: 1 | -1): Promise<void> {
    await this.updateComplete;
    const item = this.renderRoot.querySelectorAll("li").item(at);
    const buttons = item.querySelectorAll<HTMLElement>("vscode-button:not([disabled])");
    [...(buttons ?? [])].at(by === 1 ? -1 : 0)?.focus();
  }

  #change(layout: readonly ColumnPlace[]): void {
    this.layout = layout;
    this.dispatchEvent(new CustomEvent("columns", { detail: layout }));
  }
}
