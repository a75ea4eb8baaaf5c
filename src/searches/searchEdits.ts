// Changes of a saved search as the smallest edits of its text: formatting, order and unknown content stay as they are.
import type { Node } from "jsonc-parser/lib/esm/main.js";
import type { FilterItem } from "../service/requests";
import { profileAsJson, sameProfileName, type ColumnProfile } from "./columnProfiles";
import type { FetchSettings } from "./searchDocument";
import { propertiesOf, propertyOf, readSearchText } from "./searchText";

/** One replacement; offset and length count UTF-16 code units of the text the edits were computed from. */
export interface SearchTextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Everything the filter builder can do to a search. */
export type SearchChange =
  | { readonly kind: "addFilter"; readonly field: string }
  | { readonly kind: "removeFilter"; readonly field: string }
  | { readonly kind: "addItems"; readonly field: string; readonly items: readonly FilterItem[] }
  | { readonly kind: "replaceItem"; readonly field: string; readonly index: number; readonly item: FilterItem }
  | { readonly kind: "removeItem"; readonly field: string; readonly index: number }
  /** A setting present as `undefined` is removed; one that is absent stays as it is. */
  | { readonly kind: "setFetch"; readonly settings: FetchSettings };

/** Keeps a column profile in the search: in the place of one of the same name, or after the others. */
export function saveProfile(text: string, profile: ColumnProfile): readonly SearchTextEdit[] {
  const written = oneLine(profileAsJson(profile));
  return inObject(text, (root) => {
    const list = propertyOf(propertyOf(root, "export")?.value, "profiles")?.value;
    if (list === undefined) {
      return addToPart(text, root, "export", "profiles", [written]);
    }
    if (list.type !== "array") {
      return [];
    }
    const old = profileNode(list, profile.name);
    return old === undefined
      ? [insertChildren(text, list, [written])]
      : [{ offset: old.offset, length: old.length, text: written }];
  });
}

/** Removes the column profile of this name; none when it is not there. */
export function removeProfile(text: string, name: string): readonly SearchTextEdit[] {
  return inObject(text, (root) => {
    const list = propertyOf(propertyOf(root, "export")?.value, "profiles")?.value;
    const node = list?.type === "array" ? profileNode(list, name) : undefined;
    return list === undefined || node === undefined ? [] : [removeChild(list, list.children?.indexOf(node) ?? -1)];
  });
}

function profileNode(list: Node, name: string): Node | undefined {
  return list.children?.find((child) => {
    const found = propertyOf(child, "name")?.value?.value as unknown;
    return typeof found === "string" && sameProfileName(found, name);
  });
}

/** JSON on one line, with a space after each comma and colon as in the rest of the document. */
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

/** The edits that make the change in this text; none when the text is not JSON or there is nothing to change. */
export function editsFor(text: string, change: SearchChange): readonly SearchTextEdit[] {
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
    case "setFetch":
      return setFetch(text, change.settings);
  }
}

/** Adds an empty filter at the end; none when it is there already. */
export function addFilter(text: string, field: string): readonly SearchTextEdit[] {
  return inObject(text, (root) =>
    propertyOf(propertyOf(root, "filters")?.value, field) === undefined
      ? addToPart(text, root, "filters", field, [])
      : [],
  );
}

/** Removes a filter with all its items. */
export function removeFilter(text: string, field: string): readonly SearchTextEdit[] {
  return inObject(text, (root) => {
    const filters = propertyOf(root, "filters")?.value;
    const index = filters === undefined ? -1 : propertiesOf(filters).findIndex((property) => property.name === field);
    return filters === undefined || index < 0 ? [] : [removeChild(filters, index)];
  });
}

