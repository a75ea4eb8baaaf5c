// The pane that shows one record with all its fields: laid out for reading, or as JSON.
import { html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { countText } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import { inertBlock, inertLine } from "../components/inertText";
import type { RecordDetails } from "../messages/results";
import { dayText } from "./dates";
import { detailSections, type CurvePoint, type DetailItem, type DetailSection } from "./detailSections";
import { detailStyles } from "./detailStyles";
import type { PageActions } from "./pageActions";
import { recordSummary } from "./recordSummary";

/** Entries of a section before "Show more": some records have thousands of skills. */
const firstEntries = 60;
const longestText = 20_000;

@customElement("prospect-details")
export class DetailsPane extends LitElement {
  static override readonly styles = [controlStyles, detailStyles];
  @property({ attribute: false }) actions!: PageActions;
  @property({ attribute: false }) shown: RecordDetails | undefined;
  @property({ type: Boolean }) raw = false;
  @property({ type: Boolean }) loading = false;
  /** Headings of the sections that show all their entries. */
  @state() private expanded: readonly string[] = [];

  override render(): TemplateResult {
    const { shown } = this;
    return html`<section aria-label="Record details" aria-busy=${this.loading ? "true" : "false"}>
      <div class="head">
        <h2>${shown === undefined ? "Details" : inertLine(shown.title)}</h2>
        <button
          type="button"
          class="plain icon close"
          aria-label="Close the details"
          title="Close the details"
          @click=${() => this.actions.toggleDetails()}
        >
          <span aria-hidden="true">✕</span>
        </button>
        ${shown === undefined ? nothing : this.#summary(shown)}
      </div>
      <div
        class="content"
        tabindex="0"
        role="group"
        aria-label=${shown === undefined ? "Record details" : inertLine(shown.title)}
      >
        ${shown === undefined ? this.#placeholder() : this.#record(shown)}
      </div>
    </section>`;
  }

  #record(shown: RecordDetails): TemplateResult {
    return this.raw ? this.#rawView(shown) : this.#readingView(shown);
  }

  #summary(shown: RecordDetails): TemplateResult {
    const { page, results } = this.actions;
    // All columns, because they name the changed fields.
    const { subtitle, changes } = recordSummary(results.recordKind, shown, results.columns);
    const act = (name: "addToList" | "leaveOut" | "findPeople", text: string): TemplateResult =>
      html`<button type="button" class="plain bordered" @click=${() => page.forFocusedRow(name)}>${text}</button>`;
    return html`${subtitle === "" ? nothing : html`<p>${inertLine(subtitle, 500)}</p>`}
      ${(shown.remarks ?? []).map((line) => html`<p class="remark">${inertLine(line, 1500)}</p>`)}
      ${changes.map((line) => html`<p class="changed">${inertLine(line, 500)}</p>`)}
      <div class="actions" role="group" aria-label="Actions">
        ${act("addToList", "★ List…")}${act("leaveOut", "Leave Out…")}${act("findPeople", "People Here")}
        <prospect-menu
          .label=${"Copy"}
          .items=${[
            { label: "Copy JSON", act: () => page.forFocusedRow("copyRaw") },
            { label: "Raw JSON", checked: this.raw, act: () => page.save({ raw: !this.raw }) },
          ]}
        ></prospect-menu>
      </div>`;
  }

  #placeholder(): TemplateResult {
    return html`<p class="quiet">${this.loading ? "Reading the record…" : "Select a row to see its details."}</p>`;
  }

  #rawView(shown: RecordDetails): TemplateResult {
    return html`${
        shown.rawCut
          ? html`<p class="quiet">Only the beginning is shown. Copy JSON copies the whole record.</p>`
          : nothing
      }
      <pre>${inertBlock(shown.raw)}</pre>`;
  }

  #readingView(shown: RecordDetails): TemplateResult {
    const sections = detailSections(this.actions.results.recordKind, shown.record, shown.before, shown.versions);
    return sections.length === 0
      ? html`<p class="quiet">This record has none of the documented fields. See the raw JSON.</p>`
      : html`${repeat(
          sections,
          ({ heading }) => heading,
          (section) =>
            html`<h3>${section.heading}</h3>
              ${this.#section(section)}`,
        )}`;
  }

  #section({ kind, heading, items, curve }: DetailSection): TemplateResult {
    if (kind === "text") {
      return html`${items.map(({ title }) => this.#lines(title))}`;
    }
    const isOther = kind === "otherFacts";
    if (kind === "facts" || isOther) {
      // Values of undocumented fields may be long.
      return html`<dl class=${isOther ? "whole" : nothing}>${items.map((item) => this.#fact(item, isOther))}</dl>`;
    }
    const isWhole = this.expanded.includes(heading) || items.length <= firstEntries;
    const shown = (isWhole ? items : items.slice(0, firstEntries)).map((item) =>
      kind === "timeline" ? this.#timelineEntry(item) : this.#entry(heading, item),
    );
    return html`${curve === undefined ? nothing : headcountCurve(curve)}
    ${
      kind === "timeline"
        ? html`<ol class="timeline">
            ${shown}
          </ol>`
        : html`<ul class=${kind}>
            ${shown}
          </ul>`
    }
    ${
      isWhole
        ? nothing
        : html`<vscode-button appearance="secondary" @click=${() => (this.expanded = [...this.expanded, heading])}
            >Show ${countText(items.length - firstEntries)} more</vscode-button
          >`
    }`;
  }

  #lines(text: string): TemplateResult {
    return html`<p class="lines">${inertBlock(text.slice(0, longestText))}</p>`;
  }

  #entry(heading: string, { title, notes = [], link }: DetailItem): TemplateResult {
    return html`<li>
      <span class="entry">${link === undefined ? inertLine(title) : this.#link(heading, title, link)}</span>
      ${notes.length === 0 ? nothing : html`<span class="quiet">${notesText(notes)}</span>`}
    </li>`;
  }

  #timelineEntry(item: DetailItem): TemplateResult {
    const { title, when = "", place = "", notes = [], text = "", current = false, run } = item;
    return html`<li class=${current ? "current" : ""}>
      <div>
        <span class="entry">${inertLine(title, 2000)}</span>
        ${when === "" ? nothing : html`<span class="quiet">${inertLine(when)}</span>`}
        ${current && when === "" ? html`<span class="now">current</span>` : nothing}
      </div>
      ${place === "" ? nothing : html`<div>${inertLine(place, 2000)}</div>`}
      ${notes.length === 0 ? nothing : html`<div class="quiet">${notesText(notes)}</div>`}
      ${text === "" ? nothing : this.#lines(text)}
      ${
        run === undefined
          ? nothing
          : html`<button class="link" type="button" @click=${() => this.actions.send("openRun", { run: run.id })}>
              Seen in ${inertLine(run.title)}
            </button>`
      }
    </li>`;
  }

  #fact({ label = "", title, link, change }: DetailItem, isWhole: boolean): TemplateResult {
    let value: TemplateResult = html`<span>${inertLine(title, 500)}</span>`;
    if (link !== undefined) {
      value = this.#link(label, shortAddress(title), link);
    } else if (isWhole) {
      value = html`<span class="lines">${inertBlock(title.slice(0, longestText))}</span>`;
    }
    return html`<dt>${inertLine(label)}</dt>
      <dd>
        ${value}
        ${
          change === undefined
            ? nothing
            : html`<span class=${`delta ${change.direction ?? ""}`} aria-hidden="true">${inertLine(change.text)}</span>
                <span class="unseen">${inertLine(change.spoken)}</span>`
        }
      </dd>`;
  }

  #link(label: string, text: string, address: string): TemplateResult {
    const named = inertLine(address.includes(text) ? address : `${text}, ${address}`);
    return html`<button
      class="link"
      type="button"
      aria-label=${`Open in the browser: ${label}, ${named}`}
      title=${inertLine(address)}
      @click=${() => this.actions.send("openLink", { url: address })}
    >
      ${inertLine(text)}
    </button>`;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".content")?.focus();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("shown")) {
      this.expanded = [];
    }
  }
}

