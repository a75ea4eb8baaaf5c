// A menu at a point or below an element, and a button that opens one: one ARIA menu for everything.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { controlStyles } from "./controlStyles";
import { moveFocus } from "./rovingFocus";

export interface MenuItem {
  readonly label: string;
  /** Called after the menu has closed and the focus is back. */
  readonly act: () => void;
  /** The keys that do the same, such as "Ctrl+C". */
  readonly keys?: string | undefined;
  /** Says more about the item, at the right. */
  readonly detail?: string | undefined;
  /** Focusable, but cannot be chosen. */
  readonly disabled?: boolean | undefined;
  /** Present for an item that toggles. */
  readonly checked?: boolean | undefined;
}

export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

export interface MenuRequest {
  /** Read out by screen readers. */
  readonly label: string;
  /** A line above the items that says what they apply to. */
  readonly caption?: string | undefined;
  /** A line separates one group from the next; empty groups are left out. */
  readonly groups: readonly (readonly MenuItem[])[];
  /** Where the pointer is, or the element that the menu opens below. */
  readonly at: MenuPoint | DOMRect;
  /** Returns the focus to the element that had it before the menu opened. */
  readonly returnFocus: () => void;
  readonly onClose?: (() => void) | undefined;
  /** The last item gets the focus instead of the first. */
  readonly fromEnd?: boolean | undefined;
}

/** Distance to the edges of the page, in px. */
const margin = 4;
/** Letters typed faster than this belong together. */
const typingMs = 600;

@customElement("prospect-context-menu")
export class ContextMenu extends LitElement {
  @state() private request: MenuRequest | undefined;
  #typed = "";
  #typedAt = 0;

  static override readonly styles = [
    controlStyles,
    css`
      :host {
        position: fixed;
        inset: auto;
        margin: 0;
        padding: 0;
        border: 0;
        overflow: visible;
        background: none;
        color: inherit;
      }
      .menu {
        min-width: 180px;
        max-width: min(600px, calc(100vw - 8px));
        max-height: calc(100vh - 8px);
        overflow-y: auto;
        padding: 4px;
        background: var(--vscode-menu-background, var(--vscode-editorWidget-background));
        color: var(--vscode-menu-foreground, var(--vscode-foreground));
        user-select: none;
        cursor: default;
      }
      .caption,
      .item {
        padding: 4px 8px 4px 10px;
        border-radius: var(--round);
      }
      .item {
        gap: 0 24px;
      }
      .checkable {
        padding-left: 24px;
        position: relative;
      }
      [aria-checked="true"]::before {
        content: "✓" / "";
        position: absolute;
        left: 8px;
      }
      .label {
        flex: 1 1 auto;
        max-width: 330px;
        white-space: pre;
      }
      .item:focus {
        background: var(--vscode-menu-selectionBackground, var(--vscode-list-activeSelectionBackground));
        color: var(--vscode-menu-selectionForeground, var(--vscode-list-activeSelectionForeground));
        outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
      }
      .item:focus .quiet {
        color: inherit;
      }
      [aria-disabled="true"] {
        color: var(--vscode-disabledForeground, var(--quiet));
      }
      hr {
        margin: 4px;
        border: 0;
        border-top: 1px solid
          var(--vscode-contrastBorder, var(--vscode-menu-separatorBackground, var(--vscode-panel-border)));
      }
    `,
  ];

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#onKey(event));
    this.addEventListener("focusout", (event) => this.#onFocusOut(event));
    // A right click in the menu opens no other menu, and events in it do not concern the element around it.
    this.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const name of ["contextmenu", "pointerdown", "pointermove", "pointerup", "click", "dblclick"] as const) {
      this.addEventListener(name, (event) => event.stopPropagation());
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The top layer: no scrolled or clipped ancestor can cut the menu off.
    this.popover = "manual";
  }

  get isOpen(): boolean {
    return this.request !== undefined;
  }

