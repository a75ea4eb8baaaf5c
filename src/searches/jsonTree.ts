// Parses strict JSON into the tree of jsonc-parser, about ten times faster: searches are parsed at every keystroke in
// the process that all extensions share.
import type { Node } from "jsonc-parser/lib/esm/main.js";

export type JsonTree =
  | { readonly ok: true; readonly root: Node }
  /** The place of the first error, of the first bracket that is nested too deep, or of the first value too many. */
  | { readonly ok: false; readonly offset: number; readonly isTooDeep: boolean; readonly isTooLong: boolean };

export interface TreeLimits {
  readonly deepest: number;
  /** Values, names, and properties; memory for them is what makes parsing slow. */
  readonly mostNodes: number;
}

type MutableNode = { -readonly [Key in keyof Node]: Node[Key] };

/** Never throws. Whether an invalid text is refused is certain; the exact place of its error is not. */
export function parseJsonTree(text: string, { deepest, mostNodes }: TreeLimits): JsonTree {
  const reader = new TreeReader(text, deepest, mostNodes);
  const root = reader.value(undefined, 0);
  return root !== undefined && reader.isAtEnd()
    ? { ok: true, root }
    : { ok: false, offset: Math.min(reader.at, text.length), isTooDeep: reader.isTooDeep, isTooLong: reader.isTooLong };
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const literals = [
  ["true", "boolean", true],
  ["false", "boolean", false],
  ["null", "null", null],
] as const;

/** Methods return `undefined` at an error and leave `at` there. */
class TreeReader {
  at = 0;
  isTooDeep = false;
  isTooLong = false;
  #nodes = 0;
  readonly #number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/iy;

  constructor(
    private readonly text: string,
    private readonly deepest: number,
    private readonly mostNodes: number,
  ) {}

  isAtEnd(): boolean {
    this.#skipSpace();
    return this.at === this.text.length;
  }

  value(parent: Node | undefined, depth: number): Node | undefined {
    this.#skipSpace();
    this.isTooLong ||= this.#nodes > this.mostNodes;
    if (this.isTooLong) {
      return undefined;
    }
    const code = this.text.charCodeAt(this.at);
    if (code === quote) {
      return this.#string(parent);
    }
    if (code === openBrace || code === openBracket) {
      this.isTooDeep = depth >= this.deepest;
      return this.isTooDeep ? undefined : this.#container(parent, depth, code === openBrace);
    }
    return this.#scalar(parent);
  }

  #container(parent: Node | undefined, depth: number, isObject: boolean): Node | undefined {
    const children: Node[] = [];
    const node = this.#node(isObject ? "object" : "array", this.at, parent);
    node.children = children;
    const close = isObject ? closeBrace : closeBracket;
    this.at += 1;
    this.#skipSpace();
    let code = this.text.charCodeAt(this.at);
    while (code !== close) {
      const child = isObject ? this.#property(node, depth) : this.value(node, depth + 1);
      if (child === undefined) {
        return undefined;
      }
      children.push(child);
      this.#skipSpace();
      code = this.text.charCodeAt(this.at);
      if (code === comma) {
        // Nothing but an entry may follow, so a comma before the end is an error.
        this.at += 1;
      } else if (code !== close) {
        return undefined;
      }
    }
    this.at += 1;
    return this.#ended(node);
  }

  #property(parent: Node, depth: number): Node | undefined {
    this.#skipSpace();
    const node = this.#node("property", this.at, parent);
    const name = this.text.charCodeAt(this.at) === quote ? this.#string(node) : undefined;
    this.#skipSpace();
    if (name === undefined || this.text.charCodeAt(this.at) !== colon) {
      return undefined;
    }
    node.colonOffset = this.at;
    this.at += 1;
    const value = this.value(node, depth + 1);
    if (value === undefined) {
      return undefined;
    }
    node.children = [name, value];
    return this.#ended(node);
  }

  #string(parent: Node | undefined): Node | undefined {
    const { text } = this;
    const start = this.at;
    let hasEscape = false;
    let at = start + 1;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(at)) {
      // Also false for NaN, the code after the end.
      if (!(code >= 0x20)) {
        this.at = at;
        return undefined;
      }
      hasEscape ||= code === backslash;
      at += code === backslash ? 2 : 1;
    }
    const node = this.#node("string", start, parent);
    if (hasEscape) {
      try {
        node.value = JSON.parse(text.slice(start, at + 1)) as string;
      } catch {
        return undefined;
      }
    } else {
      node.value = text.slice(start + 1, at);
    }
    this.at = at + 1;
    return this.#ended(node);
  }

  #scalar(parent: Node | undefined): Node | undefined {
    const { text, at } = this;
    const literal = literals.find(([word]) => text.startsWith(word, at));
    if (literal !== undefined) {
      const [word, type, value] = literal;
      this.at += word.length;
      const node = this.#node(type, at, parent);
      node.value = value;
      return this.#ended(node);
    }
    this.#number.lastIndex = at;
    if (!this.#number.test(text)) {
      return undefined;
    }
    this.at = this.#number.lastIndex;
    const node = this.#node("number", at, parent);
    node.value = Number(text.slice(at, this.at));
    return this.#ended(node);
  }

  #node(type: Node["type"], offset: number, parent: Node | undefined): MutableNode {
    this.#nodes += 1;
    return parent === undefined ? { type, offset, length: 0 } : { type, offset, length: 0, parent };
  }

  #ended(node: MutableNode): Node {
    node.length = this.at - node.offset;
    return node;
  }

  #skipSpace(): void {
    for (let code = this.text.charCodeAt(this.at); isSpace(code); code = this.text.charCodeAt(this.at)) {
      this.at += 1;
    }
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
