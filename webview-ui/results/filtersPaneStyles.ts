// Styles of the pane of filters.
import { css } from "lit";

export const filtersPaneStyles = css`
  :host {
    box-sizing: border-box;
    overflow: hidden auto;
    background: var(--vscode-sideBar-background, var(--vscode-editor-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
  }
  aside {
    padding: 4px 8px 12px;
  }
  .top,
  .heading {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 24px;
    padding-inline: 4px;
  }
  h2,
  h3 {
    flex: 1;
    min-width: 0;
  }
  p,
  .column {
    padding-top: 6px;
  }
  .fold {
    display: flex;
    align-items: center;
    gap: 4px;
    width: 100%;
    padding: 2px 0;
    color: inherit;
    font-size: 0.92em;
    font-weight: 600;
  }
  .arrow {
    flex: none;
    width: 12px;
    text-align: center;
  }
`;
