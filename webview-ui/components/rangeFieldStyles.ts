// The layout of a range filter: its ranges in one line, the suggested ranges below it.
import { css } from "lit";

export const rangeFieldStyles = css`
  :host {
    display: block;
    position: relative;
  }
  .ranges {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 3px 6px;
  }
  .row {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 3px 5px;
  }
  .box {
    width: 5.4em;
    min-height: 26px;
    align-items: center;
  }
  .box input {
    flex: 1;
    width: 100%;
    padding-inline: 6px;
    font-variant-numeric: tabular-nums;
  }
  .not {
    font-weight: 600;
    padding: 0 5px;
    border: 1px dashed var(--vscode-editorWarning-foreground, currentColor);
    border-radius: 2px;
  }
  .message {
    flex-basis: 100%;
  }
  .message:empty {
    display: none;
  }
  .presets {
    position: absolute;
    z-index: 20;
    top: calc(100% + 2px);
    inset-inline-start: 0;
    max-width: 100%;
    padding: 6px;
    background: var(--vscode-editorSuggestWidget-background, var(--vscode-dropdown-background));
    color: var(--vscode-editorSuggestWidget-foreground, var(--vscode-dropdown-foreground));
    border: 1px solid var(--vscode-editorSuggestWidget-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
`;
