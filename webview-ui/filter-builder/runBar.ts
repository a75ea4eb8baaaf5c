// The bar that shows what a run would fetch and cost, with its settings and the buttons to count, run and stop.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ref } from "lit/directives/ref.js";
import {
  creditsInputText,
  fetchLabel,
  parseCreditsInput,
  parseRecordsInput,
  type FetchName,
} from "../../src/searches/fetchInput";
import { defaultRecords } from "../../src/searches/searchDocument";
import { fixSentence, isInvalid, type FieldProblem, type SearchForm } from "../../src/searches/searchForm";
import "../components/numberField";
import { silentRing } from "../components/progressRing";
import { sharedStyles, linkButtonStyles } from "../components/sharedStyles";
import type { SearchRunState, ShownAccount, UncommittedInput, UncommittedInputs } from "../messages/filterBuilder";
import type { BuilderActions } from "./builderActions";
import { strings } from "./strings";

type RunActivity = NonNullable<SearchRunState["activity"]>;

@customElement("prospect-run-bar")
export class ProspectRunBar extends LitElement {
  static override readonly styles = [
    sharedStyles,
    linkButtonStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .bar {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 10px 20px;
        align-items: start;
        padding: 12px 14px;
        background: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
        color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
        border: 1px solid
          var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
        border-radius: 6px;
      }
      .plan {
        min-width: 0;
        align-self: center;
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        align-items: baseline;
      }
      /* Kept for screen readers, without a gap beside it. */
      .plan > .sentence:empty {
        position: absolute;
      }
      .plan > .problem,
      .plan > .account:not(:empty) {
        flex: 0 1 auto;
      }
      .sentence {
        font-size: 1.15em;
        font-weight: 600;
        font-variant-numeric: tabular-nums;
      }
      .sentence .word {
        padding: 0;
        margin-inline-end: 6px;
        text-decoration: underline;
      }
      .sentence .quiet {
        font-size: var(--vscode-font-size, 13px);
        font-weight: normal;
      }
      .settings {
        grid-column: 1 / -1;
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        align-items: start;
      }
      .settings vscode-checkbox {
        margin-top: 3px;
      }
      .settings .problem {
        margin-top: 3px;
        max-width: 24em;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      .account {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 8px;
        align-items: center;
      }
      vscode-progress-ring {
        width: 18px;
        height: 18px;
        flex: none;
      }
      .progress {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 8px;
      }
      .mark {
        border: 1px solid currentColor;
        border-radius: 3px;
        padding: 0 5px;
        font-size: 0.9em;
      }
      @media (prefers-reduced-motion: reduce) {
        vscode-progress-ring {
          display: none;
        }
      }
      @container (max-width: 620px) {
        .bar {
          grid-template-columns: minmax(0, 1fr);
        }
        .buttons {
          grid-row: 3;
        }
        .buttons vscode-button {
          flex: 1 1 auto;
        }
      }
    `,
  ];

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
    const { fetch } = this;
    return html`
      <section class="bar" aria-label=${strings.runBar}>
        <div class="plan">${this.plan()}</div>
        <div class="buttons">${this.buttons()}</div>
        <div class="settings">
          ${this.numberSetting("records")} ${this.numberSetting("credits")}
          <div>
            <vscode-checkbox
              .checked=${fetch.leaveOutKnown === true}
              aria-label=${fetchLabel("leaveOutKnown")}
              @change=${this.onLeaveOutKnown}
              >${fetchLabel("leaveOutKnown")}</vscode-checkbox
            >
            ${
              isInvalid(fetch.leaveOutKnown)
                ? html`<p class="problem">${strings.notOnOrOff(fetch.leaveOutKnown.value.slice(0, 60))}</p>`
                : nothing
            }
          </div>
        </div>
      </section>
    `;
  }

  private numberSetting(name: "records" | "credits"): TemplateResult {
    const value = this.fetch[name];
    const records = name === "records";
    const edit = (number: number | null): void =>
      this.actions.edit(records ? { kind: "setRecords", records: number } : { kind: "setCredits", credits: number });
    const field = `fetch.${name}` as const;
    return html`<prospect-number-field
      data-setting=${name}
      .label=${fetchLabel(name)}
      .value=${isInvalid(value) ? undefined : value}
      .invalid=${isInvalid(value) ? value : undefined}
      .placeholder=${records ? String(defaultRecords) : strings.noLimit}
      .keys=${records ? "numeric" : "decimal"}
      .parse=${records ? parseRecordsInput : parseCreditsInput}
      .show=${records ? String : creditsInputText}
      .restored=${this.restored[field]}
      @number=${({ detail }: CustomEvent<number | undefined>) => edit(detail ?? null)}
      @uncommitted=${({ detail }: CustomEvent<UncommittedInput | null>) => this.actions.setUncommitted(field, detail)}
    ></prospect-number-field>`;
  }

  private plan(): TemplateResult {
    const { run, problems } = this;
    const tooExpensive = run?.exceedsBalance === true && run.activity === undefined && problems.length === 0;
    return html`
      ${
        run?.activity === undefined
          ? html`<p class="sentence" role="status" id="plan">${this.sentence()}</p>`
          : this.progress(run.activity)
      }
      ${tooExpensive ? html`<p class="problem">${strings.exceedsBalance}</p>` : nothing}
      <div class="account">${this.accountLine()}</div>
    `;
  }

  private progress({ fetched, wanted, stopping, waitingUntil }: RunActivity): TemplateResult {
    return html`
      <p class="sentence progress" role="status">
        ${stopping ? strings.stopping : strings.running(fetched, wanted)}
        ${
          waitingUntil === undefined || stopping
            ? nothing
            : html`<span class="quiet">${strings.waiting(this.secondsUntil(waitingUntil))}</span>`
        }
      </p>
    `;
  }

  private sentence(): unknown {
    if (this.problems.length > 0) {
      return this.fixes();
    }
    const sentence = this.run?.sentence ?? "";
    return sentence !== "" ? sentence : this.account.kind === "noConnection" ? nothing : strings.noPlan;
  }

  /** Why Run and Count are disabled, with a link to the field. */
  private fixes(): unknown {
    const [first, ...more] = this.problems;
    return first === undefined
      ? nothing
      : html`
          <button class="word" type="button" @click=${() => this.actions.goTo(first.field)}>
            ${fixSentence(first.label)}
          </button>
          ${more.length > 0 ? html`<span class="quiet">${strings.moreToFix(more.length)}</span>` : nothing}
        `;
  }

  private accountLine(): unknown {
    const { account } = this;
    switch (account.kind) {
      case "noConnection":
        return html`<p>${strings.noConnection}</p>`;
      case "checking":
        return html`<p class="quiet">${strings.checking(account.label)}</p>`;
      case "ready":
        return account.sandbox ? html`<span class="mark">${strings.sandbox}</span>` : nothing;
      case "keyRejected":
        return html`<p class="problem">${strings.keyRejected(account.label, account.reason)}</p>`;
      case "offline":
        return html`<p class="problem">${strings.offline(account.label, account.reason)}</p>`;
      case "rateLimited": {
        const seconds = this.secondsUntil(account.until);
        return html`<p class="quiet">
          ${seconds > 0 ? strings.rateLimited(account.label, seconds) : strings.rateLimitOver(account.label)}
        </p>`;
      }
      case "secretsUnavailable":
        return html`<p class="problem">${strings.secretsUnavailable(account.reason)}</p>`;
    }
  }

  private buttons(): unknown {
    const { account, run } = this;
    if (run?.activity !== undefined) {
      return html`
        <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring>
        <vscode-button ?disabled=${run.activity.stopping} @click=${() => this.actions.send("stop")}
          >${run.activity.stopping ? strings.stopping : strings.stop}</vscode-button
        >
      `;
    }
    const connect = html`<vscode-button appearance="secondary" @click=${() => this.actions.send("connect")}
      >${strings.connect}</vscode-button
    >`;
    if (account.kind === "noConnection" || account.kind === "secretsUnavailable") {
      // Run asks for a connection first.
      return html`
        ${connect}
        <vscode-button appearance="secondary" @click=${() => this.actions.send("useSandbox")}
          >${strings.useSandbox}</vscode-button
        >
        <vscode-button class="start" ?disabled=${this.problems.length > 0} @click=${() => this.actions.start("run")}
          >${strings.run}</vscode-button
        >
      `;
    }
    const counting = run?.counting ?? false;
    const disabled = counting || this.problems.length > 0;
    return html`
      ${account.kind === "keyRejected" ? connect : nothing}
      ${
        counting
          ? html`<vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring
              ><span role="status">${strings.counting}</span>`
          : nothing
      }
      <vscode-button
        appearance="secondary"
        class="start"
        ?disabled=${disabled}
        @click=${() => this.actions.start("count")}
        >${strings.count}</vscode-button
      >
      <vscode-button class="start" ?disabled=${disabled} @click=${() => this.actions.start("run")}
        >${strings.run}</vscode-button
      >
    `;
  }

  protected override updated(): void {
    const reason = this.problems.length > 0 ? this.renderRoot.querySelector("#plan") : null;
    for (const button of this.renderRoot.querySelectorAll(".start")) {
      describeButton(button, reason);
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

  private readonly onLeaveOutKnown = (event: Event): void => {
    const leaveOutKnown = (event.target as HTMLElement & { readonly checked: boolean }).checked;
    if (leaveOutKnown !== (this.fetch.leaveOutKnown === true)) {
      this.actions.edit({ kind: "setLeaveOutKnown", leaveOutKnown });
    }
  };

  /** Commits typed numbers now, so that a run uses them. */
  flush(): void {
    for (const field of this.renderRoot.querySelectorAll("prospect-number-field")) {
      field.flush();
    }
  }

  focusSetting(name: FetchName): void {
    this.renderRoot
      .querySelector<HTMLElement>(name === "leaveOutKnown" ? "vscode-checkbox" : `[data-setting=${name}]`)
      ?.focus();
  }
}

/**
 * Describes a toolkit button to screen readers; `null` removes the description. The real button is in a shadow tree of
 * its own, where `aria-describedby` cannot refer to our elements.
 */
function describeButton(button: Element, reason: Element | null): void {
  const control = button.shadowRoot?.querySelector("button");
  if (control !== null && control !== undefined) {
    control.ariaDescribedByElements = reason === null ? null : [reason];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-run-bar": ProspectRunBar;
  }
}
