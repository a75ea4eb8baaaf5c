// A text input with a list of options below it (the ARIA combobox pattern); it can also accept free text.
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ifDefined } from "lit/directives/if-defined.js";
import { countText } from "../../src/text/numbers";
import { matchingOptions, type ComboOption } from "./comboOptions";
import { controlStyles } from "./controlStyles";

const comboBoxStyles = css`
  :host {
    position: relative;
    display: block;
  }
  /* Looks like text until it is used. */
  :host([bare]) .text:not(:focus, [aria-invalid="true"]) {
    background: transparent;
    color: inherit;
  }
  :host([bare]) .text:not(:focus, [aria-invalid="true"], :hover) {
    border-color: var(--vscode-contrastBorder, transparent);
  }
  [role="listbox"] {
    position: absolute;
    z-index: 30;
    inset: calc(100% + 3px) auto auto 0;
    min-width: 100%;
    width: max-content;
    max-width: max(100%, min(34em, calc(100vw - 24px)));
    max-height: min(22em, 60vh);
    overflow-y: auto;
    padding: 4px;
  }
  [role="listbox"].above {
    inset-block: auto calc(100% + 3px);
  }
  [role="listbox"] :is(.quiet, .choice) {
    padding: 3px 8px;
  }
  [role="group"] > .quiet {
    font-size: 0.85em;
    font-weight: 600;
  }
  .choice {
    justify-content: space-between;
    overflow-wrap: anywhere;
  }
  .choice[aria-selected="true"] {
    background: var(--vscode-editorSuggestWidget-selectedBackground, var(--vscode-list-activeSelectionBackground));
    color: var(--vscode-editorSuggestWidget-selectedForeground, var(--vscode-list-activeSelectionForeground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .tag {
    border: 1px dashed var(--vscode-focusBorder, currentColor);
    font-size: 1em;
  }
  [aria-selected="false"] .detail {
    color: var(--quiet);
  }
`;

let instances = 0;

/**
 * Fires `choose` with an option's value, `enter-text` with free text, `paste-text` with pasted text (a listener that
 * handles it cancels the event), `draft` with the text of the input, `leave-start` when Backspace or the left arrow is
 * pressed at its start, and `opening` before the list opens.
 */
@customElement("prospect-combobox")
export class ProspectCombobox extends LitElement {
  static override readonly styles = [controlStyles, comboBoxStyles];

  /** The input's accessible name. */
  @property() label = "";
  @property() placeholder = "";
  @property({ attribute: false }) options: readonly ComboOption[] = [];
  /** Whether Enter and comma accept the typed text itself. */
  @property({ attribute: false }) freeText = false;
  @property() draft = "";
  @property() help = "";
  @property({ type: Boolean, reflect: true }) bare = false;
  @property({ attribute: false }) invalid = false;
  @state() private open = false;
  @state() private active = -1;
  @state() private above = false;
  @query("input") private readonly input!: HTMLInputElement;
  private readonly listId = `options-${++instances}`;

  override focus(options?: FocusOptions): void {
    this.input.focus(options);
  }

  override render(): unknown {
    const shown = this.open ? this.shown : [];
    const listed = this.open && (shown.length > 0 || !this.freeText);
    return html`
      <input
        class="text"
        type="text"
        role="combobox"
        dir="auto"
        autocomplete="off"
        spellcheck="false"
        aria-label=${this.label}
        aria-autocomplete="list"
        aria-expanded=${listed ? "true" : "false"}
        aria-controls=${ifDefined(listed ? this.listId : undefined)}
        aria-activedescendant=${ifDefined(listed && this.active >= 0 ? `${this.listId}-${this.active}` : undefined)}
        aria-describedby="help"
        aria-invalid=${this.invalid ? "true" : "false"}
        placeholder=${this.placeholder}
        .value=${this.draft}
        @input=${this.onInput}
        @keydown=${this.onKey}
        @paste=${this.onPaste}
        @click=${this.show}
        @focus=${() => this.draft.trim() !== "" && this.suggest()}
        @blur=${this.hide}
      />
      ${listed ? this.list(shown) : nothing}
      <span class="unseen" id="help">${this.help}</span>
      <span class="unseen" role="status"
        >${listed ? (shown.length === 0 ? "No suggestions match." : optionsText(shown.length)) : ""}</span
      >
    `;
  }

  private get shown(): readonly ComboOption[] {
    const shown = matchingOptions(this.options, this.draft);
    const typed = this.draft.trim();
    const isNew = !shown.some(({ value }) => value.toLowerCase() === typed.toLowerCase());
    return this.freeText && typed !== "" && shown.length > 0 && isNew
      ? [...shown, { value: typed, label: `Use “${typed}”`, isText: true }]
      : shown;
  }

