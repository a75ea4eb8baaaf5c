// The only module that imports the toolkit: simple controls that work under the pages' CSP.
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeProgressRing,
} from "@vscode/webview-ui-toolkit";

/** Defines the controls as custom elements (`<vscode-button>` …). Call once per page, before rendering. */
export function defineControls(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeCheckbox(), vsCodeProgressRing());
}
