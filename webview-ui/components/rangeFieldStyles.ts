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
  }
  .box input {
    padding-inline: 6px;
    font-variant-numeric: tabular-nums;
  }
  .not {
    font-weight: 600;
    padding: 0 5px;
    border: 1px dashed var(--vscode-editorWarning-foreground, currentColor);
    border-radius: var(--round);
  }
  .message {
    flex-basis: 100%;
  }
  .presets {
    position: absolute;
    z-index: 20;
    top: calc(100% + 2px);
    inset-inline-start: 0;
    min-width: min(100%, 34em);
    max-width: 100%;
    padding: 6px;
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .presets button {
    padding: 2px 8px;
    min-height: 24px;
    border: var(--field);
    border-radius: var(--round);
    font-variant-numeric: tabular-nums;
  }
  .presets button:hover {
    background: var(--hover);
  }
  .presets button[aria-pressed="true"] {
    background: var(--vscode-inputOption-activeBackground, transparent);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, currentColor);
    font-weight: 600;
  }
`;
