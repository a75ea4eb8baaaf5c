// The layout of the filter builder: one column.
import { css } from "lit";
import { controlStyles } from "../components/controlStyles";

export const builderStyles = [
  controlStyles,
  css`
    :host {
      display: block;
      min-height: 100%;
      background: var(--vscode-editor-background);
      color: var(--vscode-foreground);
      line-height: 1.45;
    }
    .sticky {
      position: sticky;
      top: 0;
      z-index: 10;
    }
    .form {
      /* The button that removes a filter stays near its values. */
      max-width: 80em;
      padding: 12px 16px 24px;
    }
    .notices {
      padding: 0 16px;
    }
    :is(.form > p, .toAdd, .group, .leaveOut) {
      margin-top: 12px;
    }
    .form > .problem {
      margin-bottom: 6px;
    }
    .caps {
      color: var(--quiet);
      font-size: 0.85em;
      text-transform: uppercase;
      letter-spacing: 0.04em;
    }
    .entry {
      column-gap: 10px;
      align-items: baseline;
      padding: 3px 0;
      overflow-wrap: anywhere;
    }
    .notice {
      margin-top: 10px;
      padding: 8px 12px;
      border: var(--edge);
      border-inline-start: 4px solid var(--vscode-editorInfo-foreground, currentColor);
      border-radius: var(--round);
      background: var(--vscode-editorWidget-background);
      color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    }
    .notice.warning {
      border-inline-start-color: var(--warning);
    }
    .notice.error {
      border-inline-start-color: var(--vscode-editorError-foreground, currentColor);
    }
    code {
      max-height: 6em;
      overflow: hidden;
    }
    .actions {
      margin-top: 8px;
    }
    .filter {
      container-type: inline-size;
      scroll-margin-top: calc(var(--bar-height, 100px) + 30px);
    }
    .card {
      display: grid;
      grid-template-columns: minmax(7em, 11em) minmax(0, 1fr) auto;
      gap: 2px 10px;
      align-items: start;
      padding: 4px 0;
      border-bottom: var(--edge);
    }
    .card h3 {
      padding: 3px 0;
      font-weight: inherit;
      overflow-wrap: anywhere;
    }
    @container (max-width: 520px) {
      .card {
        grid-template-columns: minmax(0, 1fr) auto;
      }
      [data-field] {
        grid-row: 2;
        grid-column: 1 / -1;
      }
      .card h3 {
        padding-bottom: 0;
        color: var(--quiet);
      }
    }
    .companies {
      padding: 3px 0;
      overflow-wrap: anywhere;
    }
    .toAdd {
      columns: 17em auto;
      column-gap: 24px;
    }
    .toAdd section {
      break-inside: avoid-column;
      padding-bottom: 14px;
    }
    .toAdd button {
      width: 100%;
      margin-inline: -5px;
      padding: 2px 4px;
    }
    .toAdd .label {
      color: var(--vscode-textLink-foreground);
    }
    .leaveOut .value {
      margin: 2px -4px;
    }
    @media (max-width: 640px), (max-height: 500px) {
      /* On a small page the bar would cover the form. */
      .sticky {
        position: static;
      }
    }
  `,
];