  show(request: MenuRequest): void {
    if (this.request !== undefined) {
      this.#end();
    }
    this.request = request;
    this.#typed = "";
    this.showPopover();
    window.addEventListener("blur", this.#close);
    window.addEventListener("resize", this.#close);
    window.addEventListener("pointerdown", this.#onOutside, true);
    window.addEventListener("wheel", this.#onOutside, true);
  }

  /** Closes without choosing anything. */
  close(): void {
    if (this.request !== undefined) {
      const { returnFocus } = this.request;
      const hadFocus = this.matches(":focus-within");
      this.#end();
      if (hadFocus) {
        returnFocus();
      }
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end();
  }

  override render(): TemplateResult {
    if (this.request === undefined) {
      return html``;
    }
    const { caption, label, groups } = this.request;
    return html`<div class="menu popup">
      ${caption === undefined ? nothing : html`<div class="caption quiet" id="caption">${caption}</div>`}
      <div role="menu" aria-label=${label} aria-describedby=${caption === undefined ? nothing : "caption"}>
        ${groups
          .filter((group) => group.length > 0)
          .map((group, at) => html`${at === 0 ? nothing : html`<hr />`}${group.map((item) => this.#item(item))}`)}
      </div>
    </div>`;
  }

  #item(item: MenuItem): TemplateResult {
    const { label, keys, detail, disabled = false, checked } = item;
    return html`<div
      class=${checked === undefined ? "item flow" : "item flow checkable"}
      role=${checked === undefined ? "menuitem" : "menuitemradio"}
      aria-checked=${checked ?? nothing}
      aria-disabled=${disabled ? "true" : nothing}
      aria-keyshortcuts=${keys ?? nothing}
      tabindex="-1"
      @click=${() => this.#choose(item)}
      @pointermove=${(event: PointerEvent) => (event.currentTarget as HTMLElement).focus()}
    >
      <span class="label clip">${label}</span
      >${detail === undefined ? nothing : html`<span class="quiet">${detail}</span>`}
      ${keys === undefined ? nothing : html`<span class="quiet" aria-hidden="true">${keys}</span>`}
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("request") && this.request !== undefined) {
      this.#place(this.request.at);
      this.#items()
        .at(this.request.fromEnd === true ? -1 : 0)
        ?.focus({ preventScroll: true });
    }
  }

  /** Below the anchor, or above it where there is more room; always inside the page. */
  #place(at: MenuPoint | DOMRect): void {
    const { width, height } = this.getBoundingClientRect();
    const [left, top, bottom] = at instanceof DOMRect ? [at.left, at.top, at.bottom] : [at.x, at.y, at.y];
    const isAbove = bottom + height + margin > window.innerHeight && top > window.innerHeight - bottom;
    const x = Math.min(left, window.innerWidth - width - margin);
    const y = isAbove ? top - height : Math.min(bottom, window.innerHeight - height - margin);
    this.style.left = `${Math.max(margin, x)}px`;
    this.style.top = `${Math.max(margin, y)}px`;
  }

  #items(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(".item")];
  }

  #end(): void {
    const { request } = this;
    window.removeEventListener("blur", this.#close);
    window.removeEventListener("resize", this.#close);
    window.removeEventListener("pointerdown", this.#onOutside, true);
    window.removeEventListener("wheel", this.#onOutside, true);
    this.request = undefined;
    if (this.matches(":popover-open")) {
      this.hidePopover();
    }
    request?.onClose?.();
  }

  #choose({ act, disabled = false }: MenuItem): void {
    const { request } = this;
    if (!disabled && request !== undefined) {
      this.#end();
      request.returnFocus();
      act();
    }
  }

  readonly #close = (): void => this.close();

  readonly #onOutside = (event: Event): void => {
    if (!event.composedPath().includes(this)) {
      this.#end();
    }
  };

  #onFocusOut(event: FocusEvent): void {
    const isInside = event.relatedTarget === this || this.renderRoot.contains(event.relatedTarget as Node | null);
    if (event.relatedTarget !== null && !isInside) {
      this.#end();
    }
  }

  #onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    const items = this.#items();
    const at = items.findIndex((item) => item === this.shadowRoot?.activeElement);
    const { key, timeStamp } = event;
    if (timeStamp - this.#typedAt > typingMs) {
      this.#typed = "";
    }
    if (moveFocus(event, items)) {
      return;
    }
    if (key === "Escape" || key === "Tab") {
      this.close();
    } else if (key === "Enter" || (key === " " && this.#typed === "")) {
      items[at]?.click();
    } else if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.#typed += key.toLocaleLowerCase();
      this.#typedAt = timeStamp;
      this.#find(items, at);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Goes to the next label that begins with the letters; the same letter again and again goes from one to the next. */
  #find(items: readonly HTMLElement[], at: number): void {
    const [letter = ""] = this.#typed;
    const isRepeated = this.#typed === letter.repeat(this.#typed.length);
    const wanted = isRepeated ? letter : this.#typed;
    // More letters may still match the item that the first ones found.
    const first = isRepeated ? at + 1 : at;
    [...items.slice(first), ...items.slice(0, first)]
      .find((item) => item.querySelector(".label")?.textContent?.toLocaleLowerCase().startsWith(wanted))
      ?.focus();
  }
}

/** A button with a menu below it. */
@customElement("prospect-menu")
export class MenuButton extends LitElement {
  @property() label = "";
  /** The button's name for screen readers, if the label is not enough. */
  @property() accessibleLabel = "";
  /** A line above the items that says what they apply to. */
  @property() caption = "";
  /** Styled like the other tools instead of as a picker with a border. */
  @property({ type: Boolean }) plain = false;
  @property({ attribute: false }) items: readonly MenuItem[] = [];
  @state() private open = false;

  static override readonly styles = [
    controlStyles,
    css`
      :host {
        display: inline-flex;
      }
      .plain {
        flex-wrap: nowrap;
        min-width: 0;
      }
    `,
  ];

  override render(): TemplateResult {
    return html`<button
        type="button"
        class=${this.plain ? "plain flow" : "plain flow bordered"}
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
