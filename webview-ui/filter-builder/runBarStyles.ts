// The layout of the run bar: the search and its buttons, the line of numbers, and notes.
import { css } from "lit";

export const runBarStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .bar {
    display: grid;
    gap: 4px;
    padding: 8px 16px;
    background: var(--vscode-sideBar-background, var(--vscode-editorWidget-background));
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
    border-bottom: var(--edge);
  }
  .line,
  .about,
  .end,
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
    align-items: center;
  }
  .numbers,
  .settings {
    align-items: flex-start;
  }
  .line:first-child,
  .end {
    flex-wrap: nowrap;
  }
  .about {
    flex: none;
  }
  .end {
    flex: none;
    gap: 6px;
    margin-inline-start: auto;
  }
  h1 {
    font-size: 1.23em;
  }
  .numbers {
    column-gap: 16px;
    line-height: 26px;
    font-variant-numeric: tabular-nums;
  }
  .matches {
    font-size: 1.23em;
    font-weight: 600;
  }
  .settings {
    gap: 2px 5px;
  }
  .settings prospect-number-field {
    max-width: 14em;
    line-height: 1.45;
  }
  vscode-progress-ring {
    width: 18px;
    height: 18px;
    flex: none;
  }
  kbd {
    margin-inline-start: 8px;
    font: inherit;
  }
  .mark {
    border: 1px solid currentColor;
    border-radius: var(--round);
    padding: 0 5px;
    font-size: 0.9em;
  }
  @media (prefers-reduced-motion: reduce) {
    vscode-progress-ring {
      display: none;
    }
  }
  @container (max-width: 620px) {
    .line:first-child {
      flex-wrap: wrap;
    }
    h1 {
      flex: 1 1 0;
    }
    .about {
      order: 1;
      flex-basis: 100%;
    }
    kbd,
    .end > .plain {
      display: none;
    }
  }
`;
