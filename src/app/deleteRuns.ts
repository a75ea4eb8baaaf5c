// Deletes runs with their records, after one question about the loss that also covers the searches and lists deleted
// with them.
import { creditsText, recordsText, runsText } from "../runs/amounts";
import type { RunSummary } from "../runs/run";
import { StoreError } from "../store/storeError";
import { countText } from "../text/numbers";
import type { App, Question } from "./app";
import { agree, type Agreed } from "./spending";
import { neutral } from "./untrusted";

export interface Deletion {
  readonly runs: readonly RunSummary[];
  /** Names of saved searches. */
  readonly searches?: readonly string[];
  /** Names of lists of records. */
  readonly lists?: readonly string[];
  /** Runs of these searches that are not among the runs: they are kept unless "withRuns" is chosen. */
  readonly others?: readonly RunSummary[];
}

/** Resolves to the choice: "selected" or "withRuns". Rejects with a `Declined`. */
export const agreeToDelete = (app: App, deletion: Deletion, agreed: Agreed): Promise<string> =>
  agree(app, deletionQuestion(deletion), agreed);

/**
 * Runs that another process has just deleted count as deleted. After an abort the rest are kept. `inUse`: how many are
 * in progress, and were not deleted.
 */
export async function deleteRuns(
  { runs }: App,
  doomed: readonly RunSummary[],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<{ readonly deleted: readonly RunSummary[]; readonly inUse: number }> {
  const deleted: RunSummary[] = [];
  let inUse = 0;
  for (const [index, run] of doomed.entries()) {
    if (signal.aborted) {
      break;
    }
    onProgress(index, doomed.length);
    try {
      await runs.delete(run.header.id);
      deleted.push(run);
    } catch (error) {
      if (!(error instanceof StoreError) || (error.code !== "IN_USE" && error.code !== "NOT_FOUND")) {
        throw error;
      }
      inUse += error.code === "IN_USE" ? 1 : 0;
    }
  }
  return { deleted, inUse };
}

export const inUseText = (count: number): string =>
  count === 1
    ? "1 run is in progress and was not deleted. Stop it first."
    : `${countText(count)} runs are in progress and were not deleted. Stop them first.`;

/** "2 runs · 1,209 records" */
const amountsText = (runs: readonly RunSummary[]): string =>
  `${runsText(runs.length)} · ${recordsText(sumOf(runs, ({ records }) => records))}`;

function deletionQuestion({ runs, searches = [], lists = [], others = [] }: Deletion): Question {
  const names = [...searches, ...lists, ...runs.map(({ header }) => header.title)];
  const [only, ...more] = names;
  const first = { id: "selected", label: searches.length > 0 ? "Move to Trash" : "Delete", credits: 0 };
  const withRuns = { id: "withRuns", label: "Move to Trash and Delete Runs", credits: 0 };
  const sentences: string[] = [];
  if (runs.length > 0) {
    sentences.push(amountsText(runs), lossText(runs));
  }
  if (others.length > 0) {
    sentences.push(
      `Runs that stay, under “Recent”: ${amountsText(others)}.`,
      `If you delete them too: ${lossText(others)}`,
    );
  }
  if (runs.length + others.length > 0) {
    sentences.push("Exported files are kept.");
  }
  if (lists.length > 0) {
    sentences.push("Notes are deleted with the list they are in. The records themselves stay.");
  }
  return {
    about: "deletion",
    title:
      only === undefined || more.length > 0
        ? `Delete ${countText(names.length)} items?`
        : runs.length === 1
          ? `Delete the run of ${neutral(only)}?`
          : `Delete ${neutral(only)}?`,
    sentences,
    choices: others.length === 0 ? [first] : [first, withRuns],
  };
}

const lossText = (runs: readonly RunSummary[]): string =>
  "Their records are deleted from the database permanently; its weekly copies keep them until two newer ones replace " +
  "those. Fetching them again costs about " +
  `${creditsText(sumOf(runs, ({ credits, possibleCredits }) => credits + possibleCredits))}.`;

const sumOf = (runs: readonly RunSummary[], amount: (run: RunSummary) => number): number =>
  runs.reduce((sum, run) => sum + amount(run), 0);
