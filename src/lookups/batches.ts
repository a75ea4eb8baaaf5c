// Batches at rest: a folder each, with what was ordered, what was answered, and the runs that hold the records.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { tryLock, type HeldLock, type LockParts } from "../runs/exclusiveLock";
import { isLookup, type RunConnection } from "../runs/run";
import { purgeEach } from "../runs/purgeEach";
import { openRunStore, type RunStore } from "../runs/runStore";
import { onDisk, StorageFailure } from "../runs/storageFailure";
import { lookupKinds, type LookupKind } from "../service/operations";
import { writeFileAtomically, type Disk as FileDisk } from "../searches/atomicFile";
import { companyRoles, peopleRoles, type ColumnMapping } from "./batchMapping";
import { openBatchState, questionKey, readAnswers, type BatchAnswer, type BatchState } from "./batchState";
import { answerOf } from "./lookUpOnce";

export interface BatchOrder {
  readonly format: 1;
  readonly id: string;
  /** What is looked up, for people to read: the name of the file. */
  readonly title: string;
  /** URI of the table, as text. */
  readonly source: string;
  readonly mapping: ColumnMapping;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  readonly connection: RunConnection;
  /** ms since 1970. */
  readonly startedAt: number;
  /** Questions in all, as counted before the start. */
  readonly questions: number;
  /** The result is written. */
  readonly finished: boolean;
}

const roles = [...companyRoles, ...peopleRoles] as const;
const orderSchema = z.object({
  format: z.literal(1),
  id: z.string(),
  title: z.string(),
  source: z.string(),
  mapping: z.object({ kind: z.enum(lookupKinds), columns: z.partialRecord(z.enum(roles), z.number().int().min(0)) }),
  columns: z.array(z.string()),
  connection: z.object({ id: z.string(), label: z.string(), origin: z.string(), workspaceId: z.string() }),
  startedAt: z.number(),
  questions: z.number(),
  finished: z.boolean(),
}) as unknown as z.ZodType<BatchOrder>;

export interface BatchesParts {
  /** Made when missing, for the user alone. */
  readonly folder: string;
  readonly files: FileDisk;
  readonly locks: LockParts;
}

/** Methods reject with a `StorageFailure` or a `DiskFailure`. */
export interface Batches {
  /** Newest first; what cannot be read is left out. */
  list(): Promise<readonly BatchOrder[]>;
  get(id: string): Promise<BatchOrder | undefined>;
  /** `input` is kept with the batch: the table of one whose source is no file. */
  create(order: Omit<BatchOrder, "format" | "id" | "startedAt" | "finished">, input?: Uint8Array): Promise<BatchOrder>;
  /** The table that was kept with a batch. */
  input(id: string): Promise<Uint8Array | undefined>;
  /** What was answered so far, also while some window has the batch. */
  answers(id: string): Promise<ReadonlyMap<string, BatchAnswer>>;
  save(order: BatchOrder): Promise<void>;
  /** Takes a batch up for this window alone: its answers, those found in runs that were cut off included. EBUSY when another window has it. */
  take(order: BatchOrder): Promise<TakenBatch>;
  /** The runs of a batch's own look-ups. */
  runsOf(id: string): RunStore;
  /** Answers that were paid for by any batch for this service, by the keys of their questions. */
  paidAnswers(origin: string, kind: LookupKind): Promise<ReadonlyMap<string, BatchAnswer>>;
  /** EBUSY when some window is running it. */
  delete(id: string): Promise<void>;
  /** Removes all batches, or those whose last change is before `olderThan` (ms since 1970), what cannot be read included; running ones are kept. */
  purge(options?: { readonly olderThan?: number | undefined }): Promise<{ readonly deleted: readonly string[]; readonly kept: readonly string[] }>;
}

export interface TakenBatch {
  readonly state: BatchState;
  release(): Promise<void>;
}

const idPattern = /^batch-\d+-[0-9a-f]{8}$/;
const orderFile = "order.json";
const inputFile = "input.csv";
const lockFile = "batch.lock";
const runsFolder = "runs";

const underWay = (): StorageFailure => new StorageFailure("EBUSY", l10n.t("This batch is under way, here or in another window. Stop it there first."));

