// A button with a menu below it.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "./contextMenu";
import type { ContextMenu, MenuItem } from "./contextMenu";
import { controlStyles } from "./controlStyles";

@customElement("prospect-menu")
export class MenuButton extends LitElement {
  @property() label = "";
  /** The button's name for screen readers, if the label does not say what it is. */
  @property() accessibleLabel = "";
  /** A line above the items that tells what they apply to. */
  @property() caption = "";
  /** It looks like the other tools instead of a picker with a border. */
  @property({ type: Boolean }) plain = false;
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  @state() private open = false;

  static override readonly styles = [
    controlStyles,
    css`
      :host {
        display: inline-flex;
      }
      button {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-width: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<button
        type="button"
        class=${this.plain ? "plain" : "plain bordered"}
        aria-haspopup="menu"
        aria-expanded=${this.open ? "true" : "false"}
        aria-label=${this.accessibleLabel || nothing}
        @pointerdown=${this.#onPress}
        @click=${() => this.#toggle()}
        @keydown=${this.#onKey}
      >
        <span class="clip">${this.label}</span>${this.label === "⋯" ? nothing : html`<span aria-hidden="true">▾</span>`}
      </button>
      <prospect-context-menu></prospect-context-menu>`;
  }

  /** The menu closes when the pointer is pressed outside it, so the click that follows must not open it again. */
  #wasOpen = false;
  #onPress(): void {
    this.#wasOpen = this.open;
  }

  #toggle(): void {
    if (!this.#wasOpen) {
      this.#show(false);
    }
    this.#wasOpen = false;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.#show(event.key === "ArrowUp");
    }
  }

  #show(fromEnd: boolean): void {
    const button = this.renderRoot.querySelector("button");
    if (button !== null) {
      this.open = true;
      this.renderRoot.querySelector<ContextMenu>("prospect-context-menu")?.show({
        label: this.accessibleLabel || this.label,
        ...(this.caption !== "" && { caption: this.caption }),
        groups: [this.items],
        at: button.getBoundingClientRect(),
        fromEnd,
        returnFocus: () => button.focus(),
        onClose: () => (this.open = false),
      });
    }
  }
}
