// Rows far beyond what a browser can scroll: maps the scroll bar's position to the rows' own pixels and back.

/** Chromium clamps an element's height at 33.5 million px, Firefox at 17.8 million: stay below both. */
export const tallestContent = 16_000_000;

export interface ScrollScale {
  /** Height the scrolled element is given, px. */
  readonly height: number;
  /** The first pixel of the rows in sight, for a position of the scroll bar. */
  topOf(scrollTop: number): number;
  /** The position of the scroll bar that brings a pixel of the rows to the top. */
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
