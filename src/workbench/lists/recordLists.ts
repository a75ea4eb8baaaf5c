// The lists of records in the database, with an event when this window changes one.
import { EventEmitter, type Disposable } from "vscode";
import type { App } from "../../app/app";
import type { RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import type { RecordList } from "../../store/recordLists";

/** Methods reject with a `StoreError`. */
export class RecordLists implements Disposable {
  readonly #changed = new EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(private readonly app: App) {}

  /** The store's lists, for reading. */
  get stored(): Store["recordLists"] {
    return this.app.store.recordLists;
  }

  create(name: string): Promise<RecordList> {
    const id = Buffer.from(this.app.random(8)).toString("hex");
    return this.change((lists) => lists.create({ id, name }));
  }

  /** Resolves to the number of records that are new in the list. */
  add(id: string, kind: RecordKind, keys: readonly number[]): Promise<number> {
    return this.change((lists, at) => lists.add(id, kind, keys, at));
  }

  async change<T>(work: (lists: Store["recordLists"], now: number) => Promise<T>): Promise<T> {
    const result = await work(this.stored, this.app.clock.now());
    this.#changed.fire();
    return result;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
