// Styles of the popup around the picker of a column.
import { css } from "lit";

export const popupStyles = css`
  dialog {
    position: fixed;
    inset: auto;
    margin: 0;
    width: min(280px, calc(100vw - 8px));
  }
  dialog::backdrop {
    background: none;
  }
  .content {
    display: flex;
    flex-direction: column;
    gap: 8px;
    box-sizing: border-box;
    padding: 10px;
    max-height: inherit;
  }
  prospect-value-picker {
    flex: 1 1 auto;
    min-height: 0;
    overflow-y: auto;
    padding: 1px;
  }
  .foot {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
`;
