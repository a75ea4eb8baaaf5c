// The bar with the search's name, how many records match, what a run would fetch and cost, and its buttons.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { defaultRecords } from "../../src/searches/searchDocument";
import type { FieldProblem, SearchForm } from "../../src/searches/searchForm";
import type { SearchKind } from "../../src/service/filterCatalogue";
import "../components/contextMenu";
import { amountText, countText, locale } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import { inertLine } from "../components/inertText";
import { timeLeft } from "../components/texts";
import { silentRing } from "../components/toolkit";
import { fetchingText } from "../messages/fetching";
import type {
  SearchEdit,
  SearchRunState,
  ShownAccount,
  UncommittedInput,
  UncommittedInputs,
} from "../messages/filterBuilder";
import type { ShownActivity } from "../messages/results";
import "./numberField";
import type { BuilderActions } from "./builderState";
import { runBarStyles } from "./runBarStyles";

const kindTexts = { company: "Company search", people: "People search" };

const runKeys = /mac/i.test(navigator.userAgent) ? "⌘↩" : "Ctrl+Enter";

const matchTexts = {
  company: (total: number) => (total === 1 ? "1 company" : `${countText(total)} companies`),
  people: (total: number) => (total === 1 ? "1 person" : `${countText(total)} people`),
};

@customElement("prospect-run-bar")
export class ProspectRunBar extends LitElement {
  static override readonly styles = [controlStyles, runBarStyles];

  @property() name = "";
  /** `undefined` while the document is not a search and cannot run. */
  @property({ attribute: false }) search: SearchKind | undefined;
  @property({ attribute: false }) account: ShownAccount = { kind: "noConnection" };
  @property({ attribute: false }) run: SearchRunState | undefined;
  @property({ attribute: false }) fetch: SearchForm["fetch"] = {};
  /** Fields that must be fixed before the search can run. */
  @property({ attribute: false }) problems: readonly FieldProblem[] = [];
  /** Input saved when the page was hidden. Only read before the first render. */
  @property({ attribute: false }) restored: UncommittedInputs = {};
  @property({ attribute: false }) actions!: BuilderActions;
  @state() private now = Date.now();
  private tick: ReturnType<typeof setInterval> | undefined;

  override render(): TemplateResult {
    const { search } = this;
    const price = priceOfOne(this.run);
    const countHelp = `Buys one record to learn how many match. It costs ${price} and is not listed among the runs.`;
    return html`
      <section class="bar" aria-label="Run this search">
        <div class="flow name">
          <h1 class="clip" title=${this.name}>${this.name}</h1>
          ${search === undefined ? nothing : this.about(search)}
          <div class="flow end">
            ${
              this.hasResult
                ? html`<button class="plain" type="button" @click=${() => this.actions.send("openLastResult")}>
                    Open Last Result
                  </button>`
                : nothing
            }
            ${this.more(search)} ${search === undefined ? nothing : this.buttons()}
          </div>
        </div>
        ${
          search === undefined
            ? nothing
            : html`
                <div class="flow numbers">
                  <p role="status" id="plan">${this.state(search)}</p>
                  ${this.count(countHelp)}
                  <div class="flow settings">${this.limits()}</div>
                </div>
                <div class="flow">${this.notes()}<span class="unseen" id="count-help">${countHelp}</span></div>
              `
        }
      </section>
    `;
  }

  private get hasResult(): boolean {
    return this.search !== undefined && this.run?.hasResult === true;
  }

  private about(search: SearchKind): TemplateResult {
    const { account } = this;
    return html`<span class="flow about"
      ><span class="quiet">${kindTexts[search]}</span>
      ${account.kind === "ready" && account.sandbox ? html`<span class="tag">Sandbox: synthetic data</span>` : nothing}
    </span>`;
  }

  /** Rare actions, and those that do not fit on a narrow page. */
  private more(search: SearchKind | undefined): TemplateResult {
    const { actions } = this;
    const items = [{ label: "Open as Text", act: () => actions.send("openAsText") }];
    if (search !== undefined) {
      items.unshift({ label: "Save to Library…", act: () => actions.saveToLibrary() });
    }
    if (this.hasResult) {
      items.unshift({ label: "Open Last Result", act: () => actions.send("openLastResult") });
    }
    return html`<prospect-menu plain label="⋯" .accessibleLabel=${"More Actions"} .items=${items}></prospect-menu>`;
  }

  /** "Fetch … records for about 25 credits, at most … credits", with inputs for the numbers. */
  private limits(): unknown {
    const isReady = this.problems.length === 0 && this.run?.activity === undefined;
    const price = isReady ? priceText(this.fetch, this.run, this.account) : undefined;
    const records = price === undefined ? "records, at most" : `records for ${price}, at most`;
    return html`<span>Fetch</span> ${this.numberSetting("records")}
      <span role="status">${records}</span> ${this.numberSetting("credits")} <span>credits</span>`;
  }

