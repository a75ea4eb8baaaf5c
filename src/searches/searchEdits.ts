// Changes to a saved search as the smallest edits of its text: formatting, order and unknown content stay as they are.
// jsonc-parser's `modify` is not used because it reformats neighboring entries, several lines for each item.
import { posix } from "node:path";
import { applyEdits, findNodeAtLocation, type Edit, type Node } from "jsonc-parser/lib/esm/main.js";
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import { profileAsJson, sameProfileName, type ColumnProfile } from "./columnProfiles";
import { leaveOutPathFrom, leaveOutPathProblem } from "./leaveOutPaths";
import { defaultRecords, type FetchSettings } from "./searchDocument";
import { propertiesOf, readSearchText } from "./searchText";

/** Every change that the filter builder makes to a search. */
export type SearchChange =
  | { readonly kind: "removeFilter"; readonly field: string }
  /** An empty list adds the filter without items. */
  | { readonly kind: "addItems"; readonly field: string; readonly items: readonly FilterItem[] }
  | { readonly kind: "replaceItem"; readonly field: string; readonly index: number; readonly item: FilterItem }
  | { readonly kind: "removeItem"; readonly field: string; readonly index: number }
  /** Adds leave-out lists at the end, except those that are in it. */
  | { readonly kind: "addLists"; readonly lists: readonly string[] }
  | { readonly kind: "removeList"; readonly index: number }
  /** Removes settings that are `null` and does not change those that are absent. */
  | { readonly kind: "setFetch"; readonly settings: FetchChange };

type FetchChange = { readonly [Name in keyof FetchSettings]: FetchSettings[Name] | null };

/** The text of a new search, in the layout that later edits keep: one item per line. Filters keep their order. */
export function newSearchText(
  kind: SearchKind,
  filters: Readonly<Record<string, readonly FilterItem[]>> = {},
  fetch: FetchSettings = { records: defaultRecords },
): string {
  let text = `{\n  "search": ${JSON.stringify(kind)},\n  "filters": {}\n}\n`;
  for (const [field, items] of Object.entries(filters)) {
    text = applyEdits(text, editsFor(text, { kind: "addItems", field, items }));
  }
  return applyEdits(text, editsFor(text, { kind: "setFetch", settings: fetch }));
}

/** Adjusts the paths of leave-out lists when the document moves to another folder. */
export function nameListsFrom(text: string, before: string, folder: string): Edit[] {
  return editsOf(text, (search) =>
    (search.at(["leaveOut"])?.children ?? []).flatMap((list) => {
      const named: unknown = list.value;
      return typeof named !== "string" || leaveOutPathProblem(named) !== undefined
        ? []
        : minimalEdit(text, replacing(list, JSON.stringify(leaveOutPathFrom(folder, posix.join(before, named)))));
    }),
  );
}

/** Saves a column profile in the search: replaces one of the same name, or adds it after the others. */
export function saveProfile(text: string, profile: ColumnProfile): Edit[] {
  const written = oneLine(profileAsJson(profile));
  return editsOf(text, (search) => {
    const old = profileNode(search, profile.name);
    return old === undefined ? search.append(profilesPath, [written]) : [replacing(old, written)];
  });
}

/** Removes the column profile with this name; no edits when there is none. */
export function removeProfile(text: string, name: string): Edit[] {
  return editsOf(text, (search) => search.remove(profileNode(search, name)));
}

const profilesPath = ["export", "profiles"];

function profileNode(search: EditedSearch, name: string): Node | undefined {
  return search.at(profilesPath)?.children?.find((child) => {
    const found: unknown = findNodeAtLocation(child, ["name"])?.value;
    return typeof found === "string" && sameProfileName(found, name);
  });
}

/** JSON on one line with spaces after commas and colons, as in the rest of the document. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${(value as readonly unknown[]).map(oneLine).join(", ")}]`;
  }
  if (typeof value === "object" && value !== null) {
    return `{ ${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}: ${oneLine(part)}`)
      .join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** The edits for a change of this text; none when it is not valid JSON or there is nothing to change. */
export function editsFor(text: string, change: SearchChange): Edit[] {
  return change.kind === "setFetch"
    ? setFetch(text, change.settings)
    : editsOf(text, (search) => editsOfChange(search, change));
}

