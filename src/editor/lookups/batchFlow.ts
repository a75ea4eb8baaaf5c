// A batch from the user's side: count and cost, progress with Cancel, the file, and the way on when it stopped.
import { commands, l10n, ProgressLocation, window, workspace, type Uri } from "vscode";
import { guarded } from "../../export/formulaGuard";
import type { ColumnMapping } from "../../lookups/batchMapping";
import { writeBatchResult, type ResultColumns, type ResultCounts } from "../../lookups/batchResult";
import { countBatch, runBatch, type BatchCount, type BatchEnd } from "../../lookups/batchRun";
import type { Batches, BatchOrder } from "../../lookups/batches";
import { keptAmongLookups, type BatchAnswer, type BatchState } from "../../lookups/batchState";
import type { CsvTable } from "../../lookups/csvTable";
import type { LookupKind } from "../../service/operations";
import { lookupTask, lookUpOnce } from "../../lookups/lookUpOnce";
import { paidAnswers } from "../../lookups/recentLookups";
import { cellText, columnOf, type Column } from "../../rows/columns";
import { parseRecord } from "../../rows/record";
import type { Budget } from "../../runs/budget";
import { windowClosing } from "../../runs/engine";
import { stopSentence } from "../../runs/stopSentences";
import type { ConnectionInfo } from "../account";
import { failureName } from "../failureName";
import { formatCount } from "../numbers";
import { askForBudget, planWithAccount } from "../running/planning";
import { safeText } from "../safeText";
import { secondText } from "../times";
import type { BatchTarget } from "./batchTarget";
import { runConnection } from "../connections/connectionToUse";
import type { LookupParts } from "./lookupService";

export interface BatchFlowParts extends LookupParts {
  readonly batches: Batches;
  /** Opens the records of a run or a batch in the results grid. */
  readonly openDetails: (id: string, title: string) => Promise<void>;
}

export interface BatchAsk {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly title: string;
  /** URI of the table, as text; empty for lines of an editor. */
  readonly source: string;
  /** The table itself, when it is in no file: kept with the batch, to go on with. */
  readonly input?: Uint8Array | undefined;
  readonly target: BatchTarget;
  readonly connection: ConnectionInfo;
  /** An unfinished batch to go on with. */
  readonly resumed?: BatchOrder | undefined;
  /** It stopped because the service does not say what look-ups cost: with the user's consent it continues all the same. */
  readonly acceptsUnknownCosts?: boolean | undefined;
}

export interface BatchFlow {
  run(ask: BatchAsk): Promise<void>;
  /** Writes the result of a batch with the answers there are. */
  write(ask: BatchAsk, order: BatchOrder): Promise<void>;
  /** Stops what is under way and resolves when every answer is kept. */
  close(): Promise<void>;
}

type Paid = Extract<BatchAnswer, { readonly run: string }>;

