// A batch from the user's side: count and cost, progress with Cancel, the file, and how to continue when it stopped.
import { commands, l10n, ProgressLocation, window, workspace, type Uri } from "vscode";
import { guardFormula } from "../../csv/formulaGuard";
import type { ColumnMapping } from "../../lookups/batchMapping";
import { writeBatchResult, type ResultColumns, type ResultCounts } from "../../lookups/batchResult";
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
import { formatCount } from "../numbers";
import { askForBudget, planWithAccount } from "../running/planning";
import { safeText } from "../safeText";
import { secondText } from "../times";
import type { BatchTarget } from "./batchTarget";
import type { LookupDeps } from "./lookupService";

export interface BatchFlowDeps extends LookupDeps {
  /** Opens the records of a run or a batch in the results grid. */
  readonly openDetails: (run: string, title: string) => Promise<void>;
}

export interface BatchAsk {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly title: string;
  /** URI of the table, as text; empty for lines of an editor. */
  readonly source: string;
  /** The table itself, when it is in no file: kept with the batch, to continue with. */
  readonly input?: Uint8Array | undefined;
  readonly target: BatchTarget;
  readonly connection: ConnectionInfo;
  /** Id of an unfinished batch to continue. */
  readonly resumed?: string | undefined;
  /** It stopped because the service does not say what look-ups cost: with the user's consent it continues all the same. */
  readonly acceptsUnknownCosts?: boolean | undefined;
}

export interface BatchFlow {
  run(ask: BatchAsk): Promise<void>;
  /** Writes the result of a batch with the answers there are. */
  write(ask: BatchAsk, id: string): Promise<void>;
  /** Stops what is under way and resolves when every answer is kept. */
  close(): Promise<void>;
}

