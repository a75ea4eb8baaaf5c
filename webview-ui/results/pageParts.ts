// The parts of the page around the grid, as templates over its state: tools above, the run's state below.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { silentRing } from "../components/progressRing";
import type { FromResultsPage, QuickChoice, ResultsState, RunStatus } from "../messages/results";
import { copyItems } from "./copyItems";
import { inertLine } from "./inertText";
import type { KeptState } from "./keptState";
import { strings } from "./strings";

/** What the parts show, and what they can ask for. */
export interface PageModel {
  readonly state: ResultsState;
  readonly tab: KeptState["tab"];
  readonly details: boolean;
  readonly filter: string;
  readonly quick: readonly QuickChoice[];
  readonly selected: number;
  /** Wall clock, for countdowns. */
  readonly now: number;
  readonly notice: { readonly text: string; readonly problem: boolean } | undefined;
  post(message: FromResultsPage): void;
  showTab(tab: KeptState["tab"]): void;
  setFilter(filter: string): void;
  clearFacet(): void;
  /** Takes away everything that leaves records out. */
  clearAll(): void;
  toggleQuick(choice: QuickChoice): void;
  chooseColumns(): void;
  copyAs(item: string): void;
  toggleDetails(): void;
}

/** What an export or a copy takes when nothing narrower is chosen. */
export function scopeOf(model: Pick<PageModel, "state" | "selected">): {
  readonly kind: "selected" | "filtered" | "all";
  readonly rows: number;
} {
  const { view } = model.state;
  const filtered = view.filter.trim() !== "" || view.facet !== undefined || view.quick.length > 0;
  return model.selected > 0
    ? { kind: "selected", rows: model.selected }
    : filtered
      ? { kind: "filtered", rows: view.count }
      : { kind: "all", rows: view.count };
}

export function tools(model: PageModel): TemplateResult {
  const { state, tab } = model;
  const text = strings.toolbar;
  const scope = scopeOf(model);
  const exportLabel = { selected: text.exportSelected, filtered: text.exportFiltered, all: text.exportAll }[scope.kind](
    scope.rows,
  );
  const nothingThere = scope.rows === 0;
  return html`<header class="tools">
    <h1 class="unseen">${inertLine(state.title)}</h1>
    <div role="tablist" aria-label=${strings.tabs.label} @keydown=${(event: KeyboardEvent) => onTabKey(event, model)}>
      ${(["records", "summary"] as const).map(
        (name) =>
          html`<button
            role="tab"
            id=${`tab-${name}`}
            aria-selected=${tab === name ? "true" : "false"}
            aria-controls="panel"
            tabindex=${tab === name ? 0 : -1}
            @click=${() => model.showTab(name)}
          >
            ${strings.tabs[name]}
          </button>`,
      )}
    </div>
    <div class="filter">
      <input
        id="filter"
        type="text"
        spellcheck="false"
        autocomplete="off"
        .value=${model.filter}
        placeholder=${text.filterHint}
        aria-label=${text.filter}
        @input=${(event: Event) => model.setFilter((event.target as HTMLInputElement).value)}
      />
      ${model.filter === "" ? nothing : html`<vscode-button appearance="icon" aria-label=${text.clearFilter} title=${text.clearFilter} @click=${() => model.setFilter("")}><span aria-hidden="true">✕</span></vscode-button>`}
    </div>
    ${state.recordKind === "contact" ? quickToggles(model) : nothing}
    ${state.view.facet === undefined ? nothing : facetChip(model, text.facet(state.view.facet.label, inertLine(state.view.facet.bucket, 80)))}
    ${
      tab === "summary"
        ? nothing
        : html`<vscode-button appearance="secondary" aria-haspopup="dialog" @click=${() => model.chooseColumns()}
              >${text.columns}</vscode-button
            >
            <prospect-menu
              .label=${text.copy}
              .caption=${text.copyScope[scope.kind](scope.rows)}
              .items=${copyItems}
              @choose=${(event: CustomEvent<string>) => model.copyAs(event.detail)}
            ></prospect-menu>
            <vscode-button
              appearance="secondary"
              aria-pressed=${model.details ? "true" : "false"}
              @click=${() => model.toggleDetails()}
              >${text.details}</vscode-button
            >`
    }
    <div class=${state.recordKind === "company" ? "end two" : "end"}>
      ${state.recordKind === "company" ? html`<vscode-button appearance="secondary" ?disabled=${model.selected === 0} title=${model.selected === 0 ? text.findPeopleHint : ""} @click=${() => model.post({ kind: "findPeople" })}>${text.findPeople(model.selected)}</vscode-button>` : nothing}
      <vscode-button
        class="export"
        ?disabled=${nothingThere}
        @click=${() => model.post({ kind: "export", scope: scope.kind })}
        >${exportLabel}</vscode-button
      >
    </div>
  </header>`;
}

/** Ready-made choices among contacts, each on or off. */
const contactChoices: readonly QuickChoice[] = ["deliverableEmail", "mobilePhone"];

function quickToggles(model: PageModel): TemplateResult {
  return html`<div class="choices" role="group" aria-label=${strings.toolbar.quickLabel}>
    ${contactChoices.map((choice) => {
      const on = model.quick.includes(choice);
      return html`<button
        class="choice"
        type="button"
        aria-pressed=${on ? "true" : "false"}
        title=${strings.toolbar.quickHint[choice]}
        @click=${() => model.toggleQuick(choice)}
      >
        <span class="mark" aria-hidden="true">${on ? "✓" : ""}</span>${strings.toolbar.quick[choice]}
      </button>`;
    })}
  </div>`;
}

