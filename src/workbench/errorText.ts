// Converts any thrown value to text: a sentence for the user, a code for the log.
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";
import { StoreError } from "../store/storeError";
import { safeText } from "./safeText";

/** The sentence to show to the user, made safe for notifications, quick picks and trees. */
export function errorText(error: unknown): string {
  return safeText(error instanceof Error ? error.message : String(error));
}

/** The text of an error for the log. The message of an error can contain a file name, a title or a person's name. */
export function errorForLog(error: unknown): string {
  if (error instanceof ServiceFailure) {
    const { detail } = error;
    const obstacle = "obstacle" in detail ? detail.obstacle : undefined;
    return `the service: ${detail.code}${obstacle === undefined ? "" : `, ${obstacle.message} (${obstacle.code})`}`;
  }
  if (error instanceof StoreError) {
    return `the database: ${error.code}`;
  }
  if (error instanceof DiskFailure) {
    return `the disk: ${error.code}`;
  }
  return error instanceof Error ? error.name : "unknown error";
}
