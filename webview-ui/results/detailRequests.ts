// Asks the host for the details of rows; each answer goes to the request it belongs to.
import type { RecordDetails, ResultsInput, ResultsUpdates } from "../messages/results";

export class DetailRequests {
  #lastId = 0;
  readonly #waiting = new Map<number, (details: RecordDetails) => void>();

  #latest: Promise<RecordDetails> | undefined;

  constructor(private readonly send: (request: ResultsInput<"getDetails">) => void) {}

  /** Never resolves if the rows have changed meanwhile. */
  read(revision: number, at: number): Promise<RecordDetails> {
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ id, revision, at });
    });
  }

  /** Only the answer to the last one is shown. */
  readLatest(revision: number, at: number, show: (details: RecordDetails) => void): void {
    const latest = this.read(revision, at);
    this.#latest = latest;
    void latest.then((details) => (latest === this.#latest ? show(details) : undefined));
  }

  receive({ id, ...details }: ResultsUpdates["details"]): void {
    this.#waiting.get(id)?.(details);
    this.#waiting.delete(id);
  }
}
