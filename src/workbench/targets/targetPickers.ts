// Asks for the target of a command that was called without one. Shows a message if there is nothing to choose.
import { window, workspace, type QuickPickItem, type QuickPickOptions, type Uri } from "vscode";
import type { App } from "../../app/app";
import type { TrackedEnrichment } from "../../enrichments/enrichmentList";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { RecordList } from "../../store/recordLists";
import { momentText } from "../../text/numbers";
import { enrichmentDescription, enrichmentName } from "../enrichmentTexts";
import { kindLabel } from "../labels";
import { listText } from "../lists/changeLists";
import { pickOne } from "../pickStep";
import { safeText } from "../safeText";
import type { SearchFile } from "../searchFiles/searchFiles";

type Choice<T> = QuickPickItem & { readonly value: T };

const runItem = (run: RunSummary): Choice<RunSummary> => ({
  label: safeText(run.header.title),
  description: momentText(run.header.startedAt),
  detail: `${recordsText(run.records)} · ${creditsText(run.credits)}`,
  value: run,
});

/** Excludes lookup batches, which have “Resume…” and their entry in the view. */
export async function pickRun(
  { runs }: App,
  title: string,
  isOffered: (run: RunSummary) => boolean = () => true,
): Promise<RunSummary | undefined> {
  const choices = (await runs.list({ purposes: ["search", "count", "lookup", "enrichment"] })).filter(isOffered);
  const whenEmpty = "There is no run for this command. Open a saved search and select Run.";
  return pick(choices.map(runItem), whenEmpty, { title, matchOnDescription: true });
}

/** The records of a run or a list. */
export async function pickRecords(
  { runs }: App,
  lists: readonly RecordList[],
  title: string,
): Promise<RunSummary | RecordList | undefined> {
  const withRecords = (await runs.list({ purposes: ["search", "lookup", "enrichment", "batch"] })).filter(
    ({ records }) => records > 0,
  );
  const choices: readonly Choice<RunSummary | RecordList>[] = [
    ...lists.map((list) => ({
      label: `$(star-full) ${safeText(list.name)}`,
      description: listText(list),
      value: list,
    })),
    ...withRecords.map(runItem),
  ];
  const whenEmpty = "No run has records yet. Open a saved search and select Run.";
  return pick(choices, whenEmpty, { title, matchOnDescription: true });
}

export function pickSearch(files: readonly SearchFile[], title: string): Promise<Uri | undefined> {
  const choices = files.map((file) => ({
    label: safeText(file.name),
    description: file.place === "library" ? "personal library" : safeText(workspace.asRelativePath(file.uri)),
    detail: safeText(file.words),
    value: file.uri,
  }));
  const whenEmpty = "There are no saved searches yet. Start with New Company Search or New People Search.";
  const options = { title, matchOnDescription: true, matchOnDetail: true };
  return pick(choices, whenEmpty, options);
}

export function pickList(lists: readonly RecordList[], title: string): Promise<RecordList | undefined> {
  const choices = lists.map((list) => ({ label: safeText(list.name), description: listText(list), value: list }));
  const whenEmpty = "There are no lists yet. Select records in any results, and add them to a list.";
  return pick(choices, whenEmpty, { title });
}

/** The kind of record to use from the list: the preferred one if the list has it; asks if there are several. */
export async function pickKind({ counts, name }: RecordList, preferred?: RecordKind): Promise<RecordKind | undefined> {
  const kinds = recordKinds.filter((kind) => counts[kind] > 0);
  const [only] = kinds.length < 2 ? kinds : kinds.filter((kind) => kind === preferred);
  if (only !== undefined) {
    return only;
  }
  if (kinds.length === 0) {
    void window.showInformationMessage(`${safeText(name)} is empty.`);
    return undefined;
  }
  const choices = kinds.map((kind) => ({ label: kindLabel(kind), value: kind }));
  return (await pickOne<Choice<RecordKind>>(choices, { title: "Which records?" }))?.value;
}

export function pickEnrichment(
  entries: readonly TrackedEnrichment[],
  now: number,
  title: string,
): Promise<TrackedEnrichment | undefined> {
  const choices = entries.map((entry) => ({
    label: enrichmentName(entry),
    description: enrichmentDescription(entry, now),
    value: entry,
  }));
  const whenEmpty = "No enrichment in the list is in a state for this command.";
  return pick(choices, whenEmpty, { title });
}

async function pick<T>(
  choices: readonly Choice<T>[],
  whenEmpty: string,
  options: QuickPickOptions,
): Promise<T | undefined> {
  if (choices.length === 0) {
    void window.showInformationMessage(whenEmpty);
    return undefined;
  }
  return (await window.showQuickPick<Choice<T>>([...choices], options))?.value;
}
