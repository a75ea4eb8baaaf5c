// The run's state below its results: sentences, and the buttons for what can be done.
import { distinctRecords, type RunSummary } from "../../runs/run";
import { describeRun, restOfRun, sizeRemarks, sizeText } from "../../runs/runState";
import type { RunAction, RunStatus } from "../../../webview-ui/messages/results";
import type { RunActivity } from "../runActivity";

/** "Fetch … more" fetches one page, or what is left. */
const morePerStep = 100;

export function runStatus(summary: RunSummary, activity: RunActivity | undefined, now: number): RunStatus {
  const stop = summary.stop === undefined || activity !== undefined ? undefined : describeRun(summary, { now });
  const title = stop?.title.replace(/[.:]$/, "") ?? "";
  const left = leftOf(summary);
  const more = left === undefined ? morePerStep : Math.min(morePerStep, left);
  const actions = new Set<RunAction>();
  for (const action of stop?.actions ?? []) {
    if (action === "resume" || action === "waitThenResume") {
      actions.add("resume");
    } else if (action === "connect" || action === "continue" || action === "tryNow") {
      actions.add(action);
    } else if (action === "fetchMore" && more > 0) {
      actions.add("fetchMore");
    }
  }
  if (stop !== undefined && summary.stop?.kind === "notUnderstood") {
    actions.add("showReply");
  }
  const sentence = sizeText(summary);
  const finished = describeRun(summary, { now }).level === "success";
  const isSaid = finished && stop !== undefined && sentence.startsWith(stop.sentence.replace(/\.$/, ""));
  return {
    state: stateOf(summary),
    sentence,
    title: stop?.sentence.startsWith(title) === false ? title : undefined,
    remarks: [...(stop === undefined || isSaid ? [] : [stop.sentence]), ...sizeRemarks(summary)],
    actions: [...actions],
    finished,
    noRows: stop !== undefined && summary.records === 0 && summary.returned > 0 ? stop.sentence : undefined,
    more,
    moreCreditsAbout: creditsAbout(summary, more),
    everything: activity === undefined ? restOfRun(summary) : undefined,
    activity:
      activity === undefined
        ? undefined
        : {
            fetched: activity.fetched,
            wanted: activity.wanted,
            waitingUntil: activity.waitingUntil,
            stopping: activity.stopping,
          },
  };
}

function stateOf(run: RunSummary): string {
  const { id, limits } = run.header;
  const fetched = [run.pages, run.records, run.skipped, run.returned, run.lastTotal];
  return [id, ...fetched, run.credits, run.possibleCredits, limits.records, limits.credits, run.stop?.kind].join(" ");
}

/** At the price of the records fetched so far. */
function creditsAbout({ returned, credits }: RunSummary, records: number): number | undefined {
  return returned > 0 && credits > 0 ? (credits / returned) * records : undefined;
}

function leftOf(summary: RunSummary): number | undefined {
  return summary.lastTotal === undefined ? undefined : Math.max(0, summary.lastTotal - distinctRecords(summary));
}
