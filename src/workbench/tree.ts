// A tree view as the entry registers it, and the rows that one of our views puts into it.
import { TreeItem, TreeItemCollapsibleState, type TreeDataProvider, type TreeView } from "vscode";
import { errorText } from "./errorText";

/** It exists before its rows can be read. */
export interface Tree {
  readonly view: TreeView<unknown>;
  /** Makes VS Code draw these rows again, or ask for all rows. Until it has asked, their menus act on nothing. */
  redraw(rows?: readonly unknown[]): void;
}

export type TreeRows = Required<Pick<TreeDataProvider<unknown>, "getChildren" | "getTreeItem">>;

/** A row: how it is drawn now, and what is below it. What else it has is for commands; `readTarget` reads it. */
export interface TreeNode {
  readonly item: () => TreeItem;
  readonly children?: () => Promise<readonly TreeNode[]>;
}

export const treeRows = (roots: () => Promise<readonly TreeNode[]>): TreeRows => ({
  getChildren: async (node?: TreeNode) => [...((await (node === undefined ? roots() : node.children?.())) ?? [])],
  getTreeItem: (node: TreeNode) => node.item(),
});

/** A row, which screen readers read with its description. */
export function treeItem(label: string, properties: Partial<TreeItem>): TreeItem {
  const { description, collapsibleState = TreeItemCollapsibleState.None } = properties;
  const read = description === undefined ? label : `${label}, ${String(description)}`;
  return Object.assign(new TreeItem(label, collapsibleState), properties, {
    accessibilityInformation: { label: read },
  });
}

/**
 * Keeps the rows that were read last. They stay the same objects with new contents while the same ones are listed, so
 * that their menus and buttons act on them also while they are drawn again.
 */
export class TreeListing<Row extends TreeNode> {
  #rows: readonly Row[] | undefined;
  #drawn: readonly (string | undefined)[] = [];
  #reloads = 0;

  /**
   * @param drawnFrom what a row's item is made from; `undefined` when it can change by itself. VS Code loses a click on
   * a row that is redrawn while the mouse button is down, so rows that are the same are not redrawn.
   */
  constructor(
    private readonly tree: Tree,
    private readonly read: () => Promise<readonly Row[]>,
    private readonly drawnFrom: (row: Row) => string | undefined = () => undefined,
  ) {}

  async rows(): Promise<readonly Row[]> {
    return this.#rows ?? this.#readOrExplain();
  }

  /** Reads the rows again and then redraws. When called again meanwhile, only the last reading counts. */
  async reload(): Promise<void> {
    this.#reloads += 1;
    const reload = this.#reloads;
    const rows = await this.#readOrExplain();
    if (reload !== this.#reloads) {
      return;
    }
    const before = this.#rows;
    const drawnBefore = this.#drawn;
    this.#drawn = rows.map(this.drawnFrom);
    if (before?.length === rows.length && before.every((row, at) => this.#isSame(row, rows[at]))) {
      before.forEach((row, at) => replaceContents(row, rows[at]));
      const changed = before.filter((_row, at) => !this.#drawn[at] || this.#drawn[at] !== drawnBefore[at]);
      if (changed.length > 0) {
        this.tree.redraw(changed);
      }
    } else {
      this.#rows = rows;
      this.tree.redraw();
    }
  }

  #isSame(row: Row, other: Row | undefined): boolean {
    return other !== undefined && row.item().id === other.item().id;
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

function replaceContents(row: object, next: object | undefined): void {
  for (const name of Object.keys(row)) {
    Reflect.deleteProperty(row, name);
  }
  Object.assign(row, next);
}
