// The run's state below its results: sentences, and the buttons for the available actions.
import type { RunAction, RunStatus } from "../../../webview-ui/messages/results";
import { recordsOfText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { creditsAbout, describeRun, leftToFetch, lowerBoundText, restOfRun, sizeText } from "../../runs/runState";
import type { RunActivity } from "../runActivity";
import type { ResultsSubject } from "./resultsDesk";

/** "Fetch … more" fetches one page, or the rest. */
const morePerStep = 100;

/** The state of a tab's run; records of many runs cannot be continued. */
export function statusOf(
  { run, first, sentence = "", noRows }: ResultsSubject,
  activity: RunActivity | undefined,
  now: number,
): RunStatus {
  if (run === undefined) {
    return { state: "", sentence, remarks: [], actions: [], finished: true, noRows, more: 0 };
  }
  return first === undefined ? runStatus(run, activity, now) : partStatus(run, first);
}

/** `now` in ms since 1970. @internal */
export function runStatus(summary: RunSummary, activity: RunActivity | undefined, now: number): RunStatus {
  const stop = summary.stop === undefined || activity !== undefined ? undefined : describeRun(summary, now);
  const title = stop?.title.replace(/[.:]$/, "") ?? "";
  const more = summary.lastTotal === undefined ? morePerStep : Math.min(morePerStep, leftToFetch(summary));
  const offered = (stop?.actions ?? []).filter((action) => action !== "fetchMore" || more > 0);
  const actions = new Set<RunAction>(offered.map((action) => (action === "waitThenResume" ? "resume" : action)));
  if (stop !== undefined && summary.stop?.kind === "notUnderstood") {
    actions.add("showReply");
  }
  const sentence = sizeText(summary);
  const finished = describeRun(summary, now).level === "success";
  const isSaid = finished && stop !== undefined && sentence.startsWith(stop.sentence.replace(/\.$/, ""));
  const remarks: string[] = [];
  if (stop !== undefined && !isSaid) {
    remarks.push(stop.sentence);
  }
  const lowerBound = lowerBoundText(summary);
  if (lowerBound !== "") {
    remarks.push(lowerBound);
  }
  const moreCreditsAbout = creditsAbout(summary, more);
  const everything = activity === undefined ? restOfRun(summary) : undefined;
  const offer = [...actions, more, moreCreditsAbout, everything?.total, everything?.creditsAbout];
  return {
    state: `${stateOf(summary)} ${offer.join(" ")}`,
    sentence,
    title: stop?.sentence.startsWith(title) === false ? title : undefined,
    remarks,
    actions: [...actions],
    finished,
    noRows: stop !== undefined && summary.records === 0 && summary.returned > 0 ? stop.sentence : undefined,
    more,
    moreCreditsAbout,
    everything,
    activity,
  };
}

/** The status of a run that shows only its first records, because no more were asked for. */
const partStatus = (run: RunSummary, first: number): RunStatus => ({
  state: stateOf(run),
  sentence: `The first ${recordsOfText(first, run.records)} of this run · nothing was paid now`,
  remarks: [],
  actions: ["showAll"],
  finished: true,
  more: 0,
});

function stateOf(run: RunSummary): string {
  const { id, limits } = run.header;
  const fetched = [run.pages, run.records, run.returned, run.lastTotal];
  return [id, ...fetched, run.credits, run.possibleCredits, limits.records, limits.credits, run.stop?.kind].join(" ");
}
