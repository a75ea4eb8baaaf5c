// Looks up every row of a table within one run and one budget: four lookups in flight, each row answered once.
import {
  createBatch,
  doneOf,
  existingBatch,
  isFinished,
  mappingOf,
  readIntoBatch,
  runBatch,
  unansweredOf,
  type BatchCount,
} from "../runs/batchRun";
import {
  boundSentences,
  countSentence,
  noIdentifierText,
  unansweredSentences,
  writeFileText,
} from "../runs/batchTexts";
import { exactCredits, type Budget, type Price } from "../runs/budget";
import { endOf } from "../runs/ends";
import { lookupTask } from "../runs/lookUpOnce";
import { atUnknownCostTitle, creditsOf, planRun } from "../runs/plan";
import { lookupsAgainText } from "../runs/resuming";
import type { RunSummary } from "../runs/run";
import type { StoredBatch } from "../store/batches";
import type { ColumnMapping } from "../tables/batchMapping";
import { readingOf, type CsvTable } from "../tables/table";
import { countText } from "../text/numbers";
import { Declined, Refusal, type App, type AppConnection, type Call, type Choice } from "./app";
import type { CountProgress } from "./runProgress";
import { executionOf } from "./searchRuns";
import { agreeTo, budgetFor, mayRepeat, spendingWords, type Spender, type SpendRequest } from "./spending";
import { neutral } from "./untrusted";
import { tableOf } from "./writeTable";

export interface TableToLookUp {
  /** Displayed as the name of the run. */
  readonly title: string;
  /** URI of the table's file; empty for a table that only exists in `input`. */
  readonly source: string;
  readonly input?: Uint8Array | undefined;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
}

/** Choosing other columns may help: the selected ones identify no row. */
export class NoIdentifiers extends Refusal {}

/** Rejects with a `Refusal` when nothing may be spent; nothing was sent then, and no run is left. */
export async function lookUpTable(app: App, given: TableToLookUp, spender: Spender, call: Call): Promise<RunSummary> {
  // Rows that a leave-out list names are not looked up.
  await app.lists.reload();
  const connection = await app.connection();
  const mapping = { ...given.mapping, reading: readingOf(given.table) };
  const { run } = await createBatch(app.runs, { ...given, mapping, connection: connection.info });
  const rows = { ...given, id: run.id, connection, spender };
  let agreed: AgreedRows;
  try {
    agreed = await agree(app, rows, call);
  } catch (error) {
    await app.runs.delete(run.id).catch(() => undefined);
    throw error;
  }
  return lookUpRows(app, rows, agreed, call);
}

export interface TableToResume {
  readonly spender: Spender;
  /** Credits that may be spent from now on. */
  readonly maxCredits?: number | undefined;
  /** Also looks up the rows that the service rejected. */
  readonly rejectedToo?: boolean | undefined;
}

/** Continues a stopped batch: answered rows keep their answer. Rejects like `lookUpTable`, but keeps the run. */
export async function resumeTable(
  app: App,
  { header, stop }: RunSummary,
  { spender, maxCredits, rejectedToo = false }: TableToResume,
  call: Call,
): Promise<RunSummary> {
  const { id, title } = header;
  const batch = await existingBatch(app.runs, id);
  const table = await tableOf(app, batch);
  const connection = await app.connection(header.connection);
  if (connection.info.origin !== header.connection.origin) {
    throw new Refusal(
      `${neutral(title)} was looked up with ${neutral(header.connection.label)}. Switch to that connection and ` +
        "try again.",
      "connection",
    );
  }
  if (rejectedToo) {
    await app.store.batches.reopenRejected(id);
  }
  const rows = {
    id,
    title,
    table,
    mapping: mappingOf(batch),
    connection,
    spender,
    maxCredits,
    resumed: {
      isWritten: batch.finished,
      isOtherConnection: connection.info.id !== header.connection.id,
      isCostUnknown: stop !== undefined && endOf(stop).continuation?.asks === "unknownCost",
    },
  };
  return lookUpRows(app, rows, await agree(app, rows, call), call);
}

/** The newest unfinished batch of a table with the connection's service. */
export async function unfinishedTable(
  { store, clock }: App,
  source: string,
  origin: string,
): Promise<StoredBatch | undefined> {
  const batches = await store.batches.list(clock.now());
  return batches.find(
    (batch) => !isFinished(batch) && batch.source === source && batch.run.connection.origin === origin,
  );
}

interface Rows {
  /** Id of the run. */
  readonly id: string;
  readonly title: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly connection: AppConnection;
  readonly spender: Spender;
  readonly maxCredits?: number | undefined;
  /** Absent for a new batch. */
  readonly resumed?: ResumedRows;
}

interface ResumedRows {
  /** Its result was written. */
  readonly isWritten: boolean;
  readonly isOtherConnection: boolean;
  readonly isCostUnknown: boolean;
}

interface AgreedRows {
  readonly budget: Budget;
  /** Rows that may have been charged are looked up again. */
  readonly again: boolean;
}

