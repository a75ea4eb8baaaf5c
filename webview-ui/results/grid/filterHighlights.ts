// Marks the words of the filter in the cells, with the browser's highlights: the cells themselves stay as they are.

const name = "filter-words";
/** A single letter is nearly everywhere. */
const shortestWord = 2;
/** Marking waits until scrolling pauses. */
const pauseMs = 80;

export class FilterHighlights {
  readonly #body: HTMLElement;
  #words: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(body: HTMLElement) {
    this.#body = body;
  }

  /** Called after drawing. */
  mark(filter: string): void {
    const words = filter
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word.length >= shortestWord);
    if (words.length === 0 && this.#words.length > 0) {
      CSS.highlights.delete(name);
    }
    this.#words = words;
    clearTimeout(this.#timer);
    if (words.length > 0) {
      this.#timer = setTimeout(() => this.#mark(), pauseMs);
    }
  }

  #mark(): void {
    const ranges: Range[] = [];
    for (const cell of this.#body.querySelectorAll(".row .cell")) {
      const text = (cell.querySelector(".after") ?? cell.querySelector(".value") ?? cell).lastChild;
      if (text instanceof Text) {
        ranges.push(...this.#found(text));
      }
    }
    CSS.highlights.set(name, new Highlight(...ranges));
  }

  #found(node: Text): readonly Range[] {
    const text = node.data.toLowerCase();
    // Lower case can have another length, as in "İ": then positions differ.
    if (text.length !== node.data.length) {
      return [];
    }
    return this.#words.flatMap((word) => {
      const found: Range[] = [];
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        found.push(range);
      }
      return found;
    });
  }
}