export function createBatchFlow(parts: BatchFlowParts): BatchFlow {
  const { account, clientOf, store, budgets, clock, batches, log } = parts;
  const live = new Set<{ readonly stop: AbortController; readonly ended: Promise<unknown> }>();

  async function paidBefore(origin: string, kind: LookupKind): Promise<ReadonlyMap<string, BatchAnswer>> {
    const single = paidAnswers(await store.list(), origin, kind);
    return new Map([...(await batches.paidAnswers(origin, kind)), ...single]);
  }

  async function whileTaken<T>(order: BatchOrder, work: (state: BatchState) => Promise<T>): Promise<T> {
    if ((await batches.get(order.id)) === undefined) {
      throw new Error(l10n.t("This batch was deleted."));
    }
    const taken = await batches.take(order);
    try {
      return await work(taken.state);
    } finally {
      await taken.release();
    }
  }

  /** The answers so far. The batch is released at once: no question to the user may keep other windows from it. */
  const readState = (order: BatchOrder): Promise<Pick<BatchState, "answer">> => whileTaken(order, async (state) => state);

  async function agreedBudget(ask: BatchAsk, count: BatchCount): Promise<Budget | undefined> {
    const operation = lookupTask(ask.mapping.kind, {}).kind;
    const plan = await planWithAccount({ account, budgets, clock }, { records: count.toAsk }, { total: count.toAsk, operation });
    // Asked whatever it costs: the counts show whether the columns were understood.
    const sentence = count.toAsk === 0 ? l10n.t("Nothing has to be paid for.") : plan.sentence;
    return askForBudget(budgets, plan, { title: ask.title, connection: ask.connection, remarks: [countSentence(count)], sentence, askAlways: true, acceptsUnknownCosts: ask.acceptsUnknownCosts });
  }

  async function askAll(ask: BatchAsk, order: BatchOrder, state: BatchState, paid: ReadonlyMap<string, BatchAnswer>, questions: number, budget: Budget): Promise<BatchEnd> {
    const client = await clientOf(ask.connection);
    const runParts = { store: batches.runsOf(order.id), budget, client, clock };
    const stop = new AbortController();
    const ended = Promise.resolve(
      window.withProgress({ location: ProgressLocation.Notification, title: l10n.t("Looking up {0}", safeText(ask.title)), cancellable: true }, async (report, token) => {
        token.onCancellationRequested(() => {
          stop.abort();
          report.report({ message: l10n.t("stopping after the look-up under way…") });
        });
        const words = (answered: number): string => l10n.t("{0} of {1}", formatCount(answered), formatCount(questions));
        report.report({ message: words(state.answered) });
        return runBatch(
          {
            table: ask.table,
            mapping: order.mapping,
            state,
            batchId: order.id,
            paidBefore: (key) => paid.get(key),
            ask: (identifiers, text, signal) => {
              const current = account.current;
              const balance = current.kind === "ready" ? current.balance : undefined;
              return lookUpOnce(runParts, { kind: order.mapping.kind, identifiers, words: text, connection: order.connection, balance }, signal, (progress) => {
                if (progress.kind === "waiting") {
                  report.report({ message: l10n.t("waiting for the rate limit until {0}", secondText(progress.until)) });
                }
              });
            },
            onProgress: (answered) => report.report({ message: words(answered) }),
          },
          stop.signal,
        );
      }),
    );
    const entry = { stop, ended };
    live.add(entry);
    try {
      return await ended;
    } finally {
      live.delete(entry);
      void account.refreshBalance();
    }
  }

  async function write(ask: BatchAsk, order: BatchOrder, state: BatchState): Promise<{ readonly uri: Uri; readonly counts: ResultCounts }> {
    let counts: ResultCounts | undefined;
    const uri = await ask.target.deliver(async (add) => {
      counts = await writeBatchResult({ table: ask.table, mapping: order.mapping, state, columns: resultColumns(order), write: add });
    });
    return { uri, counts: counts ?? { rows: 0, found: 0, noMatch: 0, skipped: 0, failed: 0, notAsked: 0, lostLetters: 0 } };
  }

  function resultColumns(order: BatchOrder): ResultColumns {
    const { kind } = order.mapping;
    const columns = order.columns.map((id) => columnOf(kind, id)).filter((column): column is Column => column !== undefined);
    return {
      headers: columns.map(({ header }) => header),
      async cells({ run, kept }: Paid) {
        try {
          const journal = await (kept === keptAmongLookups ? store : batches.runsOf(kept)).open(run);
          try {
            const [bytes] = await journal.read(0, 1);
            const record = bytes === undefined ? undefined : parseRecord(bytes);
            return columns.map((column) => guarded(cellText(column.value(record))));
          } finally {
            await journal.close();
          }
        } catch {
          log("A record of a batch could not be read: its run is gone or damaged.");
          return undefined;
        }
      },
    };
  }

  async function finish(ask: BatchAsk, order: BatchOrder, state: BatchState, end: BatchEnd): Promise<void> {
    if (end.kind === "complete") {
      const { uri, counts } = await write(ask, order, state);
      await batches.save({ ...order, finished: true });
      void tellResult(uri, counts, ask.source !== "", () => parts.openDetails(order.id, order.title));
      return;
    }
    if (end.kind === "stopped" && end.summary.stop?.kind === "windowClosed") {
      return;
    }
    void tellStop(ask, order, state.answered, end);
  }

  async function tellStop(ask: BatchAsk, order: BatchOrder, answered: number, end: Exclude<BatchEnd, { readonly kind: "complete" }>): Promise<void> {
    const why =
      end.kind === "cancelled"
        ? l10n.t("It was cancelled.")
        : safeText(stopSentence(end.summary, { now: clock.now(), price: await budgets.price(order.connection.id, lookupTask(order.mapping.kind, {}).kind) }).sentence);
    const [resume, writeNow] = [l10n.t("Resume"), l10n.t("Write File Now")];
    const text = l10n.t("{0} stopped after {1} of {2} look-ups; their answers are kept. {3}", safeText(order.title), formatCount(answered), formatCount(order.questions), why);
    const picked = await (end.kind === "cancelled" ? window.showInformationMessage : window.showWarningMessage)(text, resume, writeNow);
    if (picked === resume) {
      await flow.run({ ...ask, resumed: order, acceptsUnknownCosts: end.kind === "stopped" && end.summary.stop?.kind === "costUnknown" });
    } else if (picked === writeNow) {
      await flow.write(ask, order);
    }
  }

  async function guardedly(ask: BatchAsk, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log(`A batch of look-ups failed: ${failureName(error)}`);
      void window.showErrorMessage(l10n.t("{0}: {1} What was answered is kept.", safeText(ask.title), safeText(error instanceof Error ? error.message : String(error))));
    }
  }

  const flow: BatchFlow = {
    run: (ask) =>
      guardedly(ask, async () => {
        const { connection, mapping } = ask;
        const paid = await paidBefore(connection.origin, mapping.kind);
        const known = ask.resumed === undefined ? undefined : await readState(ask.resumed);
        const count = await counting(ask, (key) => paid.has(key) || known?.answer(key) !== undefined);
        if (count.rows === count.skipped) {
          void window.showInformationMessage(l10n.t("No row of {0} holds an identifier in the chosen columns. Choose other columns.", safeText(ask.title)));
          return;
        }
        const budget = await agreedBudget(ask, count);
        if (budget === undefined) {
          return;
        }
        const questions = count.toAsk + count.answered;
        const order =
          ask.resumed ?? (await batches.create({ title: ask.title, source: ask.source, mapping, columns: ask.columns, connection: runConnection(connection), questions }, ask.input));
        await whileTaken(order, async (state) => finish(ask, order, state, await askAll(ask, order, state, paid, questions, budget)));
      }),
    write: (ask, order) =>
      guardedly(ask, async () => {
        const { uri, counts } = await whileTaken(order, (state) => write(ask, order, state));
        void tellResult(uri, counts, ask.source !== "", () => parts.openDetails(order.id, order.title));
      }),
    async close() {
      const all = [...live];
      for (const { stop } of all) {
        stop.abort(windowClosing);
      }
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
  return flow;
}

async function counting(ask: BatchAsk, isAnswered: (key: string) => boolean): Promise<BatchCount> {
  return window.withProgress({ location: ProgressLocation.Window, title: l10n.t("Reading {0}", safeText(ask.title)) }, () => countBatch(ask.table, ask.mapping, isAnswered));
}

function countSentence({ rows, toAsk, answered, duplicates, skipped }: BatchCount): string {
  return [
    rows === 1 ? l10n.t("1 row: {0} to look up", formatCount(toAsk)) : l10n.t("{0} rows: {1} to look up", formatCount(rows), formatCount(toAsk)),
    ...(answered === 0 ? [] : [l10n.t("{0} answered already", formatCount(answered))]),
    ...(duplicates === 0 ? [] : [duplicates === 1 ? l10n.t("1 duplicate that is asked once") : l10n.t("{0} duplicates that are asked once", formatCount(duplicates))]),
    ...(skipped === 0 ? [] : [l10n.t("{0} without an identifier", formatCount(skipped))]),
  ].join(", ").concat(".");
}

function lettersSentence(lost: number): string {
  return lost === 1
    ? l10n.t("1 letter that the file's encoding lacks was written as a question mark; save the file as UTF-8 and run again to keep it, at no cost.")
    : l10n.t("{0} letters that the file's encoding lacks were written as question marks; save the file as UTF-8 and run again to keep them, at no cost.", formatCount(lost));
}

async function tellResult(uri: Uri, counts: ResultCounts, isFile: boolean, openResults: () => Promise<void>): Promise<void> {
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
  const picked = await window.showInformationMessage(`${rows === 1 ? l10n.t("1 row: {0}.", parts) : l10n.t("{0} rows: {1}.", formatCount(rows), parts)}${where}${letters}`, ...(isFile ? [open] : []), ...(found > 0 ? [records] : []));
  if (picked === open) {
    await commands.executeCommand("vscode.open", uri);
  } else if (picked === records) {
    await openResults();
  }
}