  private numberSetting(name: "records" | "credits"): TemplateResult {
    const { builder } = this.actions;
    const field = `fetch.${name}` as const;
    return html`<prospect-number-field
      data-setting=${name}
      .name=${name}
      .item=${this.fetch[name]}
      .restored=${this.restored[field]}
      @edit=${({ detail }: CustomEvent<SearchEdit>) => builder.edit(detail)}
      @uncommitted=${({ detail }: CustomEvent<UncommittedInput | null>) => builder.setUncommitted(field, detail)}
    ></prospect-number-field>`;
  }

  /** The progress of the run, the fields to fix, or the number of matches. */
  private state(search: SearchKind): unknown {
    const { run, problems } = this;
    if (run?.activity !== undefined) {
      return this.progress(run.activity);
    }
    if (problems.length > 0) {
      return this.fixes();
    }
    if (run?.companies !== undefined) {
      // A count would include matches at all companies, so it is not shown.
      return run.lastOutcome === undefined ? nothing : html`<span class="quiet">Last run: ${run.lastOutcome}</span>`;
    }
    const found = run?.found;
    if (found === undefined) {
      return html`<span class="quiet">Not counted yet</span>`;
    }
    const ago = pastText(found.at, Date.now());
    return html`<span class="matches">${matchTexts[search](found.total)}</span>
      <span class="quiet">${found.isOutdated ? `matched ${ago}, before the filters changed` : `matched ${ago}`}</span>`;
  }

  private notes(): unknown {
    const { run, problems } = this;
    if (run?.activity !== undefined) {
      return nothing;
    }
    const isComplete = problems.length === 0;
    const isTooExpensive = isComplete && run?.plan?.exceedsBalance === true;
    const notes = isComplete ? planNotes(run) : [];
    return html`
      ${isTooExpensive ? html`<p class="problem">This may cost more credits than you have.</p>` : nothing}
      ${this.accountLine()} ${notes.length === 0 ? nothing : html`<p id="notes">${notes.join(" ")}</p>`}
      ${run?.refreshNote === undefined ? nothing : html`<p class="quiet">${run.refreshNote}</p>`}
    `;
  }

  private progress(activity: ShownActivity): TemplateResult {
    const { stopping, waitingUntil, unsaved } = activity;
    return html`
      ${unsaved === undefined ? nothing : html`<p class="problem" role="alert">${inertLine(unsaved, 2000)}</p>`}
      ${stopping ? "Stopping…" : `Fetching: ${fetchingText(activity)}`}
      ${
        waitingUntil === undefined || stopping
          ? nothing
          : html`<span class="quiet">waiting ${timeLeft(this.secondsUntil(waitingUntil))} for the rate limit</span>`
      }
    `;
  }

  /** Why Run and Count are disabled, with a link to the field. */
  private fixes(): unknown {
    const [first, ...more] = this.problems;
    return first === undefined
      ? nothing
      : html`
          <button class="link" type="button" @click=${() => this.actions.goTo(first.field)}>
            Fix “${first.label}” to run.
          </button>
          ${more.length > 0 ? html`<span class="quiet">${moreToFixText(more.length)}</span>` : nothing}
        `;
  }

  private accountLine(): unknown {
    const { account } = this;
    switch (account.kind) {
      case "noConnection":
        return html`<p>Not connected. The sandbox needs no API key and has synthetic data.</p>
          <vscode-button appearance="secondary" @click=${() => this.actions.send("useSandbox")}
            >Use the Sandbox</vscode-button
          >
          ${this.connectButton()}`;
      case "checking":
        return html`<p class="quiet">Checking the key of ${account.label}…</p>`;
      case "ready":
        return nothing;
      case "keyRejected":
        return html`<p class="problem">The key of ${account.label} was rejected: ${account.reason}</p>
          <vscode-button appearance="secondary" @click=${() => this.actions.send("enterNewKey")}
            >Enter a New Key…</vscode-button
          >`;
      case "offline":
        return html`<p class="problem">Could not reach ${account.label}: ${account.reason}</p>`;
      case "serviceError":
        return html`<p class="problem">Error from ${account.label}: ${account.reason}</p>`;
      case "rateLimited": {
        const seconds = this.secondsUntil(account.until);
        return html`<p class="quiet">
          ${
            seconds > 0
              ? `Rate limit of ${account.label}: available again in ${timeLeft(seconds)}.`
              : `${account.label} is available again after a rate limit.`
          }
        </p>`;
      }
      case "secretsUnavailable":
        return html`<p class="problem">Secret storage is not available: ${account.reason}</p>
          ${this.connectButton()}`;
    }
  }

  private buttons(): unknown {
    const { run } = this;
    if (run?.activity !== undefined) {
      return html`
        <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring>
        <vscode-button ?disabled=${run.activity.stopping} @click=${() => this.actions.send("stop")}
          >${run.activity.stopping ? "Stopping…" : "Stop"}</vscode-button
        >
      `;
    }
    return html`<vscode-button
      class="start"
      ?disabled=${this.problems.length > 0 || run?.counting === true}
      @click=${() => this.actions.start("run")}
      title=${runKeys}
      >Run<kbd aria-hidden="true">${runKeys}</kbd></vscode-button
    >`;
  }

