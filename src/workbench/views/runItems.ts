// The items of runs in the Searches view: time, number of records, cost, and why they stopped.
import { ThemeColor, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from "vscode";
import { companiesOf } from "../../runs/atCompanies";
import { doneOf } from "../../runs/batchRun";
import { isFinished } from "../../runs/batchRun";
import { rowCountsText, unusualRows } from "../../runs/batchTexts";
import { completeTitle, type RunLevel, type StopAction } from "../../runs/ends";
import type { RunSummary } from "../../runs/run";
import { costText, describeRun } from "../../runs/runState";
import { leaseMs } from "../../runs/runStore";
import type { StoredBatch } from "../../store/batches";
import type { RunSource } from "../../store/runSources";
import { countText, momentText } from "../../text/numbers";
import { openResultsText } from "../buttonTexts";
import { commandIds } from "../commandIds";
import { connectionLabel } from "../labels";
import type { RunActivity, SearchRunner } from "../runActivity";
import { outcomeText } from "../runOutcome";
import { safeText } from "../safeText";
import { searchNameOfSource } from "../searchFiles/searchSource";
import { dayAndTimeText } from "../times";
import { treeItem } from "../tree";

/** Runs of one search, which are listed together. */
export interface RunList {
  readonly id: string;
  /** The source as stored in the runs. */
  readonly source: string;
  readonly purpose: RunSource["purpose"];
}

export interface RunItemOptions {
  readonly now: number;
  readonly activity: RunActivity | undefined;
  /** False below its search, whose name need not be repeated: the item shows the time of the run instead. */
  readonly isNamed: boolean;
}

/** When another window dies, its runs are only marked as interrupted after their leases have expired. */
export const leaseExpiredMs = leaseMs + 1_000;

export function runItem(run: RunSummary, { now, activity, isNamed }: RunItemOptions): TreeItem {
  const { header } = run;
  const when = dayAndTimeText(header.startedAt, now);
  const title = isNamed ? safeText(header.title) : ownTitleOf(run);
  const { level, sentence, actions } = describeRun(run, now);
  const outcome = header.purpose === "count" ? countOutcome(run, now) : outcomeText(run, now, activity);
  const state = level === "running" ? ["running"] : offers(actions);
  return treeItem(title ?? when, {
    description: title === undefined ? outcome : `${when} · ${outcome}`,
    tooltip: tooltipOf(run, outcome, sentence),
    contextValue: ["run", header.purpose, ...state, ...companiesIn(run)].join(" "),
    iconPath: iconOf(level),
    ...opening(run),
  });
}

/** The item of a lookup batch: how many of its rows have answers, and why it stopped. */
export function batchItem(run: RunSummary, batch: StoredBatch, now: number): TreeItem {
  const { header } = run;
  const { level, title } = describeRun(run, now);
  const isDone = level !== "running" && isFinished(batch);
  // It has no limit until the user agrees to its cost.
  const isNew = level !== "running" && header.limits.records === 0;
  const outcome = isDone ? completeTitle : safeText(title);
  const words = ["batch"];
  if (level !== "running") {
    words.push(isDone ? "finished" : "unfinished");
  }
  words.push(...companiesIn(run));
  const parts = [
    dayAndTimeText(header.startedAt, now),
    isNew && !isDone ? "Not started" : outcome,
    `${countText(doneOf(batch))} of ${countText(batch.questions)} rows`,
    ...unusualRows({ ...batch, failed: 0, leftOut: 0 }),
  ];
  let iconLevel: RunLevel = level === "success" ? "stopped" : level;
  if (isDone) {
    parts.push(costText(run));
    iconLevel = "success";
  } else if (isNew) {
    iconLevel = "waiting";
  }
  return treeItem(safeText(header.title), {
    description: parts.join(" · "),
    tooltip: tooltipOf(run, outcome, rowCountsText(batch)),
    contextValue: words.join(" "),
    iconPath: iconOf(iconLevel),
    ...opening(run),
  });
}

const tooltipOf = ({ header }: RunSummary, outcome: string, sentence: string): string =>
  [
    header.title,
    `${momentText(header.startedAt)} · ${outcome}`,
    connectionLabel(header.connection.label),
    sentence,
  ].join("\n");

const opening = (run: RunSummary) => ({
  id: run.header.id,
  command: { command: commandIds.openRun, title: openResultsText, arguments: [{ run }] },
});

/** `ofCompanies`: the run has companies. `atCompanies`: it searched for people at companies. */
function companiesIn({ header: { recordKind, task }, records }: RunSummary): readonly string[] {
  const words: string[] = [];
  if (recordKind === "company" && records > 0) {
    words.push("ofCompanies");
  }
  if (companiesOf(task) !== undefined) {
    words.push("atCompanies");
  }
  return words;
}

/** The title that the user gave the run; `undefined` if it has the name of its search. */
function ownTitleOf({ header: { title, source, purpose } }: RunSummary): string | undefined {
  const name = source === undefined ? undefined : searchNameOfSource(source);
  return name === undefined || title === name || purpose === "count" ? undefined : safeText(title);
}

/** "12,480 matches · 0.25 credits" */
function countOutcome(run: RunSummary, now: number): string {
  const { lastTotal, stop } = run;
  let matches = lastTotal === 1 ? "1 match" : `${countText(lastTotal ?? 0)} matches`;
  if (lastTotal === undefined) {
    matches = describeRun(run, now).title;
  }
  return stop === undefined ? matches : `${matches} · ${costText(run)}`;
}

/** Words for the `when` clauses of menus: whether to offer Resume, Connect, and a new key. */
function offers(actions: readonly StopAction[]): readonly string[] {
  const words: string[] = [];
  if (actions.some((action) => action !== "connect" && action !== "newKey")) {
    words.push("resumable");
  }
  if (actions.includes("connect")) {
    words.push("connectable");
  }
  if (actions.includes("newKey")) {
    words.push("rejected");
  }
  return words;
}

function iconOf(level: RunLevel): ThemeIcon {
  switch (level) {
    case "running":
      return new ThemeIcon("sync~spin");
    case "success":
      return new ThemeIcon("pass");
    case "stopped":
      return new ThemeIcon("circle-slash");
    case "waiting":
      return new ThemeIcon("watch");
    case "problem":
      return new ThemeIcon("warning", new ThemeColor("list.warningForeground"));
  }
}

/** Hides finished lookups that found nothing for free, whose items would contain only zeros. */
export const hasSomethingToShow = ({ header, records, credits, possibleCredits, stop }: RunSummary): boolean =>
  header.purpose !== "lookup" || records > 0 || credits + possibleCredits > 0 || stop?.kind !== "complete";

export const isRunningElsewhere = ({ header, stop }: RunSummary, runner: SearchRunner): boolean =>
  stop === undefined && runner.activity(header.id) === undefined;

/** The group of counts, which would otherwise be mixed with the runs. */
export const countsItem = (id: string, count: number): TreeItem =>
  treeItem("Counts", {
    id,
    description: countText(count),
    iconPath: new ThemeIcon("symbol-number"),
    contextValue: "counts",
    collapsibleState: TreeItemCollapsibleState.Collapsed,
  });

/** The last item after the newest runs without a search. */
export const othersItem = (): TreeItem =>
  treeItem("Find an older run…", {
    id: "others",
    iconPath: new ThemeIcon("search"),
    command: { command: commandIds.openRun, title: "Find an older run…" },
  });
