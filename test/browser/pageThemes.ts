// The theme colors that VS Code 1.139 provides to webviews (Light Modern, Dark Modern, and both high-contrast themes),
// as far as the pages use them; for pages shown without a workbench.
import type { Page } from "playwright-core";
import colors from "./themeColors.json";

/** By the value of the body's `data-vscode-theme-kind`. */
export const pageThemes: Readonly<Record<PageTheme, Readonly<Record<string, string>>>> = colors;

export type PageTheme = keyof typeof colors;

/** Gives a page the colours of another theme, as the editor does; resolves once they are seen. */
export function wearTheme(page: Page, theme: PageTheme): Promise<void> {
  return page.evaluate(
    async ({ themes, worn }) => {
      const colours: Readonly<Record<string, string>> = themes[worn];
      for (const name of new Set(Object.values(themes).flatMap((all) => Object.keys(all)))) {
        document.documentElement.style.setProperty(name, colours[name] ?? "initial");
      }
      document.body.className = worn;
      document.body.dataset["vscodeThemeKind"] = worn;
      // The controls take the new colours in the next frame, some of them gradually.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.all(
        document
          .getAnimations()
          .map((animation) =>
            animation.effect?.getComputedTiming().endTime === Infinity
              ? undefined
              : animation.finished.catch(() => undefined),
          ),
      );
    },
    { themes: pageThemes, worn: theme },
  );
}
