// Styles of the facets pane.
import { css } from "lit";
import { checkboxStyles, inputStyles, plainButtonStyles } from "./controlStyles";

export const facetStyles = css`
  ${plainButtonStyles}
  ${checkboxStyles}
  :host {
    display: block;
    min-width: 0;
    box-sizing: border-box;
    overflow-y: auto;
    overflow-x: hidden;
    background: var(--vscode-sideBar-background, var(--vscode-editor-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
  }
  aside {
    padding: 4px 8px 12px;
  }
  .top {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 4px 0 4px 4px;
  }
  h2 {
    flex: 1;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  p {
    margin: 8px 4px;
    color: var(--vscode-descriptionForeground);
  }
  .facet {
    padding-top: 6px;
  }
  h3 {
    margin: 0;
    font-size: 1em;
    font-weight: normal;
  }
  .heading {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 24px;
    padding-inline-end: 4px;
  }
  .heading h3 {
    flex: 1;
    min-width: 0;
  }
  .fold {
    display: flex;
    align-items: center;
    gap: 4px;
    width: 100%;
    padding: 2px 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.92em;
    font-weight: 600;
    text-align: start;
    cursor: pointer;
  }
  .fold:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
  }
  .fold .name {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .arrow {
    flex: none;
    width: 12px;
    text-align: center;
  }
  .pill {
    flex: none;
    padding: 0 5px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: 9px;
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.92em;
    font-weight: normal;
  }
  .value {
    position: relative;
    z-index: 0;
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 22px;
    margin-bottom: 1px;
    padding: 0 4px;
    border-radius: var(--vscode-cornerRadius-small, 4px);
    cursor: pointer;
  }
  .value:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .value .label {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: isolate;
  }
  .value .count {
    flex: none;
    color: var(--vscode-descriptionForeground);
    font-variant-numeric: tabular-nums;
  }
  .value .bar {
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
  .unknown {
    padding-inline-start: 26px;
    color: var(--vscode-descriptionForeground);
    cursor: default;
  }
  .unknown:hover {
    background: none;
    outline: none;
  }
  .found {
    max-height: 260px;
    margin-bottom: 4px;
    overflow-y: auto;
  }
  .search {
    ${inputStyles}
    width: calc(100% - 8px);
    margin: 2px 4px 4px;
  }
  .search::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  .search:focus {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
  }
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    padding: 1px 4px 0 26px;
  }
  .note {
    margin: 2px 4px 2px 26px;
  }
  @media (forced-colors: active) {
    .value .bar {
      border-inline-end-width: 3px;
    }
  }
`;
