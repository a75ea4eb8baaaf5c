// Styles of the details pane; all colors are the theme's.
import { css } from "lit";
import { buttonStyles, pressedStyles } from "./controlStyles";

export const detailStyles = css`
  ${buttonStyles}
  :host {
    display: block;
    min-width: 0;
    min-height: 0;
    background: var(--vscode-sideBar-background, var(--vscode-editor-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
  }
  section {
    display: flex;
    flex-direction: column;
    height: 100%;
  }
  .head {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 8px;
    align-items: start;
    padding: 10px 12px;
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  .summary {
    grid-column: 1 / -1;
  }
  .summary p {
    margin: 0 0 4px;
    overflow-wrap: anywhere;
  }
  .changed {
    color: var(--vscode-gitDecoration-modifiedResourceForeground, var(--vscode-foreground));
  }
  .modes {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin-top: 6px;
  }
  h2 {
    margin: 2px 0 0;
    font-size: 1.15em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  h3 {
    margin: 16px 0 6px;
    font-size: 0.86em;
    font-weight: 600;
    letter-spacing: 0.05em;
    text-transform: uppercase;
    color: var(--vscode-descriptionForeground);
  }
  h3:first-child {
    margin-top: 0;
  }
  .content {
    flex: 1;
    overflow: auto;
    padding: 12px;
    user-select: text;
    line-height: 1.45;
  }
  .content:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: -1px;
  }
  .quiet {
    color: var(--vscode-descriptionForeground);
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: fit-content(90px) 1fr;
    gap: 2px 10px;
    margin: 0;
  }
  dt {
    color: var(--vscode-descriptionForeground);
    max-width: 90px;
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    min-width: 0;
  }
  .link {
    display: inline;
    padding: 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .link:hover {
    color: var(--vscode-textLink-activeForeground, var(--vscode-textLink-foreground));
    text-decoration: underline;
  }
  .link:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: 1px;
  }
  .up {
    color: var(--vscode-gitDecoration-addedResourceForeground, inherit);
  }
  .down {
    color: var(--vscode-gitDecoration-modifiedResourceForeground, inherit);
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  p.text {
    margin: 4px 0;
  }
  .text {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  ul,
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .labels {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .labels li {
    padding: 1px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 10px;
    overflow-wrap: anywhere;
  }
  .entries li {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    padding: 2px 0;
  }
  .entry {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .entries .entry {
    font-weight: 400;
  }
  .timeline li {
    position: relative;
    padding: 0 0 14px 18px;
    overflow-wrap: anywhere;
  }
  .timeline li::before {
    content: "";
    position: absolute;
    left: 0;
    top: 5px;
    width: 7px;
    height: 7px;
    border: 1px solid var(--vscode-foreground);
    border-radius: 50%;
    box-sizing: border-box;
  }
  .timeline .current::before {
    background: var(--vscode-foreground);
  }
  .timeline li:not(:last-child)::after {
    content: "";
    position: absolute;
    left: 3px;
    top: 14px;
    bottom: -3px;
    border-left: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
  }
  .when {
    color: var(--vscode-descriptionForeground);
    font-size: 0.92em;
  }
  .now {
    padding: 0 6px;
    border: 1px solid currentColor;
    border-radius: 8px;
  }
  pre {
    margin: 0;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: var(--vscode-editor-font-size, 12px);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  ${pressedStyles}
`;
