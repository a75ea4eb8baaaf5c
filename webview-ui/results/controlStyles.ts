// Styles of controls. Text inputs are native ones, because the toolkit's replace their accessible name.
import { css } from "lit";

export const inputStyles = css`
  box-sizing: border-box;
  height: 26px;
  min-width: 0;
  padding: 0 9px;
  font: inherit;
  color: var(--vscode-input-foreground);
  background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-panel-border)));
  border-radius: var(--vscode-cornerRadius-small, 4px);
  outline-offset: -1px;
`;

/** The toolkit has one border for all buttons; newer themes define one for secondary buttons. */
export const buttonStyles = css`
  vscode-button[appearance="secondary"] {
    --button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
`;

/** A pressed button looks like an active option in VS Code, not like a focused button. */
export const pressedStyles = css`
  vscode-button[aria-pressed="true"] {
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: 1px;
    border-radius: 2px;
  }
  vscode-button[appearance="secondary"][aria-pressed="true"] {
    --button-border: var(--vscode-inputOption-activeBorder, var(--vscode-contrastActiveBorder, currentColor));
    --button-secondary-background: var(--vscode-inputOption-activeBackground);
    --button-secondary-foreground: var(--vscode-inputOption-activeForeground, inherit);
    --button-secondary-hover-background: var(--vscode-inputOption-activeBackground);
  }
`;

/** Buttons of the page's lines: without a border, as in VS Code's toolbars; links that do something. */
export const plainButtonStyles = css`
  .plain {
    padding: 3px 7px;
    border: 1px solid transparent;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  .plain:hover {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .plain[aria-pressed="true"],
  .plain.toggle[aria-expanded="true"] {
    background: var(--vscode-toolbar-activeBackground, var(--vscode-toolbar-hoverBackground));
    border-color: var(--vscode-contrastActiveBorder, transparent);
  }
  .icon {
    display: inline-grid;
    place-items: center;
    width: 22px;
    height: 22px;
    padding: 0;
  }
  .link {
    padding: 1px 0;
    border: 0;
    background: none;
    color: var(--vscode-textLink-foreground);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .link:hover {
    color: var(--vscode-textLink-activeForeground, var(--vscode-textLink-foreground));
    text-decoration: underline;
  }
  .plain:focus-visible,
  .link:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: -1px;
  }
  .link:focus-visible {
    outline-offset: 1px;
  }
`;

/** Check boxes like VS Code's: the browser's own know no theme. */
export const checkboxStyles = css`
  input[type="checkbox"],
  input[type="radio"] {
    appearance: none;
    flex: none;
    box-sizing: border-box;
    width: 16px;
    height: 16px;
    margin: 0;
    display: inline-grid;
    place-content: center;
    border: 1px solid var(--vscode-checkbox-border, var(--vscode-contrastBorder, currentColor));
    border-radius: 3px;
    background: var(--vscode-checkbox-background);
    color: var(--vscode-checkbox-foreground, var(--vscode-foreground));
    cursor: pointer;
  }
  input[type="radio"] {
    border-radius: 50%;
  }
  input[type="checkbox"]:checked {
    background: var(--vscode-button-background);
    border-color: var(--vscode-contrastBorder, var(--vscode-button-background));
    color: var(--vscode-button-foreground);
  }
  input[type="checkbox"]:checked::before {
    content: "✓" / "";
    font-size: 12px;
    font-weight: 700;
    line-height: 1;
  }
  input[type="radio"]:checked::before {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: currentColor;
  }
  input[type="checkbox"]:focus-visible,
  input[type="radio"]:focus-visible {
    outline: 1px solid var(--vscode-focusBorder, currentColor);
    outline-offset: 1px;
  }
  @media (forced-colors: active) {
    input[type="radio"]:checked::before {
      background: CanvasText;
    }
  }
`;
