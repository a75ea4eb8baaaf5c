// Scrolling beyond the height a browser allows: maps the scroll bar's position to pixels of the rows and back.

/** Chromium limits an element's height to 33.5 million px, Firefox to 17.8 million. */
const tallestContent = 16_000_000;

export interface ScrollScale {
  /** Height of the scrolled element in px. */
  readonly height: number;
  /** The first visible pixel of the rows for a position of the scroll bar. */
  topOf(scrollTop: number): number;
  /** The position of the scroll bar at which a pixel of the rows is at the top. */
  scrollTopOf(top: number): number;
}

export function scrollScale(
  rows: number,
  rowHeight: number,
  viewHeight: number,
  tallest = tallestContent,
): ScrollScale {
  const whole = rows * rowHeight;
  const height = Math.min(whole, tallest);
  const reach = Math.max(0, height - viewHeight);
  const wholeReach = Math.max(0, whole - viewHeight);
  const ratio = reach === 0 ? 1 : wholeReach / reach;
  return {
    height,
    topOf: (scrollTop) => Math.min(wholeReach, Math.max(0, scrollTop * ratio)),
    scrollTopOf: (top) => Math.min(reach, Math.max(0, top / ratio)),
  };
}
