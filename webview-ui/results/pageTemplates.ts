// What is shown over the grid: that rows are being sorted, and why there are none.
import { html, nothing, type TemplateResult } from "lit";
import { inertLine } from "../components/inertText";
import { strings } from "./strings";
import type { PageActions } from "./pageActions";

export function arrangingLine({ send }: PageActions): TemplateResult {
  return html`<div class="line busy">
    <span class="ring" aria-hidden="true"></span><span role="status">${strings.run.arranging}</span>
    <button type="button" class="button secondary" @click=${() => send("cancelArrange")}>${strings.run.cancel}</button>
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
      <button type="button" class="button" @click=${() => page.filters.clear()}>${empty.clear}</button>
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
          ? html`<button type="button" class="button" @click=${() => send("editSearch")}>
              ${strings.header.editSearch}
            </button>`
          : nothing
      }
      ${
        header.canRunAgain
          ? html`<button type="button" class="button secondary" @click=${() => send("runAgain")}>
              ${strings.header.runAgain}
            </button>`
          : nothing
      }
    </div>
  </div>`;
}
