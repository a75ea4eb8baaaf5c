// The dialog that shows, hides, pins and reorders columns.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import type { ColumnLayout } from "../messages/results";
import { steppedBy, withPin, withVisibility } from "./layoutEdits";
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
    flex-direction: row;
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
  li {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 1px 0;
  }
  label {
    flex: 1;
    min-width: 0;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 2px 0;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .border {
    border-top: var(--edge);
  }
  .pin {
    display: block;
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.3;
  }
  [aria-pressed="true"] .pin {
    fill: currentColor;
  }
`;

@customElement("prospect-columns")
export class ColumnChooser extends LitElement {
  @property({ attribute: false }) actions!: PageActions;
  @property({ attribute: false }) layout: readonly ColumnLayout[] = [];
  @state() private search = "";
  @state() private open = false;
  /** Read out by screen readers. */
  @state() private announcement = "";

  static override readonly styles = [controlStyles, chooserStyles];

  override render(): TemplateResult {
    const labels = new Map(this.actions.results.columns.map((column) => [column.id, column.label]));
    const wanted = this.search.trim().toLowerCase();
    // The controls of all columns are many elements, so there is no list while the dialog is closed.
    const shown = !this.open
      ? []
      : this.layout
          .map((column) => ({ column, label: labels.get(column.id) ?? column.id }))
          .filter((entry) => entry.label.toLowerCase().includes(wanted));
    return html`<dialog aria-labelledby="title" @close=${() => (this.open = false)}>
      <div class="head">
        <h2 id="title">Columns</h2>
        <p class="quiet">
          Select the columns to show and their order. Pinned columns stay at the left. Your selection is saved for this
          kind of record.
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
          ({ column, label }, at) => {
            const isBorder = at > 0 && !column.pinned && shown[at - 1]?.column.pinned === true;
            return html`<li class=${isBorder ? "border" : ""} data-column=${column.id}>
              <label
                ><input
                  type="checkbox"
                  .checked=${live(column.visible)}
                  @change=${(event: Event) => this.#show(column.id, (event.target as HTMLInputElement).checked)}
                />${label}</label
              >
              ${this.#pinButton(column, label)} ${wanted === "" ? this.#moveButtons(column.id, label) : nothing}
            </li>`;
          },
        )}
      </ul>
      <div class="foot">
        <vscode-button appearance="secondary" @click=${() => this.actions.send("resetLayout")}
          >Reset columns</vscode-button
        >
        <vscode-button @click=${() => this.#dialog()?.close()}>Done</vscode-button>
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

  #pinButton({ id, pinned }: ColumnLayout, label: string): TemplateResult {
    return html`<vscode-button
      appearance="icon"
      class="toPin"
      aria-label=${`Pin ${label}`}
      title=${pinned ? `Unpin ${label}` : `Pin ${label}`}
      aria-pressed=${pinned ? "true" : "false"}
      @click=${() => this.#pin(id, !pinned, label)}
      ><svg class="pin" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M5.5 2.5h5l-.8 4 2.3 2.5h-8l2.3-2.5zM8 9v5" /></svg
    ></vscode-button>`;
  }

  #moveButtons(id: string, label: string): TemplateResult {
    const button = (by: 1 | -1): TemplateResult => {
      const text = by === 1 ? `Move ${label} down` : `Move ${label} up`;
      return html`<vscode-button
        appearance="icon"
        class=${by === 1 ? "down" : "up"}
        aria-label=${text}
        title=${text}
        ?disabled=${steppedBy(this.layout, id, by, true) === undefined}
        @click=${() => this.#move(id, by, label)}
        ><span aria-hidden="true">${by === 1 ? "↓" : "↑"}</span></vscode-button
      >`;
    };
    return html`${button(-1)}${button(1)}`;
  }

  #show(id: string, visible: boolean): void {
    const next = withVisibility(this.layout, id, visible);
    if (next === this.layout) {
      // The last visible column stays: its box is checked again.
      this.requestUpdate();
    } else {
      this.#change(next);
    }
  }

  #pin(id: string, pinned: boolean, label: string): void {
    this.announcement = pinned ? `${label} is pinned` : `${label} is no longer pinned`;
    this.#change(withPin(this.layout, id, pinned));
    void this.#followFocus(id, ".toPin");
  }

  #move(id: string, by: 1 | -1, label: string): void {
    const next = steppedBy(this.layout, id, by, true);
    if (next !== undefined) {
      this.announcement = `${label} is now column ${countText(next.findIndex((column) => column.id === id) + 1)}`;
      this.#change(next);
      void this.#followFocus(id, by === 1 ? ".down" : ".up");
    }
  }

  /** An element that is moved loses the focus, and its button may be disabled at the end of the list. */
  async #followFocus(id: string, button: string): Promise<void> {
    await this.updateComplete;
    const items = [...this.renderRoot.querySelectorAll("li")];
    const item = items.find(({ dataset }) => dataset["column"] === id);
    const isPossible = `vscode-button${button}:not([disabled])`;
    (item?.querySelector<HTMLElement>(isPossible) ?? item?.querySelector<HTMLElement>(".toPin"))?.focus();
  }

  #change(layout: readonly ColumnLayout[]): void {
    this.layout = layout;
    this.actions.page.setLayout(layout);
  }
}
