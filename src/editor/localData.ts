// Where Prospect Desk keeps what it keeps: folders of the global storage, readable by the user alone and never synced.
import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import path from "node:path";
import { Uri } from "vscode";
import { openEnrichmentList, type EnrichmentList } from "../enrichments/enrichmentList";
import { openStoredExports, type StoredExports } from "../export/storedExports";
import { openBatches, type Batches } from "../lookups/batches";
import { realDisk } from "../runs/disk";
import { fileRateLimitGate } from "../runs/fileRateLimitGate";
import { Budgets } from "../runs/budget";
import { withLock } from "../runs/exclusiveLock";
import { openLedger, type Ledger } from "../runs/ledger";
import { realProcesses } from "../runs/processTable";
import { openRunStore, type RunStore } from "../runs/runStore";
import { onDisk } from "../runs/storageFailure";
import { openLibrary, type Library } from "../searches/library";
import type { RateLimitGate } from "../service/rateLimitGate";
import type { Clock } from "../service/wire";

export interface LocalData {
  readonly store: RunStore;
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly library: Library;
  readonly libraryUri: Uri;
  readonly batches: Batches;
  readonly enrichments: EnrichmentList;
  /** Column profiles for all searches, and what was exported last. */
  readonly exports: StoredExports;
  /** The gate that all windows share for one key, named by a hash. */
  gateFor(keyHash: string): Promise<RateLimitGate>;
}

/** Names the folders and touches none of them: each is made when something is first kept in it. */
export function openLocalData(globalStorage: Uri, clock: Clock, confirmAbove: () => number): LocalData {
  const folder = (name: string): string => path.join(globalStorage.fsPath, name);
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const processes = realProcesses();
  const shared = { disk: realDisk, clock, random };
  const ledger = openLedger({ folder: folder("ledger"), ...shared });
  const spendingLock = path.join(folder("ledger"), "spending.lock");
  return {
    store: openRunStore({ folder: folder("runs"), processes, ...shared }),
    ledger,
    budgets: new Budgets({ ledger, clock, confirmAbove, exclusively: (work) => onDisk(() => withLock({ processes, ...shared }, spendingLock, work)) }),
    library: openLibrary(folder("library"), fs),
    batches: openBatches({ folder: folder("batches"), files: fs, locks: { processes, ...shared } }),
    enrichments: openEnrichmentList({ folder: folder("enrichments"), files: fs, locks: { processes, ...shared } }),
    exports: openStoredExports(folder("exports"), fs),
    libraryUri: Uri.joinPath(globalStorage, "library"),
    gateFor: async (keyHash) => fileRateLimitGate({ folder: folder("gates"), keyHash, processes, ...shared }),
  };
}
