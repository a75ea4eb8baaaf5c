// A batch as the user sees it: count and cost, progress with Cancel, the file, and how to continue after a stop.
import { commands, l10n, ProgressLocation, window, workspace, type Uri } from "vscode";
import { countText } from "../../language/language";
import { guardFormula } from "../../csv/formulaGuard";
import type { ColumnMapping } from "../../lookups/batchMapping";
import { writeBatchResult, type ResultColumns, type BatchResultCounts } from "../../lookups/batchResult";
import { createBatch, readIntoBatch, runBatch, type BatchCount } from "../../lookups/batchRun";
import type { CsvTable } from "../../csv/table";
import { lookupTask } from "../../lookups/lookUpOnce";
import { cellText, columnOf, type Column } from "../../rows/columns";
import type { Budget } from "../../runs/budget";
import { windowClosing } from "../../runs/engine";
import type { RunSummary } from "../../runs/run";
import { describeRun } from "../../runs/runState";
import type { ConnectionInfo } from "../account";
import { runConnection } from "../connections/connectionToUse";
import { errorForLog, errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { askForBudget, planWithAccount } from "../running/planning";
import { safeText } from "../safeText";
import { secondText } from "../times";
import type { BatchTarget } from "./batchTarget";
import type { LookupServiceDeps } from "./lookupService";

export interface BatchFlowDeps extends LookupServiceDeps {
  /** Opens the records of a run or a batch in the results grid. */
  readonly openDetails: (run: string, title: string) => Promise<void>;
}

/** A table with everything that was chosen for its batch. */
export interface BatchJob {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly title: string;
  /** URI of the table, as text; empty for lines of an editor. */
  readonly source: string;
  /** The table itself when it is not a file: saved with the batch, so that it can be resumed. */
  readonly input?: Uint8Array | undefined;
  readonly target: BatchTarget;
  readonly connection: ConnectionInfo;
  /** Id of an unfinished batch to resume. */
  readonly resumed?: string | undefined;
  /** It stopped because the cost of lookups is not known; with the user's consent it continues. */
  readonly acceptsUnknownCosts?: boolean | undefined;
}

export class BatchFlow {
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(private readonly deps: BatchFlowDeps) {}

  /** Runs a batch from the count of its rows to the file. Never rejects. */
  run(job: BatchJob): Promise<void> {
    return this.guarded(job, async () => {
      const { id, budget } =
        job.resumed === undefined
          ? await this.prepareNew(job)
          : { id: job.resumed, budget: await this.prepare(job, job.resumed) };
      if (budget !== undefined) {
        await this.finish(job, await this.lookUpAll(job, id, budget));
      }
    });
  }

  /** Writes the file of a batch with the answers received so far. Never rejects. */
  write(job: BatchJob, id: string): Promise<void> {
    return this.guarded(job, () => this.writeFile(job, id));
  }

  /** Stops everything under way and resolves when every answer is saved. */
  async close(): Promise<void> {
    this.closing.abort(windowClosing);
    await Promise.allSettled(this.pending);
  }

  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.pending.add(work);
    try {
      return await work;
    } finally {
      this.pending.delete(work);
    }
  }

  /** Reads the table into the batch; `undefined` when the user canceled. */
  private async read({ title, table, mapping }: BatchJob, id: string): Promise<BatchCount | undefined> {
    let canceled = this.closing.signal;
    try {
      return await this.tracked(
        withLateProgress(l10n.t("Reading {0}", safeText(title)), (report, signal) => {
          canceled = AbortSignal.any([signal, this.closing.signal]);
          return readIntoBatch(this.deps.runs, id, table, mapping, canceled, (rows) =>
            report({ message: l10n.t("{0} rows", countText(rows)) }),
          );
        }),
      );
    } catch (error) {
      if (canceled.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  private async agreedBudget(job: BatchJob, count: BatchCount): Promise<Budget | undefined> {
    const { account, budgets, clock } = this.deps;
    const operation = lookupTask(job.mapping.kind, {}).kind;
    const plan = await planWithAccount(
      { account, budgets, clock },
      { records: count.toAsk },
      { total: count.toAsk, operation },
    );
    // The user always confirms: the counts show whether the columns were mapped correctly.
    const sentence = count.toAsk === 0 ? l10n.t("Free: all answers are already saved.") : plan.sentence;
    return askForBudget(budgets, plan, {
      title: job.title,
      connection: job.connection,
      remarks: [countSentence(count)],
      sentence,
      askAlways: true,
      acceptsUnknownCosts: job.acceptsUnknownCosts,
    });
  }

  /**
   * Counts the rows and asks for the budget; `undefined` when the batch is not to continue. The batch is not locked
   * while the user decides, so that other windows can use it.
   */
  private async prepare(job: BatchJob, id: string): Promise<Budget | undefined> {
    const count = await this.read(job, id);
    if (count !== undefined && count.rows === count.skipped) {
      void window.showInformationMessage(
        l10n.t("No row of {0} has an identifier in the selected columns. Select other columns.", safeText(job.title)),
      );
      return undefined;
    }
    return count && this.agreedBudget(job, count);
  }

  /** The questions of a new batch are saved before the user agrees; the batch is deleted when the user does not. */
  private async prepareNew(job: BatchJob): Promise<{ readonly id: string; readonly budget: Budget | undefined }> {
    const { runs } = this.deps;
    const { run } = await createBatch(runs, { ...job, connection: runConnection(job.connection) });
    let budget: Budget | undefined;
    try {
      budget = await this.prepare(job, run.id);
      return { id: run.id, budget };
    } finally {
      if (budget === undefined) {
        await runs.delete(run.id);
      }
    }
  }

  private async lookUpAll(job: BatchJob, id: string, budget: Budget): Promise<RunSummary> {
    const { account, clientOf, runs } = this.deps;
    const client = await clientOf(job.connection);
    const state = account.current;
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.closing.signal]);
    const title = l10n.t("Looking up {0}", safeText(job.title));
    const batch = window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        const report = (message: string): void => progress.report({ message });
        token.onCancellationRequested(() => {
          stop.abort();
          report(l10n.t("stopping after the current lookup…"));
        });
        return runBatch(
          {
            runs,
            client,
            budget,
            ...(state.kind === "ready" && { balance: state.balance }),
            onAnswered: (answered, questions) =>
              report(l10n.t("{0} of {1}", countText(answered), countText(questions))),
            onProgress: (step) => {
              if (step.kind === "waiting") {
                report(l10n.t("waiting for the rate limit until {0}", secondText(step.until)));
              }
            },
          },
          id,
          signal,
        );
      },
    );
    try {
      return await this.tracked(Promise.resolve(batch));
    } finally {
      void account.refreshBalance();
    }
  }

  private async writeFile(job: BatchJob, id: string): Promise<void> {
    const { runs, openDetails } = this.deps;
    let counts: BatchResultCounts | undefined;
    const uri = await job.target.deliver(async (add) => {
      counts = await writeBatchResult({
        store: runs.deps.store,
        id,
        table: job.table,
        mapping: job.mapping,
        columns: resultColumns(job),
        write: add,
      });
    });
    if (counts !== undefined) {
      void showResult(uri, counts, job.source !== "", () => openDetails(id, job.title));
    }
  }

  private async finish(job: BatchJob, summary: RunSummary): Promise<void> {
    const { header, stop } = summary;
    if (stop?.kind === "complete") {
      await this.writeFile(job, header.id);
      await this.deps.runs.deps.store.batches.finish(header.id);
    } else if (stop?.kind !== "windowClosed") {
      void this.guarded(job, () => this.showStop(job, summary));
    }
  }

  private async showStop(job: BatchJob, summary: RunSummary): Promise<void> {
    const { budgets, clock, runs } = this.deps;
    const { id, connection, task } = summary.header;
    const batch = await runs.deps.store.batches.get(id, clock.now());
    if (batch === undefined) {
      return;
    }
    const isCanceled = summary.stop?.kind === "cancelled";
    const price = await budgets.price(connection.id, task.kind);
    const reason = isCanceled
      ? l10n.t("You canceled it.")
      : safeText(describeRun(summary, { now: clock.now(), price }).sentence);
    const [resume, writeNow] = [l10n.t("Resume"), l10n.t("Write File Now")];
    const text = l10n.t(
      "{0} stopped after {1} of {2} lookups. The answers are saved. {3}",
      safeText(job.title),
      countText(batch.questions - batch.open),
      countText(batch.questions),
      reason,
    );
    const show = isCanceled ? window.showInformationMessage : window.showWarningMessage;
    const picked = await show(text, resume, writeNow);
    if (picked === resume) {
      await this.run({ ...job, resumed: id, acceptsUnknownCosts: summary.stop?.kind === "costUnknown" });
    } else if (picked === writeNow) {
      await this.write(job, id);
    }
  }

  private async guarded(job: BatchJob, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log(`A lookup batch failed: ${errorForLog(error)}`);
      void window.showErrorMessage(
        l10n.t("{0}: {1} The answers received so far are saved.", safeText(job.title), errorText(error)),
      );
    }
  }
}

