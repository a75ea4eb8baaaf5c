// Looks up every row of a table within one run and one budget: four lookups in flight, each row answered once.
import { cellText, columnOf, columnsOf } from "../records/columns";
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
import { exactCredits, type Price } from "../runs/budget";
import { endOf } from "../runs/ends";
import { lookupTask } from "../runs/lookUpOnce";
import { atUnknownCostTitle, creditsOf, planRun, type RunPlan } from "../runs/plan";
import { lookupsAgainText } from "../runs/resuming";
import type { RunProgress, RunSummary } from "../runs/run";
import { parseExact } from "../service/exactJson";
import type { LookupKind } from "../service/operations";
import type { StoredBatch } from "../store/batches";
import type { ColumnMapping } from "../tables/batchMapping";
import { writeBatchResult, type BatchResultCounts } from "../tables/batchResult";
import { guardFormula } from "../tables/formulaGuard";
import { openCsvTable, readingOf, type CsvTable } from "../tables/table";
import { bytesSource } from "../tables/textLines";
import { countText } from "../text/numbers";
import { Declined, Refusal, type App, type AppConnection, type Call, type Choice } from "./app";
import { following } from "./followRun";
import { executionOf } from "./searchRuns";
import {
  agreeTo,
  budgetFor,
  mayRepeat,
  spendingWords,
  type Agreement,
  type Spender,
  type SpendRequest,
} from "./spending";
import { neutral } from "./untrusted";

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

/** The ids of the columns that are appended by default. */
export const defaultResultColumns = (kind: LookupKind): readonly string[] =>
  columnsOf(kind)
    .filter(({ visible }) => visible)
    .map(({ id }) => id);

/** Opens a destination, lets `write` add the bytes, and closes it. */
export type Deliver<T> = (write: (add: (bytes: Uint8Array) => Promise<void>) => Promise<void>) => Promise<T>;

export interface HowToWrite {
  readonly signal?: AbortSignal | undefined;
  /** The table's own separator when absent. */
  readonly separator?: string | undefined;
  /** Ids of columns, instead of those of the batch. */
  readonly columns?: readonly string[] | undefined;
  /** One line of JSON per row, with the whole record when no columns are named. */
  readonly asNdjson?: boolean | undefined;
}

/** Writes the table with columns and a status appended to each row. Finishes a batch without open rows. */
export async function writeTable<T>(
  app: App,
  id: string,
  deliver: Deliver<T>,
  { signal, separator, columns: named, asNdjson = false }: HowToWrite = {},
): Promise<{ readonly place: T; readonly counts: BatchResultCounts; readonly encoding: string }> {
  const batch = await existingBatch(app.runs, id);
  const { store } = app;
  const table = await tableOf(app, batch);
  const mapping = mappingOf(batch);
  const { kind } = mapping;
  const chosen = (named ?? batch.columns).flatMap((one) => columnOf(kind, one) ?? []);
  const columns = {
    headers: chosen.map(({ header }) => header),
    // Guarded against being read as formulas by a spreadsheet.
    cells: (record: unknown) => chosen.map((column) => guardFormula(cellText(column.value(record)))),
  };
  let counts: BatchResultCounts | undefined;
  const place = await deliver(async (write) => {
    const asJson = asNdjson ? recordReader(kind, named) : undefined;
    counts = await writeBatchResult({ store, id, table, mapping, columns, write, signal, separator, asJson });
  });
  if (counts === undefined) {
    throw new Error("The result was not written.");
  }
  if (counts.notAsked === 0) {
    await store.batches.finish(id);
  }
  return { place, counts, encoding: table.encoding };
}

/** The record's JSON as received, or an object of these columns by their ids. */
export function recordReader(kind: LookupKind, ids: readonly string[] | undefined): (json: string) => string {
  if (ids === undefined) {
    return (json) => json;
  }
  return (json) => {
    const record = parseExact(json);
    return JSON.stringify(Object.fromEntries(ids.map((id) => [id, columnOf(kind, id)?.value(record) ?? null])));
  };
}

/** A sentence for a result whose table has another encoding. */
export const convertedSentence = (encoding: string): string =>
  `The result is UTF-8 with a byte-order mark; the table is ${encoding}.`;

/** Discards the table, for callers that only want the records. */
export const nowhere: Deliver<undefined> = async (write) => {
  await write(() => Promise.resolve());
  return undefined;
};

interface Rows extends Pick<TableToLookUp, "title" | "table" | "mapping"> {
  readonly id: string;
  readonly connection: AppConnection;
  readonly spender: Spender;
  readonly maxCredits?: number | undefined;
  /** Absent for a new batch. */
  readonly resumed?: {
    /** Its result was written. */
    readonly isWritten: boolean;
    readonly isOtherConnection: boolean;
    readonly isCostUnknown: boolean;
  };
}

interface AgreedRows extends Pick<Agreement, "budget"> {
  /** Rows that may have been charged are looked up again. */
  readonly again: boolean;
}

