// The credit-usage page: credits per day, per search and per connection, as charts and tables.
import "../components/inputMethod";
import "../components/keepFocus";
import { css, html, LitElement, nothing, svg, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { amountText, countText } from "../../src/text/numbers";
import { controlStyles } from "../components/controlStyles";
import type { AgentsUsage, CreditUsageProcedures, CreditUsageUpdates, Usage, UsageRow } from "../messages/creditUsage";
import { connectHost } from "../messages/hostConnection";

const periodTexts = {
  7: "Last 7 days",
  30: "Last 30 days",
  90: "Last 90 days",
  365: "Last 365 days",
};

const host = connectHost<CreditUsageProcedures, CreditUsageUpdates>();
const periods = [7, 30, 90, 365] as const;
type Period = (typeof periods)[number];

@customElement("credit-usage")
export class CreditUsage extends LitElement {
  @state() private usage: Usage | undefined;
  @state() private problem: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    host.onUpdate({
      usage: (usage) => {
        this.usage = usage;
        this.problem = undefined;
      },
      problem: (problem) => (this.problem = problem),
    });
    host.send("ready");
  }

  protected override render(): TemplateResult {
    return html`<main>
      <header>
        <h1>Credit usage</h1>
        <label
          >Period
          <select class="bordered" @change=${this.choosePeriod}>
            ${periods.map((days) => this.renderPeriod(days))}
          </select>
        </label>
      </header>
      ${this.problem === undefined ? nothing : html`<p class="problem" role="alert">${this.problem}</p>`}
      ${this.renderContent()}
    </main>`;
  }

  private renderPeriod(days: Period): TemplateResult {
    const isSelected = days === (this.usage?.days ?? 30);
    return html`<option value=${days} ?selected=${isSelected}>${periodTexts[days]}</option>`;
  }

  private renderContent(): TemplateResult | typeof nothing {
    if (this.usage !== undefined) {
      return this.renderUsage(this.usage);
    }
    return this.problem === undefined ? html`<p role="status">Reading credit usage…</p>` : nothing;
  }

  private renderUsage(usage: Usage): TemplateResult {
    const sum = (value: (row: UsageRow) => number): number => usage.byDay.reduce((total, row) => total + value(row), 0);
    const possiblyCharged = sum((row) => row.possiblyCharged);
    return html`<p class="total" role="status">
        ${totalText(
          sum((row) => row.credits),
          sum((row) => row.records),
          possiblyCharged > 0,
        )}
      </p>
      ${
        usage.sandbox === undefined
          ? nothing
          : html`<p>Not included: ${totalText(usage.sandbox.credits, usage.sandbox.records, false)} in the sandbox.</p>`
      }
      ${possiblyCharged === 0 ? nothing : html`<p class="problem">${uncertainText(possiblyCharged)}</p>`}
      <p class="quiet">
        ${
          usage.isSandbox
            ? "Credits of the sandbox, which cost nothing."
            : "Credits reported by the service for calls from this computer."
        }
      </p>
      ${
        sum((row) => row.calls) === 0 && possiblyCharged === 0
          ? html`<p>No credits were spent in this period.</p>`
          : [
              renderSection("Per search and lookup batch", "Spent on", usage.bySearch, true),
              renderSection("Per connection", "Connection", usage.byConnection, true),
              renderDays(usage.byDay),
            ]
      }
      ${renderAgents(usage.agents)}`;
  }

  private readonly choosePeriod = (event: Event): void => {
    host.send("showDays", Number((event.target as HTMLSelectElement).value) as Period);
  };

  static override readonly styles = [
    controlStyles,
    css`
      main {
        max-width: 1000px;
        padding: 16px 20px 32px;
        color: var(--vscode-foreground);
        line-height: 1.45;
      }
      header,
      .ends {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
      }
      h1 {
        font-size: 1.5em;
      }
      h2 {
        font-size: 1.1em;
        margin: 28px 0 8px;
      }
      .total {
        font-size: 1.25em;
        margin-top: 12px;
      }
      svg {
        display: block;
        width: 100%;
      }
      .bar {
        fill: var(--vscode-charts-blue, var(--vscode-textLink-foreground));
      }
      .share {
        height: 4px;
        margin-top: 3px;
      }
      .axis {
        stroke: var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
      }
      .table {
        margin-top: 8px;
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        width: 100%;
      }
      th,
      td {
        padding: 4px 8px;
        border-bottom: var(--edge);
        text-align: right;
        font-variant-numeric: tabular-nums;
      }
      th:first-child {
        min-width: 7em;
        width: 55%;
        text-align: left;
        overflow-wrap: anywhere;
      }
      thead th {
        font-weight: 600;
      }
      tbody th {
        font-weight: inherit;
      }
      @media (max-width: 640px) {
        main {
          padding-inline: 12px;
        }
        th,
        td {
          padding-inline: 3px;
        }
        thead th {
          font-size: 0.9em;
        }
        th:first-child {
          width: auto;
        }
      }
    `,
  ];
}