function editsOfChange(search: EditedSearch, change: Exclude<SearchChange, { readonly kind: "setFetch" }>): Edit[] {
  switch (change.kind) {
    case "removeFilter":
      return search.remove(search.at(["filters", change.field]));
    case "addItems":
      return search.append(
        ["filters", change.field],
        change.items.map((item) => itemText(item)),
      );
    case "replaceItem":
      return replaceItem(search, search.at(["filters", change.field, change.index]), change.item);
    case "removeItem":
      return search.remove(search.at(["filters", change.field, change.index]));
    case "addLists": {
      const written = new Set(search.at(["leaveOut"])?.children?.map(({ value }) => value as unknown));
      const added = [...new Set(change.lists)].filter((list) => !written.has(list));
      return added.length === 0
        ? []
        : search.append(
            ["leaveOut"],
            added.map((list) => JSON.stringify(list)),
          );
    }
    case "removeList": {
      const list = search.at(["leaveOut", change.index]);
      return search.remove(list?.parent?.children?.length === 1 ? list.parent : list);
    }
  }
}

const itemKeys: readonly string[] = ["value", "min", "max", "exclude", "exact_match"];

/** An item on one line, with its keys in a fixed order to keep diffs small. */
function itemText(item: FilterItem, unknownPairs: readonly string[] = []): string {
  const values: Readonly<Record<string, unknown>> = { ...item };
  const pairs = itemKeys.flatMap((key) =>
    values[key] === undefined ? [] : [`${JSON.stringify(key)}: ${JSON.stringify(values[key])}`],
  );
  return `{ ${[...pairs, ...unknownPairs].join(", ")} }`;
}

/** Replaces one item; its unknown keys stay. */
function replaceItem({ text }: EditedSearch, node: Node | undefined, item: FilterItem): Edit[] {
  const unknown = propertiesOf(node).filter(({ name }) => !itemKeys.includes(name));
  const unknownPairs = unknown.map(({ pair }) => text.slice(pair.offset, pair.offset + pair.length));
  return node === undefined ? [] : minimalEdit(text, replacing(node, itemText(item, unknownPairs)));
}

/** Sets the limits of a run, with one edit for all changed settings. */
function setFetch(text: string, settings: FetchChange): Edit[] {
  return editsOf(text, ({ root }) => {
    let edited = text;
    for (const [name, value] of Object.entries(settings).filter((setting) => setting[1] !== undefined)) {
      edited = applyEdits(
        edited,
        editsOf(edited, (search) => search.set(["fetch", name], value)),
      );
    }
    const end = edited.length - (text.length - root.offset - root.length);
    return minimalEdit(text, replacing(root, edited.slice(root.offset, end)));
  });
}

const replacing = ({ offset, length }: Node, content: string): Edit => ({ offset, length, content });

function editsOf(text: string, edit: (search: EditedSearch) => Edit[]): Edit[] {
  const tree = readSearchText(text);
  return tree.ok && tree.root.type === "object" ? edit(new EditedSearch(text, tree.root)) : [];
}

type Path = readonly (string | number)[];

/** A valid text, and the edits that change parts of it. Parts in an unexpected form are not changed. */
class EditedSearch {
  private readonly layout: Layout;

  constructor(
    readonly text: string,
    readonly root: Node,
  ) {
    this.layout = layoutOf(text);
  }

  at(path: Path): Node | undefined {
    return findNodeAtLocation(this.root, [...path]);
  }

  /** Adds items, as JSON, at the end of a list, which is added where it is missing. */
  append(path: readonly string[], items: readonly string[]): Edit[] {
    const list = this.at(path);
    if (list === undefined) {
      return this.addProperty(path, (indent) => listText(items, indent, this.layout));
    }
    return list.type === "array" && items.length > 0 ? [this.insert(list, items)] : [];
  }

  /** Sets a value that is on one line; `null` removes it. */
  set(path: readonly string[], value: unknown): Edit[] {
    const node = this.at(path);
    if (value === null) {
      return this.remove(node);
    }
    const written = JSON.stringify(value);
    return node === undefined ? this.addProperty(path, () => written) : [replacing(node, written)];
  }

  /** Removes an item or a property. */
  remove(node: Node | undefined): Edit[] {
    const child = node?.parent?.type === "property" ? node.parent : node;
    return child?.parent === undefined ? [] : [removeChild(child.parent, child)];
  }

