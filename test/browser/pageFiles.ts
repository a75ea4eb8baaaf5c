// Serves a page and its scripts to a browser, in place of VS Code's webview resources.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

/** Everything under this origin is answered by {@link servePage}. */
export const pageOrigin = "http://localhost";

/** Answers script addresses with files of `dist/webview`, everything else with the HTML. */
export async function servePage(page: Page, html: string): Promise<void> {
  await page.route(`${pageOrigin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname.endsWith(".js")
      ? route.fulfill({
          contentType: "text/javascript",
          body: readFileSync(path.join("dist", "webview", pathname), "utf8"),
        })
      : route.fulfill({ contentType: "text/html", body: html });
  });
}
