// How a range filter looks.
import { css } from "lit";

export const rangeFieldLook = css`
  :host {
    display: block;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin-bottom: 4px;
  }
  .box {
    flex: 0 1 9.5em;
    min-width: 7em;
    align-items: center;
  }
  .box input {
    flex: 1;
    width: 100%;
    font-variant-numeric: tabular-nums;
  }
  .box label {
    padding-inline-start: 8px;
    color: var(--vscode-descriptionForeground, inherit);
  }
  .side {
    padding: 2px 6px;
    text-align: center;
    font-weight: 600;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-input-border, transparent)));
    border-radius: 12px;
  }
  .side.not {
    border-style: dashed;
    border-radius: 2px;
    border-color: var(--vscode-editorWarning-foreground, currentColor);
  }
  .side:hover,
  .preset:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-top: 6px;
  }
  .preset {
    padding: 2px 8px;
    min-height: 24px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-input-border, transparent)));
    border-radius: 4px;
    font-variant-numeric: tabular-nums;
  }
  .preset[aria-pressed="true"] {
    background: var(--vscode-inputOption-activeBackground, transparent);
    color: var(--vscode-inputOption-activeForeground, inherit);
    border-color: var(--vscode-inputOption-activeBorder, currentColor);
    font-weight: 600;
  }
  .message {
    flex-basis: 100%;
  }
  .message:empty {
    display: none;
  }
  @media (max-width: 440px) {
    .box {
      flex: 1 1 7em;
    }
    .unit {
      display: none;
    }
  }
`;
