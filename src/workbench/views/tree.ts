// A tree view as the entry registers it, and the rows that one of our views puts into it.
import type { TreeDataProvider, TreeView } from "vscode";
import { errorText } from "../errorText";

/** It exists before its rows can be read. */
export interface Tree {
  readonly view: Pick<
    TreeView<unknown>,
    "visible" | "message" | "selection" | "onDidChangeVisibility" | "onDidCollapseElement"
  >;
  /** Makes VS Code ask for the rows again. */
  redraw(): void;
}

export type TreeRows = Required<Pick<TreeDataProvider<unknown>, "getChildren" | "getTreeItem">>;

/**
 * Keeps the rows that were read last and redraws the tree only when the next ones are there: while a tree waits for its
 * rows, their menus have nothing to act on.
 */
export class TreeListing<Row> {
  #rows: readonly Row[] | undefined;
  #reloads = 0;

  constructor(
    private readonly tree: Tree,
    private readonly read: () => Promise<readonly Row[]>,
  ) {}

  async rows(): Promise<readonly Row[]> {
    return this.#rows ?? this.#readOrExplain();
  }

  /** Reads the rows again and then redraws. When called again meanwhile, only the last reading counts. */
  async reload(): Promise<void> {
    this.#reloads += 1;
    const reload = this.#reloads;
    const rows = await this.#readOrExplain();
    if (reload === this.#reloads) {
      this.#rows = rows;
      this.tree.redraw();
    }
  }

  /** No rows, and a message above them, when they cannot be read. */
  async #readOrExplain(): Promise<readonly Row[]> {
    const { view } = this.tree;
    try {
      const rows = await this.read();
      delete view.message;
      return rows;
    } catch (error) {
      view.message = errorText(error);
      return [];
    }
  }
}
