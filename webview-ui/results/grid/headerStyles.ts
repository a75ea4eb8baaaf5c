// Styles of the grid's header; all colors are the theme's.
import { css } from "lit";

export const headerStyles = css`
  .head {
    position: sticky;
    top: 0;
    z-index: 3;
  }
  .head > .row {
    position: relative;
    background: var(--head);
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-editorGroup-border, var(--vscode-panel-border)));
    box-sizing: border-box;
    font-weight: 600;
    --head: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  .head .stuck {
    background: var(--head);
  }
  .header {
    display: flex;
    align-items: center;
    gap: 4px;
    border-bottom: 0;
  }
  .header.numeric {
    justify-content: flex-end;
  }
  .header:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .head .check {
    border-bottom: 0;
  }
  .label {
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .sortMark {
    font-size: 0.8em;
  }
  .filterMark {
    flex: none;
    width: 9px;
    height: 9px;
    background: currentColor;
    clip-path: polygon(0 0, 100% 0, 62% 48%, 62% 100%, 38% 84%, 38% 48%);
  }
  .menuButton {
    display: none;
    flex: none;
    position: absolute;
    right: 8px;
    top: 3px;
    bottom: 3px;
    width: 18px;
    line-height: 19px;
    text-align: center;
    border-radius: var(--round);
    background: var(--head);
  }
  .menuButton::before {
    content: "▾";
  }
  .menuButton:hover {
    background:
      linear-gradient(var(--vscode-toolbar-hoverBackground), var(--vscode-toolbar-hoverBackground)), var(--head);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .header:hover .menuButton,
  .header:focus .menuButton,
  .header.open .menuButton {
    display: block;
  }
  .header.dragged {
    opacity: 0.5;
  }
  .dropMark {
    position: absolute;
    top: 0;
    height: 100vh;
    width: 2px;
    margin-left: -1px;
    z-index: 4;
    background: var(--vscode-focusBorder, currentColor);
    pointer-events: none;
  }
  .grip {
    position: absolute;
    right: 0;
    top: 0;
    bottom: 0;
    width: 9px;
    cursor: col-resize;
    touch-action: none;
  }
  .grip::after {
    content: "";
    position: absolute;
    right: 0;
    top: 25%;
    bottom: 25%;
    width: 2px;
    background: var(--vscode-contrastBorder, var(--line));
  }
  .grip:hover::after,
  .resizing .grip::after {
    top: 0;
    bottom: 0;
    background: var(--vscode-sash-hoverBorder, var(--vscode-focusBorder));
  }
  @media (forced-colors: active) {
    .filterMark,
    .dropMark {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
