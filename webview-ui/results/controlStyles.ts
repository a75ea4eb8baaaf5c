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
  border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
  border-radius: 2px;
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
