// An error's name for the log.
import { StorageFailure } from "../runs/storageFailure";
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";

/** What an error is, without its message: that may hold a file's name, a title or words of the service, and with them a person's name. */
export function failureName(error: unknown): string {
  if (error instanceof ServiceFailure) {
    return `the service: ${error.detail.code}`;
  }
  if (error instanceof StorageFailure || error instanceof DiskFailure) {
    return `the disk: ${error.code}`;
  }
  return error instanceof Error ? error.name : "unknown error";
}