function facetChip(model: PageModel, label: string): TemplateResult {
  return html`<span class="facet"
    ><span>${label}</span
    ><vscode-button
      appearance="icon"
      aria-label=${strings.toolbar.clearFacet(label)}
      title=${strings.toolbar.clearFilter}
      @click=${() => model.clearFacet()}
      ><span aria-hidden="true">✕</span></vscode-button
    ></span
  >`;
}

function onTabKey(event: KeyboardEvent, model: PageModel): void {
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    const other = model.tab === "records" ? "summary" : "records";
    model.showTab(other);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#tab-${other}`)?.focus();
  }
}

export function arrangingLine(model: PageModel): TemplateResult {
  return html`<div class="busy">
    <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring><span role="status">${strings.run.arranging}</span>
    <vscode-button appearance="secondary" @click=${() => model.post({ kind: "cancelArrange" })}
      >${strings.run.cancel}</vscode-button
    >
  </div>`;
}

/** Why the grid is empty and what helps, or nothing. */
export function emptyNote(model: PageModel): TemplateResult | typeof nothing {
  const { view, run, recordKind } = model.state;
  if (view.count > 0 || view.arranging) {
    return nothing;
  }
  if (view.records > 0) {
    const what = [
      view.filter.trim(),
      ...view.quick.map((choice) => strings.toolbar.quick[choice]),
      view.facet === undefined ? "" : strings.toolbar.facet(view.facet.label, view.facet.bucket),
    ]
      .filter(Boolean)
      .join(", ");
    return html`<div class="empty">
      <p>${strings.empty.filtered(inertLine(what))}</p>
      <vscode-button appearance="secondary" @click=${() => model.clearAll()}
        >${strings.toolbar.clearFilter}</vscode-button
      >
    </div>`;
  }
  const sentence =
    run.activity !== undefined
      ? strings.empty.running
      : run.finished
        ? strings.empty[recordKind]
        : strings.empty.stopped;
  return html`<div class="empty">
    <p>${run.noRows === undefined || run.activity !== undefined ? sentence : inertLine(run.noRows, 2000)}</p>
  </div>`;
}

export function statusLine(model: PageModel): TemplateResult {
  const { run, synthetic } = model.state;
  return html`<footer>
    <p>${inertLine(run.sentence, 2000)}</p>
    ${run.remarks.map((remark) => html`<p>${inertLine(remark, 2000)}</p>`)}
    ${synthetic ? html`<p>${strings.synthetic}</p>` : nothing}
    ${model.notice === undefined ? nothing : html`<p class=${model.notice.problem ? "notice problem" : "notice"}>${inertLine(model.notice.text, 2000)}</p>`}
    <div class="actions">${runActions(model, run)}</div>
  </footer>`;
}

function runActions(model: PageModel, run: RunStatus): TemplateResult | readonly TemplateResult[] {
  const { activity } = run;
  if (activity !== undefined) {
    const seconds = Math.max(0, Math.ceil(((activity.waitingUntil ?? 0) - model.now) / 1000));
    const share = activity.wanted === 0 ? 0 : Math.min(100, (activity.fetched / activity.wanted) * 100);
    const label = strings.run.fetching(activity.fetched, activity.wanted);
    return html`<div
        class="meter"
        role="progressbar"
        aria-label=${label}
        aria-valuemin="0"
        aria-valuemax=${activity.wanted}
        aria-valuenow=${Math.min(activity.fetched, activity.wanted)}
      >
        <div .style=${`width: ${share.toFixed(1)}%`}></div>
      </div>
      <span>${activity.waitingUntil === undefined || seconds === 0 ? label : strings.run.waiting(seconds)}</span>
      ${activity.stopping ? html`<span>${strings.toolbar.stopping}</span>` : html`<vscode-button @click=${() => model.post({ kind: "stop" })}>${strings.toolbar.stop}</vscode-button>`}`;
  }
  const { everything } = run;
  const goingOn = run.actions.map((action, at) => {
    const look = at === 0 && action !== "fetchMore" ? "primary" : "secondary";
    switch (action) {
      case "resume":
        return html`<vscode-button appearance=${look} @click=${() => model.post({ kind: "resume" })}
          >${strings.toolbar.resume}</vscode-button
        >`;
      case "continue":
        return html`<vscode-button appearance=${look} @click=${() => model.post({ kind: "resume" })}
          >${strings.toolbar.continueRun}</vscode-button
        >`;
      case "showReply":
        return html`<vscode-button appearance="secondary" @click=${() => model.post({ kind: "showReply" })}
          >${strings.toolbar.showReply}</vscode-button
        >`;
      case "connect":
        return html`<vscode-button appearance=${look} @click=${() => model.post({ kind: "connect" })}
          >${strings.toolbar.connect}</vscode-button
        >`;
      case "fetchMore":
        return html`<vscode-button
          appearance=${look}
          @click=${() => model.post({ kind: "fetchMore", records: run.more })}
          >${strings.toolbar.fetchMore(run.more)}</vscode-button
        >`;
    }
  });
  return everything === undefined
    ? goingOn
    : [
        ...goingOn,
        html`<vscode-button
          class="whole"
          appearance="secondary"
          @click=${() => model.post({ kind: "export", scope: "everything" })}
          >${strings.toolbar.exportEverything(everything.total, everything.creditsAbout)}</vscode-button
        >`,
      ];
}
