// Where records come from: a run, a batch, a list, what a text finds. What shows or writes records takes one.
import { runInfo } from "../export/runInfo";
import { inEnglish } from "../language/language";
import { companiesOf } from "../runs/companyGroups";
import { recordKindOf, resultsOf, type RunSummary } from "../runs/run";
import type { RecordKind } from "../service/operations";
import type { RecordList } from "../store/recordLists";
import type { ViewSource } from "../store/viewSource";

export interface RowSource {
  readonly title: string;
  readonly recordKind: RecordKind;
  readonly view: ViewSource;
  readonly run?: RunSummary | undefined;
}

export const rowsOfRun = (run: RunSummary, since?: string): RowSource => {
  const view = resultsOf(run.header);
  return {
    title: run.header.title,
    recordKind: recordKindOf(run.header.task),
    view: view.kind === "run" ? { ...view, since } : view,
    run,
  };
};

export const rowsOfList = ({ id, name }: Pick<RecordList, "id" | "name">, recordKind: RecordKind): RowSource => ({
  title: name,
  recordKind,
  view: { kind: "list", list: id, recordKind },
});

/** The latest versions of records that have all words of the text. */
export const rowsFound = (text: string, recordKind: RecordKind): RowSource => ({
  title: text,
  recordKind,
  view: { kind: "found", text, recordKind },
});

/** Whether the records were searched at a list of companies. */
export const hasCompanies = ({ run }: RowSource): boolean =>
  run !== undefined && companiesOf(run.header.task) !== undefined;

/** The lines about an export that a workbook and a database contain. */
export const exportInfo = ({ title, run }: RowSource, records: number, now: number) =>
  [
    ...(run === undefined ? [["Title", title] as const] : inEnglish(() => runInfo(run.header, run.credits))),
    ["Exported", new Date(now)] as const,
    ["Records", records] as const,
  ] as const;
