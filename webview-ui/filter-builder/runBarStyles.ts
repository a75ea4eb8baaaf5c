// The layout of the run bar: two columns on a wide page, one on a narrow one.
import { css } from "lit";

export const runBarStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: 4px 12px;
    align-items: center;
    padding: 8px 16px;
    background: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
    border-bottom: 1px solid
      var(--vscode-contrastBorder, var(--vscode-widget-border, var(--vscode-panel-border, transparent)));
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    align-items: baseline;
    min-width: 0;
  }
  h1 {
    font-size: 1.23em;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .buttons,
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 8px;
    align-items: center;
    justify-content: end;
  }
  .links {
    gap: 0 8px;
  }
  .numbers,
  .notes {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 2px 20px;
    align-items: baseline;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    gap: 2px 10px;
  }
  /* As high before the first count as after it. */
  #plan {
    min-height: 1.8em;
    line-height: 1.8em;
  }
  .matches {
    font-size: 1.23em;
    font-weight: 600;
  }
  #plan .word {
    padding: 0;
    text-decoration: underline;
  }
  .settings {
    line-height: 2.2em;
  }
  .settings prospect-number-field {
    vertical-align: middle;
    line-height: 1.45;
  }
  .notes vscode-checkbox {
    margin: 0;
  }
  vscode-progress-ring {
    width: 18px;
    height: 18px;
    flex: none;
  }
  .mark {
    border: 1px solid currentColor;
    border-radius: 3px;
    padding: 0 5px;
    font-size: 0.9em;
  }
  @media (prefers-reduced-motion: reduce) {
    vscode-progress-ring {
      display: none;
    }
  }
  @container (max-width: 720px) {
    .bar {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    .title {
      grid-column: 1 / -1;
    }
    .links {
      justify-content: start;
      margin-inline-start: -4px;
    }
  }
  @container (max-width: 620px) {
    .bar {
      grid-template-columns: minmax(0, 1fr);
    }
    .buttons vscode-button {
      flex: 1 1 auto;
    }
  }
`;
