// What axe-core finds in a page or in a frame.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Frame, Page } from "playwright-core";

const axeSource = readFileSync(path.resolve("node_modules/axe-core/axe.min.js"), "utf8");

interface Axe {
  run(
    context: Element | Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
}

/** `scope` is a selector inside the results page; `colorsOnly` for what a theme changes. */
export async function axeFindings(
  page: Page | Frame,
  { scope, colorsOnly = false }: { readonly scope?: string | undefined; readonly colorsOnly?: boolean } = {},
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    // Run as the test's own code: the page's policy rightly forbids a script to be added to it.
    await page.evaluate(axeSource);
  }
  const rules = colorsOnly ? { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } } : {};
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe } = window as unknown as { axe: Axe };
      const part =
        within === undefined
          ? undefined
          : document.querySelector("prospect-results")?.shadowRoot?.querySelector(within);
      const result = await axe.run(part ?? document, { resultTypes: ["violations"], ...chosen });
      return result.violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
      );
    },
    [scope, rules] as const,
  );
}
