// Long work on the store's thread: it reports how far it is, and lets others be answered between two pieces.

export interface Task {
  progress(done: number, total: number): void;
  /** Lets other calls be answered. Rejects with a `StoreError` CANCELLED when nobody wants the result any more. No transaction may be open. */
  breathe(): Promise<void>;
}
