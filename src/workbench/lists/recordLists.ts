// The lists of records in the database, with an event when this window changes one.
import { EventEmitter, type Disposable, type Event } from "vscode";
import type { RecordKind } from "../../service/operations";
import type { Clock } from "../../service/wire";
import type { Store } from "../../store/client";
import type { Listed, RecordList } from "../../store/recordLists";

export interface RecordListsDeps {
  readonly store: Pick<Store, "recordLists">;
  readonly clock: Pick<Clock, "now">;
  readonly random: (bytes: number) => Uint8Array;
}

/** Methods reject with a `StoreError`. */
export class RecordLists implements Disposable {
  readonly #changed = new EventEmitter<void>();

  constructor(private readonly deps: RecordListsDeps) {}

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  list(): Promise<readonly RecordList[]> {
    return this.deps.store.recordLists.list();
  }

  get(id: string): Promise<RecordList | undefined> {
    return this.deps.store.recordLists.get(id);
  }

  create(name: string): Promise<RecordList> {
    const { store, clock, random } = this.deps;
    const id = Buffer.from(random(8)).toString("hex");
    return this.#change(store.recordLists.create({ id, name, at: clock.now() }));
  }

  rename(id: string, name: string): Promise<void> {
    return this.#change(this.deps.store.recordLists.rename(id, name));
  }

  remove(id: string): Promise<void> {
    return this.#change(this.deps.store.recordLists.remove(id));
  }

  /** Resolves to how many records the list did not have before. */
  add(id: string, kind: RecordKind, keys: readonly number[]): Promise<number> {
    const { store, clock } = this.deps;
    return this.#change(store.recordLists.add(id, kind, keys, clock.now()));
  }

  /** Resolves to how many records the list had. */
  removeRecords(id: string, kind: RecordKind, keys: readonly number[]): Promise<number> {
    const { store, clock } = this.deps;
    return this.#change(store.recordLists.removeRecords(id, kind, keys, clock.now()));
  }

  setNote(id: string, kind: RecordKind, key: number, note: string): Promise<void> {
    return this.#change(this.deps.store.recordLists.setNote(id, kind, key, note));
  }

  /** Which lists have these records. */
  listed(kind: RecordKind, keys: readonly number[]): Promise<readonly Listed[]> {
    return this.deps.store.recordLists.listed(kind, keys);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #change<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    this.#changed.fire();
    return result;
  }
}
