// The files of exports: each is written whole or not at all, and temporary ones are removed in any case.
import {
  AtomicFile,
  diskFailure,
  DiskFailure,
  removeLeftovers,
  type AtomicOptions,
  type Disk,
} from "../searches/atomicFile";
import { codeOf, StoreError } from "../store/storeError";

export class ExportFiles {
  /** `now` in ms since 1970. */
  constructor(
    private readonly disk: Disk,
    private readonly now: () => number,
  ) {}

  /** `work` commits the file. When it fails or is canceled, the old file stays whole. */
  async withFile<T>(file: string, options: AtomicOptions, work: (target: AtomicFile) => Promise<T>): Promise<T> {
    return withStoreErrors(async () => {
      await removeLeftovers(this.disk, file, this.now());
      const target = await AtomicFile.open(this.disk, file, options);
      try {
        return await work(target);
      } finally {
        await target.abandon();
      }
    });
  }
}

export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DiskFailure ? new StoreError(codeOf(error), error.message) : error;
  }
}

/** What SQLite reports of a file that it writes for an export, as an error of that file's disk. */
export function targetError(error: unknown, file: string): StoreError {
  const code = { FULL: "ENOSPC", READONLY: "EACCES" }[codeOf(error) as string] ?? "EIO";
  const failure = diskFailure({ code }, file);
  return new StoreError(codeOf(failure), failure.message, { cause: error });
}