/** Counts the rows and asks. Does not lock the batch while waiting, so that other windows can use it. */
async function agree(app: App, rows: Rows, call: Call): Promise<AgreedRows> {
  const { budgets, clock, runs } = app;
  const { id, title, table, mapping, connection, spender, resumed } = rows;
  const count = await readIntoBatch(runs, id, table, mapping, call.signal, (read) =>
    call.onProgress(0, undefined, `${read} rows read.`),
  );
  if (count.rows === count.skipped) {
    throw new NoIdentifiers(noIdentifierText(neutral(title)));
  }
  const unanswered = unansweredOf(count);
  const repeats = unanswered > 0 && mayRepeat(spender);
  /** A person may be able to decide about them. */
  const offers = unanswered > 0 && !repeats && spender.kind !== "agent";
  const nothingToAsk = async (): Promise<AgreedRows> => ({ budget: await budgets.agreed(0), again: false });
  if (count.toAsk === 0 && !repeats && !offers) {
    return nothingToAsk();
  }
  const price = await budgets.price(connection.info, lookupTask(mapping.kind, {}).kind);
  const records = count.toAsk + (repeats ? unanswered : 0);
  const input = {
    limits: { records },
    total: records,
    price,
    rows: "lookups" as const,
    now: clock.now(),
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  };
  const plan = planRun(input);
  const verb = resumed === undefined ? "run" : "resume";
  const remarks = [countSentence(count, plan), ...unansweredSentences(count)];
  const request: SpendRequest = {
    ...spendingWords(verb, title),
    connection,
    plan: input,
    remarks,
    isCostUnknown: resumed?.isCostUnknown,
    ...(resumed?.isCostUnknown === true && { question: atUnknownCostTitle(neutral(title)) }),
    sentence: ({ conditions }) => conditions,
    askAlways: resumed?.isOtherConnection,
    // The counts let the user check that the right columns are selected.
    askPerson: true,
  };
  if (offers) {
    const offered = {
      ...request,
      ...skipOrAgain(count, { plan, price, verb, isWritten: resumed?.isWritten === true }),
      remarks: [...remarks, lookupsAgainText(unanswered, price)],
      askAlways: true,
    };
    const answer = await unlessNobodyAnswers(agreeTo(app, spender, offered, call.signal));
    if (answer !== undefined) {
      return { budget: answer.budget, again: answer.choice === "again" };
    }
    if (count.toAsk === 0) {
      return nothingToAsk();
    }
  }
  return { budget: await budgetFor(app, spender, request, call.signal), again: repeats };
}

/** Scripts skip rows that may have been charged, like agents. */
async function unlessNobodyAnswers(agreement: Promise<Agreement>): Promise<Agreement | undefined> {
  try {
    return await agreement;
  } catch (error) {
    if (error instanceof Declined && error.answer === "cannot") {
      return undefined;
    }
    throw error;
  }
}

interface AboutUnanswered {
  /** Without the rows that may have been charged. */
  readonly plan: RunPlan;
  readonly price: Price;
  readonly verb: "run" | "resume";
  readonly isWritten: boolean;
}

/** The choice between skipping rows that may have been charged, and looking them up again. */
function skipOrAgain(
  count: BatchCount,
  { plan, price, verb, isWritten }: AboutUnanswered,
): Pick<SpendRequest, "choices" | "bound"> {
  const unanswered = unansweredOf(count);
  const withThem = exactCredits(plan.credits + creditsOf(unanswered, price));
  const [skip, again] =
    count.toAsk === 0
      ? [writeFileText, "Look Up Again"]
      : verb === "run"
        ? ["Skip and Run", "Run and Look Up Again"]
        : ["Skip and Resume", "Resume and Look Up Again"];
  const choices: Choice[] = [];
  // Skipping them would leave nothing to do, and the result is already written.
  if (count.toAsk !== 0 || !isWritten) {
    choices.push({ id: "skip", label: skip, credits: plan.credits });
  }
  choices.push({ id: "again", label: again, credits: withThem });
  return {
    choices,
    bound: boundSentences(plan.credits, withThem, count.toAsk + unanswered),
  };
}

async function lookUpRows(
  app: App,
  { id, connection, maxCredits }: Rows,
  { budget, again }: AgreedRows,
  call: Call,
): Promise<RunSummary> {
  const batch = await existingBatch(app.runs, id);
  const { questions } = batch;
  const execution = executionOf(app, connection, budget, call);
  // Rows instead of saved records: answered rows include those without a record.
  const counted = (progress: RunProgress): ReturnType<Parameters<typeof following>[2]> => {
    if (progress.kind !== "rows") {
      return undefined;
    }
    const done = doneOf(batch) + progress.done;
    return { done, total: questions, message: `${countText(done)} of ${countText(questions)} looked up.` };
  };
  try {
    return await following(app, call, counted, () =>
      runBatch(execution, id, { again, maxCredits, connection: connection.info }),
    );
  } finally {
    app.spent();
  }
}

/** The table of a batch with the current content of its file. */
async function tableOf({ store, bytesOf }: App, batch: StoredBatch): Promise<CsvTable> {
  const { run, source } = batch;
  const saved = source === "" ? await store.batches.input(run.id) : undefined;
  try {
    return await openCsvTable(saved === undefined ? bytesOf(source) : bytesSource(saved), mappingOf(batch).reading);
  } catch (error) {
    throw new Refusal(
      `The table of ${neutral(run.title)} was moved or deleted, or cannot be read. ` +
        "Its answers are saved: to use them for free, look up a file with the same rows.",
      "file",
      { cause: error },
    );
  }
}
