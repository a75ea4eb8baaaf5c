// What the tests of the tree views share: a tree whose rows are read, and the runs of a database.
import assert from "node:assert/strict";
import { RunStore } from "../../../src/runs/runStore";
import type { Clock } from "../../../src/service/wire";
import type { TestStore } from "../store/rig";

export interface Item {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly contextValue: string;
  readonly collapsibleState: string;
  readonly iconPath: { readonly id: string };
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] };
}
export interface Rows {
  getChildren(node?: unknown): Promise<readonly object[]>;
  getTreeItem(node: unknown): Item;
  dispose(): void;
}

export const nothing = { dispose: () => undefined };

/** The tree of one test, and what the window is running. */
export class ViewRig<R extends Rows> {
  readonly view: { message?: string; visible: boolean } = { visible: true };
  redraws = 0;
  /** The rows that were redrawn last; `undefined` for all. */
  redrawn: readonly unknown[] | undefined;
  /** By the id of the run, or the URI of the search. */
  running: ReadonlyMap<string, object> = new Map();
  rows!: R;
  readonly tree = {
    view: Object.assign(this.view, {
      onDidChangeVisibility: () => nothing,
      onDidCollapseElement: () => nothing,
      selection: [],
    }),
    redraw: (only?: readonly unknown[]): void => {
      this.redraws += 1;
      this.redrawn = only;
    },
  };
  readonly runner = {
    activity: (id: string) => this.running.get(id),
    activityOf: (uri: object) => this.running.get(String(uri)),
    onDidProgress: () => nothing,
  };

  static runsOf(store: TestStore, now: () => number): RunStore {
    const clock: Clock = { now, monotonic: now, sleep: () => new Promise(() => undefined) };
    return new RunStore({ store, clock, random: (bytes) => new Uint8Array(bytes), owner: "here" });
  }

  async items(node?: unknown): Promise<readonly Item[]> {
    return (await this.rows.getChildren(node)).map((child) => this.rows.getTreeItem(child));
  }

  async labels(node?: unknown): Promise<readonly string[]> {
    return (await this.items(node)).map(({ label }) => label);
  }

  /** The node with this label below the nodes with the other labels. */
  async node(...labels: readonly string[]): Promise<unknown> {
    let found: unknown;
    for (const label of labels) {
      found = (await this.rows.getChildren(found)).find((child) => this.rows.getTreeItem(child).label === label);
      assert.ok(found, `${label} is not there`);
    }
    return found;
  }
}
