// Styles of the grid; all colors are the theme's.
import { css } from "lit";

export const gridStyles = css`
  :host {
    display: block;
    min-height: 0;
    min-width: 0;
    font-family: var(--vscode-font-family, sans-serif);
    font-size: var(--vscode-font-size, 13px);
    color: var(--vscode-foreground);
  }
  .viewport {
    height: 100%;
    overflow: auto;
    position: relative;
    overscroll-behavior: contain;
    overflow-anchor: none;
    background: var(--vscode-editor-background);
  }
  .grid {
    position: relative;
    user-select: none;
    -webkit-user-select: none;
    cursor: default;
  }
  .head {
    position: sticky;
    top: 0;
    z-index: 3;
  }
  .head > .row {
    position: relative;
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-editorGroup-border, var(--vscode-panel-border)));
    box-sizing: border-box;
    font-weight: 600;
  }
  .body {
    position: relative;
  }
  .body > .row {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    /* Not paint: a clip for each row costs a third of a frame, and nothing reaches out of a row. */
    contain: size layout style;
    background: var(--vscode-editor-background);
    color: var(--vscode-editor-foreground, var(--vscode-foreground));
  }
  .body > .row:hover {
    --tint: var(--vscode-list-hoverBackground, transparent);
    background: linear-gradient(var(--tint), var(--tint)), var(--vscode-editor-background);
    color: var(--vscode-list-hoverForeground, var(--vscode-foreground));
  }
  .body > .row[aria-selected="true"] {
    --tint: var(--vscode-list-inactiveSelectionBackground, transparent);
    background: linear-gradient(var(--tint), var(--tint)), var(--vscode-editor-background);
    color: var(--vscode-list-inactiveSelectionForeground, var(--vscode-foreground));
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .body > .row[aria-selected="true"] > .number:not(:focus) {
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  :host(:focus-within) .body > .row[aria-selected="true"] {
    --tint: var(--vscode-list-activeSelectionBackground, transparent);
    color: var(--vscode-list-activeSelectionForeground, var(--vscode-foreground));
  }
  .cell {
    position: absolute;
    top: 0;
    bottom: 0;
    box-sizing: border-box;
    padding: 0 8px;
    overflow: hidden;
    white-space: pre;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
    border-right: 1px solid color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    border-bottom: 1px solid color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
  }
  .numeric {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .cell:focus {
    outline: 2px solid var(--vscode-focusBorder, currentColor);
    outline-offset: -2px;
  }
  .number {
    position: sticky;
    left: 0;
    z-index: 1;
    height: 100%;
    background: linear-gradient(var(--tint, transparent), var(--tint, transparent)), var(--vscode-editor-background);
    color: inherit;
    text-align: right;
    font-variant-numeric: tabular-nums;
    padding: 0 8px 0 20px;
  }
  .number::before {
    content: "";
    position: absolute;
    left: 6px;
    top: 50%;
    width: 10px;
    height: 10px;
    margin-top: -6px;
    border: 1px solid currentColor;
    border-radius: 2px;
    opacity: 0.55;
    font-size: 10px;
    line-height: 10px;
    text-align: center;
  }
  .row:hover .number::before,
  .number:focus::before {
    opacity: 1;
  }
  [aria-selected="true"] > .number::before,
  .corner.all::before {
    content: "✓";
    opacity: 1;
    font-weight: 700;
  }
  .corner.some::before {
    content: "–";
    opacity: 1;
    font-weight: 700;
  }
  .corner {
    background: var(--vscode-editorWidget-background, var(--vscode-editor-background));
  }
  .header {
    padding-right: 14px;
  }
  .header:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  .header .sortMark {
    padding-left: 4px;
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
    background: var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 14%, transparent));
  }
  .grip:hover::after,
  .resizing .grip::after {
    top: 0;
    bottom: 0;
    background: var(--vscode-sash-hoverBorder, var(--vscode-focusBorder));
  }
  .waiting > .cell:not(.number) {
    --bar: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    background: linear-gradient(var(--bar), var(--bar)) 8px 50% / 65% 30% no-repeat;
  }
  .help {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (forced-colors: active) {
    .cell:focus {
      outline-color: Highlight;
    }
  }
`;
