// What is shown over the grid: that rows are being sorted, and why there are none.
import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import { silentRing } from "../components/progressRing";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import type { PageActions } from "./pageActions";

export function arrangingLine({ send }: PageActions): TemplateResult {
  return html`<div class="line busy">
    <vscode-progress-ring ${ref(silentRing)}></vscode-progress-ring><span role="status">${strings.run.arranging}</span>
    <vscode-button appearance="secondary" @click=${() => send("cancelArrange")}>${strings.run.cancel}</vscode-button>
  </div>`;
}

/** Why the grid is empty and what helps. */
export function emptyNote({ page, results, send }: PageActions): TemplateResult | typeof nothing {
  const { view, run, recordKind, header } = results;
  if (view.count > 0 || view.arranging) {
    return nothing;
  }
  const { empty } = strings;
  if (view.records > 0) {
    return html`<div class="empty">
      <p>${empty.filtered}</p>
      <vscode-button @click=${() => page.filters.clear()}>${empty.clear}</vscode-button>
    </div>`;
  }
  if (view.leftOut > 0) {
    return html`<div class="empty"><p>${empty.leftOut(view.leftOut)}</p></div>`;
  }
  if (run.activity !== undefined) {
    return html`<div class="empty"><p>${empty.running}</p></div>`;
  }
  const sentence = run.finished ? empty[recordKind] : empty.stopped;
  return html`<div class="empty">
    <p>${run.noRows === undefined ? sentence : inertLine(run.noRows, 2000)}</p>
    <div class="badges">
      ${
        header.canEditSearch
          ? html`<vscode-button @click=${() => send("editSearch")}>${strings.header.editSearch}</vscode-button>`
          : nothing
      }
      ${
        header.canRunAgain
          ? html`<vscode-button appearance="secondary" @click=${() => send("runAgain")}
              >${strings.header.runAgain}</vscode-button
            >`
          : nothing
      }
    </div>
  </div>`;
}
