// Changes to a saved search as the smallest edits of its text: formatting, order and unknown content stay as they are.
// jsonc-parser's `modify` is not used because it reformats neighboring entries, several lines for each item.
import { applyEdits, findNodeAtLocation, type Edit, type Node } from "jsonc-parser/lib/esm/main.js";
import type { FilterItem } from "../service/requests";
import { profileAsJson, sameProfileName, type ColumnProfile } from "./columnProfiles";
import type { FetchSettings } from "./searchDocument";
import { propertiesOf, propertyOf, readSearchText } from "./searchText";

/** Every change that the filter builder makes to a search. */
export type SearchChange =
  | { readonly kind: "addFilter"; readonly field: string }
  | { readonly kind: "removeFilter"; readonly field: string }
  | { readonly kind: "addItems"; readonly field: string; readonly items: readonly FilterItem[] }
  | { readonly kind: "replaceItem"; readonly field: string; readonly index: number; readonly item: FilterItem }
  | { readonly kind: "removeItem"; readonly field: string; readonly index: number }
  /** Adds leave-out lists at the end, except those that are in it. */
  | { readonly kind: "addLists"; readonly lists: readonly string[] }
  | { readonly kind: "removeList"; readonly index: number }
  /** Removes settings that are `undefined` and does not change those that are absent. */
  | { readonly kind: "setFetch"; readonly settings: FetchSettings };

/** Saves a column profile in the search: replaces one of the same name, or adds it after the others. */
export function saveProfile(text: string, profile: ColumnProfile): Edit[] {
  const written = oneLine(profileAsJson(profile));
  return inObject(text, (root) => {
    const list = findNodeAtLocation(root, ["export", "profiles"]);
    if (list === undefined) {
      return addToPart(text, root, "export", "profiles", [written]);
    }
    if (list.type !== "array") {
      return [];
    }
    const old = profileNode(list, profile.name);
    return old === undefined
      ? [insertChildren(text, list, [written])]
      : [{ offset: old.offset, length: old.length, content: written }];
  });
}

/** Removes the column profile with this name; no edits when there is none. */
export function removeProfile(text: string, name: string): Edit[] {
  return inObject(text, (root) => {
    const list = findNodeAtLocation(root, ["export", "profiles"]);
    const node = list?.type === "array" ? profileNode(list, name) : undefined;
    return list === undefined || node === undefined ? [] : [removeChild(list, list.children?.indexOf(node) ?? -1)];
  });
}

