// Takes a picture of every state of each page, in every theme and at three widths.
import path from "node:path";
import { launchBrowser } from "./pageInBrowser";
import { pageStates } from "./pageStates";
import { pageThemes, wearTheme, type PageTheme } from "./pageThemes";

export { takeDemo } from "./demo";

const height = 900;
const widths = [1600, 1000, 400];

/** @returns the states that could not be shown, each with the reason */
export async function takeScreenshots(folder: string): Promise<readonly string[]> {
  const browser = await launchBrowser();
  const failures: string[] = [];
  for (const [name, open] of Object.entries(pageStates)) {
    for (const width of widths) {
      try {
        const page = await open(browser, { width });
        await page.setViewportSize({ width, height });
        for (const theme of Object.keys(pageThemes) as PageTheme[]) {
          await wearTheme(page, theme);
          const file = path.join(folder, `${name.replace(/\W+/g, "-")}-${theme}-${width}.png`);
          await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
        }
        await page.context().close();
      } catch (error) {
        failures.push(`${name}, ${width} px: ${String(error).split("\n")[0]}`);
      }
    }
  }
  await browser.close();
  return failures;
}
