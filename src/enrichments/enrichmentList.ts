// The tracked enrichments: one small file each, shared by all windows and written whole or not at all.
import { createHash } from "node:crypto";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { tryLock, type HeldLock, type LockParts } from "../runs/exclusiveLock";
import type { RunConnection } from "../runs/run";
import { onDisk, StorageFailure } from "../runs/storageFailure";
import { writeFileAtomically, type Disk as FileDisk } from "../searches/atomicFile";
import type { EnrichmentState, PassingTrouble } from "./enrichmentState";

/** Contacts that came, in the run that holds them. */
export interface KeptResults {
  readonly runId: string;
  readonly contacts: number;
  /** More may come, or would have come. */
  readonly partial: boolean;
  /** Of the reply's bytes: the same reply is not kept twice. */
  readonly digest: string;
}

export interface TrackedEnrichment {
  readonly format: 1;
  /** Names the file; made of connection and id. */
  readonly key: string;
  readonly id: string;
  readonly connection: RunConnection;
  /** All times are ms since 1970. */
  readonly addedAt: number;
  readonly name?: string | undefined;
  readonly state: EnrichmentState;
  readonly trouble?: PassingTrouble | undefined;
  /** As the service last reported them. */
  readonly credits?: number | undefined;
  readonly askedAt?: number | undefined;
  /** When it is asked next, unless it is at rest or paused. */
  readonly nextAskAt: number;
  /** How often it was asked since it was added or resumed: the back-off's place. */
  readonly asks: number;
  readonly refusals: number;
  readonly paused: boolean;
  readonly results?: KeptResults | undefined;
}

const message = z.string();
const status = z.string();
const state: z.ZodType<EnrichmentState> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("new") }),
  z.object({ kind: z.enum(["running", "ended"]), status }),
  z.object({ kind: z.enum(["notFound", "keyRejected", "refused"]), message }),
]) as unknown as z.ZodType<EnrichmentState>;
const entrySchema = z.object({
  format: z.literal(1),
  key: z.string(),
  id: z.string(),
  connection: z.object({ id: z.string(), label: z.string(), origin: z.string(), workspaceId: z.string() }),
  addedAt: z.number(),
  name: z.string().optional(),
  state,
  trouble: z.object({ message, until: z.number().optional() }).optional(),
  credits: z.number().optional(),
  askedAt: z.number().optional(),
  nextAskAt: z.number(),
  asks: z.number().int().min(0),
  refusals: z.number().int().min(0),
  paused: z.boolean(),
  results: z.object({ runId: z.string(), contacts: z.number(), partial: z.boolean(), digest: z.string() }).optional(),
}) as unknown as z.ZodType<TrackedEnrichment>;

export interface EnrichmentListParts {
  /** Made when missing, for the user alone. */
  readonly folder: string;
  readonly files: FileDisk;
  readonly locks: LockParts;
}

/** Methods reject with a `StorageFailure` or a `DiskFailure`. */
export interface EnrichmentList {
  readonly folder: string;
  /** Oldest first; files that cannot be read are left out and left alone. */
  list(): Promise<readonly TrackedEnrichment[]>;
  get(key: string): Promise<TrackedEnrichment | undefined>;
  /** Tracks ids of a connection; those that are tracked already stay as they are. Resolves to all of them. */
  add(ids: readonly string[], connection: RunConnection): Promise<readonly TrackedEnrichment[]>;
  /** Changes an entry as it is on the disk now, while no other window does. `undefined` when there is none. */
  update(key: string, change: (entry: TrackedEnrichment) => TrackedEnrichment): Promise<TrackedEnrichment | undefined>;
  remove(key: string): Promise<void>;
  /** The right to ask for an enrichment; `undefined` while someone else, here or in another window, has it. */
  takeTurn(key: string): Promise<HeldLock | undefined>;
  /** Told after each change through this object; the result unsubscribes. */
  onDidChange(listener: () => void): () => void;
}

const ending = ".enrichment.json";
const keyPattern = /^[0-9a-f]{32}$/;
const lockStepMs = 25;
const lockPatienceMs = 5_000;

export function keyOf(id: string, connectionId: string): string {
  return createHash("sha256").update(`${connectionId}\n${id}`).digest("hex").slice(0, 32);
}

export function openEnrichmentList({ folder, files, locks }: EnrichmentListParts): EnrichmentList {
  const { disk, clock } = locks;
  const listeners = new Set<() => void>();
  const place = (key: string, end: string): string => {
    if (!keyPattern.test(key)) {
      throw new StorageFailure("ENOENT", l10n.t("This enrichment is no longer in the list."));
    }
    return path.join(folder, key + end);
  };
  const tell = (): void => {
    for (const listener of [...listeners]) {
      listener();
    }
  };

  async function get(key: string): Promise<TrackedEnrichment | undefined> {
    const bytes = await onDisk(() => disk.readFile(place(key, ending)));
    try {
      const entry = bytes && entrySchema.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
      return entry?.key === key ? entry : undefined;
    } catch {
      return undefined;
    }
  }

  /** Holds the entry's own lock for as long as one small file takes to be read and written. */
  async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    await onDisk(() => disk.makeFolder(folder));
    for (let waited = 0; ; waited += lockStepMs) {
      const lock = await onDisk(() => tryLock(locks, place(key, ".lock")));
      if (lock !== undefined) {
        try {
          return await work();
        } finally {
          await lock.release();
        }
      }
      if (waited >= lockPatienceMs) {
        throw new StorageFailure("EBUSY", l10n.t("Another window is changing this enrichment. Try again."));
      }
      await clock.sleep(lockStepMs);
    }
  }

  const write = async (entry: TrackedEnrichment): Promise<void> => {
    await writeFileAtomically(files, place(entry.key, ending), JSON.stringify(entry, null, 1));
  };

  return {
    folder,
    get,
    async list() {
      const names = await onDisk(() => disk.names(folder));
      const keys = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
      const entries = await Promise.all(keys.filter((key) => keyPattern.test(key)).map(get));
      return entries.filter((entry) => entry !== undefined).sort((one, other) => one.addedAt - other.addedAt || (one.id < other.id ? -1 : 1));
    },
    async add(ids, connection) {
      const added: TrackedEnrichment[] = [];
      for (const id of ids) {
        const key = keyOf(id, connection.id);
        const now = clock.now();
        const fresh: TrackedEnrichment = { format: 1, key, id, connection, addedAt: now, state: { kind: "new" }, nextAskAt: now, asks: 0, refusals: 0, paused: false };
        const entry = await exclusively(key, async () => {
          const there = await get(key);
          if (there === undefined) {
            await write(fresh);
          }
          return there ?? fresh;
        });
        added.push(entry);
      }
      tell();
      return added;
    },
    async update(key, change) {
      const changed = await exclusively(key, async () => {
        const entry = await get(key);
        const next = entry && change(entry);
        if (next !== undefined && next !== entry) {
          await write(next);
        }
        return next;
      });
      tell();
      return changed;
    },
    async remove(key) {
      await exclusively(key, () => onDisk(() => disk.remove(place(key, ending))));
      tell();
    },
    async takeTurn(key) {
      await onDisk(() => disk.makeFolder(folder));
      return onDisk(() => tryLock(locks, place(key, ".asking")));
    },
    onDidChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
