// Plays the scenes and saves a picture of each as PNG.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exampleWorkspace } from "../host/paths.mjs";
import { launchBrowser } from "./pageInBrowser";
import { pageStates } from "./pageStates";
import { wearTheme } from "./pageThemes";
import { scenes, type Scene } from "./scenes";
import { startHost } from "./workbenchHost";
import { themes, themeSettings, type ThemeName } from "./workbenchPage";

export { takeDemo } from "./demo";
export { scenes } from "./scenes";

export const themeNames = Object.keys(themes) as readonly ThemeName[];
export const widths: readonly number[] = [1600, 1000, 400];

export interface ScreenshotPlan {
  readonly scenes: readonly string[];
  readonly themes: readonly ThemeName[];
  readonly widths: readonly number[];
  readonly height: number;
  /** @returns where the picture goes */
  file(scene: string, theme: ThemeName, width: number): string;
}

/** @returns the scenes that failed, each with the reason */
export async function takeScreenshots(plan: ScreenshotPlan): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const scene of scenes.filter(({ name }) => plan.scenes.includes(name))) {
    for (const theme of plan.themes) {
      try {
        await takeOne(scene, theme, plan);
        console.log(`  ${scene.name}, ${theme}`);
      } catch (error) {
        console.error(error);
        failures.push(`${scene.name}, ${theme}: ${String(error).split("\n")[0]}`);
      }
    }
  }
  return failures;
}

/** Pictures of the pages alone, each in every state it has. */
export async function takeStates({
  themes: wanted,
  widths: wide,
  height,
  file,
}: Omit<ScreenshotPlan, "scenes">): Promise<readonly string[]> {
  const browser = await launchBrowser();
  const failures: string[] = [];
  try {
    for (const [name, open] of Object.entries(pageStates)) {
      for (const width of wide) {
        try {
          const page = await open(browser, { width });
          await page.setViewportSize({ width, height });
          for (const theme of wanted) {
            await wearTheme(page, `vscode-${pageThemeNames[theme]}`);
            await page.screenshot({
              path: file(name.replace(/\W+/g, "-"), theme, width),
              animations: "disabled",
              caret: "hide",
            });
          }
          await page.context().close();
        } catch (error) {
          console.error(error);
          failures.push(`${name}, ${width} px: ${String(error).split("\n")[0]}`);
        }
      }
    }
  } finally {
    await browser.close();
  }
  return failures;
}

const pageThemeNames = {
  light: "light",
  dark: "dark",
  "hc-light": "high-contrast-light",
  "hc-dark": "high-contrast",
} as const;

async function takeOne(scene: Scene, theme: ThemeName, plan: ScreenshotPlan): Promise<void> {
  const viewport = { width: Math.max(...plan.widths), height: plan.height };
  const host = await startHost({
    files: scene.files ?? textFiles(exampleWorkspace),
    settings: themeSettings(theme),
    viewport,
  });
  try {
    const window = await host.open();
    await window.waitForTheme(theme);
    await scene.play(window, host);
    for (const width of [...plan.widths].sort((a, b) => b - a)) {
      await window.page.setViewportSize({ ...viewport, width });
      await scene.resized?.(window, width);
      await window.page.mouse.move(width - 1, plan.height - 40); // where no tooltip opens
      await window.page.waitForTimeout(600); // until lists and editors are laid out again
      const file = plan.file(scene.name, theme, width);
      const png = await window.page.screenshot({ animations: "disabled", caret: "hide" });
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, png);
    }
  } finally {
    await host.stop();
  }
}

function textFiles(folder: string, below = ""): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(path.join(folder, below)).map((entry) => {
      const name = path.posix.join(below, entry);
      return statSync(path.join(folder, name)).isDirectory()
        ? textFiles(folder, name)
        : { [name]: readFileSync(path.join(folder, name), "utf8") };
    }),
  ) as Record<string, string>;
}
