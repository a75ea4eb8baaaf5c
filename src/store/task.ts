// What a long function of the store uses to report progress and to let other calls run in between.

export interface Task {
  progress(done: number, total: number): void;
  /** Lets other calls run; no transaction may be open. Rejects with CANCELLED when the caller has canceled. */
  breathe(): Promise<void>;
}
