// A batch as the user sees it: count and cost, progress with Cancel, the file, and how to continue after a stop.
import { l10n, ProgressLocation, window } from "vscode";
import { columnsNamed, textCells } from "../../export/appendedColumns";
import { countText } from "../../language/language";
import { ofText } from "../../language/phrases";
import type { ColumnMapping } from "../../lookups/batchMapping";
import { writeBatchResult, type BatchResultCounts } from "../../lookups/batchResult";
import { createBatch, doneOf, readIntoBatch, runBatch, unansweredOf, type BatchCount } from "../../lookups/batchRun";
import { unansweredSentences } from "../../lookups/batchTexts";
import type { CsvTable } from "../../csv/table";
import { youCanceledText } from "../../lookups/lookupStopText";
import { timeLeft, type BatchPace } from "../../lookups/timeLeft";
import { waitText } from "../../runs/amounts";
import { windowClosing } from "../../runs/evidence";
import type { RunSummary } from "../../runs/run";
import { describeRun } from "../../runs/runState";
import type { ConnectionInfo } from "../account";
import { resumeText } from "../buttonTexts";
import { balanceOf } from "../connections/accountMonitor";
import { runConnection } from "../connections/connectionToUse";
import { errorForLog, errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { rateLimitWaitText } from "../times";
import { agreeOnBatch, type BatchAgreement } from "./batchAgreement";
import { writeFileText } from "./batchButtonTexts";
import { noIdentifierText } from "./batchQuestions";
import { showBatchResult } from "./batchResultMessage";
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
  /** Asks for other columns when no row has an identifier in the selected ones. */
  readonly remap?: (() => Promise<ColumnMapping | undefined>) | undefined;
  /** It stopped because the cost of lookups is not known; with the user's consent it continues. */
  readonly acceptsUnknownCosts?: boolean | undefined;
}

/** No row has an identifier; `undefined` when the user canceled. */
type Agreed = BatchAgreement | "noIdentifiers" | undefined;

export class BatchFlow {
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(private readonly deps: BatchFlowDeps) {}

  /** Runs a batch from the count of its rows to the file. Never rejects. */
  run(job: BatchJob): Promise<void> {
    return this.guarded(job, async () => {
      const { id, agreed } =
        job.resumed === undefined
          ? await this.prepareNew(job)
          : { id: job.resumed, agreed: await this.prepare(job, job.resumed) };
      if (agreed === "noIdentifiers") {
        await this.mapAgain(job);
      } else if (agreed !== undefined) {
        await this.finish(job, await this.lookUpAll(job, id, agreed));
      }
    });
  }

  private async mapAgain(job: BatchJob): Promise<void> {
    if (job.remap === undefined || job.resumed !== undefined) {
      const { title } = job;
      void window.showInformationMessage(noIdentifierText(title));
      return;
    }
    const mapping = await job.remap();
    if (mapping !== undefined) {
      await this.run({ ...job, mapping });
    }
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
    // Questions that a leave-out list names are not asked.
    await this.deps.leaveOut.everywhere();
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

  /**
   * Counts the rows and asks for the budget; none when the batch is not to continue. The batch is not locked
   * while the user decides, so that other windows can use it.
   */
  private async prepare(job: BatchJob, id: string): Promise<Agreed> {
    const { batches } = this.deps.runs.deps.store;
    const count = await this.read(job, id);
    if (count === undefined) {
      return undefined;
    }
    if (count.rows === count.skipped) {
      return "noIdentifiers";
    }
    const batch = await batches.get(id, this.deps.clock.now());
    return agreeOnBatch(this.deps, job, count, batch?.finished === true);
  }

  /** The questions of a new batch are saved before the user agrees; the batch is deleted when the user does not. */
  private async prepareNew(job: BatchJob): Promise<{ readonly id: string; readonly agreed: Agreed }> {
    const { runs } = this.deps;
    const { run } = await createBatch(runs, { ...job, connection: runConnection(job.connection) });
    let agreed: Agreed;
    try {
      agreed = await this.prepare(job, run.id);
      return { id: run.id, agreed };
    } finally {
      if (agreed === undefined || agreed === "noIdentifiers") {
        await runs.delete(run.id);
      }
    }
  }

  private async lookUpAll(job: BatchJob, id: string, { budget, again }: BatchAgreement): Promise<RunSummary> {
    const { account, clientOf, clock, leaveOut, runs } = this.deps;
    const client = await clientOf(job.connection);
    const { check: checkLists } = await leaveOut.everywhere();
    this.deps.log(`A lookup batch ${job.resumed === undefined ? "started" : "was resumed"}.`);
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, this.closing.signal]);
    const title = l10n.t("Looking up {0}", safeText(job.title));
    const batch = window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        const report = (message: string): void => progress.report({ message });
        token.onCancellationRequested(() => {
          stop.abort();
          report(l10n.t("stopping after the lookups in flight…"));
        });
        let pace: BatchPace | undefined;
        return runBatch(
          {
            runs,
            client,
            budget,
            again,
            checkLists,
            balance: balanceOf(account.current),
            onAnswered: (answered, questions) => {
              const now = clock.now();
              pace ??= { startedAt: now, answeredBefore: answered };
              report(progressText(answered, questions, timeLeft(pace, now, answered, questions)));
            },
            onProgress: (step) => {
              if (step.kind === "waiting") {
                report(rateLimitWaitText(step.until));
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
    const { table, mapping, source, target, title } = job;
    const columns = textCells(columnsNamed(mapping.kind, job.columns));
    let counts: BatchResultCounts | undefined;
    const uri = await target.deliver(async (write) => {
      counts = await writeBatchResult({ store: runs.deps.store, id, table, mapping, columns, write });
    });
    if (counts !== undefined) {
      void showBatchResult(uri, counts, source !== "", {
        openRecords: () => openDetails(id, title),
        ...(unansweredOf(counts) > 0 && { resume: () => this.run({ ...job, resumed: id }) }),
      });
    }
  }

  private async finish(job: BatchJob, summary: RunSummary): Promise<void> {
    const { credits, header, records, stop } = summary;
    this.deps.log(`A lookup batch ended (${stop?.kind ?? "interrupted"}): ${records} records, ${credits} credits.`);
    if (stop?.kind === "complete" || stop?.kind === "unanswered") {
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
      ? youCanceledText()
      : safeText(describeRun(summary, { now: clock.now(), price }).sentence);
    const [resume, writeNow] = [resumeText(), writeFileText()];
    const text = l10n.t(
      "{0} stopped after {1} of {2} lookups. The answers are saved. {3}",
      safeText(job.title),
      countText(doneOf(batch)),
      countText(batch.questions),
      [reason, ...unansweredSentences(batch)].join(" "),
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

function progressText(answered: number, questions: number, left: number | undefined): string {
  const [done, all] = [countText(answered), countText(questions)];
  return left === undefined ? ofText(done, all) : l10n.t("{0} of {1}, about {2} left", done, all, waitText(left));
}
