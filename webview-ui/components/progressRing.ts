// The toolkit's ring beside words that say what is going on.

/**
 * For `ref`: the ring makes itself an alert named "Loading", in English, as it comes into the page, which is right after it
 * is given here. The words beside it say more, and say it once.
 */
export function silentRing(ring: Element | undefined): void {
  queueMicrotask(() => {
    ring?.setAttribute("role", "presentation");
    ring?.setAttribute("aria-hidden", "true");
    ring?.removeAttribute("aria-live");
    ring?.removeAttribute("aria-label");
  });
}