function resultColumns({ mapping, columns: ids }: BatchJob): ResultColumns {
  const columns = ids
    .map((id) => columnOf(mapping.kind, id))
    .filter((column): column is Column => column !== undefined);
  return {
    headers: columns.map(({ header }) => header),
    cells: (record) => columns.map((column) => guardFormula(cellText(column.value(record)))),
  };
}

function countSentence({ rows, toAsk, answered, duplicates, skipped }: BatchCount): string {
  return [
    rows === 1
      ? l10n.t("1 row: {0} to look up", countText(toAsk))
      : l10n.t("{0} rows: {1} to look up", countText(rows), countText(toAsk)),
    ...(answered === 0 ? [] : [l10n.t("{0} already answered", countText(answered))]),
    ...(duplicates === 0
      ? []
      : [
          duplicates === 1
            ? l10n.t("1 duplicate, looked up once")
            : l10n.t("{0} duplicates, looked up once", countText(duplicates)),
        ]),
    ...(skipped === 0 ? [] : [l10n.t("{0} without an identifier", countText(skipped))]),
  ]
    .join(", ")
    .concat(".");
}

function replacedCharactersSentence(count: number): string {
  const advice = l10n.t("To keep the original text, save the file as UTF-8 and run again, for free.");
  return count === 1
    ? l10n.t("1 character is not in the file's encoding and was written as a question mark. {0}", advice)
    : l10n.t(
        "{0} characters are not in the file's encoding and were written as question marks. {1}",
        countText(count),
        advice,
      );
}

