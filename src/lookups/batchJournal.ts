// The records a batch found, read as if they were one journal, so that they open and export like the results of a run.
import * as l10n from "@vscode/l10n";
import { recordKindOf, type RunSummary } from "../runs/run";
import type { Damage, RunJournal } from "../runs/journal";
import type { RunStore } from "../runs/runStore";
import { storageFailure, StorageFailure } from "../runs/storageFailure";
import type { Batches, BatchOrder } from "./batches";
import { keptAmongLookups, type BatchAnswer } from "./batchState";
import { lookupTask } from "./lookUpOnce";

type Found = Extract<BatchAnswer, { readonly run: string }>;

/** So many look-ups are read at the same time. */
const together = 16;
const lostRecord = Buffer.from("{}");

/**
 * Opens what a batch found so far, in the order it was asked; `refresh` takes in what came since. `lookups` holds the runs
 * of single look-ups. Rejects with a `StorageFailure`, ENOENT when the batch is gone.
 */
export async function openBatchJournal(batches: Batches, lookups: Pick<RunStore, "open">, id: string): Promise<RunJournal> {
  let order = await existing(batches, id);
  let rows: readonly Found[] = [];
  let credits = 0;
  const lost = new Map<number, string>();

  async function load(): Promise<boolean> {
    const now = await foundSoFar(batches, id);
    const changed = now.rows.length !== rows.length || now.credits !== credits;
    ({ rows, credits } = now);
    return changed;
  }
  await load();

  async function recordOf(row: number): Promise<Uint8Array> {
    const answer = rows[row];
    if (answer === undefined) {
      return lostRecord;
    }
    try {
      const journal = await (answer.kept === keptAmongLookups ? lookups : batches.runsOf(answer.kept)).open(answer.run);
      try {
        return (await journal.read(0, 1))[0] ?? lostRecord;
      } finally {
        await journal.close();
      }
    } catch (error) {
      lost.set(row, storageFailure(error).message);
      return lostRecord;
    }
  }

  async function readMany(wanted: readonly number[]): Promise<readonly Uint8Array[]> {
    const records: Uint8Array[] = [];
    for (let start = 0; start < wanted.length; start += together) {
      records.push(...(await Promise.all(wanted.slice(start, start + together).map(recordOf))));
    }
    return records;
  }

  const damage = (): readonly Damage[] => [...lost].map(([row, message]) => ({ rows: [row], message }));
  return {
    id,
    recordKind: recordKindOf(lookupTask(order.mapping.kind, {})),
    get count() {
      return rows.length;
    },
    read: (start, count) => readMany(Array.from({ length: Math.max(0, Math.min(count, rows.length - start)) }, (_, nth) => start + nth)),
    readMany,
    summary: () => summaryOfBatch(order, rows.length, credits),
    async refresh() {
      order = (await batches.get(id)) ?? order;
      return load();
    },
    pages: async () => [],
    pageBody: () => Promise.reject(new StorageFailure("ENOENT", l10n.t("A batch has no pages of its own: each of its look-ups has one."))),
    damage,
    async verify(signal) {
      for (let row = 0; row < rows.length; row += 1) {
        signal?.throwIfAborted();
        await recordOf(row);
      }
      return damage();
    },
    close: async () => undefined,
  };
}

/** A batch as the summary of one run. */
function summaryOfBatch(order: BatchOrder, records: number, credits: number): RunSummary {
  const task = lookupTask(order.mapping.kind, {});
  return {
    header: { format: 1, id: order.id, title: order.title, task, recordKind: recordKindOf(task), connection: order.connection, startedAt: order.startedAt, limits: { records: order.questions } },
    pages: 0,
    records,
    returned: records,
    repeated: 0,
    skipped: 0,
    odd: 0,
    credits,
    possibleCredits: 0,
    unpriced: { pages: 0 },
    ...(order.finished && { stop: { kind: "complete" } }),
    updatedAt: order.startedAt,
    tornBytes: 0,
  };
}

/** The records found, and what the batch itself paid; answers that were there before it cost it nothing. */
async function foundSoFar(batches: Batches, id: string): Promise<{ readonly rows: readonly Found[]; readonly credits: number }> {
  const answers = [...(await batches.answers(id)).values()].filter((answer) => answer.kind !== "failed");
  return {
    rows: answers.filter(({ kind }) => kind === "found"),
    credits: answers.reduce((sum, { kept, credits }) => sum + (kept === id ? credits : 0), 0),
  };
}

async function existing(batches: Batches, id: string): Promise<BatchOrder> {
  const order = await batches.get(id);
  if (order === undefined) {
    throw new StorageFailure("ENOENT", l10n.t("This batch is no longer there."));
  }
  return order;
}

/** The runs of a store, and each batch as one of them when it is opened by its id. */
export function withBatchResults(store: RunStore, batches: Batches): RunStore {
  return {
    ...store,
    async open(id) {
      return (await batches.get(id)) === undefined ? store.open(id) : openBatchJournal(batches, store, id);
    },
    async summary(id) {
      const order = await batches.get(id);
      if (order === undefined) {
        return store.summary(id);
      }
      const { rows, credits } = await foundSoFar(batches, id);
      return summaryOfBatch(order, rows.length, credits);
    },
  };
}
