// Writes the files of exports atomically, and always removes the temporary files.
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

  /** `work` commits the file. When it fails or is canceled, the old file is not changed. */
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

/** Converts an error of SQLite about an export file to an error of that file's disk. */
export function targetError(error: unknown, file: string): StoreError {
  const code = { FULL: "ENOSPC", READONLY: "EACCES" }[codeOf(error) as string] ?? "EIO";
  const failure = diskFailure({ code }, file);
  return new StoreError(codeOf(failure), failure.message, { cause: error });
}
