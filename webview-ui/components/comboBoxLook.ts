// How the combobox and its list look.
import { css } from "lit";

export const comboBoxLook = css`
  :host {
    position: relative;
    display: block;
  }
  :host([bare]) .box {
    border: 0;
    background: transparent;
    min-height: 24px;
  }
  input {
    flex: 1;
    width: 100%;
  }
  [role="listbox"] {
    position: absolute;
    z-index: 30;
    inset-inline-start: 0;
    top: calc(100% + 3px);
    min-width: min(100%, 34em);
    width: max-content;
    max-width: min(34em, calc(100vw - 24px));
    max-height: min(22em, 60vh);
    overflow-y: auto;
    padding: 4px;
    background: var(--vscode-editorSuggestWidget-background, var(--vscode-dropdown-background));
    color: var(--vscode-editorSuggestWidget-foreground, var(--vscode-dropdown-foreground));
    border: 1px solid var(--vscode-editorSuggestWidget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  [role="listbox"].above {
    top: auto;
    bottom: calc(100% + 3px);
  }
  .heading {
    padding: 6px 8px 2px;
    font-size: 0.85em;
    font-weight: 600;
  }
  [role="option"] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1em;
    justify-content: space-between;
    padding: 3px 8px;
    border-radius: 3px;
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  [role="option"]:hover {
    background: var(--vscode-list-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  [role="option"][aria-selected="true"] {
    background: var(--vscode-editorSuggestWidget-selectedBackground, var(--vscode-list-activeSelectionBackground));
    color: var(--vscode-editorSuggestWidget-selectedForeground, var(--vscode-list-activeSelectionForeground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  [role="option"][aria-selected="true"] .detail {
    color: inherit;
  }
  .detail {
    color: var(--vscode-descriptionForeground, inherit);
  }
  .none {
    padding: 6px 8px;
  }
`;
