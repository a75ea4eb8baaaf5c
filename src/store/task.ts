// Lets a long function of the store report progress and yield to other calls.

export interface Task {
  progress(done: number, total: number): void;
  /** Lets other calls run; no transaction may be open. Rejects with CANCELLED when the caller has canceled. */
  breathe(): Promise<void>;
}
