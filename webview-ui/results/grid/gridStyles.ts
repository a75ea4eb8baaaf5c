// Styles of the grid; all colors come from the theme.
import { css } from "lit";
import { markStyles } from "../../components/controlStyles";

export const gridStyles = css`
  ${markStyles}
  :host {
    display: block;
    min-height: 0;
    min-width: 0;
    --line: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    --paper: var(--vscode-editor-background);
    --focus: var(--vscode-focusBorder, currentColor);
    /* Selected records and the range of cells: one color. */
    --selected: var(--vscode-list-activeSelectionBackground, transparent);
    --onSelected: var(--vscode-list-activeSelectionForeground, var(--vscode-foreground));
  }
  .viewport {
    height: 100%;
    overflow: auto;
    position: relative;
    overscroll-behavior: contain;
    overflow-anchor: none;
    background: var(--paper);
  }
  .grid,
  .body {
    position: relative;
    user-select: none;
    cursor: default;
  }
  .body > .row {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    /* No paint containment: a clip for each row costs a third of a frame, and nothing overflows a row. */
    contain: size layout style;
    color: var(--vscode-editor-foreground, var(--vscode-foreground));
  }
  .body > .row,
  .stuck {
    background: linear-gradient(var(--tint, transparent), var(--tint, transparent)), var(--paper);
  }
  .body > .row:is(:hover, .current) {
    --tint: var(--vscode-list-hoverBackground, transparent);
  }
  .body > .row:hover {
    outline: var(--dash);
    outline-offset: -1px;
  }
  .body > .row.current > .stuck {
    box-shadow: inset 3px 0 var(--focus);
  }
  .body > .row[aria-selected="true"] {
    --tint: var(--selected);
    color: var(--onSelected);
  }
  .body > .row[aria-selected="true"],
  .row[aria-selected="true"] > .stuck {
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
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
    border-bottom: 1px solid var(--line);
  }
  .numeric {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  :is(.cell, .box):focus {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
  .box:focus {
    outline-offset: 1px;
  }
  .none,
  .before,
  .mark,
  .words,
  .unusable {
    color: var(--quiet);
  }
  .link {
    color: var(--vscode-textLink-foreground);
  }
  .link:hover {
    text-decoration: underline;
  }
  /* Words that do not fit wrap to a second line, which is cut off. */
  .status {
    display: flex;
    flex-wrap: wrap;
    column-gap: 8px;
  }
  .value,
  .label {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    unicode-bidi: isolate;
  }
  .mark {
    display: inline-block;
    width: 16px;
  }
  .usable .mark {
    color: var(--vscode-testing-iconPassed, var(--vscode-charts-green, inherit));
  }
  .risky .mark {
    color: var(--warning);
  }
  .unusable .mark {
    color: var(--vscode-errorForeground, inherit);
  }
  .unusable .value,
  [data-change="gone"] .cell {
    text-decoration: line-through;
  }
  [data-change="gone"]:not([aria-selected="true"]) .cell:not(.range) {
    color: var(--quiet);
  }
  .range {
    --edge: var(--vscode-contrastActiveBorder, var(--focus));
    background: var(--selected);
    color: var(--onSelected);
  }
  /* All other colors were chosen for the background of the editor. */
  :is([aria-selected="true"], .range) :is(.link, .none, .before, .mark, .words, .value),
  [aria-selected="true"] .cell {
    color: inherit;
  }
  .range.top {
    box-shadow: inset 0 1px var(--edge);
  }
  .range.bottom {
    border-bottom-color: var(--edge);
  }
  .range.left {
    border-left: 1px solid var(--edge);
    padding-left: 7px;
  }
  .range.right {
    border-right: 1px solid var(--edge);
    padding-right: 7px;
  }
  .stuck {
    position: sticky;
    left: 0;
    z-index: 1;
    height: 100%;
  }
  .stuck::after {
    content: "";
    position: absolute;
    inset: 0 0 0 auto;
    border-right: 1px solid var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 30%, transparent));
    pointer-events: none;
  }
  .check {
    left: 0;
    padding: 0;
  }
  .box[role] {
    position: absolute;
    left: 8px;
    top: calc(50% - 8px);
    box-sizing: border-box;
  }
  .check:hover .box {
    border-color: var(--focus);
  }
  [aria-checked="mixed"]::before {
    content: "–";
  }
  .check::before,
  .check::after {
    position: absolute;
    right: 2px;
    width: 12px;
    text-align: center;
    font-size: 11px;
  }
  .listed .check::before {
    content: "★";
    right: 14px;
  }
  .check::after {
    content: var(--mark);
    color: var(--marked);
  }
  .tag {
    padding: 0 4px;
    border: 1px solid currentColor;
    border-radius: var(--round);
    font-size: 0.85em;
  }
  .waiting .cell:not(.check) {
    background: linear-gradient(var(--line), var(--line)) 8px 50% / 65% 30% no-repeat;
  }
  .editor {
    position: absolute;
    inset: 0;
    width: 100%;
    box-sizing: border-box;
    padding: 0 7px;
    border: 1px solid var(--focus);
    outline: none;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    font: inherit;
  }

  /* Its header */
  .head {
    --paper: var(--vscode-editorWidget-background, var(--vscode-editor-background));
    position: sticky;
    top: 0;
    z-index: 3;
  }
  .head > .row {
    position: relative;
    background: var(--paper);
    border-bottom: 1px solid var(--vscode-contrastBorder, var(--vscode-editorGroup-border, var(--vscode-panel-border)));
    box-sizing: border-box;
    font-weight: 600;
  }
  .header {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .head .cell {
    border-bottom: 0;
  }
  .header.numeric {
    justify-content: flex-end;
  }
  .header:hover {
    background: var(--hover);
  }
  .sortMark {
    font-size: 0.8em;
  }
  .filterMark,
  .dropMark {
    /* Forced colors would hide a shape. */
    forced-color-adjust: none;
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
    position: absolute;
    inset: 3px 8px 3px auto;
    width: 18px;
    line-height: 19px;
    text-align: center;
    border-radius: var(--round);
    background: linear-gradient(var(--tint, transparent), var(--tint, transparent)), var(--paper);
  }
  .menuButton::before {
    content: "▾";
  }
  .menuButton:hover {
    --tint: var(--hover);
    outline: var(--dash);
    outline-offset: -1px;
  }
  .header:is(:hover, :focus, .open) .menuButton {
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
    background: var(--focus);
    pointer-events: none;
  }
  .grip {
    position: absolute;
    inset: 0 0 0 auto;
    width: 9px;
    cursor: col-resize;
    touch-action: none;
  }
  .grip::after {
    content: "";
    position: absolute;
    inset: 25% 0 25% auto;
    width: 2px;
    background: var(--vscode-contrastBorder, var(--line));
  }
  :is(.grip:hover, .resizing .grip)::after {
    inset-block: 0;
    background: var(--vscode-sash-hoverBorder, var(--vscode-focusBorder));
  }
`;
