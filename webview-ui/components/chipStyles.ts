// The look of the values of a filter.
import { css } from "lit";

export const chipStyles = css`
  :host,
  .chips {
    display: contents;
  }
  /* What is excluded is a second line, below the input. */
  .break,
  .but,
  .not {
    order: 1;
  }
  .break {
    flex-basis: 100%;
  }
  .chip {
    display: inline-flex;
    max-width: 100%;
    align-items: stretch;
    min-height: 24px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: var(--round);
    background: color-mix(in srgb, var(--vscode-focusBorder, transparent) 14%, transparent);
    color: var(--vscode-editor-foreground, var(--vscode-foreground));
    overflow: clip;
  }
  .chip.not {
    border-style: dashed;
    border-color: var(--vscode-editorWarning-foreground, currentColor);
    background: color-mix(in srgb, var(--vscode-editorWarning-foreground, transparent) 10%, transparent);
  }
  .chip.invalid {
    border-style: solid;
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  .chip button {
    min-width: 24px;
    border-radius: inherit;
  }
  .chip button:hover {
    background: var(--hover);
    outline: var(--dash);
  }
  .chip button:is(:hover, :focus-visible) {
    outline-offset: -2px;
  }
  .chip .value {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 1px 2px;
    padding-inline-start: 9px;
  }
  .exact {
    font-style: italic;
    font-size: 0.92em;
  }
  .chip .remove {
    padding-inline: 2px 5px;
    text-align: center;
    font-size: 0.85em;
  }
  input {
    font: inherit;
    color: var(--vscode-input-foreground);
    background: var(--vscode-input-background);
    border: 0;
    outline: var(--ring);
    outline-offset: -1px;
    min-width: 6em;
    max-width: 100%;
    field-sizing: content;
    padding: 1px 9px;
    border-radius: inherit;
  }
`;
