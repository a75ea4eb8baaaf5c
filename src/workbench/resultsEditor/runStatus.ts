// How a run stands, in sentences for the line under its results, and what can be done about it.
import * as l10n from "@vscode/l10n";
import { recordsText } from "../../runs/amounts";
import { costRemark, costText } from "../../runs/costs";
import { restOfRun } from "../../runs/restOfRun";
import { distinctRecords, type RunSummary } from "../../runs/run";
import { stopSentence } from "../../runs/stopSentences";
import type { RunAction, RunStatus } from "../../../webview-ui/messages/results";
import { formatCount } from "../numbers";
import type { RunActivity } from "../runActivity";

/** "Fetch … more" asks for one page, or what is left. */
const morePerStep = 100;

export function runStatus(summary: RunSummary, activity: RunActivity | undefined, now: number): RunStatus {
  const stop = summary.stop === undefined || activity !== undefined ? undefined : stopSentence(summary, { now });
  const left = leftOf(summary);
  const more = left === undefined ? morePerStep : Math.min(morePerStep, left);
  const actions = new Set<RunAction>();
  for (const action of stop?.actions ?? []) {
    if (action === "resume" || action === "waitThenResume") {
      actions.add("resume");
    } else if (action === "connect" || action === "continue") {
      actions.add(action);
    } else if (action === "fetchMore" && more > 0) {
      actions.add("fetchMore");
    }
  }
  if (stop !== undefined && summary.stop?.kind === "notUnderstood") {
    actions.add("showReply");
  }
  return {
    sentence: sizeSentence(summary),
    remarks: [
      ...(stop === undefined ? [] : [`${stop.title.replace(/[.:]$/, "")}. ${stop.sentence}`]),
      ...[costRemark(summary)].filter((remark) => remark !== ""),
      ...oddRemarks(summary),
    ],
    actions: [...actions],
    finished: summary.stop?.kind === "complete" || summary.stop?.kind === "limitReached",
    noRows: stop !== undefined && summary.records === 0 && summary.returned > 0 ? stop.sentence : undefined,
    more,
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

/** "100 of 12,480 · 25 credits · 2 repeated · total drifted from 12,480 to 12,511" */
export function sizeSentence(summary: RunSummary): string {
  const { records, repeated, skipped, odd, firstTotal, lastTotal } = summary;
  const count =
    lastTotal === undefined ? recordsText(records) : l10n.t("{0} of {1}", formatCount(records), formatCount(lastTotal));
  return [
    count,
    costText(summary),
    skipped === 0 ? "" : l10n.t("{0} skipped, already yours", formatCount(skipped)),
    repeated === 0 ? "" : l10n.t("{0} repeated", formatCount(repeated)),
    odd === 0 ? "" : l10n.t("{0} of unknown shape", formatCount(odd)),
    firstTotal === undefined || lastTotal === undefined || firstTotal === lastTotal
      ? ""
      : l10n.t("total drifted from {0} to {1}", formatCount(firstTotal), formatCount(lastTotal)),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function oddRemarks({ oddExample }: RunSummary): readonly string[] {
  return oddExample === undefined ? [] : [l10n.t("Example of a record of unknown shape: {0}", oddExample)];
}

function leftOf(summary: RunSummary): number | undefined {
  return summary.lastTotal === undefined ? undefined : Math.max(0, summary.lastTotal - distinctRecords(summary));
}
