// How a file of the database is opened: page size, journal, and what makes writes durable and deletions complete.
import type { DatabaseSync } from "node:sqlite";
import { pragma } from "./migrate";
import type { JournalMode } from "./storeDb";
import { codeOf } from "./storeError";

const pageBytes = 8192;
const cacheKilobytes = 16_000;

// Temporary tables contain personal data, which must not reach a disk.
const ofEveryConnection = `
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    pragma trusted_schema = off`;

export function configure(connection: DatabaseSync, walAllowed: boolean): JournalMode {
  connection.exec(`
    pragma page_size = ${pageBytes};
    pragma auto_vacuum = incremental`);
  connection.exec(`
    ${ofEveryConnection};
    pragma secure_delete = on;
    pragma foreign_keys = off`);
  const mode = useJournal(connection, walAllowed);
  // On macOS only a full fsync survives a power cut; elsewhere it changes nothing.
  connection.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
  return mode;
}

/** For a connection that only reads. */
export const configureReader = (connection: DatabaseSync, busyMs: number): void =>
  connection.exec(`pragma busy_timeout = ${busyMs}; ${ofEveryConnection}`);

function useJournal(connection: DatabaseSync, walAllowed: boolean): JournalMode {
  if (walAllowed) {
    try {
      if (pragma(connection, "journal_mode = wal") === "wal") {
        return "wal";
      }
    } catch (error) {
      if (codeOf(error) !== "READONLY" && codeOf(error) !== "FAILED") {
        throw error;
      }
    }
  }
  connection.exec("pragma journal_mode = truncate");
  return "truncate";
}
