// The bar with the search's name, how many records match, what a run would fetch and cost, and its buttons.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import { defaultRecords } from "../../src/searches/searchDocument";
import { fixSentence, type FieldProblem, type SearchForm } from "../../src/searches/searchForm";
import type { SearchKind } from "../../src/service/filterCatalogue";
import "../components/contextMenu";
import { locale } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import { inertLine } from "../components/inertText";
import { pageStrings } from "../components/strings";
import { silentRing } from "../components/toolkit";
import type {
  SearchEdit,
  SearchRunState,
  ShownAccount,
  UncommittedInput,
  UncommittedInputs,
} from "../messages/filterBuilder";
import type { ShownActivity } from "../messages/results";
import type { BuilderActions } from "./builderState";
import "./numberField";
import { runBarStyles } from "./runBarStyles";
import { strings } from "./strings";

@customElement("prospect-run-bar")
export class ProspectRunBar extends LitElement {
  static override readonly styles = [controlStyles, runBarStyles];

  @property() name = "";
  /** `undefined` while the document is not a search: then there is nothing to run. */
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
    const countHelp = strings.countHelp(priceOfOne(this.run));
    return html`
      <section class="bar" aria-label=${strings.runBar}>
        <div class="flow name">
          <h1 class="clip" title=${this.name}>${this.name}</h1>
          ${search === undefined ? nothing : this.about(search)}
          <div class="flow end">
            ${this.hasResult ? this.openLastResult() : nothing} ${this.more(search)}
            ${search === undefined ? nothing : this.buttons()}
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
      ><span class="quiet">${strings.kind[search]}</span>
      ${account.kind === "ready" && account.sandbox ? html`<span class="tag">${strings.sandbox}</span>` : nothing}
    </span>`;
  }

  private openLastResult(): TemplateResult {
    return html`<button class="plain" type="button" @click=${() => this.actions.send("openLastResult")}>
      ${strings.openLastResult}
    </button>`;
  }

  /** What is rare, and what has no room on a narrow page. */
  private more(search: SearchKind | undefined): TemplateResult {
    const { actions } = this;
    const items = [
      ...(this.hasResult ? [{ label: strings.openLastResult, act: () => actions.send("openLastResult") }] : []),
      ...(search === undefined ? [] : [{ label: strings.saveToLibrary, act: () => actions.saveToLibrary() }]),
      { label: strings.openAsText, act: () => actions.send("openAsText") },
    ];
    return html`<prospect-menu plain label="⋯" .accessibleLabel=${pageStrings.more} .items=${items}></prospect-menu>`;
  }

  /** "Fetch … records for about 25 credits, at most … credits", with the inputs in their places. */
  private limits(): unknown {
    const isReady = this.problems.length === 0 && this.run?.activity === undefined;
    const price = isReady ? priceText(this.fetch, this.run, this.account) : undefined;
    const sentence =
      price === undefined
        ? strings.limits("\0records\0", "\0credits\0")
        : strings.limitsFor("\0records\0", price, "\0credits\0");
    return sentence
      .split("\0")
      .map((part) =>
        part === "records" || part === "credits"
          ? this.numberSetting(part)
          : part.trim() === ""
            ? nothing
            : html`<span role="status">${part.trim()}</span>`,
      );
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

  /** What is fetched, what must be fixed, or how many match. */
  private state(search: SearchKind): unknown {
    const { run, problems } = this;
    if (run?.activity !== undefined) {
      return this.progress(run.activity);
    }
    if (problems.length > 0) {
      return this.fixes();
    }
    if (run?.companies !== undefined) {
      return nothing; // what is known are matches at all companies
    }
    const matches = matchesText(search, run, Date.now());
    return matches === undefined
      ? html`<span class="quiet">${strings.notCounted}</span>`
      : html`<span class="matches">${matches.count}</span> <span class="quiet">${matches.when}</span>`;
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
      ${isTooExpensive ? html`<p class="problem">${strings.exceedsBalance}</p>` : nothing} ${this.accountLine()}
      ${notes.length === 0 ? nothing : html`<p id="notes">${notes.join(" ")}</p>`}
      ${run?.refreshNote === undefined ? nothing : html`<p class="quiet">${run.refreshNote}</p>`}
    `;
  }

  private progress({ fetched, wanted, stopping, waitingUntil, unsaved }: ShownActivity): TemplateResult {
    return html`
      ${unsaved === undefined ? nothing : html`<p class="problem" role="alert">${inertLine(unsaved, 2000)}</p>`}
      ${stopping ? strings.stopping : strings.running(fetched, wanted)}
      ${
        waitingUntil === undefined || stopping
          ? nothing
          : html`<span class="quiet">${strings.waiting(this.secondsUntil(waitingUntil))}</span>`
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
            ${fixSentence(first.label)}
          </button>
          ${more.length > 0 ? html`<span class="quiet">${strings.moreToFix(more.length)}</span>` : nothing}
        `;
  }

  private accountLine(): unknown {
    const { account } = this;
    switch (account.kind) {
      case "noConnection":
        return html`<p>${strings.noConnection}</p>
          <vscode-button appearance="secondary" @click=${() => this.actions.send("useSandbox")}
            >${strings.useSandbox}</vscode-button
          >
          ${this.connectButton()}`;
      case "checking":
        return html`<p class="quiet">${strings.checking(account.label)}</p>`;
      case "ready":
        return nothing;
      case "keyRejected":
        return html`<p class="problem">${strings.keyRejected(account.label, account.reason)}</p>
          <vscode-button appearance="secondary" @click=${() => this.actions.send("enterNewKey")}
            >${strings.newKey}</vscode-button
          >`;
      case "offline":
        return html`<p class="problem">${strings.offline(account.label, account.reason)}</p>`;
      case "serviceError":
        return html`<p class="problem">${strings.serviceError(account.label, account.reason)}</p>`;
      case "rateLimited": {
        const seconds = this.secondsUntil(account.until);
        return html`<p class="quiet">
          ${seconds > 0 ? strings.rateLimited(account.label, seconds) : strings.rateLimitOver(account.label)}
        </p>`;
      }
      case "secretsUnavailable":
        return html`<p class="problem">${strings.secretsUnavailable(account.reason)}</p>
          ${this.connectButton()}`;
    }
  }

  private buttons(): unknown {
    const { run } = this;
    if (run?.activity !== undefined) {
      return html`
        <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring>
        <vscode-button ?disabled=${run.activity.stopping} @click=${() => this.actions.send("stop")}
          >${run.activity.stopping ? strings.stopping : strings.stop}</vscode-button
        >
      `;
    }
    return html`<vscode-button
      class="start"
      ?disabled=${this.problems.length > 0 || run?.counting === true}
      @click=${() => this.actions.start("run")}
      title=${strings.runKeys}
      >${strings.run}<kbd aria-hidden="true">${strings.runKeys}</kbd></vscode-button
    >`;
  }

  /** Beside the number that it brings. Without a connection there is only Run, which asks for one. */
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
      ? html`<vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring
          ><span role="status">${strings.counting}</span>`
      : html`<button
          class="link"
          type="button"
          title=${help}
          aria-describedby=${hasProblem ? "plan" : "count-help"}
          ?disabled=${hasProblem}
          @click=${() => this.actions.start("count")}
        >
          ${strings.count}
        </button>`;
  }

  private connectButton(): TemplateResult {
    return html`<vscode-button appearance="secondary" @click=${() => this.actions.send("connect")}
      >${strings.connect}</vscode-button
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

/** How many records match, and when that was known: "1,240 people", "matched yesterday"; `undefined` if it is not. */
function matchesText(
  search: SearchKind,
  run: SearchRunState | undefined,
  now: number,
): { readonly count: string; readonly when: string } | undefined {
  const { found } = run ?? {};
  if (found === undefined) {
    return undefined;
  }
  const ago = pastText(found.at, now);
  return {
    count: strings.matches[search](found.total),
    when: found.isOutdated ? strings.matchedBefore(ago) : strings.matched(ago),
  };
}

/** What the records that would be fetched cost: "about 50 credits"; `undefined` while there is no plan. */
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
      ? strings.aboutOfBalance(plan.credits, account.balance)
      : strings.aboutCredits(plan.credits);
  return plan.records === (fetch.records ?? defaultRecords) ? about : strings.aboutForRecords(about, plan.records);
}

/** What else is true of the numbers. */
function planNotes(run: SearchRunState | undefined): readonly string[] {
  const { plan } = run ?? {};
  return [
    ...(plan?.priceKnown === false ? [strings.unknownPrice] : []),
    ...(plan?.leaveOut === undefined ? [] : [strings.leaveOut.plan(plan.leaveOut.sent, plan.leaveOut.local)]),
  ];
}

/** What a count costs. */
function priceOfOne(run: SearchRunState | undefined): string {
  const { plan } = run ?? {};
  return plan === undefined || !plan.priceKnown || plan.records === 0
    ? strings.unknownPriceOfOne
    : strings.aboutCredits(Math.ceil((plan.credits * 100) / plan.records) / 100);
}

/** "just now", "5 minutes ago", "yesterday", "31 days ago"; times in ms since 1970. */
function pastText(at: number, now: number): string {
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const minutes = Math.max(0, Math.floor((now - at) / 60_000));
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (minutes < 1) {
    return strings.justNow;
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
