// Styles of the filter of a column.
import { css } from "lit";
import { buttonStyles, checkboxStyles, inputStyles, plainButtonStyles } from "./controlStyles";

export const columnFilterStyles = css`
  ${buttonStyles}
  ${plainButtonStyles}
  ${checkboxStyles}
  dialog {
    position: fixed;
    inset: auto;
    margin: 0;
    box-sizing: border-box;
    width: min(280px, calc(100vw - 8px));
    padding: 0;
    background: var(--vscode-editorWidget-background);
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-widget-border)));
    border-radius: 5px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    font-family: var(--vscode-font-family, sans-serif);
    font-size: var(--vscode-font-size, 13px);
  }
  dialog::backdrop {
    background: none;
  }
  :host-context(.vscode-dark) input,
  :host-context(.vscode-high-contrast:not(.vscode-high-contrast-light)) input {
    color-scheme: dark;
  }
  .content {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 10px;
    box-sizing: border-box;
    max-height: inherit;
    min-height: 0;
  }
  h2 {
    margin: 0;
    font-size: 1em;
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  fieldset {
    min-width: 0;
    min-height: 0;
    margin: 0;
    padding: 0;
    border: 0;
    display: flex;
    flex-direction: column;
    gap: 4px;
  }
  .list {
    flex: 1 1 auto;
  }
  .range {
    flex-flow: row wrap;
    gap: 4px 8px;
  }
  .range label {
    flex: 1 1 100px;
  }
  .field {
    display: flex;
    flex-direction: column;
    gap: 2px;
    min-width: 0;
  }
  .text {
    ${inputStyles}
    width: 100%;
  }
  .text::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  .text:focus {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
  }
  .modes {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
  }
  .choice,
  .value {
    display: flex;
    align-items: center;
    gap: 6px;
    cursor: pointer;
  }
  .values {
    overflow-y: auto;
    min-height: 48px;
    max-height: 200px;
    flex: 1 1 auto;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    border-radius: 2px;
    padding: 2px;
  }
  .value {
    min-height: 22px;
    padding: 0 4px;
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
  .count,
  .note {
    color: var(--vscode-descriptionForeground);
  }
  .note {
    margin: 0;
    padding: 2px 4px;
  }
  .problem {
    margin: 0;
    flex-basis: 100%;
    padding: 3px 6px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: 2px;
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, inherit);
  }
  .foot {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
  }
`;
