// The theme colors that VS Code 1.139 provides to webviews (Light Modern, Dark Modern, and both high-contrast themes),
// as far as the pages use them; for pages shown without a workbench.
import colors from "./themeColors.json";

/** By the value of the body's `data-vscode-theme-kind`. */
export const pageThemes: Readonly<Record<PageTheme, Readonly<Record<string, string>>>> = colors;

export type PageTheme = keyof typeof colors;
