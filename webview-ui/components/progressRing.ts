// The toolkit's progress ring beside a text that says what is in progress.

/**
 * For `ref`. When connected, which is right after this call, the ring makes itself an alert named "Loading" in English;
 * the text beside it is enough for screen readers.
 */
export function silentRing(ring: Element | undefined): void {
  queueMicrotask(() => {
    ring?.setAttribute("role", "presentation");
    ring?.setAttribute("aria-hidden", "true");
    ring?.removeAttribute("aria-live");
    ring?.removeAttribute("aria-label");
  });
}
