// Styles of the filter of a column.
import { css } from "lit";

export const columnFilterStyles = css`
  dialog {
    position: fixed;
    inset: auto;
    margin: 0;
    width: min(280px, calc(100vw - 8px));
  }
  dialog::backdrop {
    background: none;
  }
  :host-context(.vscode-dark) input,
  :host-context(.vscode-high-contrast:not(.vscode-high-contrast-light)) input {
    color-scheme: dark;
  }
  .content,
  fieldset {
    display: flex;
    flex-direction: column;
    gap: 8px;
    box-sizing: border-box;
    min-width: 0;
    min-height: 0;
  }
  .content {
    padding: 10px;
    max-height: inherit;
  }
  fieldset {
    gap: 4px;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .list,
  .values {
    flex: 1 1 auto;
  }
  .range,
  .modes {
    display: flex;
    flex-flow: row wrap;
    gap: 4px 8px;
  }
  .field {
    display: flex;
    flex-direction: column;
    gap: 2px;
    min-width: 0;
  }
  .range .field {
    flex: 1 1 100px;
  }
  .choice,
  .foot {
    display: flex;
    align-items: center;
    gap: 6px;
    cursor: pointer;
  }
  .foot {
    justify-content: space-between;
  }
  .values {
    overflow-y: auto;
    min-height: 48px;
    max-height: 200px;
    padding: 2px;
    border: var(--edge);
    border-radius: var(--round);
  }
  .note {
    padding: 2px 4px;
  }
  .problem {
    flex-basis: 100%;
    padding: 3px 6px;
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
    border-radius: var(--round);
    background: var(--vscode-inputValidation-errorBackground);
    color: var(--vscode-inputValidation-errorForeground, inherit);
  }
`;
