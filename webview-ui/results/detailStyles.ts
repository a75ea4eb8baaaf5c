// Styles of the details pane.
import { css } from "lit";

export const detailStyles = css`
  :host {
    min-width: 0;
    min-height: 0;
    background: var(--vscode-sideBar-background, var(--vscode-editor-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
  }
  section {
    display: flex;
    flex-direction: column;
    height: 100%;
    line-height: 1.45;
    overflow-wrap: anywhere;
  }
  .head {
    display: flex;
    flex-direction: column;
    gap: 2px;
    position: relative;
    padding: 10px 12px;
    border-bottom: var(--edge);
  }
  .close {
    position: absolute;
    inset: 8px 8px auto auto;
  }
  h2 {
    padding-inline-end: 24px;
    font-size: 1.15em;
  }
  h3 {
    margin: 14px 0 4px;
    font-size: 0.92em;
    color: var(--quiet);
  }
  h3:first-child {
    margin-top: 0;
  }
  .changed {
    color: var(--vscode-gitDecoration-modifiedResourceForeground, var(--vscode-foreground));
  }
  .actions,
  .labels,
  .entries li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
  }
  .actions {
    margin-top: 6px;
  }
  .content {
    flex: 1;
    overflow: auto;
    padding: 10px 12px;
    user-select: text;
  }
  .content:focus-visible {
    outline: var(--ring);
    outline-offset: -1px;
  }
  dl {
    display: grid;
    grid-template-columns: fit-content(90px) minmax(0, 1fr);
    gap: 2px 10px;
  }
  dt {
    max-width: 90px;
    color: var(--quiet);
  }
  dd {
    display: flex;
    gap: 6px;
    min-width: 0;
  }
  .whole dt {
    white-space: normal;
  }
  dd .link {
    padding: 0;
  }
  .up {
    color: var(--vscode-gitDecoration-addedResourceForeground, inherit);
  }
  .down {
    color: var(--vscode-gitDecoration-modifiedResourceForeground, inherit);
  }
  .lines {
    white-space: pre-wrap;
  }
  .labels li,
  .now {
    padding: 1px 8px;
    border: var(--edge);
    border-radius: var(--pill);
  }
  .entry {
    font-weight: 600;
  }
  .entries .entry {
    font-weight: 400;
  }
  .timeline li {
    position: relative;
    padding: 0 0 12px 16px;
  }
  .timeline li::before {
    content: "";
    position: absolute;
    inset: 6px auto auto 0;
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
    inset: 14px auto -4px 3px;
    border-left: var(--edge);
  }
  .timeline .link {
    max-width: 100%;
    padding: 0;
  }
  figure {
    max-width: 360px;
    margin: 0 0 10px;
  }
  figcaption {
    display: flex;
    justify-content: space-between;
    gap: 10px;
  }
  polyline {
    fill: none;
    stroke: var(--vscode-charts-blue, currentcolor);
    stroke-width: 1.5;
  }
  circle {
    fill: var(--vscode-charts-blue, currentcolor);
  }
  pre {
    margin: 0;
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: var(--vscode-editor-font-size, 12px);
    white-space: pre-wrap;
  }
`;
