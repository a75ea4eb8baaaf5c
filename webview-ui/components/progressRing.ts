// The toolkit's ring beside words that say what is going on.

/**
 * For `ref`: the ring makes itself an alert named "Loading", in English, as soon as it is in the page. The words beside it
 * say more, and say it once.
 */
export function silentRing(ring: Element | undefined): void {
  ring?.setAttribute("role", "presentation");
  ring?.setAttribute("aria-hidden", "true");
  ring?.removeAttribute("aria-live");
  ring?.removeAttribute("aria-label");
}
