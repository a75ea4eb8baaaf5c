// Helpers for tests of batches: tables from text or files, and a batch from its table to its result.
import * as fs from "node:fs/promises";
import path from "node:path";
import { createBatch, readIntoBatch, runBatch, type BatchCount } from "../../../src/runs/batchRun";
import type { Budget } from "../../../src/runs/budget";
import type { RunConnection, RunProgress, RunSummary } from "../../../src/runs/run";
import type { ColumnMapping } from "../../../src/tables/batchMapping";
import { writeBatchResult, type BatchResultCounts, type ResultColumns } from "../../../src/tables/batchResult";
import type { ByteSource } from "../../../src/tables/bytes";
import { guardFormula } from "../../../src/tables/formulaGuard";
import { openCsvTable, type CsvTable } from "../../../src/tables/table";
import { sandboxConnection as connection } from "../../support/testDesk";
import { type Rig } from "./runRig";

export const bytesSource = (bytes: Uint8Array): ByteSource =>
  async function* () {
    yield bytes;
  };
export const tableOf = (text: string): Promise<CsvTable> => openCsvTable(bytesSource(Buffer.from(text)));
export async function fixture(name: string): Promise<{ readonly bytes: Buffer; readonly table: CsvTable }> {
  const bytes = await fs.readFile(path.resolve("test/fixtures/csv", name));
  return { bytes, table: await openCsvTable(bytesSource(bytes)) };
}

/** Costs are counted, and there is room for everything; continues where the service does not say what a call cost. */
export const metered = (): Budget => ({ kind: "unconfirmed", acceptsUnknownCosts: true });

export const byDomain: ColumnMapping = { kind: "company", columns: { domain: 0 } };
const never = new AbortController().signal;

/** A batch whose table was read, and the counts. */
export async function readBatch(
  { runs }: Pick<Rig, "runs">,
  table: CsvTable,
  mapping = byDomain,
  paidBy: RunConnection = connection,
  source = "file:///table.csv",
): Promise<{ readonly id: string; readonly count: BatchCount }> {
  const { run } = await createBatch(runs, {
    title: "table.csv",
    source,
    table,
    mapping,
    columns: ["name"],
    connection: paidBy,
  });
  return { id: run.id, count: await readIntoBatch(runs, run.id, table, mapping, never, () => undefined) };
}

export const readAgain = (
  { runs }: Pick<Rig, "runs">,
  id: string,
  table: CsvTable,
  mapping = byDomain,
): Promise<BatchCount> => readIntoBatch(runs, id, table, mapping, never, () => undefined);

export async function askBatch(
  { runs, budgets, client, budget }: Pick<Rig, "runs" | "budgets" | "client" | "budget">,
  id: string,
  signal = never,
  onAnswered: (answered: number) => void = () => undefined,
  again = false,
): Promise<RunSummary> {
  const onProgress = (progress: RunProgress): void => {
    if (progress.kind === "rows") {
      onAnswered(progress.done);
    }
  };
  return runBatch({ runs, budgets, client, budget, signal, onProgress }, id, { again });
}

/** Also looks up again what may have been charged, as the user agreed to. */
export const askAgain = (rig: Pick<Rig, "runs" | "budgets" | "client" | "budget">, id: string): Promise<RunSummary> =>
  askBatch(rig, id, never, undefined, true);

const nameColumn: ResultColumns = {
  headers: ["Name"],
  cells: (record) => [guardFormula((record as { readonly name: string }).name)],
};

export async function resultOf(
  { store }: Pick<Rig, "store">,
  id: string,
  table: CsvTable,
  mapping = byDomain,
  columns = nameColumn,
): Promise<{ readonly bytes: Buffer; readonly counts: BatchResultCounts }> {
  const pieces: Buffer[] = [];
  const counts = await writeBatchResult({
    store,
    id,
    table,
    mapping,
    columns,
    write: async (bytes) => void pieces.push(Buffer.from(bytes)),
  });
  return { bytes: Buffer.concat(pieces), counts };
}
