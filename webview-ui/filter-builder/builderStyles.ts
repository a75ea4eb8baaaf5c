// The layout of the filter builder: one column on a narrow page, the request beside the form on a wide one.
import { css } from "lit";
import { sharedStyles } from "../components/sharedStyles";

export const builderStyles = [
  sharedStyles,
  css`
    :host {
      display: block;
      min-height: 100%;
      background: var(--vscode-editor-background);
    }
    .sticky {
      position: sticky;
      top: 0;
      z-index: 10;
    }
    .columns {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
    }
    .form {
      padding: 12px 16px 24px;
    }
    .notices {
      padding: 0 16px;
    }
    .form > p,
    .toAdd,
    .group {
      margin-top: 12px;
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
      border-inline-start-color: var(--vscode-editorWarning-foreground, currentColor);
    }
    .notice.error {
      border-inline-start-color: var(--vscode-editorError-foreground, currentColor);
    }
    code {
      font-family: var(--vscode-editor-font-family, monospace);
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
    .toAdd {
      columns: 17em auto;
      column-gap: 24px;
    }
    .toAdd section {
      break-inside: avoid-column;
      padding-bottom: 14px;
    }
    .toAdd button {
      display: flex;
      flex-wrap: wrap;
      gap: 0 8px;
      width: 100%;
      margin-inline: -5px;
      padding: 2px 4px;
      border-radius: var(--round);
    }
    .toAdd button:hover {
      background: var(--vscode-list-hoverBackground);
      outline: var(--dash);
      outline-offset: -1px;
    }
    .toAdd .label {
      color: var(--vscode-textLink-foreground);
    }
    .leaveOut {
      margin-top: 16px;
      max-width: 60em;
    }
    .leaveOut .value {
      margin: 2px -4px;
    }
    .leaveOut .value .quiet {
      flex: 1;
    }
    aside {
      padding: 10px 16px 16px;
      background: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
      border-top: var(--edge);
    }
    @media (min-width: 900px) {
      .columns {
        grid-template-columns: minmax(0, 1fr) minmax(260px, 28%);
        min-height: calc(100vh - var(--bar-height, 100px));
      }
      aside {
        border-top: 0;
        border-inline-start: var(--edge);
      }
      prospect-request-panel {
        position: sticky;
        top: calc(var(--bar-height, 100px) + 10px);
      }
    }
    @media (max-width: 640px), (max-height: 500px) {
      /* On a small page the bar would cover the form. */
      .sticky {
        position: static;
      }
    }
  `,
];
