// Says what was interrupted and can go on: one item in the status bar and a badge, which lead to a list with Resume.
import { commands, StatusBarAlignment, window, type Disposable } from "vscode";
import type { App } from "../../app/app";
import { countText } from "../../language/language";
import { ofText } from "../../language/phrases";
import { doneOf } from "../../runs/batchRun";
import type { RunSummary, StopReason } from "../../runs/run";
import { describeRun, fetchedText } from "../../runs/runState";
import { resumeText } from "../buttonTexts";
import { coalesce } from "../coalesce";
import { commandIds } from "../commandIds";
import { errorForLog } from "../errorText";
import { safeText } from "../safeText";
import type { Tree } from "../tree";
import { leaseExpiredMs } from "./runsView";

/** Ends that the user or the service decided on. */
const ended: ReadonlySet<StopReason["kind"]> = new Set([
  "complete",
  "limitReached",
  "cancelled",
  "creditLimit",
  "endedEarly",
  "sameRecords",
  "refused",
]);
const readRuns = 50;

interface Unfinished {
  readonly run: RunSummary;
  /** "Germany 300 of 900" */
  readonly text: string;
  readonly state: string;
}

export interface UnfinishedDeps {
  readonly app: App;
  readonly trees: { readonly searches: Tree };
  readonly log: (line: string) => void;
}

export function showUnfinished({ app, trees, log }: UnfinishedDeps): Disposable {
  const item = window.createStatusBarItem("prospectDesk.unfinished", StatusBarAlignment.Right, 89);
  item.name = "Prospect Desk: unfinished runs";
  item.command = commandIds.showUnfinished;
  const update = async (): Promise<void> => {
    const { unfinished, isRunning } = await readUnfinished(app);
    if (isRunning) {
      afterLease.soon(); // a window that died leaves its run running until then
    }
    const texts = unfinished.map(({ text }) => text);
    const label = texts.length === 1 ? "1 unfinished" : `${countText(texts.length)} unfinished`;
    item.text = `$(debug-pause) ${label}`;
    item.tooltip = texts.join("\n");
    item.accessibilityInformation = { label: `${label}: ${texts.join(", ")}`, role: "button" };
    if (texts.length > 0) {
      trees.searches.view.badge = { value: texts.length, tooltip: `${label}: ${texts.join(", ")}` };
      item.show();
    } else {
      trees.searches.view.badge = undefined;
      item.hide();
    }
  };
  const read = (): void =>
    void update().catch((error: unknown) => log(`Unfinished runs could not be read: ${errorForLog(error)}`));
  const soon = coalesce(read);
  const afterLease = coalesce(read, leaseExpiredMs);
  const listening = app.runs.onDidChange(soon.soon);
  read();
  return {
    dispose: () => {
      listening();
      [soon, afterLease, item].forEach((one) => one.dispose());
    },
  };
}

/** The list behind the item: a choice resumes. */
export async function pickUnfinished(app: App): Promise<void> {
  const { unfinished } = await readUnfinished(app);
  if (unfinished.length === 0) {
    void window.showInformationMessage("Nothing is unfinished.");
    return;
  }
  const chosen = await window.showQuickPick(
    unfinished.map(({ run, text, state }) => ({ label: `${resumeText()} ${text}`, detail: state, run })),
    { title: "Unfinished runs" },
  );
  if (chosen !== undefined) {
    await commands.executeCommand(commandIds.resumeRun, { run: chosen.run });
  }
}

async function readUnfinished({ runs, store, clock }: App) {
  const all = await runs.list({ purposes: ["search", "batch"], limit: readRuns });
  const latest = all.filter(
    ({ header: { id, source, purpose } }) =>
      purpose === "batch" || source === undefined || all.find((one) => one.header.source === source)?.header.id === id,
  );
  const unfinished = await Promise.all(
    latest
      .filter(({ stop }) => stop !== undefined && !ended.has(stop.kind))
      .map(async (run): Promise<Unfinished> => {
        const { header } = run;
        const batch = header.purpose === "batch" ? await store.batches.get(header.id, clock.now()) : undefined;
        const size =
          batch === undefined ? fetchedText(run) : ofText(countText(doneOf(batch)), countText(batch.questions));
        const { title, sentence } = describeRun(run, { now: clock.now() });
        return { run, text: `${safeText(header.title)} ${size}`, state: safeText(`${title}. ${sentence}`) };
      }),
  );
  return { unfinished, isRunning: all.some(({ stop }) => stop === undefined) };
}
