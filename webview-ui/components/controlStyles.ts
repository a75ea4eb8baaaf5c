// The one sheet of tokens and controls that all elements of the pages share. Every color is the theme's. Inputs are
// native ones, because the toolkit's replace their accessible name.
import { css } from "lit";

/** What screen readers alone say. */
export const unseenStyles = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

export const controlStyles = css`
  :host {
    --edge: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border));
    /* Light themes have a faint border for inputs or none: white on white. */
    --field: 1px solid
      var(
        --vscode-contrastBorder,
        color-mix(in srgb, currentColor 20%, var(--vscode-input-border, var(--vscode-widget-border, transparent)))
      );
    --ring: 1px solid var(--vscode-focusBorder, currentColor);
    --dash: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    --quiet: var(--vscode-descriptionForeground);
    --round: var(--vscode-cornerRadius-small, 4px);
    --pill: var(--vscode-cornerRadius-circle, 9999px);
    --hover: var(--vscode-toolbar-hoverBackground);
    font-family: var(--vscode-font-family, sans-serif);
    font-size: var(--vscode-font-size, 13px);
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
    font-size: 1em;
    list-style: none;
  }
  .quiet {
    color: var(--quiet);
  }
  [hidden] {
    display: none !important;
  }
  ${unseenStyles}
  .clip {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    unicode-bidi: isolate;
  }
  /* The toolkit has corners of its own, and one border for all buttons. */
  vscode-button,
  vscode-checkbox::part(control) {
    border-radius: var(--round);
  }
  vscode-button[appearance="secondary"] {
    --button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
  }
  .plain,
  .link,
  .badge {
    padding: 3px 7px;
    border: 1px solid transparent;
    border-radius: var(--round);
    background: none;
    color: inherit;
    font: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  .plain:hover,
  .badge:hover:not(:disabled) {
    background: var(--hover);
    outline: var(--dash);
    outline-offset: -1px;
  }
  /* What is on looks like an active option in VS Code, not like a focused button. */
  [aria-pressed="true"]:is(.plain, .badge),
  .toggle[aria-expanded="true"] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-contrastActiveBorder, transparent));
    background: var(--vscode-inputOption-activeBackground, var(--hover));
    color: var(--vscode-inputOption-activeForeground, inherit);
  }
  .icon {
    display: inline-grid;
    place-items: center;
    width: 22px;
    height: 22px;
    padding: 0;
  }
  .bordered {
    padding: 2px 8px;
    border: 1px solid var(--vscode-dropdown-border, var(--vscode-contrastBorder, var(--vscode-panel-border)));
    background: var(--vscode-dropdown-background);
    color: var(--vscode-dropdown-foreground, var(--vscode-foreground));
  }
  .link {
    padding: 1px 0;
    border: 0;
    color: var(--vscode-textLink-foreground);
    text-align: start;
    white-space: normal;
  }
  .link:hover {
    color: var(--vscode-textLink-activeForeground, var(--vscode-textLink-foreground));
    text-decoration: underline;
  }
  .link:disabled {
    color: var(--vscode-disabledForeground, var(--quiet));
    text-decoration: none;
    cursor: default;
  }
  :is(.plain, .link, .badge, .text, input):focus-visible {
    outline: var(--ring);
    outline-offset: 0;
  }
  .pill {
    min-width: 10px;
    padding: 0 5px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: var(--pill);
    background: var(--vscode-badge-background);
    color: var(--vscode-badge-foreground);
    font-size: 0.86em;
    text-align: center;
  }
  .text {
    box-sizing: border-box;
    width: 100%;
    height: 26px;
    min-width: 0;
    padding: 0 9px;
    border: var(--field);
    border-radius: var(--round);
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    font: inherit;
  }
  .text::placeholder {
    color: var(--vscode-input-placeholderForeground);
  }
  dialog,
  .popup {
    box-sizing: border-box;
    padding: 0;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-widget-border)));
    border-radius: var(--vscode-cornerRadius-medium, 6px);
    background: var(--vscode-editorWidget-background);
    color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
    box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
  }
  /* Values with a box to check. */
  .value {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 22px;
    padding: 0 4px;
    border-radius: var(--round);
    cursor: pointer;
  }
  .value:hover {
    background: var(--vscode-list-hoverBackground);
    outline: var(--dash);
    outline-offset: -1px;
  }
  .value .clip {
    flex: 1;
  }
  .count {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  input[type="checkbox"] {
    appearance: none;
    flex: none;
    box-sizing: border-box;
    width: 16px;
    height: 16px;
    margin: 0;
    display: inline-grid;
    place-content: center;
    border: 1px solid var(--vscode-checkbox-border, var(--vscode-contrastBorder, currentColor));
    border-radius: var(--round);
    background: var(--vscode-checkbox-background);
    color: var(--vscode-checkbox-foreground, var(--vscode-foreground));
    cursor: pointer;
  }
  input[type="checkbox"]:checked {
    border-color: var(--vscode-contrastBorder, var(--vscode-button-background));
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }
  input[type="checkbox"]:checked::before {
    content: "✓" / "";
    font-size: 12px;
    font-weight: 700;
    line-height: 1;
  }
`;
