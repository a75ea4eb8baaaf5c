// Styles of the picker of a column's values.
import { css } from "lit";

export const valuePickerStyles = css`
  :host {
    display: block;
  }
  :host-context(.vscode-dark) input,
  :host-context(.vscode-high-contrast:not(.vscode-high-contrast-light)) input {
    color-scheme: dark;
  }
  .text {
    margin-bottom: 4px;
  }
  .range {
    display: flex;
    flex-flow: row wrap;
    gap: 4px 8px;
  }
  .field {
    flex: 1 1 80px;
    min-width: 0;
  }
  .problem {
    flex-basis: 100%;
    margin-bottom: 4px;
    padding: 3px 6px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: var(--round);
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, inherit);
  }
  .values {
    max-height: 310px;
    overflow-y: auto;
  }
  .value {
    position: relative;
    z-index: 0;
    margin-bottom: 1px;
  }
  .excluded .label {
    text-decoration: line-through;
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
