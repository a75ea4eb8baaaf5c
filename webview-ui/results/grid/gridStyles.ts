// Styles of the grid; all colors are the theme's.
import { css } from "lit";
import { unseenStyles } from "../../components/controlStyles";
import { headerStyles } from "./headerStyles";

export const gridStyles = css`
  :host {
    display: block;
    min-height: 0;
    min-width: 0;
    font-family: var(--vscode-font-family, sans-serif);
    font-size: var(--vscode-font-size, 13px);
    color: var(--vscode-foreground);
    --line: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    --added: var(--vscode-gitDecoration-addedResourceForeground, var(--vscode-foreground));
    --modified: var(--vscode-gitDecoration-modifiedResourceForeground, var(--vscode-foreground));
    --deleted: var(--vscode-gitDecoration-deletedResourceForeground, var(--vscode-foreground));
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
    background: var(--vscode-editor-background);
  }
  .grid {
    position: relative;
    user-select: none;
    -webkit-user-select: none;
    cursor: default;
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
  .body > .row:is(:hover, .current, [aria-selected="true"]) {
    --tint: var(--vscode-list-hoverBackground, transparent);
    background: linear-gradient(var(--tint), var(--tint)), var(--vscode-editor-background);
  }
  .body > .row:hover {
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .body > .row.current > .stuck {
    box-shadow: inset 3px 0 var(--vscode-focusBorder, currentColor);
  }
  .body > .row[aria-selected="true"] {
    --tint: var(--selected);
    color: var(--onSelected);
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
  .cell:focus {
    outline: 2px solid var(--vscode-focusBorder, currentColor);
    outline-offset: -2px;
  }
  .none,
  .before {
    color: var(--vscode-descriptionForeground);
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
  .value {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .mark {
    display: inline-block;
    width: 16px;
    color: var(--vscode-descriptionForeground);
  }
  .usable .mark {
    color: var(--vscode-testing-iconPassed, var(--vscode-charts-green, inherit));
  }
  .risky .mark {
    color: var(--vscode-editorWarning-foreground, inherit);
  }
  .unusable .mark {
    color: var(--vscode-errorForeground, inherit);
  }
  .unusable,
  .words {
    color: var(--vscode-descriptionForeground);
  }
  .unusable .value {
    text-decoration: line-through;
  }
  .range {
    --edge: var(--vscode-contrastActiveBorder, var(--vscode-focusBorder, currentColor));
    background: var(--selected);
    color: var(--onSelected);
  }
  /* Every other color was chosen for the background of the editor. */
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
    box-sizing: border-box;
    background: linear-gradient(var(--tint, transparent), var(--tint, transparent)), var(--vscode-editor-background);
    color: inherit;
  }
  .stuck::after {
    content: "";
    position: absolute;
    inset: 0 0 0 auto;
    border-right: 1px solid var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 30%, transparent));
    pointer-events: none;
  }
  .body > .row[aria-selected="true"] > .stuck {
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .check {
    left: 0;
    padding: 0;
  }
  .box {
    position: absolute;
    left: 8px;
    top: 50%;
    width: 16px;
    height: 16px;
    margin-top: -8px;
    box-sizing: border-box;
    border: 1px solid var(--vscode-checkbox-border, var(--vscode-contrastBorder, currentColor));
    border-radius: var(--round);
    background: var(--vscode-checkbox-background, transparent);
    color: var(--vscode-checkbox-foreground, inherit);
    font-size: 12px;
    line-height: 14px;
    text-align: center;
  }
  .check:hover .box {
    border-color: var(--vscode-focusBorder, currentColor);
  }
  .box:focus {
    outline: 2px solid var(--vscode-focusBorder, currentColor);
    outline-offset: 1px;
  }
  .box[aria-checked="true"] {
    background: var(--vscode-button-background);
    border-color: var(--vscode-contrastBorder, var(--vscode-button-background));
    color: var(--vscode-button-foreground);
  }
  .box[aria-checked="true"]::before {
    content: "✓";
    font-weight: 700;
  }
  .box[aria-checked="mixed"]::before {
    content: "–";
    font-weight: 700;
  }
  .row.listed .check::before {
    content: "★";
    position: absolute;
    right: 14px;
    width: 12px;
    text-align: center;
    font-size: 11px;
  }
  .row[data-change] .check::after {
    position: absolute;
    right: 2px;
    width: 12px;
    text-align: center;
    font-size: 11px;
  }
  .row[data-change="new"] .check::after {
    content: "●";
    color: var(--added);
  }
  .row[data-change="changed"] .check::after {
    content: "◆";
    color: var(--modified);
  }
  .row[data-change="gone"] .check::after {
    content: "✕";
    color: var(--deleted);
  }
  .row[data-change="gone"] .cell {
    text-decoration: line-through;
  }
  .row[data-change="gone"]:not([aria-selected="true"]) .cell:not(.range) {
    color: var(--vscode-descriptionForeground);
  }
  .tag {
    display: inline-block;
    padding: 0 4px;
    line-height: 16px;
    border: 1px solid currentColor;
    border-radius: var(--round);
    font-size: 0.85em;
  }
  .waiting > .cell,
  .waiting > .stuck > .cell:not(.check) {
    --bar: var(--line);
    background: linear-gradient(var(--bar), var(--bar)) 8px 50% / 65% 30% no-repeat;
  }
  .editor {
    position: absolute;
    inset: 0;
    width: 100%;
    box-sizing: border-box;
    padding: 0 7px;
    border: 1px solid var(--vscode-focusBorder, currentColor);
    outline: none;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
    font: inherit;
  }
  ${unseenStyles}
  ::highlight(filter-words) {
    background-color: var(
      --vscode-editor-findMatchHighlightBackground,
      color-mix(in srgb, var(--vscode-focusBorder) 30%, transparent)
    );
    text-decoration: underline;
  }
  ${headerStyles}
  @media (forced-colors: active) {
    .cell:focus,
    .box:focus {
      outline-color: Highlight;
    }
    .box[aria-checked="true"] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;
