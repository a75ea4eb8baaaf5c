// Styles of a filter's values.
import { css } from "lit";

export const chipStyles = css`
  :host,
  .chips {
    display: contents;
  }
  /* Excluded values are on a second line, below the input. */
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
    min-height: 24px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: var(--round);
    background: color-mix(in srgb, var(--vscode-focusBorder, transparent) 14%, transparent);
    color: var(--vscode-editor-foreground, var(--vscode-foreground));
    overflow: clip;
  }
  .chip.not {
    border: 1px dashed var(--warning);
    background: color-mix(in srgb, var(--warning) 10%, transparent);
  }
  .chip.invalid {
    border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  .chip .value {
    display: block;
    padding-inline: 9px 2px;
  }
  .exact {
    font-style: italic;
    font-size: 0.92em;
  }
  .remove {
    min-width: 24px;
    text-align: center;
    font-size: 0.85em;
  }
  .text {
    width: auto;
    min-width: 6em;
    max-width: 100%;
    height: auto;
    border: 0;
    field-sizing: content;
  }
`;
