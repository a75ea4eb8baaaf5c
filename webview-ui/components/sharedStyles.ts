// Styles that all elements of the pages share. Every color is the theme's.
import { css } from "lit";

/** Text, focus ring and small parts; included by every element. */
export const sharedStyles = css`
  :host {
    box-sizing: border-box;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size, 13px);
    font-weight: var(--vscode-font-weight, normal);
    line-height: 1.45;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p,
  ul {
    margin: 0;
    padding: 0;
    font-weight: inherit;
  }
  ul {
    list-style: none;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid transparent;
    padding: 0;
    margin: 0;
    cursor: pointer;
    text-align: inherit;
  }
  button:focus-visible,
  a:focus-visible,
  [tabindex]:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
  }
  .quiet {
    color: var(--vscode-descriptionForeground, var(--vscode-foreground));
  }
  /* Some themes have an error color too faint for text, so it is used for a bar beside the text. */
  .problem {
    border-inline-start: 3px solid var(--vscode-errorForeground, currentColor);
    padding-inline-start: 6px;
  }
  .problem:empty {
    display: none;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  bdi {
    unicode-bidi: isolate;
  }
  /* The toolkit has one border for all buttons; newer themes have their own for secondary buttons. */
  vscode-button[appearance="secondary"] {
    --button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
`;

/** A box around an input. */
export const inputBoxStyles = css`
  .box {
    display: flex;
    min-height: 28px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    border: 1px solid;
    /* Light themes have neither: the input would be white on white. */
    border-color: var(
      --vscode-input-border,
      var(--vscode-contrastBorder, var(--vscode-widget-border, color-mix(in srgb, currentColor 35%, transparent)))
    );
    border-radius: var(--vscode-cornerRadius-small, 3px);
  }
  .box:focus-within {
    border-color: var(--vscode-focusBorder);
  }
  .box.invalid {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
  }
  input {
    font: inherit;
    color: inherit;
    background: transparent;
    border: 0;
    outline: none;
    min-width: 0;
    padding: 3px 8px;
  }
  /* Italic, so that it never looks like a value, even where the colors hardly differ. */
  input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    font-style: italic;
    opacity: 1;
  }
`;

/** Small buttons without a box: a word like a link, or an icon. */
export const linkButtonStyles = css`
  .word {
    color: var(--vscode-textLink-foreground);
    border-radius: var(--vscode-cornerRadius-small, 3px);
    padding: 1px 4px;
  }
  .word:hover {
    text-decoration: underline;
    color: var(--vscode-textLink-activeForeground, var(--vscode-textLink-foreground));
  }
  .icon {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-width: 24px;
    min-height: 24px;
    border-radius: var(--vscode-cornerRadius-small, 4px);
    color: var(--vscode-icon-foreground, var(--vscode-foreground));
  }
  .icon:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
`;