function profileNode(list: Node, name: string): Node | undefined {
  return list.children?.find((child) => {
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
  switch (change.kind) {
    case "addFilter":
      return addFilter(text, change.field);
    case "removeFilter":
      return removeFilter(text, change.field);
    case "addItems":
      return addItems(text, change.field, change.items);
    case "replaceItem":
      return replaceItem(text, change.field, change.index, change.item);
    case "removeItem":
      return removeItem(text, change.field, change.index);
    case "addLists":
      return addLists(text, change.lists);
    case "removeList":
      return removeList(text, change.index);
    case "setFetch":
      return setFetch(text, change.settings);
  }
}

/** Adds an empty filter at the end; no edits when it exists. */
function addFilter(text: string, field: string): Edit[] {
  return inObject(text, (root) =>
    propertyOf(findNodeAtLocation(root, ["filters"]), field) === undefined
      ? addToPart(text, root, "filters", field, [])
      : [],
  );
}

/** Removes a filter with all its items. */
function removeFilter(text: string, field: string): Edit[] {
  return inObject(text, (root) => removeProperty(findNodeAtLocation(root, ["filters"]), field));
}

/** Adds items at the end of a filter, and the filter itself when it does not exist. */
function addItems(text: string, field: string, items: readonly FilterItem[]): Edit[] {
  if (items.length === 0) {
    return addFilter(text, field);
  }
  return inObject(text, (root) => {
    const list = findNodeAtLocation(root, ["filters", field]);
    if (list === undefined) {
      return addToPart(text, root, "filters", field, items);
    }
    return list.type === "array"
      ? [
          insertChildren(
            text,
            list,
            items.map((item) => itemText(item)),
          ),
        ]
      : [];
  });
}

/** Replaces one item; its unknown keys stay. */
function replaceItem(text: string, field: string, index: number, item: FilterItem): Edit[] {
  return inObject(text, (root) => {
    const node = itemNode(root, field, index);
    if (node === undefined) {
      return [];
    }
    const unknown = propertiesOf(node).filter(({ name }) => !itemKeys.includes(name));
    const unknownPairs = unknown.map(({ pair }) => text.slice(pair.offset, pair.offset + pair.length));
    return minimalEdit(text, { offset: node.offset, length: node.length, content: itemText(item, unknownPairs) });
  });
}

/** Removes one item; the filter stays, empty if it was the last. */
function removeItem(text: string, field: string, index: number): Edit[] {
  return inObject(text, (root) => {
    const list = findNodeAtLocation(root, ["filters", field]);
    return list?.type === "array" && list.children?.[index] !== undefined ? [removeChild(list, index)] : [];
  });
}

/** Adds leave-out lists at the end, and the property itself when it is missing. */
function addLists(text: string, lists: readonly string[]): Edit[] {
  return inObject(text, (root) => {
    const property = propertyOf(root, "leaveOut");
    const written = (property?.value?.children ?? []).map(({ value }) => value as unknown);
    const added = [...new Set(lists)].filter((list) => !written.includes(list)).map((list) => JSON.stringify(list));
    if (added.length === 0) {
      return [];
    }
    if (property === undefined) {
      const layout = layoutOf(text);
      const indent = childIndent(text, root, layout);
      return [insertChildren(text, root, [`"leaveOut": ${valueText(added, indent, layout)}`])];
    }
    return property.value?.type === "array" ? [insertChildren(text, property.value, added)] : [];
  });
}

/** Removes one leave-out list, and the property with the last of them. */
function removeList(text: string, index: number): Edit[] {
  return inObject(text, (root) => {
    const list = propertyOf(root, "leaveOut")?.value;
    if (list?.type !== "array" || list.children?.[index] === undefined) {
      return [];
    }
    return list.children.length === 1 ? removeProperty(root, "leaveOut") : [removeChild(list, index)];
  });
}

/** Sets how much is fetched; one edit that covers every setting that differs. */
function setFetch(text: string, settings: FetchSettings): Edit[] {
  return inObject(text, (root) => {
    let edited = text;
    for (const [name, value] of Object.entries(settings)) {
      edited = applyEdits(
        edited,
        inObject(edited, (current) => setOne(edited, current, name, value)),
      );
    }
    const end = edited.length - (text.length - root.offset - root.length);
    return minimalEdit(text, {
      offset: root.offset,
      length: root.length,
      content: edited.slice(root.offset, end),
    });
  });
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

function inObject(text: string, edit: (root: Node) => Edit[]): Edit[] {
  const tree = readSearchText(text);
  return tree.ok && tree.root.type === "object" ? edit(tree.root) : [];
}

function itemNode(root: Node, field: string, index: number): Node | undefined {
  const list = findNodeAtLocation(root, ["filters", field]);
  return list?.type === "array" ? list.children?.[index] : undefined;
}

function removeProperty(object: Node | undefined, name: string): Edit[] {
  const index = propertiesOf(object).findIndex((property) => property.name === name);
  return object === undefined || index < 0 ? [] : [removeChild(object, index)];
}

function setOne(text: string, root: Node, name: string, value: unknown): Edit[] {
  const fetch = findNodeAtLocation(root, ["fetch"]);
  if (value === undefined) {
    return removeProperty(fetch, name);
  }
  const present = propertyOf(fetch, name)?.value;
  return present === undefined
    ? addToPart(text, root, "fetch", name, value)
    : [{ offset: present.offset, length: present.length, content: JSON.stringify(value) }];
}

/** Adds a pair to `filters`, `fetch` or `export`, and that object itself when it is missing. */
function addToPart(text: string, root: Node, part: string, name: string, value: unknown): Edit[] {
  const property = propertyOf(root, part);
  const layout = layoutOf(text);
  const pair = (indent: string): string => `${JSON.stringify(name)}: ${valueText(value, indent, layout)}`;
  if (property === undefined) {
    const indent = childIndent(text, root, layout);
    const inner = indent + layout.unit;
    const body = layout.lines ? `{${layout.end}${inner}${pair(inner)}${layout.end}${indent}}` : `{ ${pair("")} }`;
    return [insertChildren(text, root, [`${JSON.stringify(part)}: ${body}`])];
  }
  return property.value?.type === "object"
    ? [insertChildren(text, property.value, [pair(childIndent(text, property.value, layout))])]
    : [];
}

/** The items of a list are filter items or JSON text. */
function valueText(value: unknown, indent: string, layout: Layout): string {
  if (!Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const items = (value as readonly (FilterItem | string)[]).map((item) =>
    typeof item === "string" ? item : itemText(item),
  );
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

function insertChildren(text: string, container: Node, children: readonly string[]): Edit {
  const layout = layoutOf(text);
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

function removeChild(container: Node, index: number): Edit {
  const children = container.children ?? [];
  const [before, child, after] = [children[index - 1], children[index], children[index + 1]];
  const open = container.offset + 1;
  if (child === undefined) {
    return { offset: open, length: 0, content: "" };
  }
  if (before !== undefined) {
    const from = before.offset + before.length;
    return { offset: from, length: child.offset + child.length - from, content: "" };
  }
  // Removing the first entry also removes the space before the next; removing the only one leaves empty brackets.
  return after === undefined
    ? { offset: open, length: container.length - 2, content: "" }
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
