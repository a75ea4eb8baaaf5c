// The stylesheet of tokens and controls that all elements of the pages share. All colors come from the theme. Inputs
// are native, because those of the toolkit replace their accessible name.
import { css } from "lit";

/** The part of the stylesheet that the grid also uses: its cells are not controls. */
export const markStyles = css`
  /* Text for screen readers only. */
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* A checkbox: an input, or an element that looks like one. */
  :is(input[type="checkbox"], span[role="checkbox"]) {
    appearance: none;
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    display: inline-grid;
    place-content: center;
    /* Themes give an empty box a border that can hardly be seen. */
    border: 1px solid var(--vscode-contrastBorder, color-mix(in srgb, currentColor 60%, transparent));
    border-radius: var(--round);
    background: var(--vscode-checkbox-background);
    color: var(--vscode-checkbox-foreground, var(--vscode-foreground));
    font: 700 12px/1 var(--vscode-font-family, sans-serif);
    cursor: pointer;
  }
  :is(input[type="checkbox"]:checked, span[role="checkbox"][aria-checked="true"]) {
    border-color: var(--vscode-contrastBorder, var(--vscode-button-background));
    background: var(--vscode-button-background);
    color: var(--vscode-button-foreground);
  }
  :is(input:checked, span[role="checkbox"][aria-checked="true"])::before {
    content: "✓" / "";
  }

  /* The marks of changes since an earlier run. Text in these colors has too little contrast in some themes. */
  :is(.new, [data-change="new"]) {
    --mark: "●";
    --marked: var(--vscode-gitDecoration-addedResourceForeground, currentColor);
  }
  :is(.changed, [data-change="changed"]) {
    --mark: "◆";
    --marked: var(--vscode-gitDecoration-modifiedResourceForeground, currentColor);
  }
  :is(.gone, [data-change="gone"]) {
    --mark: "✕";
    --marked: var(--vscode-gitDecoration-deletedResourceForeground, currentColor);
  }
`;

export const controlStyles = [
  markStyles,
  css`
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
      --warning: var(--vscode-editorWarning-foreground, currentColor);
      --round: var(--vscode-cornerRadius-small, 4px);
      --pill: var(--vscode-cornerRadius-circle, 9999px);
      --hover: var(--vscode-toolbar-hoverBackground);
      --side: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
      --mono: var(--vscode-editor-font-family, monospace);
      font-family: var(--vscode-font-family, sans-serif);
      font-size: var(--vscode-font-size, 13px);
    }
    *,
    *::before,
    *::after,
    :host {
      box-sizing: border-box;
    }
    [hidden] {
      display: none !important;
    }

    /* Text */
    :is(h1, h2, h3, p, ul, ol, dl, dd, pre, figure) {
      margin: 0;
      padding: 0;
      font-size: 1em;
      list-style: none;
    }
    :is(h1, h2, h3) {
      font-weight: 600;
    }
    :is(code, pre) {
      font-family: var(--mono);
    }
    .quiet {
      color: var(--quiet);
    }
    .clip {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      unicode-bidi: isolate;
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

    /* Buttons */
    button {
      padding: 0;
      border: 1px solid transparent;
      border-radius: var(--round);
      background: none;
      color: inherit;
      font: inherit;
      text-align: inherit;
      cursor: pointer;
    }
    button:disabled {
      color: var(--vscode-disabledForeground, var(--quiet));
      cursor: default;
    }
    .plain,
    .badge {
      padding: 3px 7px;
      white-space: nowrap;
    }
    /* A pressed button looks like an active option in VS Code, not like a focused button. */
    button[aria-pressed="true"],
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
      border-radius: var(--round);
      background: var(--vscode-dropdown-background);
      color: var(--vscode-dropdown-foreground, var(--vscode-foreground));
      font: inherit;
    }
    .link {
      padding: 1px 0;
      border: 0;
      text-align: start;
    }
    .link:enabled {
      color: var(--vscode-textLink-foreground);
    }
    .link:enabled:hover {
      color: var(--vscode-textLink-activeForeground, var(--vscode-textLink-foreground));
      text-decoration: underline;
    }
    /* The toolkit has its own corners, and the same border for all buttons. */
    vscode-button {
      border-radius: var(--round);
    }
    vscode-button[appearance="secondary"] {
      --button-border: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    }

    /* Options in a list */
    .choice,
    .value {
      --hover: var(--vscode-list-hoverBackground);
      border-radius: var(--round);
      cursor: pointer;
    }
    :where(.plain, .badge:enabled, .choice, .value):hover {
      background: var(--hover);
      outline: var(--dash);
      outline-offset: -1px;
    }
    :where(button, input, select, [tabindex]):focus-visible {
      outline: var(--ring);
      outline-offset: -1px;
    }
    /* An option with a checkbox */
    .value {
      display: flex;
      align-items: center;
      gap: 6px;
      min-height: 22px;
      padding: 0 4px;
    }
    .value .clip {
      flex: 1;
    }

    /* Inputs */
    .text {
      width: 100%;
      min-width: 0;
      height: 26px;
      padding: 0 8px;
      border: var(--field);
      border-radius: var(--round);
      background: var(--vscode-input-background);
      color: var(--vscode-input-foreground);
      font: inherit;
    }
    .text[aria-invalid="true"] {
      border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground));
    }
    /* Italic, so that it never looks like a value, even where the colors hardly differ. */
    .text::placeholder {
      color: var(--vscode-input-placeholderForeground);
      font-style: italic;
      opacity: 1;
    }

    /* Small things */
    .pill {
      min-width: 20px;
      padding: 0 5px;
      border: 1px solid var(--vscode-contrastBorder, transparent);
      border-radius: var(--pill);
      background: var(--vscode-badge-background);
      color: var(--vscode-badge-foreground);
      font-size: 0.86em;
      text-align: center;
    }
    .tag {
      padding: 0 5px;
      border: 1px solid currentColor;
      border-radius: var(--round);
      font-size: 0.9em;
    }
    vscode-progress-ring {
      width: 16px;
      height: 16px;
      flex: none;
    }
    @media (prefers-reduced-motion: reduce) {
      vscode-progress-ring {
        display: none;
      }
    }

    /* Parts of the layout */
    .flow {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 3px 6px;
    }
    dialog,
    .popup {
      padding: 0;
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-widget-border)));
      border-radius: var(--vscode-cornerRadius-medium, 6px);
      background: var(--vscode-editorWidget-background);
      color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    dialog[open] {
      display: flex;
      flex-direction: column;
    }
  `,
];
