// The page's frame: two lines above, facets, grid and details in the middle, one line below.
import { css } from "lit";
import { buttonStyles, inputStyles, plainButtonStyles } from "./controlStyles";

const border = css`1px solid var(--vscode-contrastBorder, var(--vscode-panel-border))`;

/** The lines above and below. */
const lineStyles = css`
  .line {
    display: flex;
    align-items: center;
    gap: 2px 6px;
    min-height: 30px;
    box-sizing: border-box;
    padding: 3px 10px;
  }
  .tools,
  .banner,
  footer {
    flex-wrap: wrap;
  }
  .banner {
    gap: 4px 10px;
    border-bottom: ${border};
  }
  .banner.stopped {
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor));
    border-inline-width: 0;
    background: var(--vscode-inputValidation-warningBackground);
    color: var(--vscode-inputValidation-warningForeground, inherit);
  }
  .banner .why {
    flex: 1 1 240px;
    min-width: 0;
  }
  .banner p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .head,
  .tools {
    border-bottom: ${border};
  }
  h1 {
    margin: 0;
    flex: 0 1 auto;
    min-width: 4em;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 1em;
    font-weight: 600;
  }
  .group,
  .end,
  .badges,
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    min-width: 0;
  }
  .head .end {
    flex: none;
    flex-wrap: nowrap;
  }
  .end {
    margin-inline-start: auto;
  }
  footer p {
    margin-block: 0;
    overflow-wrap: anywhere;
  }
  .state,
  .muted,
  footer {
    color: var(--vscode-descriptionForeground);
  }
  .filter {
    flex: 1 1 160px;
    min-width: 120px;
    max-width: 320px;
    display: flex;
    align-items: center;
    position: relative;
  }
  .filter input {
    ${inputStyles}
    flex: 1;
    padding-inline-end: 24px;
  }
  .filter .clear {
    position: absolute;
    inset-inline-end: 2px;
  }
  .filter input::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  .filter input:focus {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
  }
  .toggle {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  .funnel {
    width: 14px;
    height: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.2;
    stroke-linejoin: round;
  }
  .pill {
    min-width: 10px;
    padding: 0 5px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 9px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.86em;
    text-align: center;
  }
  .badge {
    padding: 1px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-input-border, var(--vscode-panel-border)));
    border-radius: 10px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.92em;
    white-space: nowrap;
    cursor: pointer;
  }
  .badge:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .badge[aria-pressed="true"] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
  }
  .badge:disabled {
    color: var(--vscode-disabledForeground, var(--vscode-descriptionForeground));
    cursor: default;
  }
  .badge:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: 1px;
  }
  /* The marks of changed records in the grid. Text in these colors has too little contrast in some themes. */
  .badge.new::before,
  .badge.changed::before,
  .badge.gone::before {
    content: "●" / "";
    margin-inline-end: 5px;
    color: var(--vscode-gitDecoration-addedResourceForeground, currentColor);
  }
  .badge.changed::before {
    content: "◆" / "";
    color: var(--vscode-gitDecoration-modifiedResourceForeground, currentColor);
  }
  .badge.gone::before {
    content: "✕" / "";
    color: var(--vscode-gitDecoration-deletedResourceForeground, currentColor);
  }
`;

const middleStyles = css`
  main {
    flex: 1;
    min-width: 0;
    min-height: 0;
    position: relative;
    display: flex;
  }
  prospect-facets {
    flex: 0 0 clamp(200px, 18vw, 260px);
    border-inline-end: ${border};
  }
  prospect-facets[overlay] {
    position: absolute;
    z-index: 10;
    inset-block: 0;
    inset-inline-start: 0;
    width: min(300px, calc(100% - 24px));
    box-shadow: 2px 0 8px var(--vscode-widget-shadow, transparent);
  }
  .records {
    flex: 1;
    min-width: 0;
    display: flex;
  }
  .middle {
    flex: 1;
    min-width: 0;
    min-height: 0;
    display: flex;
    flex-direction: column;
  }
  .active {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
    max-height: 84px;
    overflow-y: auto;
    padding: 4px 10px;
    border-bottom: ${border};
  }
  .chip {
    display: inline-flex;
    align-items: center;
    max-width: 100%;
    min-width: 0;
    padding-inline-start: 8px;
    border: ${border};
    border-radius: 4px;
  }
  .chip .text {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .active .link {
    margin-inline-start: 4px;
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
    flex: 0 0 clamp(270px, 28%, 420px);
    border-inline-start: ${border};
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
  .empty .group {
    justify-content: center;
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
    white-space: normal;
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
    border-bottom: ${border};
  }
  vscode-progress-ring {
    width: 16px;
    height: 16px;
  }
`;

const footerStyles = css`
  footer.line {
    gap: 2px 14px;
    border-top: ${border};
    line-height: 1.5;
  }
  footer .count:has(+ p) {
    padding-inline-end: 14px;
    border-inline-end: ${border};
  }
  footer .shown {
    color: var(--vscode-foreground);
  }
  .actions {
    margin-inline-start: auto;
    gap: 2px 14px;
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
    padding: 0 8px;
    border: ${border};
    border-radius: 3px;
    color: var(--vscode-foreground);
  }
  .notice.problem {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground, currentColor));
  }
`;

export const pageStyles = css`
  ${buttonStyles}
  ${plainButtonStyles}
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
  [hidden] {
    display: none !important;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  ${lineStyles}
  ${middleStyles}
  ${footerStyles}
  @media (max-width: 759px) {
    .records {
      flex-direction: column;
    }
    .middle,
    prospect-details {
      flex: 1 1 50%;
    }
    prospect-details {
      border-inline-start: 0;
      border-top: ${border};
    }
    .filter {
      max-width: none;
    }
  }
  @media (max-width: 899px) {
    .wide {
      display: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    vscode-progress-ring {
      display: none;
    }
  }
`;
