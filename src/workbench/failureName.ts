// An error's name for the log.
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";
import { StoreError } from "../store/storeError";

/** What an error is, without its message: that may hold a file's name, a title or words of the service, and with them a person's name. */
export function failureName(error: unknown): string {
  if (error instanceof ServiceFailure) {
    return `the service: ${error.detail.code}`;
  }
  if (error instanceof StoreError) {
    return `the database: ${error.code}`;
  }
  if (error instanceof DiskFailure) {
    return `the disk: ${error.code}`;
  }
  return error instanceof Error ? error.name : "unknown error";
}
