// The pane that shows everything one record holds: laid out for reading, or as raw JSON.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { RecordKind } from "../../src/service/operations";
import { detailSections, type DetailSection, type TimelineEntry } from "./detailSections";
import { detailStyles } from "./detailStyles";
import { inertBlock, inertLine } from "./inertText";
import { strings } from "./strings";

export interface DetailRecord {
  readonly title: string;
  readonly record: unknown;
  readonly raw: string;
  readonly rawCut: boolean;
}

/** Entries shown of one section before "Show more": records can hold thousands of skills. */
const firstEntries = 60;
const longestText = 20_000;

/** Fires `openLink` with the address, `copyRaw`, `close`, and `raw` with whether the JSON is shown. */
export class DetailsPane extends LitElement {
  static override properties = {
    recordKind: { attribute: false },
    shown: { attribute: false },
    raw: { type: Boolean },
    loading: { type: Boolean },
    whole: { state: true },
  };
  static override styles = detailStyles;
  declare recordKind: RecordKind;
  declare shown: DetailRecord | undefined;
  declare raw: boolean;
  declare loading: boolean;
  /** Headings of the sections shown whole. */
  declare whole: readonly string[];

  constructor() {
    super();
    this.recordKind = "company";
    this.shown = undefined;
    this.raw = false;
    this.loading = false;
    this.whole = [];
  }

  override render(): TemplateResult {
    const { shown } = this;
    return html`<section aria-label=${strings.details.label} aria-busy=${this.loading ? "true" : "false"}>
      <div class="head">
        <h2>${shown === undefined ? strings.toolbar.details : inertLine(shown.title)}</h2>
        <vscode-button
          appearance="icon"
          class="close"
          aria-label=${strings.details.close}
          title=${strings.details.close}
          @click=${() => this.#tell("close")}
          ><span aria-hidden="true">✕</span></vscode-button
        >
        ${
          shown === undefined
            ? nothing
            : html`<div class="modes">
                <vscode-button
                  appearance=${this.raw ? "secondary" : "primary"}
                  aria-pressed=${this.raw ? "false" : "true"}
                  @click=${() => this.#tell("raw", false)}
                  >${strings.details.layout}</vscode-button
                >
                <vscode-button
                  appearance=${this.raw ? "primary" : "secondary"}
                  aria-pressed=${this.raw ? "true" : "false"}
                  @click=${() => this.#tell("raw", true)}
                  >${strings.details.raw}</vscode-button
                >
                <vscode-button appearance="secondary" @click=${() => this.#tell("copyRaw")}
                  >${strings.details.copyRaw}</vscode-button
                >
              </div>`
        }
      </div>
      <div
        class="content"
        tabindex="0"
        role="group"
        aria-label=${shown === undefined ? strings.details.label : inertLine(shown.title)}
      >
        ${shown === undefined ? html`<p class="quiet">${this.loading ? strings.details.loading : strings.details.none}</p>` : this.raw ? this.#rawView(shown) : this.#readingView(shown)}
      </div>
    </section>`;
  }

  #rawView(shown: DetailRecord): TemplateResult {
    return html`${shown.rawCut ? html`<p class="quiet">${strings.details.rawCut}</p>` : nothing}
      <pre>${inertBlock(shown.raw)}</pre>`;
  }

  #readingView(shown: DetailRecord): TemplateResult {
    const sections = detailSections(this.recordKind, shown.record);
    return sections.length === 0
      ? html`<p class="quiet">${strings.details.odd}</p>`
      : html`${sections.map(
          (section) =>
            html`<h3>${section.heading}</h3>
              ${this.#section(section)}`,
        )}`;
  }

  #section(section: DetailSection): TemplateResult {
    switch (section.kind) {
      case "facts":
        return html`<dl>
          ${section.facts.map(
            (fact) =>
              html`<dt>${inertLine(fact.label)}</dt>
                <dd>
                  ${inertBlock(fact.text.slice(0, longestText))}${fact.link === undefined ? nothing : this.#link(fact.label, fact.link)}
                </dd>`,
          )}
        </dl>`;
      case "text":
        return html`<p class="text">${inertBlock(section.text.slice(0, longestText))}</p>`;
      case "labels":
        return html`<ul class="labels">
            ${this.#some(section.heading, section.items).map((item) => html`<li>${inertLine(item)}</li>`)}
          </ul>
          ${this.#more(section.heading, section.items.length)}`;
      case "entries":
        return html`<ul class="entries">
            ${this.#some(section.heading, section.entries).map(
              (entry) =>
                html`<li>
                  <span class="entry">${inertLine(entry.title)}</span
                  >${entry.notes.length === 0 ? nothing : html`<span class="quiet">${inertLine(entry.notes.join(" · "))}</span>`}
                </li>`,
            )}
          </ul>
          ${this.#more(section.heading, section.entries.length)}`;
      case "timeline":
        return html`<ol class="timeline">
            ${this.#some(section.heading, section.entries).map(timelineEntry)}
          </ol>
          ${this.#more(section.heading, section.entries.length)}`;
    }
  }

  #link(label: string, address: string): TemplateResult {
    const name = strings.details.openLabel(label, inertLine(address));
    return html` <vscode-button
      appearance="secondary"
      class="open"
      aria-label=${name}
      title=${name}
      @click=${() => this.#tell("openLink", address)}
      >${strings.details.open}</vscode-button
    >`;
  }

  #some<Item>(heading: string, items: readonly Item[]): readonly Item[] {
    return this.whole.includes(heading) ? items : items.slice(0, firstEntries);
  }

  #more(heading: string, length: number): TemplateResult | typeof nothing {
    return length <= firstEntries || this.whole.includes(heading)
      ? nothing
      : html`<vscode-button appearance="secondary" @click=${() => (this.whole = [...this.whole, heading])}
          >${strings.details.more(length - firstEntries)}</vscode-button
        >`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".content")?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("shown")) {
      this.whole = [];
    }
  }

  #tell(kind: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

function timelineEntry(entry: TimelineEntry): TemplateResult {
  return html`<li class=${entry.current ? "current" : ""}>
    ${entry.when === "" ? nothing : html`<div class="when">${inertLine(entry.when)}${entry.current ? html` <span class="now">${strings.details.current}</span>` : nothing}</div>`}
    <div class="entry">${inertLine(entry.title, 2000)}</div>
    ${entry.place === "" ? nothing : html`<div>${inertLine(entry.place, 2000)}</div>`}
    ${entry.notes.length === 0 ? nothing : html`<div class="quiet">${inertLine(entry.notes.join(" · "), 2000)}</div>`}
    ${entry.text === "" ? nothing : html`<p class="text">${inertBlock(entry.text.slice(0, longestText))}</p>`}
  </li>`;
}
