// The pane that shows one record with all its fields: laid out for reading, or as JSON.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { RecordKind } from "../../src/service/operations";
import type { RecordDetails } from "../messages/results";
import { detailSections, type DetailSection, type Fact, type TimelineEntry } from "./detailSections";
import { detailStyles } from "./detailStyles";
import { inertBlock, inertLine } from "./inertText";
import { strings } from "./strings";

/** Entries of a section before "Show more": some records have thousands of skills. */
const firstEntries = 60;
const longestText = 20_000;

/** Fires `openLink` with the address, `copyRaw`, `close`, and `raw` with whether the JSON is shown. */
@customElement("prospect-details")
export class DetailsPane extends LitElement {
  static override readonly styles = detailStyles;
  @property({ attribute: false }) recordKind: RecordKind = "company";
  @property({ attribute: false }) shown: RecordDetails | undefined;
  @property({ type: Boolean }) raw = false;
  @property({ type: Boolean }) loading = false;
  /** Headings of the sections that show all their entries. */
  @state() private expanded: readonly string[] = [];

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
          @click=${() => this.#emit("close")}
          ><span aria-hidden="true">✕</span></vscode-button
        >
        ${
          shown === undefined
            ? nothing
            : html`<div class="modes">
                <vscode-button
                  appearance=${this.raw ? "secondary" : "primary"}
                  aria-pressed=${this.raw ? "false" : "true"}
                  @click=${() => this.#emit("raw", false)}
                  >${strings.details.layout}</vscode-button
                >
                <vscode-button
                  appearance=${this.raw ? "primary" : "secondary"}
                  aria-pressed=${this.raw ? "true" : "false"}
                  @click=${() => this.#emit("raw", true)}
                  >${strings.details.raw}</vscode-button
                >
                <vscode-button appearance="secondary" @click=${() => this.#emit("copyRaw")}
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
        ${shown === undefined ? this.#placeholder() : this.raw ? this.#rawView(shown) : this.#readingView(shown)}
      </div>
    </section>`;
  }

  #placeholder(): TemplateResult {
    return html`<p class="quiet">${this.loading ? strings.details.loading : strings.details.none}</p>`;
  }

  #rawView(shown: RecordDetails): TemplateResult {
    return html`${shown.rawCut ? html`<p class="quiet">${strings.details.rawCut}</p>` : nothing}
      <pre>${inertBlock(shown.raw)}</pre>`;
  }

  #readingView(shown: RecordDetails): TemplateResult {
    const sections = detailSections(this.recordKind, shown.record);
    return sections.length === 0
      ? html`<p class="quiet">${strings.details.unknownFields}</p>`
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
                <dd>${inertBlock(fact.text.slice(0, longestText))}${this.#openButton(fact)}</dd>`,
          )}
        </dl>`;
      case "text":
        return html`<p class="text">${inertBlock(section.text.slice(0, longestText))}</p>`;
      case "labels":
        return html`<ul class="labels">
            ${this.#visibleOf(section.heading, section.items).map((item) => html`<li>${inertLine(item)}</li>`)}
          </ul>
          ${this.#moreButton(section.heading, section.items.length)}`;
      case "entries":
        return html`<ul class="entries">
            ${this.#visibleOf(section.heading, section.entries).map(
              (entry) =>
                html`<li>
                  <span class="entry">${inertLine(entry.title)}</span>
                  ${entry.notes.length === 0 ? nothing : html`<span class="quiet">${notesText(entry.notes)}</span>`}
                </li>`,
            )}
          </ul>
          ${this.#moreButton(section.heading, section.entries.length)}`;
      case "timeline":
        return html`<ol class="timeline">
            ${this.#visibleOf(section.heading, section.entries).map(timelineEntry)}
          </ol>
          ${this.#moreButton(section.heading, section.entries.length)}`;
    }
  }

  #openButton({ label, link }: Fact): TemplateResult | typeof nothing {
    if (link === undefined) {
      return nothing;
    }
    const name = strings.details.openLabel(label, inertLine(link));
    return html` <vscode-button
      appearance="secondary"
      class="open"
      aria-label=${name}
      title=${name}
      @click=${() => this.#emit("openLink", link)}
      >${strings.details.open}</vscode-button
    >`;
  }

  #visibleOf<Item>(heading: string, items: readonly Item[]): readonly Item[] {
    return this.expanded.includes(heading) ? items : items.slice(0, firstEntries);
  }

  #moreButton(heading: string, length: number): TemplateResult | typeof nothing {
    return length <= firstEntries || this.expanded.includes(heading)
      ? nothing
      : html`<vscode-button appearance="secondary" @click=${() => (this.expanded = [...this.expanded, heading])}
          >${strings.details.more(length - firstEntries)}</vscode-button
        >`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".content")?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("shown")) {
      this.expanded = [];
    }
  }

  #emit(kind: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

function notesText(notes: readonly string[]): string {
  return inertLine(notes.join(" · "), 2000);
}

function currentMark({ current }: TimelineEntry): TemplateResult | typeof nothing {
  return current ? html` <span class="now">${strings.details.current}</span>` : nothing;
}

function timelineEntry(entry: TimelineEntry): TemplateResult {
  return html`<li class=${entry.current ? "current" : ""}>
    ${entry.when === "" ? nothing : html`<div class="when">${inertLine(entry.when)}${currentMark(entry)}</div>`}
    <div class="entry">${inertLine(entry.title, 2000)}</div>
    ${entry.place === "" ? nothing : html`<div>${inertLine(entry.place, 2000)}</div>`}
    ${entry.notes.length === 0 ? nothing : html`<div class="quiet">${notesText(entry.notes)}</div>`}
    ${entry.text === "" ? nothing : html`<p class="text">${inertBlock(entry.text.slice(0, longestText))}</p>`}
  </li>`;
}
