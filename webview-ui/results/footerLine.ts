// The run's state: a banner while it fetches or when it stopped early, and the last line of the page.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { amountText, countText } from "../../src/text/numbers";
import { inertLine } from "../components/inertText";
import { timeLeft } from "../components/texts";
import { silentRing } from "../components/toolkit";
import { fetchedPart, fetchingText } from "../messages/fetching";
import type { Notice, RunAction, ShownActivity } from "../messages/results";
import type { RangeSums } from "./grid/rangeSums";
import { searchItems } from "./headerLine";
import type { PageActions } from "./pageActions";
import { isFiltered } from "./pageFilters";
import { shownText } from "./texts";

const emptyTexts = {
  company: "No company matches this search. Remove a filter or widen a range, then run it again.",
  person: "No person matches this search. Remove a filter or widen a range, then run it again.",
  contact: "There are no contacts in this result yet.",
};

/** A banner with the run's problems and actions; nothing once all requested records are fetched. */
export function stateBanner(actions: PageActions): TemplateResult | typeof nothing {
  const { run } = actions.results;
  if (run.activity !== undefined) {
    const { unsaved } = run.activity;
    return unsaved === undefined
      ? html`<div class="line banner">${progress(actions, run.activity)}</div>`
      : html`<div class="line banner stopped">
          <span class="icon" aria-hidden="true">⚠</span>
          <p class="why" role="alert">${inertLine(unsaved, 2000)}</p>
          ${stopButton(actions, run.activity)}
        </div>`;
  }
  return hasBanner(actions)
    ? html`<div class="line banner stopped">
        <span class="icon" aria-hidden="true">⚠</span>
        <div class="why">
          ${run.remarks.map(
            (remark, at) =>
              html`<p>
                ${at === 0 && run.title !== undefined ? html`<b>${run.title}.</b> ` : nothing}${inertLine(remark, 2000)}
              </p>`,
          )}
        </div>
        <div class="actions">${runActions(actions)}</div>
      </div>`
    : nothing;
}

/** Replaces everything that depends on the host, because the extension host has died or hangs. */
export const lostLines = ({ results }: PageActions): TemplateResult =>
  html`<div class="line head"><h1 class="clip">${inertLine(results.header.title)}</h1></div>
    <div class="line banner stopped" role="alert">
      <span class="icon" aria-hidden="true">⚠</span>
      <p class="why">
        The extension has stopped, so these records are not current. This tab opens again by itself as soon as the
        extension runs.
      </p>
    </div>`;

const hasBanner = ({ results: { run } }: PageActions): boolean =>
  run.activity !== undefined || (!run.finished && run.remarks.length > 0);

export function footerLine(actions: PageActions): TemplateResult {
  const { results, page, sums } = actions;
  const { run, synthetic, view, header } = results;
  const remarks: string[] = [];
  if (!hasBanner(actions)) {
    remarks.push(
      ...run.remarks.map((remark, at) => (at === 0 && run.title !== undefined ? `${run.title}. ${remark}` : remark)),
    );
  }
  if (header.changes?.remark) {
    remarks.push(header.changes.remark);
  }
  const parts = [run.sentence, ...remarks];
  if (synthetic) {
    parts.push("Sandbox: synthetic data");
  }
  const sentences = parts.map((text) => inertLine(text, 2000));
  const offered = hasBanner(actions) ? [] : runActions(actions);
  return html`<footer class="line">
    <p class="count">
      <span class="shown">${shownText(view.count, view.records, isFiltered(view))}</span>${
        view.leftOut === undefined
          ? nothing
          : html`${part(`${countText(view.leftOut)} left out`)}
            ${linkButton("Reload Lists", () => actions.send("reloadLists"))}`
      }${page.selectedCount === 0 ? nothing : part(`${countText(page.selectedCount)} selected`)}
    </p>
    ${page.notice === undefined ? nothing : noticeLine(page.notice)}
    <div class="facts clip">
      ${sentences.map((text, at) => html`<span class=${at === 0 ? "state" : ""}>${text}</span>`)}
    </div>
    ${sums === undefined ? nothing : sumsButton(sums)} ${page.isNarrow ? nothing : offered}
    <button
      type="button"
      class="plain icon about"
      aria-label="About these results"
      title="About these results"
      aria-expanded=${page.isFooterOpen ? "true" : "false"}
      @click=${() => page.setFooterOpen(!page.isFooterOpen)}
    >
      <span aria-hidden="true">⋯</span>
    </button>
    ${page.isFooterOpen ? footerPopup(actions, sentences, page.isNarrow ? offered : []) : nothing}
  </footer>`;
}