function notesText(notes: readonly string[]): string {
  return inertLine(notes.join(" · "), 2000);
}

/** "example.com/about": without the parts that all addresses share. */
function shortAddress(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** The size of the drawing, which is scaled to its place. */
const width = 240;
const height = 56;
const margin = 6;

/**
 * The headcount of a company over time, as a small plot of at least two points, the earliest first. Screen readers read
 * its ends; the entries below it have all values.
 */
function headcountCurve(points: readonly CurvePoint[]): TemplateResult {
  const x = scale(
    points.map(({ at }) => at),
    [margin, width - margin],
  );
  const y = scale(
    points.map(({ value }) => value),
    [height - margin, margin],
  );
  const places = points.map(({ at, value }) => [x(at), y(value)] as const);
  const [first, last] = [points[0], points.at(-1)].map((point) => ({
    count: countText(point?.value ?? 0),
    day: dayText(point?.at ?? 0),
  })) as [End, End];
  const label = `Headcount: ${first.count} on ${first.day}, ${last.count} on ${last.day}`;
  return html`<figure>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
      <polyline points=${places.map((place) => place.join(",")).join(" ")}></polyline>
      ${places.map(([cx, cy]) => svg`<circle cx=${cx} cy=${cy} r="2.5"></circle>`)}
    </svg>
    <figcaption class="quiet" aria-hidden="true">
      <span>${first.count} · ${first.day}</span><span>${last.count} · ${last.day}</span>
    </figcaption>
  </figure>`;
}

interface End {
  readonly count: string;
  readonly day: string;
}

/** Draws equal values in the middle. */
function scale(values: readonly number[], [from, to]: readonly [number, number]): (value: number) => number {
  const least = Math.min(...values);
  const most = Math.max(...values);
  return (value) => (most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from));
}
