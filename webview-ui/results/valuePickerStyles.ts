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
  .text,
  .problem {
    margin-bottom: 4px;
  }
  .range,
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
  }
  .field {
    flex: 1 1 80px;
    min-width: 0;
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
  .count {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .bar {
    position: absolute;
    z-index: -1;
    inset-block: 0;
    inset-inline-start: 0;
    border: 0 solid var(--vscode-contrastBorder, transparent);
    border-inline-end-width: 1px;
    border-radius: inherit;
    background: color-mix(in srgb, var(--vscode-charts-blue, var(--vscode-focusBorder)) 22%, transparent);
  }
  .below,
  .note {
    padding: 1px 4px 1px 26px;
  }
`;
