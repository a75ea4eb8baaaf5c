// Scrolls while something is dragged near or beyond the edges of an area.

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** px from the edge at which scrolling begins, and px per frame at most. */
const nearEdge = 12;
const fastest = 40;

export class AutoScroll {
  #frame = 0;

  constructor(
    /** The area in px of the page. */
    private readonly area: () => Area,
    /** Called in each frame with the px to scroll by. */
    private readonly onScroll: (x: number, y: number) => void,
  ) {}

  /** The pointer is here now. */
  follow(x: number, y: number): void {
    const { left, right, top, bottom } = this.area();
    const [byX, byY] = [speed(x, left, right), speed(y, top, bottom)];
    cancelAnimationFrame(this.#frame);
    if (byX !== 0 || byY !== 0) {
      this.#frame = requestAnimationFrame(() => {
        this.onScroll(byX, byY);
        this.follow(x, y);
      });
    }
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }
}

/** Faster the farther beyond the edge. */
function speed(at: number, start: number, end: number): number {
  const beyond = at < start + nearEdge ? at - start - nearEdge : at > end - nearEdge ? at - end + nearEdge : 0;
  return Math.max(-fastest, Math.min(fastest, beyond));
}
