// What axe-core finds in a page.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

const axeSource = readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** `colorsOnly` for what a theme changes. */
export async function axeFindings(page: Page, colorsOnly: boolean): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    // Run as the test's own code: the page's policy rightly forbids a script to be added to it.
    await page.evaluate(axeSource);
  }
  const rules = colorsOnly ? { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } } : {};
  return page.evaluate(async (chosen) => {
    const { axe } = window as unknown as { axe: Axe };
    const result = await axe.run(document, { resultTypes: ["violations"], ...chosen });
    return result.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
  }, rules);
}
