// The templates of the page around the grid: toolbar above, the run's state below.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { silentRing } from "../components/progressRing";
import type { Send } from "../messages/procedures";
import type { Notice, QuickChoice, ResultsProcedures, ResultsState, RunAction, RunStatus } from "../messages/results";
import { copyItems } from "./copyItems";
import { inertLine } from "./inertText";
import type { ResultsPageState } from "./resultsPageState";
import { strings } from "./strings";

export interface TemplateInput {
  readonly page: ResultsPageState;
  readonly results: ResultsState;
  readonly send: Send<ResultsProcedures>;
  openColumnChooser(): void;
  toggleDetails(): void;
}

export function toolbar(input: TemplateInput): TemplateResult {
  const { page, results, send } = input;
  const text = strings.toolbar;
  const { kind: scope, rows } = page.scope;
  const exportLabel = { selected: text.exportSelected, filtered: text.exportFiltered, all: text.exportAll }[scope](
    rows,
  );
  const isCompanies = results.recordKind === "company";
  return html`<header class="tools">
    <h1 class="unseen">${inertLine(results.title)}</h1>
    ${filterInput(page)} ${results.recordKind === "contact" ? quickToggles(page) : nothing} ${recordTools(input)}
    <div class=${isCompanies ? "end two" : "end"}>
      ${isCompanies ? findPeopleButton(input) : nothing}
      <vscode-button class="export" ?disabled=${rows === 0} @click=${() => send("export", { scope })}
        >${exportLabel}</vscode-button
      >
    </div>
  </header>`;
}

function filterInput(page: ResultsPageState): TemplateResult {
  const text = strings.toolbar;
  return html`<div class="filter">
    <input
      id="filter"
      type="text"
      spellcheck="false"
      autocomplete="off"
      .value=${page.filter}
      placeholder=${text.filterHint}
      aria-label=${text.filter}
      @input=${(event: Event) => page.setFilter((event.target as HTMLInputElement).value)}
    />
    ${page.filter === "" ? nothing : clearButton(text.clearFilter, text.clearFilter, () => page.setFilter(""))}
  </div>`;
}

function clearButton(label: string, title: string, onClick: () => void): TemplateResult {
  return html`<vscode-button appearance="icon" aria-label=${label} title=${title} @click=${onClick}
    ><span aria-hidden="true">✕</span></vscode-button
  >`;
}

const contactChoices: readonly QuickChoice[] = ["deliverableEmail", "mobilePhone"];

function quickToggles(page: ResultsPageState): TemplateResult {
  return html`<div class="choices" role="group" aria-label=${strings.toolbar.quickLabel}>
    ${contactChoices.map((choice) => {
      const on = page.quick.includes(choice);
      return html`<button
        class="choice"
        type="button"
        aria-pressed=${on ? "true" : "false"}
        title=${strings.toolbar.quickHint[choice]}
        @click=${() => page.toggleQuick(choice)}
      >
        <span class="mark" aria-hidden="true">${on ? "✓" : ""}</span>${strings.toolbar.quick[choice]}
      </button>`;
    })}
  </div>`;
}

function recordTools({ page, openColumnChooser, toggleDetails }: TemplateInput): TemplateResult {
  const text = strings.toolbar;
  const { kind: scope, rows } = page.scope;
  return html`<vscode-button appearance="secondary" aria-haspopup="dialog" @click=${openColumnChooser}
      >${text.columns}</vscode-button
    >
    <prospect-menu
      .label=${text.copy}
      .caption=${text.copyScope[scope](rows)}
      .items=${copyItems}
      @choose=${(event: CustomEvent<string>) => page.copyAs(event.detail)}
    ></prospect-menu>
    <vscode-button appearance="secondary" aria-pressed=${page.saved.details ? "true" : "false"} @click=${toggleDetails}
      >${text.details}</vscode-button
    >`;
}

function findPeopleButton({ page, send }: TemplateInput): TemplateResult {
  const count = page.selectedCount;
  return html`<vscode-button
    appearance="secondary"
    ?disabled=${count === 0}
    title=${count === 0 ? strings.toolbar.findPeopleHint : ""}
    @click=${() => send("findPeople")}
    >${strings.toolbar.findPeople(count)}</vscode-button
  >`;
}

