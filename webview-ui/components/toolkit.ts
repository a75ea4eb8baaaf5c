// The only module that imports the toolkit: simple controls that work under the pages' CSP.
import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing } from "@vscode/webview-ui-toolkit";

/** Defines the controls as custom elements (`<vscode-button>` …). Call once per page, before rendering. */
export function defineControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing());
}

/**
 * For `ref` of a progress ring beside a text that describes the progress. When connected, which is right after this
 * call, the ring makes itself an alert named "Loading" in English; the text is enough for screen readers.
 */
export function silentRing(ring: Element | undefined): void {
  queueMicrotask(() => {
    ring?.setAttribute("role", "presentation");
    ring?.setAttribute("aria-hidden", "true");
    ring?.removeAttribute("aria-live");
    ring?.removeAttribute("aria-label");
  });
}
