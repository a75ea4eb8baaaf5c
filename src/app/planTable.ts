// The questions that a lookup of a table would ask, row by row. Sends nothing.
import { exactCredits } from "../runs/budget";
import { lookupTask, savedAnswer } from "../runs/lookUpOnce";
import { normalizedQuestion } from "../store/text";
import { questionOfRow, type ColumnMapping } from "../tables/batchMapping";
import type { LookupIdentifiers } from "../tables/parseLookup";
import type { CsvTable } from "../tables/table";
import type { App } from "./app";

export interface TablePlan {
  /** Rows with data. */
  readonly rows: number;
  readonly headerRow: number | null;
  readonly encoding: string;
  readonly separator: string;
  readonly header: readonly string[] | null;
  /** Equal rows count once, and stored answers are free. */
  readonly requests: number;
  readonly asks: readonly ({ readonly row: number } & LookupIdentifiers)[];
  /** `why` is a sentence. */
  readonly skipped: readonly { readonly row: number; readonly why: string }[];
  readonly credits: number;
}

export async function planTable(
  app: App,
  table: CsvTable,
  mapping: ColumnMapping,
  signal: AbortSignal,
): Promise<TablePlan> {
  const { encoding, separator, headerRow = null, header = null } = table;
  const asks: ({ readonly row: number } & LookupIdentifiers)[] = [];
  const skipped: { readonly row: number; readonly why: string }[] = [];
  const questions = new Map<string, { readonly identifiers: LookupIdentifiers; readonly words: string }>();
  for await (const rows of table.rows()) {
    signal.throwIfAborted();
    for (const { kind, cells, row } of rows) {
      const question = kind === "data" ? questionOfRow(mapping, cells) : undefined;
      if (question?.kind === "question") {
        asks.push({ row, ...question.identifiers });
        questions.set(normalizedQuestion(question.identifiers), question);
      } else if (question !== undefined) {
        skipped.push({ row, why: question.reason });
      }
    }
  }
  const requests = await unanswered(app, mapping, [...questions.values()], signal);
  const price = await priceOf(app, mapping);
  return {
    ...{ rows: asks.length + skipped.length, headerRow, encoding, separator, header },
    ...{ requests, asks, skipped, credits: exactCredits(requests * price) },
  };
}

/** How many questions have no stored answer, and are on no leave-out list. */
async function unanswered(
  app: App,
  { kind }: ColumnMapping,
  questions: readonly { readonly identifiers: LookupIdentifiers; readonly words: string }[],
  signal: AbortSignal,
): Promise<number> {
  await app.lists.reload();
  const origin = app.origin();
  if (origin === undefined) {
    return questions.length;
  }
  let count = 0;
  for (const { identifiers, words } of questions) {
    signal.throwIfAborted();
    count += (await savedAnswer(app.store, { kind, identifiers, words }, origin)) === undefined ? 1 : 0;
  }
  return count;
}

/** Credits per record. The price of an account is only known after connecting, which sends a request. */
async function priceOf(app: App, { kind }: ColumnMapping): Promise<number> {
  const account = app.origin() === "sandbox:" ? (await app.connection()).info : { origin: "", workspaceId: "" };
  return (await app.budgets.price(account, lookupTask(kind, {}).kind)).perRecord;
}