export function arrangingLine({ send }: TemplateInput): TemplateResult {
  return html`<div class="busy">
    <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring><span role="status">${strings.run.arranging}</span>
    <vscode-button appearance="secondary" @click=${() => send("cancelArrange")}>${strings.run.cancel}</vscode-button>
  </div>`;
}

/** Why the grid is empty and what helps. */
export function emptyNote({ page, results }: TemplateInput): TemplateResult | typeof nothing {
  const { view, run, recordKind } = results;
  if (view.count > 0 || view.arranging) {
    return nothing;
  }
  if (view.records > 0) {
    const filters = [
      view.filter.trim(),
      ...view.quick.map((choice) => strings.toolbar.quick[choice]),
      ...view.facets.flatMap(({ values }) => values),
    ]
      .filter(Boolean)
      .join(", ");
    return html`<div class="empty">
      <p>${strings.empty.filtered(inertLine(filters))}</p>
      <vscode-button appearance="secondary" @click=${() => page.clearFilters()}
        >${strings.toolbar.clearFilter}</vscode-button
      >
    </div>`;
  }
  const { empty } = strings;
  const sentence = run.activity !== undefined ? empty.running : run.finished ? empty[recordKind] : empty.stopped;
  return html`<div class="empty">
    <p>${run.noRows === undefined || run.activity !== undefined ? sentence : inertLine(run.noRows, 2000)}</p>
  </div>`;
}

export function statusLine(input: TemplateInput): TemplateResult {
  const { run, synthetic } = input.results;
  const { notice } = input.page;
  return html`<footer>
    <p>${inertLine(run.sentence, 2000)}</p>
    ${run.remarks.map((remark) => html`<p>${inertLine(remark, 2000)}</p>`)}
    ${synthetic ? html`<p>${strings.synthetic}</p>` : nothing} ${notice === undefined ? nothing : noticeLine(notice)}
    <div class="actions">${run.activity === undefined ? runActions(input) : progress(input, run.activity)}</div>
  </footer>`;
}

function noticeLine({ text, problem }: Notice): TemplateResult {
  return html`<p class=${problem ? "notice problem" : "notice"}>${inertLine(text, 2000)}</p>`;
}

function progress({ page, send }: TemplateInput, activity: NonNullable<RunStatus["activity"]>): TemplateResult {
  const { fetched, wanted, waitingUntil, stopping } = activity;
  const seconds = Math.max(0, Math.ceil(((waitingUntil ?? 0) - page.now) / 1000));
  const percent = wanted === 0 ? 0 : Math.min(100, (fetched / wanted) * 100);
  const label = strings.run.fetching(fetched, wanted);
  return html`<div
      class="meter"
      role="progressbar"
      aria-label=${label}
      aria-valuemin="0"
      aria-valuemax=${wanted}
      aria-valuenow=${Math.min(fetched, wanted)}
    >
      <div .style=${`width: ${percent.toFixed(1)}%`}></div>
    </div>
    <span>${waitingUntil === undefined || seconds === 0 ? label : strings.run.waiting(seconds)}</span>
    ${
      stopping
        ? html`<span>${strings.toolbar.stopping}</span>`
        : html`<vscode-button @click=${() => send("stop")}>${strings.toolbar.stop}</vscode-button>`
    }`;
}

function runActions({ results, send }: TemplateInput): readonly TemplateResult[] {
  const { actions, more, everything } = results.run;
  const text = strings.toolbar;
  const buttons: Readonly<Record<RunAction, { readonly label: string; readonly act: () => void }>> = {
    resume: { label: text.resume, act: () => send("resume") },
    continue: { label: text.continueRun, act: () => send("resume") },
    showReply: { label: text.showReply, act: () => send("showReply") },
    connect: { label: text.connect, act: () => send("connect") },
    fetchMore: { label: text.fetchMore(more), act: () => send("fetchMore", { records: more }) },
  };
  const offered = actions.map((action, at) => {
    const isPrimary = at === 0 && action !== "fetchMore" && action !== "showReply";
    const { label, act } = buttons[action];
    return html`<vscode-button appearance=${isPrimary ? "primary" : "secondary"} @click=${act}
      >${label}</vscode-button
    >`;
  });
  return everything === undefined
    ? offered
    : [
        ...offered,
        html`<vscode-button class="whole" appearance="secondary" @click=${() => send("export", { scope: "everything" })}
          >${text.exportEverything(everything.total, everything.creditsAbout)}</vscode-button
        >`,
      ];
}