/** A separate function, so that Lit calls it once for each popup. */
function focusPopup(popup: Element | undefined): void {
  queueMicrotask(() => (popup as HTMLElement | undefined)?.focus());
}

/** Everything that does not fit in one line. */
function footerPopup(
  actions: PageActions,
  sentences: readonly string[],
  offered: readonly TemplateResult[],
): TemplateResult {
  const close = (): void => actions.page.setFooterOpen(false);
  return html`<div
    class="about popup"
    role="dialog"
    aria-label="About these results"
    tabindex="-1"
    ${ref(focusPopup)}
    @click=${({ target }: Event) => {
      if (target instanceof Element && target.closest("button, vscode-button") !== null) {
        close();
      }
    }}
    @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
      const button = (currentTarget as HTMLElement).previousElementSibling;
      if (relatedTarget !== button && !(currentTarget as HTMLElement).contains(relatedTarget as Node | null)) {
        close();
      }
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        close();
        actions.focusGrid();
      }
    }}
  >
    ${sentences.map((text) => html`<p>${text}</p>`)}
    ${offered.length === 0 ? nothing : html`<div class="offered">${offered}</div>`}
  </div>`;
}

/** A click copies the sums with their names, to be pasted into a table. */
function sumsButton(sums: RangeSums): TemplateResult {
  const lines = sumLines(sums);
  return html`<button
    type="button"
    class="plain sums"
    title="Copy these numbers"
    @click=${() => void navigator.clipboard.writeText(lines.map((line) => line.join("\t")).join("\n"))}
  >
    ${[cellsText(sums.cells), ...lines.slice(1).map(([name, value]) => `${name} ${amountText(value)}`)].join(" · ")}
  </button>`;
}

function sumLines({ cells, numbers, sum, least, most }: RangeSums): readonly (readonly [string, number])[] {
  const lines: (readonly [string, number])[] = [["count", cells]];
  if (numbers !== 0) {
    lines.push(["sum", sum], ["average", sum / numbers], ["least", least], ["most", most]);
  }
  return lines;
}

const part = (text: string): TemplateResult => html` <span aria-hidden="true">·</span> <span>${text}</span>`;

function noticeLine({ text, problem }: Notice): TemplateResult {
  return html`<p class=${problem ? "notice problem" : "notice"}>${inertLine(text, 2000)}</p>`;
}

function progress(actions: PageActions, activity: ShownActivity): TemplateResult {
  const { waitingUntil } = activity;
  const seconds = Math.max(0, Math.ceil(((waitingUntil ?? 0) - actions.page.now) / 1000));
  const percent = (fetchedPart(activity) * 100).toFixed(1);
  const label = `Fetching: ${fetchingText(activity)}`;
  const isWaiting = waitingUntil !== undefined && seconds > 0;
  return html`<vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring>
    <span>${isWaiting ? `Rate limit reached: continues in ${timeLeft(seconds)}` : label}</span>
    <div
      class="meter"
      role="progressbar"
      aria-label=${label}
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${percent}
    >
      <div .style=${`width: ${percent}%`}></div>
    </div>
    ${stopButton(actions, activity)}`;
}

const stopButton = ({ send }: PageActions, { stopping }: ShownActivity): TemplateResult =>
  stopping
    ? html`<span>Stopping after this page…</span>`
    : html`<vscode-button appearance="secondary" @click=${() => send("stop")}>Stop</vscode-button>`;

