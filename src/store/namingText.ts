// Finds a person or company in texts that are not parsed as records: raw replies, files, stored JSON.
import { normalizedAddress } from "./text";

/** Shorter texts would match anywhere. */
const shortest = 5;

export class TextFinder {
  private readonly identifying: ReadonlySet<string>;
  private readonly all: readonly string[];

  /** `identifying`: ids, addresses. `others`: names, phone numbers; other people may have the same. */
  constructor(identifying: readonly string[], others: readonly string[]) {
    const usable = (texts: readonly string[]): readonly string[] =>
      texts.map((text) => text.trim().toLowerCase()).filter((text) => text.length >= shortest);
    this.identifying = new Set(usable(identifying));
    this.all = [...this.identifying, ...usable(others)];
  }

  /** Whether any of the texts occurs as a whole word in a text or in bytes, JSON or not. */
  isIn(content: string | Uint8Array): boolean {
    const text = (typeof content === "string" ? content : new TextDecoder().decode(content))
      .replaceAll("\\/", "/")
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .toLowerCase();
    return this.all.some((one) => isWordIn(text, one));
  }

  /** JSON without values that are exactly one of the identifying texts; `undefined` when it has none. */
  removedFrom(json: string): string | undefined {
    if (!this.isIn(json)) {
      return undefined;
    }
    const removed = JSON.stringify(this.without(JSON.parse(json)));
    return removed === json ? undefined : removed;
  }

  private isExactly(value: unknown): boolean {
    return (
      typeof value === "string" &&
      (this.identifying.has(value.trim().toLowerCase()) || this.identifying.has(normalizedAddress(value)))
    );
  }

  /**
   * Removes filter items that exclude an erased value. Other texts become "erased": without an including item, a filter
   * would find more.
   */
  private without(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value
        .filter((item: unknown) => !(isExcluding(item) && this.isExactly(item.value)))
        .map((item) => this.without(item));
    }
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.without(one)]))
      : this.isExactly(value)
        ? "erased"
        : value;
  }
}

const isExcluding = (item: unknown): item is { readonly value: unknown } =>
  typeof item === "object" && item !== null && "exclude" in item && item.exclude === true && "value" in item;

/** "x.io" is not in "max.io". */
function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + word.length);
    if (!isLetter.test(before) && !isLetter.test(after)) {
      return true;
    }
  }
  return false;
}

const isLetter = /^[\p{L}\p{N}]$/u;