  /** Adds a property at the end of an object, and the object itself when it is missing. */
  private addProperty(path: readonly string[], valueText: (indent: string) => string): Edit[] {
    const { layout, text } = this;
    const name = path.at(-1) ?? "";
    const parentPath = path.slice(0, -1);
    const pair = (indent: string): string => `${JSON.stringify(name)}: ${valueText(indent)}`;
    const parent = this.at(parentPath);
    if (parent === undefined) {
      return this.addProperty(parentPath, (indent) => {
        const inner = indent + layout.unit;
        return layout.lines ? `{${layout.end}${inner}${pair(inner)}${layout.end}${indent}}` : `{ ${pair("")} }`;
      });
    }
    return parent.type === "object" ? [this.insert(parent, [pair(childIndent(text, parent, layout))])] : [];
  }

  private insert(container: Node, children: readonly string[]): Edit {
    return insertChildren(this.text, container, children, this.layout);
  }
}

function listText(items: readonly string[], indent: string, layout: Layout): string {
  if (items.length === 0 || !layout.lines) {
    return `[${items.join(", ")}]`;
  }
  const inner = layout.end + indent + layout.unit;
  return `[${inner}${items.join(`,${inner}`)}${layout.end}${indent}]`;
}

/** The formatting of the text. */
interface Layout {
  readonly lines: boolean;
  readonly end: string;
  readonly unit: string;
}

function layoutOf(text: string): Layout {
  const lines = /[\r\n]/.test(text.trim());
  const first = /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1];
  return {
    lines,
    end: text.includes("\r\n") ? "\r\n" : "\n",
    unit: first?.startsWith("\t") === true ? "\t" : (first ?? "  "),
  };
}

function lineIndent(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function childIndent(text: string, container: Node, layout: Layout): string {
  const last = container.children?.at(-1);
  return last !== undefined && lastOnOwnLine(text, container, last)
    ? lineIndent(text, last.offset)
    : lineIndent(text, container.offset) + layout.unit;
}

function lastOnOwnLine(text: string, container: Node, last: Node): boolean {
  const before = container.children?.at(-2);
  return /[\r\n]/.test(
    text.slice(before === undefined ? container.offset : before.offset + before.length, last.offset),
  );
}

function insertChildren(text: string, container: Node, children: readonly string[], layout: Layout): Edit {
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  if (last !== undefined) {
    const between = lastOnOwnLine(text, container, last) ? `,${layout.end}${lineIndent(text, last.offset)}` : ", ";
    return { offset: last.offset + last.length, length: 0, content: children.map((child) => between + child).join("") };
  }
  const open = container.offset + 1;
  if (!layout.lines) {
    return {
      offset: open,
      length: close - open,
      content: container.type === "object" ? ` ${children.join(", ")} ` : children.join(", "),
    };
  }
  const outer = layout.end + lineIndent(text, container.offset);
  const inner = outer + layout.unit;
  return { offset: open, length: close - open, content: `${inner}${children.join(`,${inner}`)}${outer}` };
}

function removeChild(container: Node, child: Node): Edit {
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const before = children[index - 1];
  const after = children[index + 1];
  if (before !== undefined) {
    const from = before.offset + before.length;
    return { offset: from, length: child.offset + child.length - from, content: "" };
  }
  // Removing the first entry also removes the space before the next; removing the only one leaves empty brackets.
  return after === undefined
    ? { offset: container.offset + 1, length: container.length - 2, content: "" }
    : { offset: child.offset, length: after.offset - child.offset, content: "" };
}

/** The edit without the parts that stay equal, so that the user's cursor does not move; none when nothing differs. */
function minimalEdit(text: string, edit: Edit): Edit[] {
  const old = text.slice(edit.offset, edit.offset + edit.length);
  const { content } = edit;
  const most = Math.min(old.length, content.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === content.charCodeAt(start)) {
    start += 1;
  }
  let end = 0;
  while (end < most - start && old.charCodeAt(old.length - 1 - end) === content.charCodeAt(content.length - 1 - end)) {
    end += 1;
  }
  const length = old.length - start - end;
  const changed = content.slice(start, content.length - end);
  return length === 0 && changed === "" ? [] : [{ offset: edit.offset + start, length, content: changed }];
}
