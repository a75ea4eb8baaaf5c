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
    main {
      max-width: 1480px;
      margin: 0 auto;
      padding: 0 24px 40px;
    }
    header {
      display: flex;
      flex-wrap: wrap;
      gap: 8px 16px;
      align-items: end;
      padding: 18px 0 4px;
    }
    .title {
      flex: 1 1 14em;
      min-width: 0;
    }
    h1 {
      font-size: 1.55em;
      font-weight: 600;
      line-height: 1.25;
      overflow-wrap: anywhere;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    .sticky {
      position: sticky;
      top: 0;
      z-index: 10;
      padding: 8px 0;
      background: var(--vscode-editor-background);
    }
    .columns {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 24px 32px;
      margin-top: 12px;
    }
    .add {
      display: flex;
      flex-wrap: wrap;
      gap: 6px 16px;
      align-items: center;
    }
    .add prospect-combobox {
      flex: 1 1 16em;
      max-width: 34em;
    }
    h2 {
      font-size: 1.15em;
      font-weight: 600;
    }
    h3 {
      font-size: 0.92em;
      font-weight: 600;
    }
    .group {
      margin-top: 18px;
    }
    .group h3 {
      padding-bottom: 4px;
    }
    .empty {
      margin-top: 18px;
    }
    .empty h3 {
      font-size: 1.08em;
    }
    .empty prospect-filter-list {
      margin: 14px -6px 0;
    }
    prospect-rule {
      margin-top: 22px;
    }
    details {
      margin-top: 22px;
    }
    summary {
      cursor: pointer;
      font-weight: 600;
      padding: 3px 0;
    }
    summary:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
    }
    details prospect-filter-list {
      margin: 10px -6px 0;
    }
    @media (min-width: 1000px) {
      .columns {
        grid-template-columns: minmax(0, 1fr) minmax(320px, 30%);
      }
      aside {
        position: sticky;
        top: 124px;
        align-self: start;
      }
    }
    @media (max-width: 640px) {
      main {
        padding: 0 12px 32px;
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
