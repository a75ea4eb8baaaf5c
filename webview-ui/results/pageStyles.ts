// The page's frame: lines above, filters, grid and details in the middle, one line below.
import { css } from "lit";

export const pageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100vh;
    overflow: hidden;
    background: var(--vscode-editor-background);
    color: var(--vscode-foreground);
  }
  .line,
  .end,
  .badges,
  .actions,
  .filter,
  .toggle,
  .chip,
  .active,
  .heading,
  .fold {
    display: flex;
    align-items: center;
    gap: 2px 6px;
    min-width: 0;
  }
  .tools,
  .banner,
  .actions,
  .active {
    flex-wrap: wrap;
  }
  .line {
    min-height: 34px;
    padding: 3px 10px;
    border-bottom: var(--edge);
  }
  .badges,
  .end {
    flex: none;
  }
  .end,
  .actions {
    margin-inline-start: auto;
  }
  .tools .end {
    flex: initial;
    flex-wrap: wrap;
  }
  h1 {
    min-width: 4em;
  }
  prospect-menu {
    min-width: 60px;
  }
  .end prospect-menu {
    flex: none;
    min-width: 0;
  }
  p {
    overflow-wrap: anywhere;
  }
  .banner.stopped {
    border: 1px solid var(--vscode-inputValidation-warningBorder, var(--vscode-contrastBorder, currentColor));
    border-inline-width: 0;
    background: var(--vscode-inputValidation-warningBackground);
    color: var(--vscode-inputValidation-warningForeground, inherit);
  }
  .why {
    flex: 1 1 min(420px, 80%);
    min-width: 0;
  }
  .meter {
    flex: 0 1 160px;
    block-size: 6px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    border-radius: var(--round);
    background: color-mix(in srgb, var(--vscode-foreground) 14%, transparent);
    overflow: hidden;
  }
  .meter > div {
    height: 100%;
    background: var(--vscode-progressBar-background, var(--vscode-focusBorder));
  }
  .filter {
    flex: 1 1 80px;
    max-width: 320px;
    position: relative;
  }
  .filter .text {
    padding-inline-end: 24px;
  }
  .clear {
    position: absolute;
    inset-inline-end: 2px;
  }
  .funnel {
    width: 14px;
    height: 14px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.2;
  }
  .badge {
    padding: 1px 8px;
    border-radius: var(--pill);
    font-size: 0.92em;
  }
  .badge:not([aria-pressed="true"]) {
    border-color: var(--vscode-contrastBorder, var(--vscode-input-border, var(--vscode-panel-border)));
  }
  .badge::before {
    content: var(--mark) / "";
    color: var(--marked);
  }
  main,
  .records,
  .middle,
  .stage {
    display: flex;
    flex: 1;
    min-width: 0;
    min-height: 0;
    position: relative;
  }
  .middle {
    flex-direction: column;
  }
  .filters {
    flex: 0 0 clamp(200px, 18vw, 260px);
    padding: 4px 8px 12px;
    border-inline-end: var(--edge);
    overflow: hidden auto;
    background: var(--side);
    color: var(--vscode-sideBar-foreground, var(--vscode-foreground));
  }
  .filters.overlay {
    position: absolute;
    z-index: 10;
    inset-block: 0;
    width: min(300px, calc(100% - 24px));
    box-shadow: 2px 0 8px var(--vscode-widget-shadow, transparent);
  }
  .filters :is(p, .column) {
    padding-top: 6px;
  }
  .heading {
    min-height: 24px;
    padding-inline: 4px;
  }
  .heading :is(h2, h3) {
    flex: 1;
    min-width: 0;
  }
  .link.fold {
    width: 100%;
    color: inherit;
    font-size: 0.92em;
    font-weight: 600;
  }
  .arrow {
    width: 12px;
    text-align: center;
  }
  prospect-grid {
    flex: 1;
  }
  prospect-details {
    flex: 0 0 clamp(270px, 28%, 420px);
    border-inline-start: var(--edge);
  }
  .active {
    max-height: 40vh;
    overflow-y: auto;
    padding: 4px 10px;
    border-bottom: var(--edge);
  }
  .chip,
  .notice {
    max-width: 100%;
    padding-inline-start: 8px;
    border: var(--edge);
    border-radius: var(--round);
  }
  .empty,
  .unavailable {
    display: grid;
    place-content: center;
    place-items: center;
    gap: 12px;
    margin: auto;
    padding: 24px;
    text-align: center;
    line-height: 1.5;
  }
  .empty {
    position: absolute;
    inset: 34px 0 0 0;
    background: var(--vscode-editor-background);
  }
  :is(.empty, .unavailable) > * {
    max-width: 60ch;
  }
  .unavailable h1 {
    font-size: 1.4em;
  }
  footer.line {
    border-top: var(--edge);
    border-bottom: 0;
    line-height: 1.5;
    color: var(--quiet);
  }
  footer {
    position: relative;
    white-space: nowrap;
  }
  footer > :not(.facts) {
    flex: none;
  }
  footer .count {
    padding-inline-end: 14px;
    border-inline-end: var(--edge);
  }
  footer :is(.notice, .sums) {
    flex: 0 1 auto;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .facts {
    flex: 1;
  }
  .facts > span + span {
    margin-inline-start: 14px;
  }
  .popup.about {
    position: absolute;
    z-index: 20;
    inset: auto 8px calc(100% + 2px) auto;
    max-width: min(60ch, calc(100vw - 16px));
    max-height: 60vh;
    overflow: auto;
    padding: 8px 12px;
    white-space: normal;
  }
  .popup.about p + p {
    margin-top: 4px;
  }
  .offered {
    display: grid;
    justify-items: start;
    gap: 4px;
    margin-top: 8px;
  }
  .shown,
  .notice {
    color: var(--vscode-foreground);
  }
  .notice {
    padding-inline-end: 8px;
  }
  .notice.problem {
    border-color: var(--vscode-inputValidation-errorBorder, var(--vscode-errorForeground, currentColor));
  }
  .actions,
  footer.line {
    column-gap: 14px;
  }
  @media (max-width: 1199px) {
    .head .wide {
      display: none;
    }
  }
  @media (max-width: 899px) {
    .tools :is(.wide, .toggle .name) {
      display: none;
    }
  }
  @media (max-width: 759px) {
    /* Beside the sums there is no room for these words: the popup has them. */
    footer:has(.sums) .facts > span {
      display: none;
    }
    .filter {
      max-width: none;
    }
  }
  @media (max-width: 759px), (max-height: 519px) {
    /* There is no room for both: the details replace the records. */
    .records > prospect-details {
      position: absolute;
      inset: 0;
      z-index: 5;
      border-inline-start: 0;
    }
    .middle:has(+ prospect-details) {
      visibility: hidden;
    }
  }
  @media (max-height: 519px) {
    .why {
      max-height: 2lh;
      overflow: auto;
    }
  }
  @media (max-width: 519px) {
    .head > .quiet {
      display: none;
    }
  }
`;
