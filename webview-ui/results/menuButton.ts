// A button with a menu below it. Arrow keys, Home, End, Escape and first letters work as in any menu.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { buttonStyles } from "./controlStyles";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
}

/** Fires `choose` with the item's id as its detail. */
@customElement("prospect-menu")
export class MenuButton extends LitElement {
  @property() label = "";
  /** A line above the items that tells what they apply to. */
  @property() caption = "";
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  @state() private open = false;

  static override readonly styles = css`
    ${buttonStyles}
    :host {
      display: inline-flex;
      position: relative;
    }
    .menu {
      position: absolute;
      z-index: 20;
      top: calc(100% + 2px);
      inset-inline-start: 0;
      min-width: 260px;
      max-width: min(340px, 90vw);
      padding: 4px;
      background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
      color: var(--vscode-menu-foreground, var(--vscode-foreground));
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-menu-border, var(--vscode-widget-border)));
      border-radius: 4px;
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    .menu.fromEnd {
      inset-inline: auto 0;
    }
    .caption {
      padding: 4px 8px;
      color: var(--vscode-descriptionForeground);
      font-size: 0.92em;
    }
    .item {
      display: block;
      width: 100%;
      padding: 4px 8px;
      border: 0;
      border-radius: 3px;
      background: none;
      color: inherit;
      font: inherit;
      text-align: start;
      cursor: pointer;
    }
    .item:hover,
    .item:focus {
      background: var(--vscode-menu-selectionBackground, var(--vscode-list-activeSelectionBackground));
      color: var(--vscode-menu-selectionForeground, var(--vscode-list-activeSelectionForeground));
      outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
      outline-offset: -1px;
    }
  `;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("focusout", this.#onFocusOut);
  }

  override render(): TemplateResult {
    return html`<vscode-button
        appearance="secondary"
        aria-haspopup="menu"
        aria-expanded=${this.open ? "true" : "false"}
        @click=${() => this.#toggle()}
        @keydown=${this.#onButtonKey}
        >${this.label} <span aria-hidden="true">▾</span></vscode-button
      >
      ${
        this.open
          ? html`<div class="menu" @keydown=${this.#onMenuKey}>
              ${this.caption === "" ? nothing : html`<div class="caption" id="caption">${this.caption}</div>`}
              <div role="menu" aria-label=${this.label} aria-describedby="caption">
                ${this.items.map((item) => this.#itemButton(item))}
              </div>
            </div>`
          : nothing
      }`;
  }

  #itemButton({ id, label }: MenuItem): TemplateResult {
    return html`<button class="item" role="menuitem" tabindex="-1" @click=${() => this.#choose(id)}>${label}</button>`;
  }

  protected override updated(): void {
    const menu = this.renderRoot.querySelector(".menu");
    menu?.classList.toggle(
      "fromEnd",
      this.getBoundingClientRect().left + menu.getBoundingClientRect().width > window.innerWidth,
    );
  }

  #items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(".item")];
  }

  #toggle(): void {
    if (this.open) {
      this.open = false;
    } else {
      void this.#show(0);
    }
  }

  async #show(at: number): Promise<void> {
    this.open = true;
    await this.updateComplete;
    this.#items().at(at)?.focus();
  }

  #close(): void {
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>("vscode-button")?.focus();
  }

  #choose(id: string): void {
    this.#close();
    this.dispatchEvent(new CustomEvent("choose", { detail: id }));
  }

  readonly #onFocusOut = (event: FocusEvent): void => {
    if (
      this.open &&
      !(
        event.relatedTarget instanceof Node &&
        (event.relatedTarget === this ||
          this.contains(event.relatedTarget) ||
          this.renderRoot.contains(event.relatedTarget))
      )
    ) {
      this.open = false;
    }
  };

  #onButtonKey(event: KeyboardEvent): void {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      void this.#show(event.key === "ArrowDown" ? 0 : -1);
    }
  }

  #onMenuKey(event: KeyboardEvent): void {
    const items = this.#items();
    const at = items.findIndex((item) => item === this.shadowRoot?.activeElement);
    const next = nextItem(
      event.key,
      at,
      items.map((item) => item.textContent ?? ""),
    );
    if (next !== undefined) {
      event.preventDefault();
      items[next]?.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#close();
    } else if (event.key === "Tab") {
      this.open = false;
    }
  }
}

function nextItem(key: string, at: number, labels: readonly string[]): number | undefined {
  switch (key) {
    case "ArrowDown":
      return (at + 1) % labels.length;
    case "ArrowUp":
      return (at - 1 + labels.length) % labels.length;
    case "Home":
      return 0;
    case "End":
      return labels.length - 1;
    default: {
      if (key.length !== 1 || key === " ") {
        return undefined;
      }
      const order = labels.map((_, step) => (at + 1 + step) % labels.length);
      return order.find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}
