// The summary of the rows shown: each distribution as bars that filter the records, or as a table.
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { countText, languageTag } from "../../src/language/language";
import type { Facet, ResultsSummary, ShownDistribution } from "../messages/results";
import { buttonStyles } from "./controlStyles";
import { inertLine } from "./inertText";
import { strings } from "./strings";

const percentFormat = new Intl.NumberFormat(languageTag(), { style: "percent", maximumFractionDigits: 1 });

/** Fires `facet` with the bar that was pressed. */
@customElement("prospect-summary")
export class SummaryPane extends LitElement {
  @property({ attribute: false }) summary: ResultsSummary | undefined;
  /** Ids of the distributions shown as tables. */
  @state() private tables: readonly string[] = [];

  static override readonly styles = css`
    ${buttonStyles}
    :host {
      flex: 1;
      min-width: 0;
      overflow: auto;
      padding: 12px 16px;
    }
    .quiet {
      color: var(--vscode-descriptionForeground);
    }
    .plots {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr));
      gap: 24px 32px;
      align-items: start;
    }
    .head {
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 8px;
      min-height: 28px;
      margin-bottom: 6px;
    }
    h2 {
      margin: 0;
      font-size: 1.08em;
      font-weight: 600;
    }
    ul {
      list-style: none;
      margin: 0;
      padding: 0;
    }
    .bar {
      display: grid;
      grid-template-columns: minmax(0, 38%) 1fr max-content;
      align-items: center;
      gap: 8px;
      width: 100%;
      box-sizing: border-box;
      padding: 2px 4px;
      border: 0;
      border-radius: 3px;
      background: none;
      color: inherit;
      font: inherit;
      text-align: start;
    }
    button.bar {
      cursor: pointer;
    }
    button.bar:hover {
      background: var(--vscode-list-hoverBackground);
      color: var(--vscode-list-hoverForeground, inherit);
      outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    }
    button.bar:focus-visible {
      outline: 1px solid var(--vscode-focusBorder, currentColor);
    }
    .name {
      overflow-wrap: anywhere;
    }
    .track,
    .fill {
      display: block;
    }
    .track {
      height: 14px;
    }
    .fill {
      height: 100%;
      min-width: 1px;
      box-sizing: border-box;
      border-radius: 2px;
      background: var(--vscode-charts-blue, var(--vscode-focusBorder));
      border: 1px solid var(--vscode-contrastBorder, transparent);
    }
    .rest .fill {
      background: var(--vscode-descriptionForeground);
      opacity: 0.6;
    }
    .amount {
      text-align: end;
      font-variant-numeric: tabular-nums;
    }
    .share {
      display: inline-block;
      min-width: 3.6em;
      color: var(--vscode-descriptionForeground);
    }
    table {
      border-collapse: collapse;
      width: 100%;
    }
    th,
    td {
      padding: 3px 6px;
      text-align: start;
      border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
      overflow-wrap: anywhere;
    }
    th.figure,
    td.figure {
      text-align: end;
      white-space: nowrap;
      font-variant-numeric: tabular-nums;
    }
    td,
    tbody th {
      font-weight: 400;
    }
  `;

  override render(): TemplateResult {
    const { summary } = this;
    if (summary === undefined) {
      return html`<p class="quiet">${strings.summary.reading}</p>`;
    }
    const { records, filtered, distributions } = summary;
    return html`<p class="quiet">${records === 0 ? strings.summary.nothing : strings.summary.of(records, filtered)}</p>
      <div class="plots">
        ${records === 0 ? nothing : distributions.map((distribution) => this.#plot(distribution))}
      </div>`;
  }

  #plot(distribution: ShownDistribution): TemplateResult {
    const asTable = this.tables.includes(distribution.id);
    const empty = distribution.buckets.length === 0;
    return html`<section aria-label=${distribution.label}>
      <div class="head">
        <h2>${distribution.label}</h2>
        ${
          empty
            ? nothing
            : html`<vscode-button
                appearance="secondary"
                aria-label=${(asTable ? strings.summary.turnToBars : strings.summary.turnToTable)(distribution.label)}
                @click=${() => this.#toggleTable(distribution.id)}
                >${asTable ? strings.summary.asBars : strings.summary.asTable}</vscode-button
              >`
        }
      </div>
      ${
        empty
          ? html`<p class="quiet">${strings.summary.onlyUnknown}</p>`
          : asTable
            ? table(distribution)
            : this.#bars(distribution)
      }
    </section>`;
  }

  #bars(distribution: ShownDistribution): TemplateResult {
    const most = Math.max(
      ...distribution.buckets.map((bucket) => bucket.count),
      distribution.other,
      distribution.unknown,
      1,
    );
    const rest = [
      { label: strings.summary.other, count: distribution.other },
      { label: strings.summary.unknown, count: distribution.unknown },
    ].filter((one) => one.count > 0);
    return html`<ul>
      ${distribution.buckets.map((bucket) => {
        const facet: Facet = {
          id: distribution.id,
          label: distribution.label,
          bucket: bucket.label,
          value: bucket.value,
        };
        return html`<li>
          <button
            class="bar"
            title=${strings.summary.barAction}
            @click=${() => this.dispatchEvent(new CustomEvent("facet", { detail: facet }))}
          >
            ${bar(bucket, most, distribution)}
          </button>
        </li>`;
      })}
      ${rest.map((one) => html`<li class="rest"><div class="bar">${bar(one, most, distribution)}</div></li>`)}
    </ul>`;
  }

  #toggleTable(id: string): void {
    this.tables = this.tables.includes(id) ? this.tables.filter((other) => other !== id) : [...this.tables, id];
  }
}

function bar(
  one: { readonly label: string; readonly count: number },
  most: number,
  distribution: ShownDistribution,
): TemplateResult {
  const width = `width: ${((one.count / most) * 100).toFixed(2)}%`;
  return html`<span class="name">${inertLine(one.label, 80)}</span
    ><span class="track"><span class="fill" .style=${width}></span></span
    ><span class="amount">${countText(one.count)} <span class="share">${share(one.count, distribution)}</span></span>`;
}

function table(distribution: ShownDistribution): TemplateResult {
  const rows = [
    ...distribution.buckets,
    { label: strings.summary.other, count: distribution.other },
    { label: strings.summary.unknown, count: distribution.unknown },
  ];
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${strings.summary.value}</th>
        <th scope="col" class="figure">${strings.summary.amount}</th>
        <th scope="col" class="figure">${strings.summary.share}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <th scope="row">${inertLine(row.label, 2000)}</th>
            <td class="figure">${countText(row.count)}</td>
            <td class="figure">${share(row.count, distribution)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function share(count: number, distribution: ShownDistribution): string {
  return percentFormat.format(distribution.total === 0 ? 0 : count / distribution.total);
}
