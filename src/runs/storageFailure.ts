// What went wrong with the disk, in a sentence a user can act on.
import * as l10n from "@vscode/l10n";
import { diskErrorCode } from "./disk";

/** Rejections of everything that reads or writes journals. `code` is the disk's own, or one of the three made here. */
export class StorageFailure extends Error {
  override readonly name = "StorageFailure";
  constructor(
    /** Node's code (ENOSPC, EROFS, …), or EDAMAGED: bytes fail their checksum; EBUSY: a run is under way in some window; EVANISHED: a file was removed while in use. */
    readonly code: string,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

const sentences = (): Readonly<Record<string, string>> => ({
  ENOSPC: l10n.t("The disk is full. Free some space, then resume."),
  EDQUOT: l10n.t("Your disk quota is used up. Free some space, then resume."),
  EROFS: l10n.t("The folder for run data is read-only. Make it writable, then resume."),
  EACCES: l10n.t("The folder for run data may not be written. Give yourself write access to it, then resume."),
  EPERM: l10n.t("The folder for run data may not be written. Give yourself write access to it, then resume."),
  ENOENT: l10n.t("The run's file is no longer there."),
  EVANISHED: l10n.t("The run's file was removed while the run was under way."),
  EMFILE: l10n.t("Too many files are open. Close some tabs, then try again."),
  EIO: l10n.t("The disk reported an error. Check the disk, then resume."),
});

/** Any error as a `StorageFailure`; one that is it already passes through. */
export function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) {
    return error;
  }
  const code = diskErrorCode(error) ?? "EUNKNOWN";
  return new StorageFailure(code, sentences()[code] ?? l10n.t("The run's file could not be read or written ({0}).", code), { cause: error });
}

/** Runs work on the disk; every rejection becomes a `StorageFailure`. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageFailure(error);
  }
}
