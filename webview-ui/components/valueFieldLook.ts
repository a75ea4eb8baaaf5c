// How a value field lays out its chips and its input.
import { css } from "lit";

export const valueFieldLook = css`
  :host {
    display: block;
  }
  .box {
    flex-wrap: wrap;
    gap: 4px;
    padding: 3px;
    align-items: center;
    cursor: text;
  }
  .problem,
  .half {
    margin-top: 3px;
    overflow-wrap: anywhere;
  }
  prospect-combobox {
    flex: 1 1 15em;
    min-width: 0;
  }
`;
