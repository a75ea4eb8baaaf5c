// A tree view as the entry registers it, and the rows of one of our views in it.
import { TreeItem, TreeItemCollapsibleState, type TreeDataProvider, type TreeView } from "vscode";
import { errorText } from "./errorText";

/** The tree exists before its rows can be read. */
export interface Tree {
  readonly view: TreeView<unknown>;
  /** Makes VS Code redraw these rows, or request all rows. Until it has requested them, their menus do nothing. */
  redraw(rows?: readonly unknown[]): void;
}

export type TreeRows = Required<Pick<TreeDataProvider<unknown>, "getChildren" | "getTreeItem">>;

/** A row: its current item and the rows below it. Commands read its other fields with `readTarget`. */
export interface TreeNode {
  readonly item: () => TreeItem;
  readonly children?: () => Promise<readonly TreeNode[]>;
}

/** Creates a row. Screen readers read its label together with its description. */
export function treeItem(label: string, properties: Partial<TreeItem>): TreeItem {
  const { description, collapsibleState = TreeItemCollapsibleState.None } = properties;
  const read = description === undefined ? label : `${label}, ${String(description)}`;
  return Object.assign(new TreeItem(label, collapsibleState), properties, {
    accessibilityInformation: { label: read },
  });
}

/**
 * The rows that VS Code shows. While VS Code redraws a row, it loses clicks on that row, and the row's buttons do
 * nothing. So only changed rows are redrawn, and a row remains the same object, with new contents, while it is listed.
 */
export class ListedRows<Row extends TreeNode> {
  /** The rows below each row; the roots are below this object. */
  readonly #listed = new WeakMap<object, readonly Row[]>();
  readonly #drawn = new WeakMap<Row, TreeItem>();
  /** Rows that changed since the last redraw; `undefined` for the roots. */
  readonly #changed = new Set<Row | undefined>();
  #refreshes = 0;

  /** @param read resolves to the rows below a row, or to the roots */
  constructor(
    private readonly tree: Tree,
    private readonly read: (parent?: Row) => Promise<readonly Row[]>,
  ) {}

  /** Called by VS Code, which draws the returned rows. */
  async children(parent?: Row): Promise<Row[]> {
    const read = await this.read(parent);
    const before = new Map(this.#below(parent).map((row) => [row.item().id, row]));
    const rows = read.map((row) => replaced(before.get(row.item().id) ?? row, row));
    rows.forEach((row) => this.#drawn.set(row, row.item()));
    this.#listed.set(parent ?? this, rows);
    return rows;
  }

  /** Reads all rows again that VS Code has requested, and redraws those that changed. */
  async refresh(): Promise<void> {
    this.#refreshes += 1;
    const refresh = this.#refreshes;
    await this.#compare(undefined, refresh);
    if (refresh !== this.#refreshes || this.#changed.size === 0) {
      return;
    }
    const changed = [...this.#changed].filter((row) => row !== undefined);
    this.tree.redraw(this.#changed.has(undefined) ? undefined : changed);
    this.#changed.clear();
  }

  async #compare(parent: Row | undefined, refresh: number): Promise<void> {
    const before = this.#below(parent);
    const rows = await this.read(parent);
    if (refresh !== this.#refreshes) {
      return;
    }
    if (before.length !== rows.length || before.some((row, at) => row.item().id !== rows[at]?.item().id)) {
      this.#changed.add(parent);
      return;
    }
    for (const [at, row] of before.entries()) {
      const item = replaced(row, rows[at] ?? row).item();
      const drawn = this.#drawn.get(row);
      this.#drawn.set(row, item);
      if (drawn !== undefined && item.collapsibleState !== drawn.collapsibleState) {
        this.#changed.add(parent); // VS Code aligns the neighboring rows by this state.
      } else if (drawn === undefined || shownParts(item) !== shownParts(drawn)) {
        this.#changed.add(row); // VS Code also requests the rows below it.
      }
    }
    if (this.#changed.has(parent)) {
      return;
    }
    const unchanged = before.filter((row) => !this.#changed.has(row) && this.#listed.has(row));
    await Promise.all(unchanged.map((row) => this.#compare(row, refresh)));
  }

  #below(parent: Row | undefined): readonly Row[] {
    return this.#listed.get(parent ?? this) ?? [];
  }
}

/** The visible parts of a row. */
const shownParts = (item: TreeItem): string =>
  JSON.stringify(item, (name, value: unknown) => (name === "arguments" ? undefined : value));

/** Replaces the contents of a row and keeps the object. */
function replaced<Row extends object>(row: Row, next: Row): Row {
  if (row !== next) {
    Object.keys(row).forEach((name) => Reflect.deleteProperty(row, name));
    Object.assign(row, next);
  }
  return row;
}

/** The result of `read`; if that fails, `otherwise`, and a message above the rows. */
export async function readOrExplain<T>({ view }: Tree, otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    const found = await read();
    delete view.message;
    return found;
  } catch (error) {
    view.message = errorText(error);
    return otherwise;
  }
}
