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
    prospect-notices {
      padding: 0 16px;
    }
    prospect-filter-card {
      scroll-margin-top: calc(var(--bar-height, 100px) + 30px);
    }
    .form > p,
    prospect-filter-list,
    .group {
      margin-top: 12px;
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
