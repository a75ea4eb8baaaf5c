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
      padding: 4px 16px 24px;
      min-width: 0;
    }
    prospect-notices {
      padding: 0 16px;
    }
    h3 {
      font-weight: 600;
    }
    .group {
      margin-top: 10px;
    }
    .group h3 {
      font-size: 0.85em;
      text-transform: uppercase;
      letter-spacing: 0.04em;
    }
    prospect-filter-card {
      scroll-margin-top: calc(var(--bar-height, 100px) + 30px);
    }
    .add {
      margin-top: 12px;
      max-width: 44em;
    }
    .empty {
      margin-top: 14px;
    }
    .empty h3 {
      font-size: 1.08em;
    }
    .empty prospect-filter-list {
      margin: 14px -6px 0;
    }
    aside {
      padding: 10px 16px 16px;
      min-width: 0;
      background: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
      border-top: 1px solid
        var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
    }
    @media (min-width: 900px) {
      .columns {
        grid-template-columns: minmax(0, 1fr) minmax(260px, 28%);
        min-height: calc(100vh - var(--bar-height, 100px));
      }
      aside {
        border-top: 0;
        border-inline-start: 1px solid
          var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
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
