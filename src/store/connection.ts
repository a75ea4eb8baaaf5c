// How a file of the database is opened: page size, journal, and what makes writes durable and deletions complete.
import type { DatabaseSync } from "node:sqlite";
import { pragma } from "./migrate";
import { codeOf } from "./storeError";

export type JournalMode = "wal" | "truncate";

const pageBytes = 8192;
const cacheKilobytes = 16_000;

export function configure(connection: DatabaseSync, walAllowed: boolean): JournalMode {
  connection.exec(`
    pragma page_size = ${pageBytes};
    pragma auto_vacuum = incremental`);
  // Temporary tables contain personal data, which must not reach a disk.
  connection.exec(`
    pragma temp_store = memory;
    pragma cache_size = -${cacheKilobytes};
    pragma secure_delete = on;
    pragma foreign_keys = off;
    pragma trusted_schema = off`);
  const mode = useJournal(connection, walAllowed);
  // On macOS only a full fsync survives a power cut; elsewhere it changes nothing.
  connection.exec("pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on");
  return mode;
}

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
