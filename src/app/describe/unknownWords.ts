// The words of a description that were not understood, as spans of adjacent ones.

/** The most unknown words that can be part of a title: "machine learning platform engineer". */
const mostBefore = 3;

export class UnknownWords {
  /** From the first word to the one after the last. */
  readonly spans: { from: number; to: number }[] = [];

  constructor(private readonly isAfterBreak: (at: number) => boolean) {}

  add(from: number, to: number): void {
    const last = this.spans.at(-1);
    if (last?.to === from && !this.isAfterBreak(from)) {
      last.to = to;
    } else {
      this.spans.push({ from, to });
    }
  }

  /** The first of the unknown words directly before this one, or this one when there are none. */
  before(at: number): number {
    const last = this.spans.at(-1);
    return last?.to !== at || this.isAfterBreak(at) ? at : Math.max(last.from, at - mostBefore);
  }

  /** The words from here on were understood after all. */
  forget(from: number): void {
    const last = this.spans.at(-1);
    if (last !== undefined && last.to > from) {
      last.to = from;
      if (last.from >= last.to) {
        this.spans.pop();
      }
    }
  }
}
