// The bar that says what a run would bring and cost, and counts, runs and stops.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { defaultRecords, type FetchSettings } from "../../src/searches/searchDocument";
import { ref } from "lit/directives/ref.js";
import "../components/numberField";
import { shared } from "../components/theme";
import type { BuilderMessage, RunState, SearchEdit, ShownAccount } from "../messages/filterBuilder";
import { strings } from "./strings";

const numberMessages = { whole: strings.typeWhole, atLeast: strings.atLeast, atMost: strings.atMost };

/** The ring makes itself an alert; the words beside it say more, and say it once. */
function silent(ring: Element | undefined): void {
  ring?.setAttribute("role", "presentation");
  ring?.setAttribute("aria-hidden", "true");
  ring?.removeAttribute("aria-live");
}

/** Fires `say` with a message for the host. */
@customElement("prospect-run-bar")
export class ProspectRunBar extends LitElement {
  static override readonly styles = [
    shared,
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
        border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
        border-radius: 6px;
      }
      .plan {
        min-width: 0;
        align-self: center;
        display: flex;
        flex-wrap: wrap;
        gap: 2px 12px;
        align-items: baseline;
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
          flex: 1;
        }
      }
    `,
  ];

  @property({ attribute: false }) account: ShownAccount = { kind: "noConnection" };
  @property({ attribute: false }) run: RunState | undefined;
  @property({ attribute: false }) fetch: FetchSettings = {};
  /** Whether the document can be run at all. */
  @property({ attribute: false }) runnable = true;
  @state() private now = Date.now();
  private tick: ReturnType<typeof setInterval> | undefined;

  override render(): TemplateResult {
    const { fetch } = this;
    return html`
      <section class="bar" aria-label=${strings.runBar}>
        <div class="plan">${this.plan()}</div>
        <div class="buttons">${this.buttons()}</div>
        <div class="settings">
          <prospect-number-field
            .label=${strings.recordsToFetch}
            .value=${fetch.records}
            .placeholder=${String(defaultRecords)}
            .mayBeEmpty=${true}
            .least=${1}
            .most=${10_000_000}
            .messages=${numberMessages}
            @number=${(event: CustomEvent<number | undefined>) => this.edit({ kind: "setRecords", records: event.detail ?? null })}
          ></prospect-number-field>
          <prospect-number-field
            .label=${strings.creditCap}
            .value=${fetch.credits}
            .placeholder=${strings.noCap}
            .mayBeEmpty=${true}
            .most=${1_000_000_000}
            .messages=${numberMessages}
            @number=${(event: CustomEvent<number | undefined>) => this.edit({ kind: "setCredits", credits: event.detail ?? null })}
          ></prospect-number-field>
          <vscode-checkbox .checked=${fetch.leaveOutKnown ?? false} aria-label=${strings.leaveOutKnown} @change=${this.toggleKnown}>${strings.leaveOutKnown}</vscode-checkbox>
        </div>
      </section>
    `;
  }

  private plan(): unknown {
    const { account, run } = this;
    const activity = run?.activity;
    const line =
      activity === undefined
        ? html`<p class="sentence" role="status">${run === undefined || run.sentence === "" ? (account.kind === "noConnection" ? nothing : strings.noPlan) : run.sentence}</p>`
        : html`
            <p class="sentence progress" role="status">
              ${activity.stopping ? strings.stopping : strings.running(activity.fetched, activity.wanted)}
              ${activity.waitingUntil === undefined || activity.stopping ? nothing : html`<span class="quiet">${strings.waiting(this.secondsTo(activity.waitingUntil))}</span>`}
            </p>
          `;
    return html`
      ${line}
      ${run?.exceedsBalance && activity === undefined ? html`<p class="problem">${strings.exceedsBalance}</p>` : nothing}
      <div class="account">${this.accountLine()}</div>
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
        const seconds = this.secondsTo(account.until);
        return html`<p class="quiet">${seconds > 0 ? strings.rateLimited(account.label, seconds) : strings.rateLimitOver(account.label)}</p>`;
      }
      case "secretsUnavailable":
        return html`<p class="problem">${strings.secretsUnavailable(account.reason)}</p>`;
    }
  }

  private buttons(): unknown {
    const { account, run } = this;
    if (run?.activity !== undefined) {
      return html`
        <vscode-progress-ring ${ref(silent)}></vscode-progress-ring>
        <vscode-button ?disabled=${run.activity.stopping} @click=${() => this.say({ type: "stop" })}>${run.activity.stopping ? strings.stopping : strings.stop}</vscode-button>
      `;
    }
    const connect = html`<vscode-button appearance="secondary" @click=${() => this.say({ type: "connect" })}>${strings.connect}</vscode-button>`;
    if (account.kind === "noConnection" || account.kind === "secretsUnavailable") {
      return html`${connect}<vscode-button @click=${() => this.say({ type: "useSandbox" })}>${strings.useSandbox}</vscode-button>`;
    }
    const counting = run?.counting ?? false;
    return html`
      ${account.kind === "keyRejected" ? connect : nothing}
      ${counting ? html`<vscode-progress-ring ${ref(silent)}></vscode-progress-ring><span role="status">${strings.counting}</span>` : nothing}
      <vscode-button appearance="secondary" ?disabled=${!this.runnable || counting} @click=${() => this.say({ type: "count" })}>${strings.count}</vscode-button>
      <vscode-button ?disabled=${!this.runnable || counting} @click=${() => this.say({ type: "run" })}>${strings.run}</vscode-button>
    `;
  }

  protected override updated(): void {
    const until = this.account.kind === "rateLimited" ? this.account.until : this.run?.activity?.waitingUntil;
    const waits = until !== undefined && until > Date.now();
    if (waits && this.tick === undefined) {
      this.tick = setInterval(() => (this.now = Date.now()), 1000);
    } else if (!waits) {
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

  private secondsTo(until: number): number {
    return Math.max(0, Math.ceil((until - Math.max(this.now, Date.now())) / 1000));
  }

  private readonly toggleKnown = (event: Event): void => {
    const leaveOutKnown = (event.target as HTMLElement & { readonly checked: boolean }).checked;
    if (leaveOutKnown !== (this.fetch.leaveOutKnown ?? false)) {
      this.edit({ kind: "setLeaveOutKnown", leaveOutKnown });
    }
  };

  /** Sends what rests in the number inputs, so that a run takes what is seen. */
  flush(): void {
    for (const field of this.renderRoot.querySelectorAll("prospect-number-field")) {
      field.flush();
    }
  }

  private edit(edit: SearchEdit): void {
    this.dispatchEvent(new CustomEvent<BuilderMessage>("say", { detail: { type: "edit", edit } }));
  }

  private say(message: BuilderMessage): void {
    this.flush();
    this.dispatchEvent(new CustomEvent<BuilderMessage>("say", { detail: message }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "prospect-run-bar": ProspectRunBar;
  }
}