export function createBatchFlow(deps: BatchFlowDeps): BatchFlow {
  const { account, clientOf, runs, budgets, clock, log } = deps;
  const { store } = runs.deps;
  const closing = new AbortController();
  const live = new Set<Promise<unknown>>();

  async function untilClosed<T>(work: Promise<T>): Promise<T> {
    live.add(work);
    try {
      return await work;
    } finally {
      live.delete(work);
    }
  }

  /** What the table asks; `undefined` when the user canceled the reading. */
  async function read({ title, table, mapping }: BatchAsk, id: string): Promise<BatchCount | undefined> {
    let canceled = closing.signal;
    try {
      return await untilClosed(
        withLateProgress(l10n.t("Reading {0}", safeText(title)), (report, signal) => {
          canceled = AbortSignal.any([signal, closing.signal]);
          return readIntoBatch(runs, id, table, mapping, canceled, (rows) =>
            report({ message: l10n.t("{0} rows", formatCount(rows)) }),
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

  async function agreedBudget(ask: BatchAsk, count: BatchCount): Promise<Budget | undefined> {
    const operation = lookupTask(ask.mapping.kind, {}).kind;
    const plan = await planWithAccount(
      { account, budgets, clock },
      { records: count.toAsk },
      { total: count.toAsk, operation },
    );
    // Asked whatever it costs: the counts show whether the columns were understood.
    const sentence = count.toAsk === 0 ? l10n.t("Nothing has to be paid for.") : plan.sentence;
    return askForBudget(budgets, plan, {
      title: ask.title,
      connection: ask.connection,
      remarks: [countSentence(count)],
      sentence,
      askAlways: true,
      acceptsUnknownCosts: ask.acceptsUnknownCosts,
    });
  }

  /** Counts and asks; `undefined` when the batch is not to continue. The batch is free meanwhile: no question to the user may keep other windows from it. */
  async function prepare(ask: BatchAsk, id: string): Promise<Budget | undefined> {
    const count = await read(ask, id);
    if (count !== undefined && count.rows === count.skipped) {
      void window.showInformationMessage(
        l10n.t("No row of {0} holds an identifier in the chosen columns. Choose other columns.", safeText(ask.title)),
      );
      return undefined;
    }
    return count && agreedBudget(ask, count);
  }

  /** A new batch has its questions before they are agreed to. Without the agreement nothing of it stays. */
  async function prepareNew(ask: BatchAsk): Promise<{ readonly id: string; readonly budget: Budget | undefined }> {
    const { run } = await createBatch(runs, { ...ask, connection: runConnection(ask.connection) });
    let budget: Budget | undefined;
    try {
      budget = await prepare(ask, run.id);
      return { id: run.id, budget };
    } finally {
      if (budget === undefined) {
        await runs.delete(run.id);
      }
    }
  }

  async function askAll(ask: BatchAsk, id: string, budget: Budget): Promise<RunSummary> {
    const client = await clientOf(ask.connection);
    const state = account.current;
    const stop = new AbortController();
    const asking = window.withProgress(
      {
        location: ProgressLocation.Notification,
        title: l10n.t("Looking up {0}", safeText(ask.title)),
        cancellable: true,
      },
      (progress, token) => {
        const report = (message: string): void => progress.report({ message });
        token.onCancellationRequested(() => {
          stop.abort();
          report(l10n.t("stopping after the look-up under way…"));
        });
        return runBatch(
          {
            runs,
            client,
            budget,
            ...(state.kind === "ready" && { balance: state.balance }),
            onAnswered: (answered, questions) =>
              report(l10n.t("{0} of {1}", formatCount(answered), formatCount(questions))),
            onProgress: (one) => {
              if (one.kind === "waiting") {
                report(l10n.t("waiting for the rate limit until {0}", secondText(one.until)));
              }
            },
          },
          id,
          AbortSignal.any([stop.signal, closing.signal]),
        );
      },
    );
    try {
      return await untilClosed(Promise.resolve(asking));
    } finally {
      void account.refreshBalance();
    }
  }

  async function write(ask: BatchAsk, id: string): Promise<void> {
    let counts: ResultCounts | undefined;
    const uri = await ask.target.deliver(async (add) => {
      counts = await writeBatchResult({
        store,
        id,
        table: ask.table,
        mapping: ask.mapping,
        columns: resultColumns(ask),
        write: add,
      });
    });
    if (counts !== undefined) {
      void tellResult(uri, counts, ask.source !== "", () => deps.openDetails(id, ask.title));
    }
  }

  async function finish(ask: BatchAsk, summary: RunSummary): Promise<void> {
    const { header, stop } = summary;
    if (stop?.kind === "complete") {
      await write(ask, header.id);
      await store.batches.finish(header.id);
    } else if (stop?.kind !== "windowClosed") {
      void guardedly(ask, () => tellStop(ask, summary));
    }
  }

  async function tellStop(ask: BatchAsk, summary: RunSummary): Promise<void> {
    const { id, connection, task } = summary.header;
    const batch = await store.batches.get(id, clock.now());
    if (batch === undefined) {
      return;
    }
    const isCanceled = summary.stop?.kind === "cancelled";
    const why = isCanceled
      ? l10n.t("It was cancelled.")
      : safeText(
          describeRun(summary, { now: clock.now(), price: await budgets.price(connection.id, task.kind) }).sentence,
        );
    const [resume, writeNow] = [l10n.t("Resume"), l10n.t("Write File Now")];
    const text = l10n.t(
      "{0} stopped after {1} of {2} look-ups; their answers are kept. {3}",
      safeText(ask.title),
      formatCount(batch.questions - batch.open),
      formatCount(batch.questions),
      why,
    );
    const picked = await (isCanceled ? window.showInformationMessage : window.showWarningMessage)(
      text,
      resume,
      writeNow,
    );
    if (picked === resume) {
      await flow.run({ ...ask, resumed: id, acceptsUnknownCosts: summary.stop?.kind === "costUnknown" });
    } else if (picked === writeNow) {
      await flow.write(ask, id);
    }
  }

  async function guardedly(ask: BatchAsk, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log(`A batch of look-ups failed: ${errorForLog(error)}`);
      void window.showErrorMessage(
        l10n.t("{0}: {1} What was answered is kept.", safeText(ask.title), errorText(error)),
      );
    }
  }

  const flow: BatchFlow = {
    run: (ask) =>
      guardedly(ask, async () => {
        const { id, budget } =
          ask.resumed === undefined
            ? await prepareNew(ask)
            : { id: ask.resumed, budget: await prepare(ask, ask.resumed) };
        if (budget !== undefined) {
          await finish(ask, await askAll(ask, id, budget));
        }
      }),
    write: (ask, id) => guardedly(ask, () => write(ask, id)),
    async close() {
      closing.abort(windowClosing);
      await Promise.allSettled(live);
    },
  };
  return flow;
}

function resultColumns({ mapping, columns: ids }: BatchAsk): ResultColumns {
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
      ? l10n.t("1 row: {0} to look up", formatCount(toAsk))
      : l10n.t("{0} rows: {1} to look up", formatCount(rows), formatCount(toAsk)),
    ...(answered === 0 ? [] : [l10n.t("{0} answered already", formatCount(answered))]),
    ...(duplicates === 0
      ? []
      : [
          duplicates === 1
            ? l10n.t("1 duplicate that is asked once")
            : l10n.t("{0} duplicates that are asked once", formatCount(duplicates)),
        ]),
    ...(skipped === 0 ? [] : [l10n.t("{0} without an identifier", formatCount(skipped))]),
  ]
    .join(", ")
    .concat(".");
}

function lettersSentence(lost: number): string {
  return lost === 1
    ? l10n.t(
        "1 letter that the file's encoding lacks was written as a question mark; save the file as UTF-8 and run again to keep it, at no cost.",
      )
    : l10n.t(
        "{0} letters that the file's encoding lacks were written as question marks; save the file as UTF-8 and run again to keep them, at no cost.",
        formatCount(lost),
      );
}

async function tellResult(
  uri: Uri,
  counts: ResultCounts,
  isFile: boolean,
  openResults: () => Promise<void>,
): Promise<void> {
  const { rows, found, noMatch, skipped, failed, notAsked, lostLetters } = counts;
  const parts = [
    l10n.t("{0} found", formatCount(found)),
    ...(noMatch === 0 ? [] : [l10n.t("{0} no match", formatCount(noMatch))]),
    ...(skipped === 0 ? [] : [l10n.t("{0} skipped", formatCount(skipped))]),
    ...(failed === 0 ? [] : [l10n.t("{0} failed", formatCount(failed))]),
    ...(notAsked === 0 ? [] : [l10n.t("{0} not asked yet", formatCount(notAsked))]),
  ].join(", ");
  const letters = lostLetters === 0 ? "" : ` ${lettersSentence(lostLetters)}`;
  const where = isFile ? ` ${l10n.t("Written to {0}.", safeText(workspace.asRelativePath(uri)))}` : "";
  const [open, records] = [l10n.t("Open"), l10n.t("Show Records")];
  const picked = await window.showInformationMessage(
    `${rows === 1 ? l10n.t("1 row: {0}.", parts) : l10n.t("{0} rows: {1}.", formatCount(rows), parts)}${where}${letters}`,
    ...(isFile ? [open] : []),
    ...(found > 0 ? [records] : []),
  );
  if (picked === open) {
    await commands.executeCommand("vscode.open", uri);
  } else if (picked === records) {
    await openResults();
  }
}
