// How the database is opened, and what it tells its opener.
import type { Audience } from "./notices";
import type { Notice } from "./notices";

export interface OpenOptions {
  /** Of the database; its folder is created if missing, readable by the user alone. */
  readonly file: string;
  /** False on a network file system, which lacks the shared memory that a write-ahead log needs. */
  readonly walAllowed?: boolean | undefined;
  /** How long to wait for another program's lock, in ms; ten seconds when absent. */
  readonly busyMs?: number | undefined;
  /** ms since 1970; for leases, and the names of files that are set aside. */
  readonly now?: (() => number) | undefined;
  /** Where `generation` starts. */
  readonly firstGeneration?: number | undefined;
  /** Called before and while a file of an earlier version is brought up to date: minutes for a very large one. */
  readonly onMigrating?: ((progress?: Progress) => void) | undefined;
  /** A damaged file is being recovered, here or by another process; `undefined` when that has ended. */
  readonly onRecovering?: ((progress: Progress | undefined) => void) | undefined;
  /** What the user must know about the file. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
  /** Each audience is told once about what happened while it had the file not open. */
  readonly audience?: Audience | undefined;
}

/** `total` is 0 while it is unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}
