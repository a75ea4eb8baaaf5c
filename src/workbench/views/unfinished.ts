// Shows how many runs were interrupted and can continue: an item in the status bar and a badge. "Resume…" lists
// everything that can continue.
import { QuickPickItemKind, StatusBarAlignment, window, type Disposable, type QuickPickItem } from "vscode";
import { openEnrichments, openRuns, type OpenRun } from "../../app/unfinished";
import { describeRun } from "../../runs/runState";
import { countText } from "../../text/numbers";
import { coalesce } from "../coalesce";
import { commandIds } from "../commandIds";
import type { Desk } from "../desk";
import { enrichmentDescription, enrichmentName } from "../enrichmentTexts";
import { errorForLog } from "../errorText";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import { leaseExpiredMs } from "./runItems";

/** "Germany 300 of 900" */
const nameOf = ({ run, done }: OpenRun): string => `${safeText(run.header.title)} ${done}`;

export function showUnfinished({ app, trees, log }: Desk): Disposable {
  const item = window.createStatusBarItem("prospectDesk.unfinished", StatusBarAlignment.Right, 89);
  item.name = "Prospect Desk: unfinished runs";
  item.command = commandIds.resumeRun;
  const update = async (): Promise<void> => {
    const { open, isRunning } = await openRuns(app);
    if (isRunning) {
      afterLease.soon(); // the runs of a window that died remain running until their leases expire
    }
    const texts = open.filter(({ isInterrupted }) => isInterrupted).map(nameOf);
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

interface ResumeItem extends QuickPickItem {
  readonly resume?: () => Promise<void>;
}

/** Everything that can continue, interrupted runs first; a choice resumes, and asks before it spends. */
export async function pickUnfinished(desk: Desk): Promise<void> {
  const { app } = desk;
  const [{ open }, enrichments] = await Promise.all([openRuns(app), openEnrichments(app)]);
  if (open.length + enrichments.length === 0) {
    void window.showInformationMessage("Nothing can be resumed: everything is finished or in progress.");
    return;
  }
  const now = app.clock.now();
  const interrupted = open.filter(({ isInterrupted }) => isInterrupted);
  const items: readonly ResumeItem[] = [
    ...group(
      "Unfinished",
      interrupted.map((one) => runItem(one, desk)),
    ),
    ...group(
      "Stopped",
      open.filter((one) => !interrupted.includes(one)).map((one) => runItem(one, desk)),
    ),
    ...group(
      "Enrichments",
      enrichments.map((entry) => ({
        label: enrichmentName(entry),
        description: "asks for the results again, free",
        detail: enrichmentDescription(entry, now),
        resume: () => desk.enrichments.actions.refresh(entry),
      })),
    ),
  ];
  const title = "Resume: what is open, and what it may cost";
  const picked = await pickOne(items, { title, placeholder: "Asks before it spends credits" });
  await picked?.resume?.();
}

const group = (label: string, items: readonly ResumeItem[]): readonly ResumeItem[] =>
  items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];

function runItem(one: OpenRun, { app, runner, batches }: Desk): ResumeItem {
  const { run, open, isRejected } = one;
  const { title, sentence } = describeRun(run, app.clock.now());
  return {
    label: nameOf(one),
    description: open,
    detail: safeText(`${title}. ${sentence}`),
    resume: () => (isRejected === true ? batches.resume(run.header.id, true) : runner.resume(run.header.id)),
  };
}
