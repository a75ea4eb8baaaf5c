// Reads the content of a search's or a run's tab: its runs, the shown one, and the first line about them.
import type { ResultsHeader, RunChoice } from "../../../webview-ui/messages/results";
import type { App } from "../../app/app";
import { firstOfRun, rowsOfRun } from "../../app/rowSource";
import { comparisonRemark, defaultComparison } from "../../runs/comparisons";
import { isSearch, type RunSummary } from "../../runs/run";
import type { ChangeCounts } from "../../store/changes";
import { countText } from "../../text/numbers";
import { sandboxConnection } from "../connections/connectionStore";
import { outcomeText } from "../runOutcome";
import { searchNameOf } from "../searchFiles/searchFiles";
import { searchExists, searchNameOfSource, uriOfSource } from "../searchFiles/searchSource";
import { startTexts } from "../times";
import type { RunsAddress } from "./resultsAddress";
import type { ResultsSubject, TabResults } from "./resultsDesk";
import type { TabChoices } from "./resultsTabs";

/** `known` is the saved search of the run shown before, which may have been deleted since. */
export async function readRuns(
  app: App,
  address: RunsAddress,
  { run: wanted, first }: TabChoices,
  known: string | undefined,
): Promise<TabResults> {
  const own = address.kind === "run" ? await app.runs.summary(address.run) : undefined;
  let source = known;
  if (address.kind === "search") {
    source = address.source;
  } else if (own !== undefined) {
    source = own.header.purpose === "search" ? own.header.source : undefined;
  }
  let runs: readonly RunSummary[] = own === undefined ? [] : [own];
  if (source !== undefined && (address.kind === "search" || own !== undefined)) {
    runs = await app.runs.list({ source, purposes: ["search"] });
  }
  const uri = source === undefined ? undefined : uriOfSource(source);
  const search = uri !== undefined && (await searchExists(uri)) ? uri : undefined;
  const run = address.kind === "run" ? own : chosenRun(runs, wanted);
  if (run === undefined) {
    return { source, search };
  }
  const shown = run.header.id === wanted && first !== undefined && first < run.records ? first : undefined;
  const comparedTo = shown === undefined ? defaultComparison(run, runs) : undefined;
  return {
    source,
    search,
    content: {
      subject: runSubject(run, shown),
      chosen: run.header.id,
      since: comparedTo?.header.id,
      header: (counts) => {
        const choices = choicesOf(runs, app.clock.now());
        return {
          run: run.header.id,
          runs: choices,
          title: search === undefined ? run.header.title : searchNameOf(search),
          comparedTo: choices.find(({ id }) => id === comparedTo?.header.id)?.when,
          changes: comparedTo && counts && changesOf(run, comparedTo, counts),
          canEditSearch: isSearch(run.header.task),
          canRunAgain: search !== undefined,
          // The name of an unsaved search changes with its filters.
          canRename: search?.scheme !== "untitled",
        };
      },
    },
  };
}

function runSubject(run: RunSummary, first: number | undefined): ResultsSubject {
  const { id, connection } = run.header;
  const rows = first === undefined ? rowsOfRun(run) : firstOfRun(run, first);
  return { ...rows, first, id, synthetic: connection.origin === sandboxConnection.origin };
}

/** The wanted run; if it is gone the next older one, else the newest with records. */
function chosenRun(runs: readonly RunSummary[], wanted: string | undefined): RunSummary | undefined {
  const older = wanted === undefined ? undefined : runs.find(({ header }) => header.id < wanted);
  return runs.find(({ header }) => header.id === wanted) ?? older ?? runs.find(({ records }) => records > 0) ?? runs[0];
}

function choicesOf(runs: readonly RunSummary[], now: number): readonly RunChoice[] {
  const whens = startTexts(runs, now);
  return runs.map((one) => {
    const { id, title, source } = one.header;
    const when = whens.get(id) ?? "";
    const ownTitle = source === undefined || title === searchNameOfSource(source) ? [] : [title];
    return {
      id,
      when: `${when.slice(0, 1).toLocaleUpperCase()}${when.slice(1)}`,
      what: [...ownTitle, outcomeText(one, now)].join(" · "),
    };
  });
}

function changesOf(run: RunSummary, comparedTo: RunSummary, counts: ChangeCounts): ResultsHeader["changes"] {
  const { uncomparable, new: added, changed, gone } = counts;
  const remarks = [comparisonRemark(run, comparedTo)].filter((remark) => remark !== undefined);
  if (uncomparable === 1) {
    remarks.push("1 record without an ID is not compared.");
  } else if (uncomparable > 1) {
    remarks.push(`${countText(uncomparable)} records without an ID are not compared.`);
  }
  return { new: added, changed, gone, remark: remarks.length === 0 ? undefined : remarks.join(" ") };
}
