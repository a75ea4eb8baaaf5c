// The pane that shows one record with all its fields: laid out for reading, or as JSON.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { RecordKind } from "../../src/service/operations";
import type { GridColumn, RecordDetails } from "../messages/results";
import type { DetailSection, Fact, NotedEntry, TimelineEntry } from "./detailSection";
import { detailSections } from "./detailSections";
import { controlStyles } from "../components/controlStyles";
import { detailStrings } from "./detailStrings";
import { detailStyles } from "./detailStyles";
import { headcountCurve } from "./headcountCurve";
import { inertBlock, inertLine } from "../components/inertText";
import { recordSummary } from "./recordSummary";
import { strings } from "./strings";

/** Entries of a section before "Show more": some records have thousands of skills. */
const firstEntries = 60;
const longestText = 20_000;

export type DetailAct = "addToList" | "leaveOut" | "findPeople" | "copyRaw";

/**
 * Fires `openLink` with the address, `openRun` with the id of a run, `act` with a `DetailAct`, `close`, and `raw` with
 * whether the JSON is shown.
 */
@customElement("prospect-details")
export class DetailsPane extends LitElement {
  static override readonly styles = [controlStyles, detailStyles];
  @property({ attribute: false }) recordKind: RecordKind = "company";
  /** All columns: they name what has changed. */
  @property({ attribute: false }) columns: readonly GridColumn[] = [];
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
        <button
          type="button"
          class="plain icon close"
          aria-label=${strings.details.close}
          title=${strings.details.close}
          @click=${() => this.#emit("close")}
        >
          <span aria-hidden="true">✕</span>
        </button>
        ${shown === undefined ? nothing : this.#summary(shown)}
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

  #summary(shown: RecordDetails): TemplateResult {
    const { subtitle, changes } = recordSummary(this.recordKind, shown, this.columns);
    const act = (name: Exclude<DetailAct, "copyRaw">): TemplateResult =>
      html`<button type="button" class="plain bordered" @click=${() => this.#emit("act", name)}>
        ${strings.details[name]}
      </button>`;
    return html`${subtitle === "" ? nothing : html`<p>${inertLine(subtitle, 500)}</p>`}
      ${(shown.remarks ?? []).map((line) => html`<p class="remark">${inertLine(line, 1500)}</p>`)}
      ${changes.map((line) => html`<p class="changed">${inertLine(line, 500)}</p>`)}
      <div class="actions" role="group" aria-label=${strings.details.actions}>
        ${act("addToList")}${act("leaveOut")}${act("findPeople")}
        <prospect-menu
          .label=${strings.details.copy}
          .items=${[
            { label: strings.details.copyRaw, act: () => this.#emit("act", "copyRaw") },
            { label: strings.details.raw, checked: this.raw, act: () => this.#emit("raw", !this.raw) },
          ]}
        ></prospect-menu>
      </div>`;
  }

  #placeholder(): TemplateResult {
    return html`<p class="quiet">${this.loading ? strings.details.loading : strings.details.none}</p>`;
  }

  #rawView(shown: RecordDetails): TemplateResult {
    return html`${shown.rawCut ? html`<p class="quiet">${strings.details.rawCut}</p>` : nothing}
      <pre>${inertBlock(shown.raw)}</pre>`;
  }

  #readingView(shown: RecordDetails): TemplateResult {
    const sections = detailSections(this.recordKind, shown.record, shown.before, shown.versions);
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
        // Values of fields that nobody has described may be long.
        return html`<dl class=${section.isOther === true ? "whole" : nothing}>
          ${section.facts.map(
            (fact) =>
              html`<dt class="clip" title=${inertLine(fact.label)}>${inertLine(fact.label)}</dt>
                <dd>${this.#factValue(fact, section.isOther === true)}</dd>`,
          )}
        </dl>`;
      case "text":
        return html`<p class="lines">${inertBlock(section.text.slice(0, longestText))}</p>`;
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
                  <span class="entry">${this.#entryTitle(section.heading, entry)}</span>
                  ${entry.notes.length === 0 ? nothing : html`<span class="quiet">${notesText(entry.notes)}</span>`}
                </li>`,
            )}
          </ul>
          ${this.#moreButton(section.heading, section.entries.length)}`;
      case "timeline":
        return html`${section.curve === undefined ? nothing : headcountCurve(section.curve)}
          <ol class="timeline">
            ${this.#visibleOf(section.heading, section.entries).map((entry) => this.#timelineEntry(entry))}
          </ol>
          ${this.#moreButton(section.heading, section.entries.length)}`;
    }
  }

  #timelineEntry(entry: TimelineEntry): TemplateResult {
    const { run } = entry;
    const isNow = entry.current && entry.when === "";
    return html`<li class=${entry.current ? "current" : ""}>
      <div>
        <span class="entry">${inertLine(entry.title, 2000)}</span>
        ${entry.when === "" ? nothing : html`<span class="quiet">${inertLine(entry.when)}</span>`}
        ${isNow ? html`<span class="now">${strings.details.current}</span>` : nothing}
      </div>
      ${entry.place === "" ? nothing : html`<div>${inertLine(entry.place, 2000)}</div>`}
      ${entry.notes.length === 0 ? nothing : html`<div class="quiet">${notesText(entry.notes)}</div>`}
      ${entry.text === "" ? nothing : html`<p class="lines">${inertBlock(entry.text.slice(0, longestText))}</p>`}
      ${
        run === undefined
          ? nothing
          : html`<button class="link clip" type="button" @click=${() => this.#emit("openRun", run.id)}>
              ${detailStrings.seenIn(inertLine(run.title))}
            </button>`
      }
    </li>`;
  }

  #factValue({ label, text, link, change }: Fact, isWhole: boolean): TemplateResult {
    const shown =
      link === undefined
        ? isWhole
          ? html`<span class="lines">${inertBlock(text.slice(0, longestText))}</span>`
          : html`<span class="clip" title=${inertLine(text, 500)}>${inertLine(text, 500)}</span>`
        : this.#link(label, shortAddress(text), link);
    return change === undefined
      ? shown
      : html`${shown}
          <span class=${`delta ${change.direction ?? ""}`} aria-hidden="true">${inertLine(change.text)}</span>
          <span class="unseen">${inertLine(change.spoken)}</span>`;
  }

  #entryTitle(label: string, { title, link }: NotedEntry): TemplateResult {
    return link === undefined ? html`${inertLine(title)}` : this.#link(label, title, link);
  }

  #link(label: string, text: string, address: string): TemplateResult {
    return html`<button
      class="link clip"
      type="button"
      aria-label=${strings.details.openLabel(label, inertLine(address))}
      title=${inertLine(address)}
      @click=${() => this.#emit("openLink", address)}
    >
      ${inertLine(text)}
    </button>`;
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

/** "example.com/about": what every address has says nothing. */
function shortAddress(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}
