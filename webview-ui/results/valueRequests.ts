// Asks the host for values of facets and columns; each answer goes to the request it belongs to.
import type { ResultsInput, ResultsUpdates, ValueCount } from "../messages/results";

export interface FoundValues {
  readonly values: readonly ValueCount[];
  /** How many further values there are. */
  readonly more: number;
}

/** Finds values that contain a text, most frequent first. Never resolves if the host cannot answer. */
export type FindValues = (of: "facet" | "column", name: string, text: string) => Promise<FoundValues>;

export class ValueRequests {
  #lastId = 0;
  readonly #waiting = new Map<number, (found: FoundValues) => void>();

  constructor(private readonly send: (request: ResultsInput<"getValues">) => void) {}

  readonly find: FindValues = (of, name, text) => {
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ id, of, name, text });
    });
  };

  receive({ id, values, more }: ResultsUpdates["values"]): void {
    this.#waiting.get(id)?.({ values, more });
    this.#waiting.delete(id);
  }
}
