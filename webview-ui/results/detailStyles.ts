// Styles of the details pane.
import { css } from "lit";

export const detailStyles = css`
  :host {
    display: block;
    min-width: 0;
    min-height: 0;
    overflow: hidden;
    background: var(--side);
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
    line-height: 1.45;
  }
  section {
    display: flex;
    flex-direction: column;
    height: 100%;
    overflow-wrap: anywhere;
  }
  .head,
  .content {
    padding: 10px 12px;
  }
  .head {
    display: grid;
    gap: 2px;
    position: relative;
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
    margin-block: 14px 4px;
    font-size: 0.92em;
    color: var(--quiet);
  }
  h3:first-child {
    margin-top: 0;
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
    user-select: text;
  }
  @media (max-height: 519px) {
    section {
      overflow: auto;
    }
    .content {
      flex: none;
      overflow: visible;
    }
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
  .link {
    padding: 0;
    text-align: start;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .changed,
  .down {
    color: var(--vscode-gitDecoration-modifiedResourceForeground, inherit);
  }
  .up {
    color: var(--vscode-gitDecoration-addedResourceForeground, inherit);
  }
  .lines,
  pre {
    white-space: pre-wrap;
  }
  pre {
    font-size: var(--vscode-editor-font-size, 12px);
  }
  .labels li,
  .now {
    padding: 1px 8px;
    border: var(--edge);
    border-radius: var(--pill);
  }
  .timeline .entry {
    font-weight: 600;
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
  figure {
    max-width: 360px;
    margin-bottom: 10px;
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
`;
