// The theme colours VS Code 1.139 gives to a webview in its four kinds of theme (Light Modern, Dark Modern and the two of
// high contrast), as far as the pages use them; for pages shown without a workbench.
import colours from "./themeColours.json";

/** By the value of the body's `data-vscode-theme-kind`. */
export const pageThemes: Readonly<Record<PageTheme, Readonly<Record<string, string>>>> = colours;

export type PageTheme = keyof typeof colours;