/** The days as a chart, and those with calls as a table, newest first. */
function renderDays(days: readonly UsageRow[]): TemplateResult {
  const most = Math.max(...days.map(({ credits }) => credits), Number.MIN_VALUE);
  const step = plotWidth / days.length;
  return html`<section aria-label="Per day">
    <h2>Per day</h2>
    <svg
      viewBox="0 0 ${plotWidth} ${plotHeight + 1}"
      role="img"
      aria-label=${`Per day: ${countText(days.length)} bars. The table below has the same figures.`}
    >
      ${days.map(({ label, credits }, index) => {
        const height = (credits / most) * plotHeight;
        const left = index * step + step * 0.1;
        return svg`<rect class="bar" x=${left} y=${plotHeight - height} width=${step * 0.8} height=${height}>
          <title>${barText(label, credits)}</title>
        </rect>`;
      })}
      <line class="axis" x1="0" x2=${plotWidth} y1=${plotHeight + 0.5} y2=${plotHeight + 0.5} />
    </svg>
    <p class="ends quiet"><span>${days[0]?.label}</span><span>${days.at(-1)?.label}</span></p>
    ${renderTable("Per day", "Day", days.filter(({ calls }) => calls > 0).reverse(), false)}
  </section>`;
}

/** Hidden if agents have spent nothing this month. */
function renderAgents({ rows, creditsPerDay, creditsPerMonth }: AgentsUsage): TemplateResult | typeof nothing {
  return rows.length === 0
    ? nothing
    : html`<section aria-label="Agents, without asking">
        <h2>Agents, without asking</h2>
        <div class="table" tabindex="0" role="group" aria-label="Agents, without asking">
          <table>
            ${renderHead(["Connection", "Today", "This month"])}
            <tbody>
              ${rows.map(
                ({ label, day, month }) =>
                  html`<tr>
                    <th scope="row">${label}</th>
                    <td>${ofLimitText(day, creditsPerDay)}</td>
                    <td>${ofLimitText(month, creditsPerMonth)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <p class="quiet">
          Credits of agents and scripts, within the limits of the settings. A call of unknown cost uses up a limit.
        </p>
      </section>`;
}

const renderHead = (columns: readonly string[]): TemplateResult =>
  html`<thead>
    <tr>
      ${columns.map((column) => html`<th scope="col">${column}</th>`)}
    </tr>
  </thead>`;

function renderSection(title: string, first: string, rows: readonly UsageRow[], bars: boolean): TemplateResult {
  return html`<section aria-label=${title}>
    <h2>${title}</h2>
    ${renderTable(title, first, rows, bars)}
  </section>`;
}

/** With bars, each row shows its share of the most expensive one. */
function renderTable(title: string, first: string, rows: readonly UsageRow[], bars: boolean): TemplateResult {
  const most = Math.max(...rows.map(({ credits }) => credits), Number.MIN_VALUE);
  return html`<div class="table" tabindex="0" role="group" aria-label=${title}>
    <table>
      ${renderHead([first, "Credits", "Records", "Calls", "Possibly charged"])}
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <th scope="row">${row.label}${bars ? renderShare(row.credits / most) : nothing}</th>
              <td>${amountText(row.credits)}</td>
              <td>${amountText(row.records)}</td>
              <td>${amountText(row.calls)}</td>
              <td>${amountText(row.possiblyCharged)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function renderShare(share: number): TemplateResult {
  return html`<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bar" width=${share * 100} height="4" />
  </svg>`;
}

const plotHeight = 90;
const plotWidth = 720;

document.body.append(document.createElement("credit-usage"));

function totalText(credits: number, records: number, atLeast: boolean): string {
  if (atLeast) {
    return `At least ${amountText(credits)} credits, ${countText(records)} records`;
  }
  if (credits === 1) {
    return records === 1 ? "1 credit for 1 record" : `1 credit for ${countText(records)} records`;
  }
  return records === 1
    ? `${amountText(credits)} credits for 1 record`
    : `${amountText(credits)} credits for ${countText(records)} records`;
}

function uncertainText(records: number): string {
  return records === 1
    ? "1 more record may have been charged: its reply was lost, could not be read, or did not contain its cost."
    : `${countText(records)} more records may have been charged: their replies were lost, could not be read, or ` +
        "did not contain " +
        "their cost.";
}

function barText(label: string, credits: number): string {
  return credits === 1 ? `${label}: 1 credit` : `${label}: ${amountText(credits)} credits`;
}

function ofLimitText(credits: number, limit: number | null): string {
  return limit === null ? amountText(credits) : `${amountText(credits)} of ${amountText(limit)}`;
}