  /**
   * The Count button, beside the number that it updates. Without a connection there is only Run, which asks for one.
   */
  private count(help: string): unknown {
    const { account, run } = this;
    if (
      run?.activity !== undefined ||
      run?.companies !== undefined ||
      account.kind === "noConnection" ||
      account.kind === "secretsUnavailable"
    ) {
      return nothing;
    }
    const hasProblem = this.problems.length > 0;
    return run?.counting === true
      ? html`<vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring><span role="status">Counting…</span>`
      : html`<button
          class="link"
          type="button"
          title=${help}
          aria-describedby=${hasProblem ? "plan" : "count-help"}
          ?disabled=${hasProblem}
          @click=${() => this.actions.start("count")}
        >
          Count (buys 1 record)
        </button>`;
  }

  private connectButton(): TemplateResult {
    return html`<vscode-button appearance="secondary" @click=${() => this.actions.send("connect")}
      >Connect…</vscode-button
    >`;
  }

  protected override updated(): void {
    // The real button is in a shadow tree of its own, where `aria-describedby` cannot refer to our elements.
    const button = this.renderRoot.querySelector(".start")?.shadowRoot?.querySelector("button");
    const reason = this.problems.length > 0 ? this.renderRoot.querySelector("#plan") : null;
    if (button !== null && button !== undefined) {
      button.ariaDescribedByElements = reason === null ? null : [reason];
    }
    const until = this.account.kind === "rateLimited" ? this.account.until : this.run?.activity?.waitingUntil;
    const isWaiting = until !== undefined && until > Date.now();
    if (isWaiting && this.tick === undefined) {
      this.tick = setInterval(() => (this.now = Date.now()), 1000);
    } else if (!isWaiting) {
      this.stopTick();
    }
  }

  override disconnectedCallback(): void {
    this.stopTick();
    super.disconnectedCallback();
  }

  private stopTick(): void {
    clearInterval(this.tick);
    this.tick = undefined;
  }

  private secondsUntil(until: number): number {
    return Math.max(0, Math.ceil((until - Math.max(this.now, Date.now())) / 1000));
  }

  /** Commits typed numbers now, so that a run uses them. */
  flush(): void {
    for (const field of this.renderRoot.querySelectorAll("prospect-number-field")) {
      field.flush();
    }
  }

  focusSetting(name: "records" | "credits"): void {
    this.renderRoot.querySelector<HTMLElement>(`[data-setting=${name}]`)?.focus();
  }
}

/** The cost of the records to fetch: "about 50 credits"; `undefined` while there is no plan. */
function priceText(
  fetch: SearchForm["fetch"],
  run: SearchRunState | undefined,
  account: ShownAccount,
): string | undefined {
  const { plan } = run ?? {};
  if (plan === undefined || account.kind === "noConnection" || account.kind === "secretsUnavailable") {
    return undefined;
  }
  const about =
    account.kind === "ready" && plan.exceedsBalance
      ? `about ${amountText(plan.credits)} of ${amountText(account.balance)} credits`
      : aboutCreditsText(plan.credits);
  return plan.records === (fetch.records ?? defaultRecords) ? about : aboutForRecordsText(about, plan.records);
}

/** Remarks on the numbers. */
function planNotes(run: SearchRunState | undefined): readonly string[] {
  const { plan } = run ?? {};
  const notes: string[] = [];
  if (plan?.priceKnown === false) {
    notes.push("The price is not known yet: 1 credit per record is assumed.");
  }
  if (plan?.leaveOut !== undefined) {
    notes.push(
      `Leave-out entries: ${countText(plan.leaveOut.sent)} sent to the service, ` +
        `${countText(plan.leaveOut.local)} filtered on this machine.`,
    );
  }
  return notes;
}

/** The cost of a count, which fetches one record. */
function priceOfOne(run: SearchRunState | undefined): string {
  const { plan } = run ?? {};
  return plan === undefined || !plan.priceKnown || plan.records === 0
    ? "about 1 credit; the price is not known yet"
    : aboutCreditsText(Math.ceil((plan.credits * 100) / plan.records) / 100);
}

/** "just now", "5 minutes ago", "yesterday", "31 days ago"; times in ms since 1970. */
function pastText(at: number, now: number): string {
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (minutes < 1) {
    return "just now";
  }
  if (minutes < 60) {
    return ago.format(-minutes, "minute");
  }
  return days < 1 ? ago.format(-Math.floor(minutes / 60), "hour") : ago.format(-days, "day");
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-run-bar": ProspectRunBar;
  }
}

function moreToFixText(count: number): string {
  return count === 1 ? "1 more field must be fixed." : `${countText(count)} more fields must be fixed.`;
}

function aboutCreditsText(credits: number): string {
  return credits === 1 ? "about 1 credit" : `about ${amountText(credits)} credits`;
}

function aboutForRecordsText(about: string, records: number): string {
  return records === 1 ? `${about} (1 record)` : `${about} (${countText(records)} records)`;
}