/** Counts the rows and asks. Does not lock the batch while waiting, so that other windows can use it. */
async function agree(app: App, rows: Rows, call: Call): Promise<AgreedRows> {
  const { id, title, table, mapping, spender } = rows;
  const count = await readIntoBatch(app.runs, id, table, mapping, call.signal, (read) =>
    call.onProgress(0, undefined, `${read} rows read.`),
  );
  if (count.rows === count.skipped) {
    throw new NoIdentifiers(noIdentifierText(neutral(title)));
  }
  const unanswered = unansweredOf(count);
  if (unanswered > 0 && mayRepeat(spender)) {
    return { budget: await budgetOf(app, rows, count, count.toAsk + unanswered, call), again: true };
  }
  // A person may be able to decide about them.
  if (unanswered > 0 && spender.kind !== "agent") {
    const chosen = await chooseUnanswered(app, rows, count, call);
    if (chosen !== undefined) {
      return chosen;
    }
  }
  const budget = count.toAsk === 0 ? app.budgets.agreed(0) : budgetOf(app, rows, count, count.toAsk, call);
  return { budget: await budget, again: false };
}

const budgetOf = async (app: App, rows: Rows, count: BatchCount, records: number, call: Call): Promise<Budget> =>
  budgetFor(app, rows.spender, await requestFor(app, rows, count, records), call.signal);

/** What looking up so many rows costs, and the question about it. */
async function requestFor(
  app: App,
  { title, mapping, connection, resumed }: Rows,
  count: BatchCount,
  records: number,
): Promise<SpendRequest> {
  const input = {
    limits: { records },
    total: records,
    price: await priceFor(app, connection, mapping),
    rows: "lookups" as const,
    now: app.clock.now(),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  };
  const words = spendingWords(resumed === undefined ? "run" : "resume", title);
  const isCostUnknown = resumed?.isCostUnknown === true;
  return {
    connection,
    plan: input,
    button: words.button,
    question: isCostUnknown ? atUnknownCostTitle(neutral(title)) : words.question,
    remarks: [countSentence(count, planRun(input)), ...unansweredSentences(count)],
    isCostUnknown,
    sentence: ({ conditions }) => conditions,
    askAlways: resumed?.isOtherConnection,
    // The counts let the user check that the right columns are selected.
    askPerson: true,
  };
}

const priceFor = ({ budgets }: App, { info }: AppConnection, { kind }: ColumnMapping): Promise<Price> =>
  budgets.price(info, lookupTask(kind, {}).kind);

/**
 * Asks whether to skip rows that may have been charged, or to look them up again. `undefined` if nobody can be asked:
 * scripts skip them, like agents.
 */
async function chooseUnanswered(app: App, rows: Rows, count: BatchCount, call: Call): Promise<AgreedRows | undefined> {
  const request = await requestFor(app, rows, count, count.toAsk);
  const price = await priceFor(app, rows.connection, rows.mapping);
  const unanswered = unansweredOf(count);
  const { credits } = planRun(request.plan);
  const withThem = exactCredits(credits + creditsOf(unanswered, price));
  const { skip, again } = unansweredButtons(count, rows.resumed);
  const choices: Choice[] = [{ id: "again", label: again, credits: withThem }];
  // Skipping them would leave nothing to do, and the result is already written.
  if (count.toAsk !== 0 || rows.resumed?.isWritten !== true) {
    choices.unshift({ id: "skip", label: skip, credits });
  }
  const offered: SpendRequest = {
    ...request,
    choices,
    bound: boundSentences(credits, withThem, count.toAsk + unanswered),
    remarks: [...(request.remarks ?? []), lookupsAgainText(unanswered, price)],
    askAlways: true,
  };
  try {
    const { budget, choice } = await agreeTo(app, rows.spender, offered, call.signal);
    return { budget, again: choice === "again" };
  } catch (error) {
    if (error instanceof Declined && error.answer === "cannot") {
      return undefined;
    }
    throw error;
  }
}

function unansweredButtons({ toAsk }: BatchCount, resumed: ResumedRows | undefined) {
  if (toAsk === 0) {
    return { skip: writeFileText, again: "Look Up Again" };
  }
  return resumed === undefined
    ? { skip: "Skip and Run", again: "Run and Look Up Again" }
    : { skip: "Skip and Resume", again: "Resume and Look Up Again" };
}

async function lookUpRows(
  app: App,
  { id, connection, maxCredits }: Rows,
  { budget, again }: AgreedRows,
  call: Call,
): Promise<RunSummary> {
  const batch = await existingBatch(app.runs, id);
  const { questions } = batch;
  // Rows instead of saved records: answered rows include those without a record.
  const counted: CountProgress = (progress) => {
    if (progress.kind !== "rows") {
      return undefined;
    }
    const done = doneOf(batch) + progress.done;
    return { done, total: questions, message: `${countText(done)} of ${countText(questions)} looked up.` };
  };
  try {
    const execution = executionOf(app, connection, budget, call, counted);
    return await runBatch(execution, id, { again, maxCredits, connection: connection.info });
  } finally {
    app.spent();
  }
}
