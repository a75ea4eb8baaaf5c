// The last line of the page: how many records are shown, the run's state, and what can be done about it.
import { html, nothing, type TemplateResult } from "lit";
import type { Notice, RunAction, RunStatus } from "../messages/results";
import { inertLine } from "../components/inertText";
import { isFiltered } from "./pageFilters";
import { strings } from "./strings";
import type { TemplateInput } from "./templateInput";

export function footerLine(input: TemplateInput): TemplateResult {
  const { results, page } = input;
  const { run, synthetic, view } = results;
  return html`<footer class="line">
    <p class="count">
      <span class="shown">${strings.footer.shown(view.count, view.records, isFiltered(view))}</span>${
        view.leftOut === 0 ? nothing : part(strings.footer.leftOut(view.leftOut))
      }${page.selectedCount === 0 ? nothing : part(strings.footer.selected(page.selectedCount))}
    </p>
    ${remarksOf(input).map((remark) => html`<p>${inertLine(remark, 2000)}</p>`)}
    ${synthetic ? html`<p>${strings.synthetic}</p>` : nothing}
    ${page.notice === undefined ? nothing : noticeLine(page.notice)}
    <div class="actions">${run.activity === undefined ? runActions(input) : progress(input, run.activity)}</div>
  </footer>`;
}

const part = (text: string): TemplateResult => html` <span aria-hidden="true">·</span> <span>${text}</span>`;

/** What must be known to read the numbers of changes; said while they are a filter, or are all there is. */
function remarksOf({ results }: TemplateInput): readonly string[] {
  const { run, header } = results;
  const remark = header.changes?.remark;
  return remark === undefined ? run.remarks : [...run.remarks, remark];
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
  const { state, actions, more, moreCreditsAbout, everything } = results.run;
  const text = strings.toolbar;
  const buttons: Readonly<Record<RunAction, { readonly label: string; readonly act: () => void }>> = {
    resume: { label: text.resume, act: () => send("resume", { state }) },
    tryNow: { label: text.tryNow, act: () => send("tryNow", { state }) },
    continue: { label: text.continueRun, act: () => send("resume", { state }) },
    showReply: { label: text.showReply, act: () => send("showReply") },
    connect: { label: text.connect, act: () => send("connect") },
    fetchMore: {
      label: text.fetchMore(more, moreCreditsAbout),
      act: () => send("fetchMore", { state, records: more, creditsAbout: moreCreditsAbout }),
    },
  };
  const offered = actions.map((action, at) => {
    const isPrimary = at === 0 && action !== "fetchMore" && action !== "showReply";
    const { label, act } = buttons[action];
    return isPrimary
      ? html`<vscode-button appearance="primary" @click=${act}>${label}</vscode-button>`
      : linkButton(label, act);
  });
  if (everything === undefined) {
    return offered;
  }
  const { total, creditsAbout } = everything;
  return [
    ...offered,
    linkButton(text.exportEverything(total, creditsAbout), () =>
      send("export", { scope: "everything", state, records: total, creditsAbout }),
    ),
  ];
}

const linkButton = (label: string, act: () => void): TemplateResult =>
  html`<button type="button" class="link" @click=${act}>${label}</button>`;
