// The facets beside the records: values with their counts. Records match any checked value of each facet.
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/language/language";
import type { FacetFilter, ShownFacet, ValueCount } from "../messages/results";
import { controlStyles } from "../components/controlStyles";
import { facetStyles } from "./facetStyles";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import type { FindValues, FoundValues } from "./valueRequests";

/** The facet whose values are searched. */
interface Search {
  readonly facet: string;
  readonly text: string;
  /** The last answer stays until the next one is there. */
  readonly found: FoundValues | undefined;
}

const text = strings.facets;

/**
 * Fires `toggle` with a facet's id and a value, `clear` with a facet's id, `narrow` with a facet's checked values,
 * `collapse` with the ids of all collapsed facets, `clearAll` and `close`.
 */
@customElement("prospect-facets")
export class FacetsPane extends LitElement {
  static override readonly styles = [controlStyles, facetStyles];
  /** `undefined` until they are counted. */
  @property({ attribute: false }) facets: readonly ShownFacet[] | undefined;
  @property({ attribute: false }) checked: readonly FacetFilter[] = [];
  @property({ attribute: false }) collapsed: readonly string[] = [];
  @property({ attribute: false }) findValues: FindValues | undefined;
  /** It covers the records instead of being beside them. */
  @property({ type: Boolean, reflect: true }) overlay = false;
  @state() private search: Search | undefined;
  /** The value of each facet that Tab goes to; the arrow keys go to the others. */
  @state() private tabStops: ReadonlyMap<string, string> = new Map();
  /** What had the focus before the values were drawn in another order. */
  #focused: HTMLElement | undefined;

  override render(): TemplateResult {
    const shown = this.facets?.filter(({ id, values }) => values.length > 0 || this.#checkedIn(id).length > 0);
    return html`<aside aria-label=${text.label} @keydown=${this.#onKey}>
      ${
        this.overlay
          ? html`<div class="top">
              <h2>${text.label}</h2>
              ${
                this.checked.length === 0
                  ? nothing
                  : html`<button type="button" class="link" @click=${() => this.#emit("clearAll")}>
                      ${text.clearAll}
                    </button>`
              }
              <button
                type="button"
                class="plain icon"
                aria-label=${text.close}
                title=${text.close}
                @click=${() => this.#emit("close")}
              >
                <span aria-hidden="true">✕</span>
              </button>
            </div>`
          : html`<h2 class="unseen">${text.label}</h2>`
      }
      ${
        shown === undefined
          ? html`<p class="quiet">${text.counting}</p>`
          : shown.length === 0
            ? html`<p class="quiet">${text.nothing}</p>`
            : repeat(
                shown,
                ({ id }) => id,
                (facet) => this.#facet(facet),
              )
      }
    </aside>`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("input, button")?.focus();
  }

  #facet(facet: ShownFacet): TemplateResult {
    const { id } = facet;
    const label = inertLine(facet.label);
    const checked = this.#checkedIn(id);
    const isCollapsed = this.collapsed.includes(id);
    const hidden = isCollapsed ? checked.length : 0;
    return html`<div class="facet" role="group" aria-label=${label} data-facet=${id}>
      <div class="heading">
        <h3>
          <button
            type="button"
            class="link fold"
            aria-expanded=${isCollapsed ? "false" : "true"}
            @click=${() => this.#toggleCollapsed(id)}
          >
            <span class="arrow" aria-hidden="true">${isCollapsed ? "▸" : "▾"}</span><span class="clip">${label}</span>
            ${hidden === 0 ? nothing : html`<span class="pill">${countText(hidden)}</span>`}
          </button>
        </h3>
        ${
          checked.length === 0
            ? nothing
            : html`<button type="button" class="link" aria-label=${text.clearOf(label)} @click=${() => this.#clear(id)}>
                ${text.clear}
              </button>`
        }
      </div>
      ${isCollapsed ? nothing : this.#body(facet, label, checked)}
    </div>`;
  }

  #body(facet: ShownFacet, label: string, checked: readonly string[]): TemplateResult {
    const search = this.search?.facet === facet.id ? this.search : undefined;
    const known = checked.filter((value) => value !== "");
    const list = search === undefined ? this.#values(facet, withUnknown(facet, checked), checked) : undefined;
    return html`${list ?? (search === undefined ? nothing : this.#searchBox(facet, label, search))}
      <div class="below">
        ${facet.more === 0 && search === undefined ? nothing : this.#moreButton(facet, label, search !== undefined)}
        ${
          facet.canNarrow && known.length > 0
            ? html`<button
                type="button"
                class="link"
                aria-label=${text.addToSearchOf(label)}
                title=${text.addToSearchHint}
                @click=${() => this.#emit("narrow", { facet: facet.id, values: known })}
              >
                ${text.addToSearch}
              </button>`
            : nothing
        }
      </div>`;
  }

  #moreButton(facet: ShownFacet, label: string, isSearching: boolean): TemplateResult {
    return isSearching
      ? html`<button type="button" class="link more" aria-label=${text.lessOf(label)} @click=${() => this.#endSearch()}>
          ${text.less}
        </button>`
      : html`<button
          type="button"
          class="link more"
          aria-label=${text.moreOf(label, facet.more)}
          @click=${() => this.#startSearch(facet.id)}
        >
          ${text.more(facet.more)}
        </button>`;
  }

  #searchBox(facet: ShownFacet, label: string, { text: typed, found }: Search): TemplateResult {
    return html`<input
        type="text"
        class="text search"
        spellcheck="false"
        autocomplete="off"
        .value=${typed}
        placeholder=${text.find(label)}
        aria-label=${text.find(label)}
        @input=${(event: Event) => this.#find(facet.id, (event.target as HTMLInputElement).value)}
      />
      <div class="found">
        ${found === undefined ? nothing : this.#values(facet, found.values, this.#checkedIn(facet.id))}
      </div>
      ${
        found?.values.length === 0
          ? html`<p class="note quiet" role="status">${text.noneFound}</p>`
          : found !== undefined && found.more > 0
            ? html`<p class="note quiet">${text.tooMany(found.more)}</p>`
            : nothing
      }`;
  }

