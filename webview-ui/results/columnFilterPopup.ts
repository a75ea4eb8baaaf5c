// Opens the picker of any column below its header.
import { css, html, LitElement, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { controlStyles } from "../components/controlStyles";
import { inertLine } from "../components/inertText";
import type { ColumnFilter } from "../messages/results";
import type { PageActions } from "./pageActions";
import { filtersOf } from "./pageFilters";
import "./valuePicker";
import type { PickedColumn, ValuePicker } from "./valuePicker";

const popupStyles = css`
  dialog {
    position: fixed;
    inset: auto;
    margin: 0;
    width: min(280px, calc(100vw - 8px));
  }
  dialog::backdrop {
    background: none;
  }
  .content {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 10px;
    max-height: inherit;
  }
  prospect-value-picker {
    min-height: 0;
    overflow-y: auto;
    padding: 1px;
  }
  .foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
`;

export interface ColumnFilterRequest {
  readonly column: PickedColumn;
  /** The popup opens below this. */
  readonly anchor: DOMRect;
  /** Returns the focus to the element that had it before. */
  readonly returnFocus: () => void;
}

/** Distance to the edges of the page, in px. */
const margin = 4;
/** With less room below its header, the popup moves up. */
const leastHeight = 300;

@customElement("prospect-column-filter")
export class ColumnFilterPopup extends LitElement {
  static override readonly styles = [controlStyles, popupStyles];
  /** The filters of all columns. */
  @property({ attribute: false }) filters: readonly ColumnFilter[] = [];
  @property({ attribute: false }) actions!: PageActions;
  @property({ attribute: false }) stamp = "";
  @state() private request: ColumnFilterRequest | undefined;

  show(request: ColumnFilterRequest): void {
    this.request = request;
    void this.updateComplete.then(async () => {
      const dialog = this.renderRoot.querySelector("dialog");
      dialog?.showModal();
      this.#place(request.anchor);
      await this.#picker()?.updateComplete;
      this.#picker()?.focus();
    });
  }

  override render(): TemplateResult {
    if (this.request === undefined) {
      return html``;
    }
    const { column } = this.request;
    const title = `Filter ${inertLine(column.label)}`;
    const own = filtersOf(this.filters, column.id);
    return html`<dialog
      aria-label=${title}
      @close=${() => this.#onClose()}
      @pointerdown=${(event: Event) => (event.target === event.currentTarget ? this.#close() : undefined)}
      @keydown=${this.#onKey}
    >
      <div class="content">
        <h2 class="clip">${title}</h2>
        <prospect-value-picker
          .column=${column}
          .filters=${own}
          .stamp=${this.stamp}
          .actions=${this.actions}
        ></prospect-value-picker>
        <div class="foot">
          <button type="button" class="link" ?hidden=${own.length === 0} @click=${() => this.#clear(column.id)}>
            Clear Filter
          </button>
          <span></span>
          <vscode-button @click=${() => this.#close()}>Done</vscode-button>
        </div>
      </div>
    </dialog>`;
  }

  #picker(): ValuePicker | null {
    return this.renderRoot.querySelector("prospect-value-picker");
  }

  #clear(column: string): void {
    this.actions.page.filters.setColumn(column, []);
    this.renderRoot.querySelector("dialog")?.close();
  }

  #close(): void {
    this.#picker()?.applyTyped();
    this.renderRoot.querySelector("dialog")?.close();
  }

  #onClose(): void {
    const { request } = this;
    this.request = undefined;
    request?.returnFocus();
  }

  /** Enter in a box of the picker has applied the typed text. */
  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const isText = target instanceof HTMLInputElement && target.type !== "checkbox";
    if (event.key === "Escape" || (event.key === "Enter" && isText)) {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    }
  }

  /** Places the popup below the header of its column; always inside the page. */
  #place(anchor: DOMRect): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog !== null) {
      const left = Math.min(anchor.left, window.innerWidth - dialog.offsetWidth - margin);
      const top = Math.min(anchor.bottom, Math.max(margin, window.innerHeight - leastHeight - margin));
      dialog.style.left = `${Math.max(margin, left)}px`;
      dialog.style.top = `${top}px`;
      dialog.style.maxHeight = `${window.innerHeight - top - margin}px`;
    }
  }
}
