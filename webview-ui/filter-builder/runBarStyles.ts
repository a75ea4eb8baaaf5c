// The layout of the run bar: two columns on a wide page, one on a narrow one.
import { css } from "lit";

export const runBarStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 16px;
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
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
    align-items: center;
  }
  .settings vscode-checkbox {
    margin: 0 0 0 10px;
  }
  .plan {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    align-items: center;
    min-height: 1.45em;
    font-variant-numeric: tabular-nums;
  }
  .matches {
    font-size: 1.23em;
    font-weight: 600;
  }
  .plan .word {
    padding: 0;
    text-decoration: underline;
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
  @container (max-width: 860px) {
    .settings,
    .links {
      grid-column: 1 / -1;
      justify-content: start;
      margin-inline-start: -4px;
    }
    .settings {
      margin: 0;
    }
  }
  @container (max-width: 620px) {
    .bar {
      grid-template-columns: minmax(0, 1fr);
    }
    .buttons,
    .links {
      justify-content: start;
    }
    .buttons vscode-button {
      flex: 1 1 auto;
    }
  }
`;