async function showResult(
  uri: Uri,
  counts: BatchResultCounts,
  isFile: boolean,
  openResults: () => Promise<void>,
): Promise<void> {
  const { rows, found, noMatch, skipped, failed, notAsked, replacedCharacters } = counts;
  const counted = [
    l10n.t("{0} found", countText(found)),
    ...(noMatch === 0 ? [] : [l10n.t("{0} no match", countText(noMatch))]),
    ...(skipped === 0 ? [] : [l10n.t("{0} skipped", countText(skipped))]),
    ...(failed === 0 ? [] : [l10n.t("{0} failed", countText(failed))]),
    ...(notAsked === 0 ? [] : [l10n.t("{0} not looked up yet", countText(notAsked))]),
  ].join(", ");
  const replaced = replacedCharacters === 0 ? "" : ` ${replacedCharactersSentence(replacedCharacters)}`;
  const where = isFile ? ` ${l10n.t("Saved to {0}.", safeText(workspace.asRelativePath(uri)))}` : "";
  const [open, records] = [l10n.t("Open"), l10n.t("Show Records")];
  const result = rows === 1 ? l10n.t("1 row: {0}.", counted) : l10n.t("{0} rows: {1}.", countText(rows), counted);
  const picked = await window.showInformationMessage(
    `${result}${where}${replaced}`,
    ...(isFile ? [open] : []),
    ...(found > 0 ? [records] : []),
  );
  if (picked === open) {
    await commands.executeCommand("vscode.open", uri);
  } else if (picked === records) {
    await openResults();
  }
}