  #values({ id }: ShownFacet, values: readonly ValueCount[], checked: readonly string[]): TemplateResult {
    const most = Math.max(1, ...values.map(({ value, count }) => (value === "" ? 0 : count)));
    const tabStop = this.tabStops.get(id);
    const first = values.some(({ value }) => value === tabStop) ? tabStop : values[0]?.value;
    return html`${repeat(
      values,
      ({ value }) => value,
      ({ value, label, count }) =>
        html`<label class="value">
          <input
            type="checkbox"
            tabindex=${value === first ? "0" : "-1"}
            .checked=${checked.includes(value)}
            @change=${() => this.#emit("toggle", { facet: id, value })}
            @focus=${() => (this.tabStops = new Map(this.tabStops).set(id, value))}
          />
          <span class="label clip" title=${inertLine(label)}>${inertLine(label)}</span>
          <span class="count">${countText(count)}</span>
          <span class="bar" ?hidden=${value === ""} .style=${`width: ${((100 * count) / most).toFixed(1)}%`}></span>
        </label>`,
    )}`;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const active = this.shadowRoot?.activeElement;
    this.#focused = active instanceof HTMLElement ? active : undefined;
    // Other filters change the counts of the values found.
    if (changed.has("facets") && this.search !== undefined) {
      this.#find(this.search.facet, this.search.text);
    }
  }

  /** A check box that moves to another place in its list loses the focus. */
  protected override updated(): void {
    const focused = this.#focused;
    if (focused?.isConnected === true && this.shadowRoot?.activeElement !== focused) {
      focused.focus({ preventScroll: true });
    }
  }

  #checkedIn(facet: string): readonly string[] {
    return this.checked.find(({ id }) => id === facet)?.values ?? [];
  }

  #toggleCollapsed(id: string): void {
    this.#emit(
      "collapse",
      this.collapsed.includes(id) ? this.collapsed.filter((other) => other !== id) : [...this.collapsed, id],
    );
  }

  #clear(id: string): void {
    this.#emit("clear", id);
    this.#within(id)?.querySelector<HTMLElement>(".fold")?.focus();
  }

  #startSearch(facet: string): void {
    this.#find(facet, "");
    void this.updateComplete.then(() => this.#within(facet)?.querySelector<HTMLElement>(".search")?.focus());
  }

  #endSearch(): void {
    const facet = this.#within(this.search?.facet ?? "");
    this.search = undefined;
    void this.updateComplete.then(() =>
      (facet?.querySelector<HTMLElement>(".more") ?? facet?.querySelector<HTMLElement>(".fold"))?.focus(),
    );
  }

  #find(facet: string, typed: string): void {
    const before = this.search?.facet === facet ? this.search.found : undefined;
    this.search = { facet, text: typed, found: before };
    void this.findValues?.("facet", facet, typed.trim()).then((found) => {
      if (this.search?.facet === facet && this.search.text === typed) {
        this.search = { facet, text: typed, found };
      }
    });
  }

  #within(facet: string): Element | undefined {
    return [...this.renderRoot.querySelectorAll("[data-facet]")].find(
      (element) => element.getAttribute("data-facet") === facet,
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && (this.search !== undefined || this.overlay)) {
      event.preventDefault();
      event.stopPropagation();
      if (this.search !== undefined) {
        this.#endSearch();
      } else {
        this.#emit("close");
      }
    } else if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
      this.#moveFocus(event);
    }
  }

  /** The arrow keys go from value to value of a facet, from and to its search box. */
  #moveFocus(event: KeyboardEvent): void {
    const { target, key } = event;
    const isText = target instanceof HTMLInputElement && target.type === "text";
    if (!(target instanceof HTMLInputElement) || (isText && key !== "ArrowDown")) {
      return;
    }
    event.preventDefault();
    const inputs = [...(target.closest("[data-facet]")?.querySelectorAll<HTMLElement>("input") ?? [])];
    const at = inputs.indexOf(target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: inputs.length - 1 }[key] ?? at;
    inputs[next]?.focus();
  }

  #emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Records without a value are counted last. */
const withUnknown = (
  { values, unknown, missing = text.unknown }: ShownFacet,
  checked: readonly string[],
): readonly ValueCount[] =>
  unknown === 0 && !checked.includes("") ? values : [...values, { value: "", label: missing, count: unknown }];
