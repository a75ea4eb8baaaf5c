// The page's frame: tabs and tools above, grid and details in the middle, the run's state below.
import { css } from "lit";
import { buttonStyles, inputStyles, pressedStyles } from "./controlStyles";

export const pageStyles = css`
  ${buttonStyles}
  :host {
    display: flex;
    flex-direction: column;
    height: 100vh;
    min-width: 0;
    overflow: hidden;
    background: var(--vscode-editor-background);
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family, sans-serif);
    font-size: var(--vscode-font-size, 13px);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
    padding: 8px 12px;
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  .tools > .end {
    margin-inline-start: auto;
    display: flex;
    flex-wrap: wrap;
    gap: 6px 8px;
  }
  [role="tablist"] {
    display: flex;
    gap: 2px;
  }
  [role="tab"] {
    padding: 4px 8px;
    border: 0;
    border-bottom: 2px solid transparent;
    background: none;
    color: var(--vscode-panelTitle-inactiveForeground, var(--vscode-foreground));
    font: inherit;
    cursor: pointer;
  }
  [role="tab"][aria-selected="true"] {
    border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-focusBorder));
    color: var(--vscode-panelTitle-activeForeground, var(--vscode-foreground));
    font-weight: 600;
  }
  button:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: -1px;
  }
  .filter {
    flex: 1 1 180px;
    min-width: 140px;
    max-width: 340px;
    display: flex;
    align-items: center;
    gap: 2px;
  }
  .filter input {
    ${inputStyles}
    flex: 1;
  }
  .export {
    min-width: 180px;
  }
  .filter input::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  .filter input:focus {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
  }
  .facet {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    padding: 2px 4px 2px 10px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 12px;
    overflow-wrap: anywhere;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .choice {
    display: inline-flex;
    align-items: center;
    padding: 2px 10px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-input-border, var(--vscode-panel-border)));
    border-radius: 12px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .choice:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  .choice[aria-pressed="true"] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
  }
  .choice .mark:not(:empty) {
    margin-inline-end: 5px;
  }
  [hidden] {
    display: none !important;
  }
  main {
    flex-direction: column;
  }
  main,
  #panel {
    flex: 1;
    min-width: 0;
    min-height: 0;
    position: relative;
    display: flex;
  }
  .records {
    flex: 1;
    min-width: 0;
    display: flex;
  }
  .stage {
    flex: 1;
    min-width: 0;
    min-height: 0;
    position: relative;
    display: flex;
  }
  prospect-grid {
    flex: 1;
  }
  prospect-details {
    flex: 0 0 clamp(300px, 32%, 460px);
    border-inline-start: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  .empty {
    position: absolute;
    inset: 34px 0 0 0;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 12px;
    padding: 24px;
    text-align: center;
    background: var(--vscode-editor-background);
  }
  .empty p {
    margin: 0;
    max-width: 56ch;
    overflow-wrap: anywhere;
  }
  .unavailable {
    margin: auto;
    padding: 24px;
    max-width: 60ch;
    text-align: center;
  }
  .unavailable h1 {
    margin: 0 0 8px;
    font-size: 1.4em;
    font-weight: 600;
  }
  .unavailable p {
    margin: 0;
    line-height: 1.5;
  }
  .busy {
    display: flex;
    align-items: center;
    gap: 10px;
    padding: 6px 12px;
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  vscode-progress-ring {
    width: 16px;
    height: 16px;
  }
  footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    padding: 6px 12px;
    border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    line-height: 1.5;
  }
  footer p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  footer .actions {
    margin-inline-start: auto;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
  }
  .meter {
    inline-size: 120px;
    block-size: 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    background: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    border-radius: 3px;
    overflow: hidden;
  }
  .meter > div {
    height: 100%;
    background: var(--vscode-progressBar-background, var(--vscode-focusBorder));
  }
  .notice {
    padding: 1px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 3px;
  }
  .notice.problem {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground, currentColor));
  }
  /* What the labels say changes with the selection: whether they wrap must not. */
  @media (max-width: 1179px) {
    .tools > .end.two {
      flex-basis: 100%;
      justify-content: end;
    }
  }
  /* Below the other tools, as wide as they: one above the other where there are two. */
  @media (max-width: 519px) {
    .tools > .end,
    .tools > .end.two {
      flex: 1 1 100%;
      display: grid;
      justify-content: stretch;
    }
    footer .actions:not(:has(.meter)) {
      flex: 1 1 100%;
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 150px), 1fr));
    }
    footer .actions > .whole,
    footer .actions > :first-child:has(+ .whole) {
      grid-column: 1 / -1;
    }
  }
  @media (max-width: 219px) {
    .export {
      min-width: 0;
    }
  }
  @media (max-width: 759px) {
    .records {
      flex-direction: column;
    }
    .stage {
      flex: 1 1 50%;
    }
    prospect-details {
      flex: 1 1 50%;
      border-inline-start: 0;
      border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    }
    .filter {
      max-width: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    vscode-progress-ring {
      display: none;
    }
  }
  ${pressedStyles}
`;
