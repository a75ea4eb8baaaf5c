// Styles of the facets pane.
import { css } from "lit";

export const facetStyles = css`
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
  .facet {
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
  .value {
    position: relative;
    z-index: 0;
    margin-bottom: 1px;
  }
  .bar {
    position: absolute;
    z-index: -1;
    inset-inline-start: 0;
    inset-block: 0;
    box-sizing: border-box;
    border: 0 solid var(--vscode-contrastBorder, transparent);
    border-inline-end-width: 1px;
    border-radius: inherit;
    background: color-mix(in srgb, var(--vscode-charts-blue, var(--vscode-focusBorder)) 22%, transparent);
  }
  .found {
    max-height: 260px;
    margin-bottom: 4px;
    overflow-y: auto;
  }
  .search {
    margin-block: 2px 4px;
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
  }
  .below,
  .note {
    padding: 1px 4px 1px 26px;
  }
  @media (forced-colors: active) {
    .bar {
      border-inline-end-width: 3px;
    }
  }
`;
