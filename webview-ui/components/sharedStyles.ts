// What the controls of a form share beyond the sheet of all pages.
import { css } from "lit";
import { controlStyles } from "./controlStyles";

/** Text, buttons, and problems; included by every element of the builder and of Credit Usage. */
export const sharedStyles = [
  controlStyles,
  css`
    :host {
      color: var(--vscode-foreground);
      line-height: 1.45;
    }
    *,
    *::before,
    *::after,
    :host {
      box-sizing: border-box;
    }
    h1,
    h2,
    h3 {
      font-weight: 600;
    }
    button {
      padding: 0;
      border: 1px solid transparent;
      background: none;
      color: inherit;
      font: inherit;
      text-align: inherit;
      cursor: pointer;
    }
    :is(button, [tabindex], select):focus-visible {
      outline: var(--ring);
      outline-offset: 1px;
    }
    .caps {
      color: var(--quiet);
      font-size: 0.85em;
      text-transform: uppercase;
      letter-spacing: 0.04em;
    }
    .entry {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 10px;
      align-items: baseline;
      padding: 3px 0;
      overflow-wrap: anywhere;
    }
    /* Some themes have an error color too faint for text, so it is used for a bar beside the text. */
    .problem {
      padding-inline-start: 6px;
      border-inline-start: 3px solid var(--vscode-errorForeground, currentColor);
      overflow-wrap: anywhere;
    }
    .problem:empty {
      display: none;
    }
  `,
];

/** A box around an input. */
export const inputBoxStyles = css`
  .box {
    display: flex;
    min-height: 26px;
    border: var(--field);
    border-radius: var(--round);
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
  }
  .box:focus-within {
    border-color: var(--vscode-focusBorder);
  }
  .box.invalid {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  input {
    flex: 1;
    width: 100%;
    min-width: 0;
    padding: 3px 8px;
    border: 0;
    outline: none;
    background: transparent;
    color: inherit;
    font: inherit;
  }
  /* Italic, so that it never looks like a value, even where the colors hardly differ. */
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    font-style: italic;
    opacity: 1;
  }
`;