export function openBatches({ folder, files, locks }: BatchesParts): Batches {
  const { disk, clock, random } = locks;
  const stores = new Map<string, RunStore>();
  const folderOf = (id: string): string => {
    if (!idPattern.test(id)) {
      throw new StorageFailure("ENOENT", l10n.t("This batch is no longer there."));
    }
    return path.join(folder, id);
  };
  const runsOf = (id: string): RunStore => {
    const store = stores.get(id) ?? openRunStore({ folder: path.join(folderOf(id), runsFolder), ...locks });
    stores.set(id, store);
    return store;
  };

  async function read(id: string): Promise<BatchOrder | undefined> {
    const bytes = await disk.readFile(path.join(folderOf(id), orderFile));
    try {
      return bytes && orderSchema.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    } catch {
      return undefined;
    }
  }

  async function save(order: BatchOrder): Promise<void> {
    const place = folderOf(order.id);
    await onDisk(() => disk.makeFolder(place));
    await writeFileAtomically(files, path.join(place, orderFile), JSON.stringify(order));
  }

  const list = (): Promise<readonly BatchOrder[]> =>
    onDisk(async () => {
      const ids = (await disk.names(folder)).filter((name) => idPattern.test(name)).sort().reverse();
      const orders = await Promise.all(ids.map(read));
      return orders.filter((order) => order !== undefined);
    });

  /** A crash may come between a look-up's answer and its line among the answers: its run tells. */
  async function claimCutOff({ id, mapping }: BatchOrder, state: BatchState): Promise<void> {
    const claimed = new Set([...state.entries()].map(([, answer]) => (answer.kind === "failed" ? "" : answer.run)));
    const names = await onDisk(() => disk.names(runsOf(id).folder));
    const unclaimed = names.filter((name) => name.endsWith(".run")).map((name) => name.slice(0, -4)).filter((run) => !claimed.has(run));
    for (const run of unclaimed) {
      const summary = await runsOf(id).summary(run).catch(() => undefined);
      const answer = summary === undefined ? undefined : answerOf(summary);
      const task = summary?.header.task;
      if (answer !== undefined && task !== undefined && isLookup(task)) {
        const key = questionKey(mapping.kind, task.identifiers);
        const before = state.answer(key);
        if (before === undefined || before.kind === "failed") {
          await state.append(key, { kind: answer.kind, run, kept: id, credits: answer.credits });
        }
      }
    }
  }

  async function lastChange(id: string): Promise<number> {
    const place = folderOf(id);
    const files = (await disk.names(place)).filter((name) => name !== runsFolder);
    const stats = await Promise.all(files.map((name) => disk.stat(path.join(place, name))));
    return Math.max(0, ...stats.map((found) => found?.modifiedAt ?? 0));
  }

  async function remove(id: string): Promise<void> {
    const place = folderOf(id);
    if ((await onDisk(() => disk.stat(place))) === undefined) {
      return;
    }
    // Held while removing, so that no window takes up a batch that is going away.
    const lock = await onDisk(() => tryLock(locks, path.join(place, lockFile)));
    if (lock === undefined) {
      throw underWay();
    }
    try {
      const { kept } = await runsOf(id).purge();
      if (kept.length > 0) {
        throw underWay();
      }
      stores.delete(id);
      await onDisk(async () => {
        await disk.removeFolder(path.join(place, runsFolder));
        // The order goes last: what a crash leaves is still listed and can be deleted again.
        const names = (await disk.names(place)).filter((name) => name !== orderFile && name !== lockFile && name !== runsFolder);
        for (const name of [...names, orderFile]) {
          await disk.remove(path.join(place, name));
        }
      });
    } finally {
      await lock.release();
    }
    await onDisk(() => disk.removeFolder(place));
  }

  return {
    list,
    save,
    runsOf,
    get: (id) => onDisk(() => (idPattern.test(id) ? read(id) : Promise.resolve(undefined))),
    input: (id) => onDisk(() => disk.readFile(path.join(folderOf(id), inputFile))),
    answers: async (id) => (await readAnswers(disk, folderOf(id))).answers,
    async create(start, input) {
      const id = `batch-${clock.now()}-${Buffer.from(random(4)).toString("hex")}`;
      const order: BatchOrder = { ...start, format: 1, id, startedAt: clock.now(), finished: false };
      if (input !== undefined) {
        await onDisk(() => disk.makeFolder(folderOf(id)));
        await writeFileAtomically(files, path.join(folderOf(id), inputFile), input);
      }
      await save(order);
      return order;
    },
    async take(order) {
      const place = folderOf(order.id);
      await onDisk(() => disk.makeFolder(place));
      const lock: HeldLock | undefined = await onDisk(() => tryLock(locks, path.join(place, lockFile)));
      if (lock === undefined) {
        throw underWay();
      }
      try {
        const state = await openBatchState(disk, place);
        await claimCutOff(order, state);
        return {
          state,
          async release() {
            await state.close();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    },
    async paidAnswers(origin, kind) {
      const answers = new Map<string, BatchAnswer>();
      // Oldest first, so that the newest answer to a question holds.
      for (const order of [...(await list())].reverse()) {
        if (order.connection.origin !== origin || order.mapping.kind !== kind) {
          continue;
        }
        for (const [key, answer] of (await readAnswers(disk, folderOf(order.id))).answers) {
          if (answer.kind !== "failed") {
            answers.set(key, answer);
          }
        }
      }
      return answers;
    },
    delete: remove,
    async purge({ olderThan = Number.POSITIVE_INFINITY } = {}) {
      const ids = (await onDisk(() => disk.names(folder))).filter((name) => idPattern.test(name));
      return purgeEach(ids, async (id) => (await onDisk(() => lastChange(id))) < olderThan, remove);
    },
  };
}