function runActions({ results, send }: PageActions): readonly TemplateResult[] {
  const { state, actions, more, moreCreditsAbout, everything } = results.run;
  const buttons: Readonly<Record<RunAction, { readonly label: string; readonly act: () => void }>> = {
    resume: { label: "Resume", act: () => send("resume", { state }) },
    showAll: { label: "Show All Records", act: () => send("showAll") },
    acceptEnd: { label: "That Is All", act: () => send("acceptEnd", { state }) },
    tryNow: { label: "Try Now", act: () => send("tryNow", { state }) },
    continue: { label: "Continue…", act: () => send("resume", { state }) },
    showReply: { label: "Show Reply", act: () => send("showReply") },
    connect: { label: "Connect…", act: () => send("connect") },
    newKey: { label: "Enter a New Key…", act: () => send("enterNewKey") },
    fetchMore: {
      label: fetchMoreText(more, moreCreditsAbout),
      act: () => send("fetchMore", { state }),
    },
  };
  const offered = actions.map((action, at) => {
    const isPrimary = at === 0 && action !== "fetchMore" && action !== "showReply";
    const { label, act } = buttons[action];
    return isPrimary
      ? html`<vscode-button appearance="primary" @click=${act}>${label}</vscode-button>`
      : linkButton(label, act);
  });
  if (everything === undefined) {
    return offered;
  }
  const text = exportEverythingText(everything.total, everything.creditsAbout);
  return [...offered, linkButton(text, () => send("export", { scope: "everything", state }))];
}

const linkButton = (label: string, act: () => void): TemplateResult =>
  html`<button type="button" class="link" @click=${act}>${label}</button>`;

export function arrangingLine({ send }: PageActions): TemplateResult {
  return html`<div class="line busy">
    <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring><span role="status">Sorting and filtering…</span>
    <vscode-button appearance="secondary" @click=${() => send("cancelArrange")}>Cancel</vscode-button>
  </div>`;
}

/** Why the grid is empty, and what to do. */
export function emptyNote(actions: PageActions): TemplateResult | typeof nothing {
  const { view } = actions.results;
  if (view.count > 0 || view.arranging) {
    return nothing;
  }
  const { sentence, items = [] } = noteOf(actions);
  return html`<div class="empty">
    <p>${inertLine(sentence, 2000)}</p>
    <div class="badges">
      ${items.map(
        ({ label, act }, at) =>
          html`<vscode-button appearance=${at === 0 && !hasBanner(actions) ? "primary" : "secondary"} @click=${act}
            >${label}</vscode-button
          >`,
      )}
    </div>
  </div>`;
}

interface EmptyNote {
  readonly sentence: string;
  readonly items?: readonly { readonly label: string; readonly act: () => void }[];
}

function noteOf({ page, results, send }: PageActions): EmptyNote {
  const { view, run, recordKind, header } = results;
  if (view.records > 0) {
    const clear = { label: "Clear Filters", act: () => page.filters.clear() };
    return { sentence: "No record passes all filters.", items: [clear] };
  }
  if (view.leftOut !== undefined && view.leftOut > 0) {
    return { sentence: leftOutText(view.leftOut) };
  }
  if (run.activity !== undefined) {
    return { sentence: "Fetching the first records…" };
  }
  // The banner gives the reason and the primary action.
  const sentence = run.noRows ?? (run.finished ? emptyTexts[recordKind] : "No records were fetched.");
  return { sentence, items: searchItems(header, send) };
}

function cellsText(cells: number): string {
  return cells === 1 ? "1 cell" : `${countText(cells)} cells`;
}

function fetchMoreText(more: number, credits: number | undefined): string {
  const text = `Fetch ${countText(more)} more`;
  return credits === undefined ? text : `${text} (about ${amountText(credits)} credits)`;
}

function exportEverythingText(total: number, credits: number | undefined): string {
  return credits === undefined
    ? `Fetch and export all ${countText(total)} (price unknown until the first page)`
    : `Fetch and export all ${countText(total)} (≈ ${amountText(credits)} credits)`;
}

function leftOutText(records: number): string {
  return records === 1
    ? "Leave-out lists hide the one record."
    : `Leave-out lists hide all ${countText(records)} records.`;
}
