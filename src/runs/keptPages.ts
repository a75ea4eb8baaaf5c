// Keeps replies that are paid for and that the database refuses: somebody makes room, or a file holds them meanwhile.
import path from "node:path";
import { writeFileAtomically, type Disk } from "../searches/atomicFile";
import type { Clock } from "../service/wire";
import { encodeKept, nameOfKept, type KeptPage } from "../store/keptPageFile";
import { StoreError } from "../store/storeError";
import type { StoredPage } from "../store/storePage";

/** A reply that the database has refused. */
export interface RefusedPage {
  readonly problem: StoreError;
  /** Stores it; rejects like the first time. */
  readonly again: () => Promise<StoredPage>;
  readonly clock: Clock;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

export interface PageKeeper {
  readonly disk: Disk;
  /** Where files are kept: that of the database, and others in case it cannot be written. */
  readonly folders: readonly string[];
  /** With somebody there: resolves when it has been stored, or to `undefined` when the wait is over. */
  readonly wait?: ((page: RefusedPage) => Promise<StoredPage | undefined>) | undefined;
  /** How often a process that stays tries to save its files, in ms; absent for one that ends with its run. */
  readonly retryMs?: number | undefined;
}

/** Another process has taken over the run and counts the call as possibly charged, or the run is not there any more. */
export const isHopeless = (error: unknown): boolean =>
  error instanceof StoreError && (error.code === "IN_USE" || error.code === "NOT_FOUND");

/** Writes the page to a file that only its user can read. Resolves to its path; `undefined` when no folder takes it. */
export async function keepInFile({ disk, folders }: PageKeeper, page: KeptPage): Promise<string | undefined> {
  const content = encodeKept(page);
  for (const folder of folders) {
    const file = path.join(folder, nameOfKept(page));
    try {
      return await writeFileAtomically(disk, file, content, { replace: false, mode: 0o600 });
    } catch {
      // The next folder may be on another disk.
    }
  }
  return undefined;
}

/** Where a paid reply is that could not be stored. */
export function keptText(keeper: PageKeeper | undefined, file: string | undefined): string {
  if (file !== undefined) {
    return `The last reply is paid for and kept in ${file}. Resume or start again to save it to the database.`;
  }
  return keeper === undefined || keeper.retryMs !== undefined
    ? "The last page is paid for but only in memory: resume to save it before closing this window."
    : "The last reply is paid for and is lost: it could not be written to any of these folders: " +
        `${[...new Set(keeper.folders)].join(", ")}.`;
}