/** Adds items at the end of a filter, which is added too when it is not there. */
export function addItems(text: string, field: string, items: readonly FilterItem[]): readonly SearchTextEdit[] {
  if (items.length === 0) {
    return addFilter(text, field);
  }
  return inObject(text, (root) => {
    const list = propertyOf(propertyOf(root, "filters")?.value, field)?.value;
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

/** Replaces one item; what the item holds beyond the known keys stays. */
export function replaceItem(text: string, field: string, index: number, item: FilterItem): readonly SearchTextEdit[] {
  return inObject(text, (root) => {
    const node = itemNode(root, field, index);
    if (node === undefined) {
      return [];
    }
    const unknown = propertiesOf(node).filter(({ name }) => !itemKeys.includes(name));
    const kept = unknown.map(({ pair }) => text.slice(pair.offset, pair.offset + pair.length));
    return [shrink(text, { offset: node.offset, length: node.length, text: itemText(item, kept) })].filter(
      (edit) => edit.length > 0 || edit.text !== "",
    );
  });
}

/** Removes one item; the filter stays, empty if it was the last. */
export function removeItem(text: string, field: string, index: number): readonly SearchTextEdit[] {
  return inObject(text, (root) => {
    const list = propertyOf(propertyOf(root, "filters")?.value, field)?.value;
    return list?.type === "array" && list.children?.[index] !== undefined ? [removeChild(list, index)] : [];
  });
}

/** Sets how much is fetched. One edit for each setting that differs. */
export function setFetch(text: string, settings: FetchSettings): readonly SearchTextEdit[] {
  return inObject(text, (root) => {
    let edited = text;
    for (const [name, value] of Object.entries(settings)) {
      const tree = readSearchText(edited);
      edited = tree.ok ? applySearchEdits(edited, setOne(edited, tree.root, name, value)) : edited;
    }
    // Settings sit side by side, so one edit over what differs is smaller than several that could touch.
    const whole = shrink(text, {
      offset: root.offset,
      length: root.length,
      text: edited.slice(root.offset, edited.length - (text.length - root.offset - root.length)),
    });
    return whole.length === 0 && whole.text === "" ? [] : [whole];
  });
}

/** The text with edits applied that were computed from it. */
export function applySearchEdits(text: string, edits: readonly SearchTextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((edited, edit) => edited.slice(0, edit.offset) + edit.text + edited.slice(edit.offset + edit.length), text);
}

const itemKeys: readonly string[] = ["value", "min", "max", "exclude", "exact_match"];

/** An item on one line, its keys in a fixed order so that diffs stay small. */
function itemText(item: FilterItem, kept: readonly string[] = []): string {
  const values: Readonly<Record<string, unknown>> = { ...item };
  const pairs = itemKeys.flatMap((key) =>
    values[key] === undefined ? [] : [`${JSON.stringify(key)}: ${JSON.stringify(values[key])}`],
  );
  return `{ ${[...pairs, ...kept].join(", ")} }`;
}

function inObject(text: string, edit: (root: Node) => readonly SearchTextEdit[]): readonly SearchTextEdit[] {
  const tree = readSearchText(text);
  return tree.ok && tree.root.type === "object" ? edit(tree.root) : [];
}

function itemNode(root: Node, field: string, index: number): Node | undefined {
  const list = propertyOf(propertyOf(root, "filters")?.value, field)?.value;
  return list?.type === "array" ? list.children?.[index] : undefined;
}

function setOne(text: string, root: Node, name: string, value: unknown): readonly SearchTextEdit[] {
  const fetch = propertyOf(root, "fetch")?.value;
  const present = propertyOf(fetch, name);
  if (value === undefined) {
    const index = fetch === undefined ? -1 : propertiesOf(fetch).findIndex((property) => property.name === name);
    return fetch === undefined || index < 0 ? [] : [removeChild(fetch, index)];
  }
  if (present?.value !== undefined) {
    return [{ offset: present.value.offset, length: present.value.length, text: JSON.stringify(value) }];
  }
  return addToPart(text, root, "fetch", name, value);
}

/** Adds a pair to an object part of the document (`filters`, `fetch`, `export`), and the part itself when it is missing. */
function addToPart(text: string, root: Node, part: string, name: string, value: unknown): readonly SearchTextEdit[] {
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

/** A list's items are filter items, or JSON that is written already. */
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

/** How the text is laid out: over lines or on one, with which line end and which step of indentation. */
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

function insertChildren(text: string, container: Node, children: readonly string[]): SearchTextEdit {
  const layout = layoutOf(text);
  const last = container.children?.at(-1);
  const close = container.offset + container.length - 1;
  if (last !== undefined) {
    const between = lastOnOwnLine(text, container, last) ? `,${layout.end}${lineIndent(text, last.offset)}` : ", ";
    return { offset: last.offset + last.length, length: 0, text: children.map((child) => between + child).join("") };
  }
  const open = container.offset + 1;
  if (!layout.lines) {
    return {
      offset: open,
      length: close - open,
      text: container.type === "object" ? ` ${children.join(", ")} ` : children.join(", "),
    };
  }
  const outer = layout.end + lineIndent(text, container.offset);
  const inner = outer + layout.unit;
  return { offset: open, length: close - open, text: `${inner}${children.join(`,${inner}`)}${outer}` };
}

function removeChild(container: Node, index: number): SearchTextEdit {
  const children = container.children ?? [];
  const [before, child, after] = [children[index - 1], children[index], children[index + 1]];
  const open = container.offset + 1;
  if (child === undefined) {
    return { offset: open, length: 0, text: "" };
  }
  if (before !== undefined) {
    const from = before.offset + before.length;
    return { offset: from, length: child.offset + child.length - from, text: "" };
  }
  // The first one takes the space up to the next with it; the only one leaves the brackets closed up.
  return after === undefined
    ? { offset: open, length: container.length - 2, text: "" }
    : { offset: child.offset, length: after.offset - child.offset, text: "" };
}

/** Leaves out what the edit would replace by itself, so that the user's cursor stays where it is. */
function shrink(text: string, edit: SearchTextEdit): SearchTextEdit {
  const old = text.slice(edit.offset, edit.offset + edit.length);
  const most = Math.min(old.length, edit.text.length);
  let start = 0;
  while (start < most && old.charCodeAt(start) === edit.text.charCodeAt(start)) {
    start += 1;
  }
  let end = 0;
  while (
    end < most - start &&
    old.charCodeAt(old.length - 1 - end) === edit.text.charCodeAt(edit.text.length - 1 - end)
  ) {
    end += 1;
  }
  return {
    offset: edit.offset + start,
    length: old.length - start - end,
    text: edit.text.slice(start, edit.text.length - end),
  };
}
