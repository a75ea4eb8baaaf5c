// The layout of the run bar: the search and its buttons, the line of numbers, and notes.
import { css } from "lit";

export const runBarStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .bar {
    display: grid;
    /* A long name must not widen the page. */
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    padding: 8px 16px;
    background: var(--side);
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
    border-bottom: var(--edge);
  }
  .name,
  .end {
    flex-wrap: nowrap;
  }
  .about,
  .end {
    flex: none;
  }
  #plan:empty {
    display: none;
  }
  .end {
    margin-inline-start: auto;
  }
  h1 {
    font-size: 1.23em;
  }
  .numbers,
  .settings {
    align-items: flex-start;
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
  prospect-number-field {
    max-width: 14em;
  }
  prospect-number-field,
  .problem {
    line-height: 1.45;
  }
  kbd {
    margin-inline-start: 8px;
    font: inherit;
  }
  @container (max-width: 620px) {
    .name {
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
