// The first line of a results tab: the search, its runs, what they are compared with, and what can be done.
import { l10n } from "vscode";
import { countText } from "../../language/language";
import type { ResultsHeader, RunChoice } from "../../../webview-ui/messages/results";
import { comparableRuns, comparisonRemark } from "../../runs/comparisons";
import { isSearch, type RunSummary } from "../../runs/run";
import type { ChangeCounts } from "../../store/changes";
import { searchNameOfSource } from "../searchFiles/searchSource";
import { dayAndTimeText } from "../times";
import { outcomeText } from "../runOutcome";

export interface HeaderInput {
  /** The run that is shown. */
  readonly run: RunSummary;
  /** Runs of the same search, newest first; the run alone if it has no search. */
  readonly runs: readonly RunSummary[];
  /** The name of the search if it still exists. */
  readonly searchName: string | undefined;
  /** The search is a file, which can be renamed. */
  readonly isFile: boolean;
  readonly comparedTo?: RunSummary | undefined;
  readonly counts?: ChangeCounts | undefined;
  /** ms since 1970 */
  readonly now: number;
}

export function resultsHeader(input: HeaderInput): ResultsHeader {
  const { run, runs, searchName, isFile, comparedTo, counts, now } = input;
  const choice = (one: RunSummary): RunChoice => runChoice(one, now);
  return {
    title: searchName ?? run.header.title,
    run: run.header.id,
    runs: runs.map(choice),
    comparedTo: comparedTo?.header.id,
    comparable: comparableRuns(run, runs).map(choice),
    changes:
      comparedTo === undefined || counts === undefined
        ? undefined
        : {
            new: counts.new,
            changed: counts.changed,
            gone: counts.gone,
            remark: remarkOf(run, comparedTo, counts),
          },
    canEditSearch: isSearch(run.header.task),
    canRunAgain: searchName !== undefined,
    canRename: searchName === undefined || isFile,
  };
}

function runChoice(run: RunSummary, now: number): RunChoice {
  const { id, title, source, startedAt } = run.header;
  const when = dayAndTimeText(startedAt, now);
  const ownTitle = source === undefined || title === searchNameOfSource(source) ? [] : [title];
  return {
    id,
    when: `${when.slice(0, 1).toLocaleUpperCase()}${when.slice(1)}`,
    what: [...ownTitle, outcomeText(run, now)].join(" · "),
  };
}

function remarkOf(run: RunSummary, comparedTo: RunSummary, { uncomparable }: ChangeCounts): string | undefined {
  const remarks = [
    comparisonRemark(run, comparedTo),
    uncomparable === 0
      ? undefined
      : uncomparable === 1
        ? l10n.t("1 record without an ID is not compared.")
        : l10n.t("{0} records without an ID are not compared.", countText(uncomparable)),
  ].filter((remark) => remark !== undefined);
  return remarks.length === 0 ? undefined : remarks.join(" ");
}