  private list(shown: readonly ComboOption[]): unknown {
    const grouped = this.draft.trim() === "" && shown.some((one) => one.group !== undefined);
    const listItem = (option: ComboOption, index: number): unknown => html`
      <div
        class="choice flow"
        role="option"
        id=${`${this.listId}-${index}`}
        aria-selected=${index === this.active ? "true" : "false"}
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${() => this.choose(option)}
      >
        ${
          option.adds === undefined
            ? html`<bdi>${option.label}</bdi>`
            : html`<span class="flow">${option.adds.map((text) => html`<bdi class="tag">${text}</bdi>`)}</span>`
        }
        ${option.detail === undefined ? nothing : html`<span class="detail">${option.detail}</span>`}
      </div>
    `;
    const numbered = shown.map((option, index) => ({ option, index }));
    const groups = [...new Set(shown.map(({ group }) => group ?? ""))];
    return html`
      <div
        role="listbox"
        id=${this.listId}
        class="popup ${this.above ? "above" : ""}"
        aria-label=${this.label}
        tabindex="-1"
        @mousedown=${(event: Event) => event.preventDefault()}
      >
        ${
          shown.length === 0
            ? html`<div role="option" aria-disabled="true" aria-selected="false" class="none quiet">
                No suggestions match.
              </div>`
            : nothing
        }
        ${
          grouped
            ? groups.map(
                (group) => html`
                  <div role="group" aria-label=${group}>
                    <div class="quiet" aria-hidden="true">${group}</div>
                    ${numbered
                      .filter(({ option }) => (option.group ?? "") === group)
                      .map(({ option, index }) => listItem(option, index))}
                  </div>
                `,
              )
            : numbered.map(({ option, index }) => listItem(option, index))
        }
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("active") && this.active >= 0) {
      this.renderRoot.querySelector(`#${this.listId}-${this.active}`)?.scrollIntoView({ block: "nearest" });
    }
    if (changed.has("open") && this.open) {
      const box = this.getBoundingClientRect();
      this.above = window.innerHeight - box.bottom < 200 && box.top > window.innerHeight - box.bottom;
    }
    this.keepListOnPage();
  }

  /** Moves the list to the left when it would overflow the page on the right. */
  private keepListOnPage(): void {
    const list = this.renderRoot.querySelector<HTMLElement>('[role="listbox"]');
    if (list !== null) {
      list.style.left = "0";
      const overflow = list.getBoundingClientRect().right - (document.documentElement.clientWidth - 8);
      list.style.left = `${-Math.max(0, Math.min(overflow, this.getBoundingClientRect().left - 8))}px`;
    }
  }

  /** Focuses the input and opens the list, if there are options. */
  focusAndOpen(): void {
    this.focus();
    this.show();
  }

  private readonly show = (): void => {
    if (!this.open) {
      this.dispatchEvent(new CustomEvent("opening"));
      this.open = true;
      this.active = -1;
    }
  };

  private readonly hide = (): void => {
    this.open = false;
    this.active = -1;
  };

  private readonly onInput = (): void => {
    this.setDraft(this.input.value);
    this.suggest();
  };

  /**
   * Also called when the focus returns after the workbench took it during typing, so that Enter adds the same as
   * before.
   */
  private suggest(): void {
    this.show();
    this.active = this.shown.length === 0 || this.draft.trim() === "" ? -1 : 0;
  }

  private setDraft(text: string): void {
    this.draft = text;
    this.dispatchEvent(new CustomEvent<string>("draft", { detail: text }));
  }

  private choose(option: ComboOption): void {
    this.hide();
    if (option.isText) {
      this.dispatchEvent(new CustomEvent<string>("enter-text", { detail: option.value }));
      return;
    }
    this.setDraft("");
    this.dispatchEvent(new CustomEvent<string>("choose", { detail: option.value }));
  }

  private readonly onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!this.freeText) {
      const lines = text.split(/[\r\n]+/u).filter((line) => line.trim() !== "");
      if (lines.length > 1) {
        event.preventDefault();
        // As typed text, so that the input can undo it.
        document.execCommand("insertText", false, lines.map((line) => line.trim()).join(", "));
      }
    } else if (
      this.draft === "" &&
      !this.dispatchEvent(new CustomEvent<string>("paste-text", { detail: text, cancelable: true }))
    ) {
      event.preventDefault();
      this.hide(); // The result of the paste is shown below the field.
    }
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { shown } = this;
    const move = (index: number): void => {
      event.preventDefault();
      this.show();
      this.active = shown.length === 0 ? -1 : (index + shown.length) % shown.length;
    };
    const chosen = this.open ? shown[this.active] : undefined;
    switch (event.key) {
      case "ArrowDown":
        return move(this.open ? this.active + 1 : 0);
      case "ArrowUp":
        return move(this.open && this.active > 0 ? this.active - 1 : shown.length - 1);
      case "PageDown":
        return this.open ? move(Math.min(this.active + 8, shown.length - 1)) : undefined;
      case "PageUp":
        return this.open ? move(Math.max(this.active - 8, 0)) : undefined;
      case "Enter":
        event.preventDefault();
        if (chosen !== undefined) {
          this.choose(chosen);
        } else if (this.freeText && this.draft.trim() !== "") {
          this.dispatchEvent(new CustomEvent<string>("enter-text", { detail: this.draft }));
        }
        return;
      case ",":
        if (this.freeText) {
          event.preventDefault();
          if (this.draft.trim() !== "") {
            this.dispatchEvent(new CustomEvent<string>("enter-text", { detail: this.draft }));
          }
        }
        return;
      case "Escape":
        if (this.open) {
          event.preventDefault();
          this.hide();
        } else if (!this.freeText && this.draft !== "") {
          this.setDraft("");
        }
        return;
      case "Backspace":
      case "ArrowLeft":
        if (this.input.selectionStart === 0 && this.input.selectionEnd === 0) {
          this.dispatchEvent(new CustomEvent<string>("leave-start", { detail: event.key }));
        }
        return;
      default:
        return;
    }
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-combobox": ProspectCombobox;
  }
}

function optionsText(count: number): string {
  return count === 1 ? "1 suggestion" : `${countText(count)} suggestions`;
}
