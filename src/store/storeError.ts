// Errors of the database: a code for callers and a sentence for users.

export type StoreErrorCode =
  /** The disk, or the user's quota, is full. */
  | "FULL"
  | "READONLY"
  /** Another program has locked the database for longer than `busyMs`. */
  | "BUSY"
  /** The file is damaged. */
  | "CORRUPT"
  /** The file is a database of another program. */
  | "FOREIGN"
  /** This editor's Node has no `node:sqlite`. */
  | "NOT_AVAILABLE"
  /** A later version of the extension has written the database, which this one cannot read. */
  | "OTHER_VERSION"
  | "NOT_FOUND"
  /** The view was closed, or its worker died: it can be opened again. */
  | "VIEW_CLOSED"
  /** Another window is using the run, the batch or the enrichment. */
  | "IN_USE"
  /** A restore or a purge has replaced the data of the call. */
  | "REPLACED"
  /** Another run of the same search is in progress. */
  | "ALREADY_RUNNING"
  /** The text would be larger than the caller can take. */
  | "TOO_LARGE"
  | "CANCELLED"
  | "CLOSED"
  | "FAILED";

/** `message` is a whole sentence for the user. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export const notFound = (): StoreError => new StoreError("NOT_FOUND", "This data was deleted.");
export const viewClosed = (): StoreError =>
  new StoreError("VIEW_CLOSED", "These results are no longer open. Open them again.");
export const inUse = (): StoreError =>
  new StoreError("IN_USE", "This is running, here or in another window. Stop it there first.");
export const alreadyRunning = (): StoreError =>
  new StoreError("ALREADY_RUNNING", "The same search is already in progress. Nothing was sent.");
/** `what` is the beginning of a sentence. */
export const inProgress = (what: string): StoreError =>
  new StoreError("IN_USE", `${what} is in progress, here or in another window.`);
export const contentReplaced = (): StoreError =>
  new StoreError("REPLACED", "Another window or command restored or purged the database. Try again.");
export const replacingLapsed = (): StoreError =>
  new StoreError("REPLACED", "The computer was asleep during this, so nothing was changed. Try again.");
/** Rejects paid calls. */
export const contentReplacing = (): StoreError =>
  new StoreError(
    "BUSY",
    "The database is being restored or purged, here or in another window. Nothing was sent. Try again in a moment.",
  );
export const busyError = (file: string): StoreError =>
  new StoreError("BUSY", `Another program has locked ${file}. Close it or wait, then try again.`);
/** For a file that is always locked when opened. */
export const notShareable = (folder: string): StoreError =>
  new StoreError(
    "BUSY",
    `Files in ${folder} cannot be locked, so windows cannot share a database there: it is on a network file system. ` +
      "Nothing was saved. Use a folder on a disk of this machine: --user-data-dir says which one for VS Code, and " +
      "PROSPECT_DESK_HOME for commands.",
  );
export const notAvailable = (): StoreError =>
  new StoreError(
    "NOT_AVAILABLE",
    "Results cannot be saved: this editor's version of Node has no SQLite. Update the editor to run searches. " +
      "The filter builder still works.",
  );

/** The meaning of SQLite's result codes and of the codes of file operations. */
const codes: Readonly<Record<string, StoreErrorCode>> = {
  5: "BUSY",
  6: "BUSY",
  8: "READONLY",
  3: "READONLY",
  14: "READONLY",
  11: "CORRUPT",
  26: "CORRUPT",
  13: "FULL",
  // A full disk has no room for the shared memory of a log.
  4874: "FULL",
  ENOSPC: "FULL",
  EDQUOT: "FULL",
  EROFS: "READONLY",
  EACCES: "READONLY",
  EPERM: "READONLY",
  ENOTDIR: "READONLY",
  ERR_UNKNOWN_BUILTIN_MODULE: "NOT_AVAILABLE",
};

interface CodesOfError {
  readonly code: string;
  /** SQLite's code; extended codes have their primary code in the lowest byte. */
  readonly errcode: number;
}

function codesIn(error: unknown): CodesOfError {
  const { code, errcode } = (error ?? {}) as Partial<Readonly<Record<keyof CodesOfError, unknown>>>;
  return { code: typeof code === "string" ? code : "", errcode: Number(errcode ?? 0) };
}

export function codeOf(error: unknown): StoreErrorCode {
  if (error instanceof StoreError) {
    return error.code;
  }
  const { code, errcode } = codesIn(error);
  return codes[errcode] ?? codes[errcode & 0xff] ?? codes[code] ?? "FAILED";
}

/** Converts any failure to a `StoreError`; `file` is the database. */
export const storeError = (error: unknown, file: string): StoreError =>
  error instanceof StoreError ? error : new StoreError(codeOf(error), sentence(error, file), { cause: error });

export const canceledError = (): StoreError => new StoreError("CANCELLED", "Canceled.");

/** As a single line. */
export const sqliteWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim();

function sentence(error: unknown, file: string): string {
  if (codesIn(error).code === "EISDIR") {
    return `${file} is a folder, so no database can be created there. Rename or move it, then try again.`;
  }
  switch (codeOf(error)) {
    case "FULL":
      return `The disk is full, so nothing more could be saved to ${file}. Free some space and try again.`;
    case "READONLY":
      return `${file} cannot be written. Check the permissions of the file and of its folder.`;
    case "BUSY":
      return busyError(file).message;
    case "CORRUPT":
      return `SQLite reports that the database ${file} is damaged: ${sqliteWords(error)}.`;
    case "NOT_AVAILABLE":
      return notAvailable().message;
    default:
      return `The database ${file} reported an error: ${sqliteWords(error)}`;
  }
}

const shownTables = 5;

/** `tables`: the tables in the file. */
export function foreignError(file: string, tables: readonly string[]): StoreError {
  const more = tables.length > shownTables ? ", …" : "";
  return new StoreError(
    "FOREIGN",
    `${file} is a database of another program, with the tables ` +
      `${tables.slice(0, shownTables).join(", ") + more}. Nothing was written to it. Move it to another ` +
      "folder, or put a backup of your data in its place, then try again.",
  );
}

/** `version` is the format of the file. */
export const laterVersionError = (file: string, version: number): StoreError =>
  new StoreError(
    "OTHER_VERSION",
    `${file} was written by a later version of Prospect Desk (format ${version}). Nothing was changed. Update ` +
      "the extension, or put a backup in its place.",
  );
