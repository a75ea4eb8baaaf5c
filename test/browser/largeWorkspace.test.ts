// A workspace with more saved searches than the Searches view lists.
import assert from "node:assert/strict";
import { picturesOfFailures } from "./picturesOfFailures";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const folders = 21;
const inFolder = 100;

describe("a workspace with very many saved searches", () => {
  let host: WorkbenchHost;
  let window: WorkbenchPage;

  before(async () => {
    host = await startHost();
    for (let folder = 0; folder < folders; folder += 1) {
      for (let nth = 0; nth < inFolder; nth += 1) {
        const number = String(nth).padStart(2, "0");
        const value = `Industry ${folder}-${nth}`;
        host.writeFile(
          `markets/region-${folder}/Search ${number}.prospect.json`,
          `{ "search": "company", "filters": { "industries": [{ "value": "${value}" }] } }\n`,
        );
      }
    }
    window = await host.open();
  });
  after(() => host.stop());
  picturesOfFailures(() => window);

  it("shows them as they are found, never the welcome, and says where the list ends", async () => {
    await window.page.evaluate(() => {
      const seen = { welcome: false };
      Object.assign(globalThis, { seen });
      const look = (): void => {
        const welcome = [...document.querySelectorAll<HTMLElement>(".welcome-view-content")];
        seen.welcome ||= welcome.some(
          (one) => /New Company Search/.test(one.textContent) && one.getClientRects().length > 0,
        );
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
    });
    await window.openContainer("Prospect Desk");
    const view = window.view("Searches");
    await view.rows.filter({ hasText: "region-" }).first().waitFor();
    const first = await view.texts();
    assert.match(
      first.join("\n"),
      /Search 00 · markets\/region-\d+ · Every company where industry is “Industry \d+-0”/,
    );
    const end = view.row("Only the first 2,000 searches are shown");
    await view.rows.filter({ hasText: "region-" }).first().click();
    await assertSoon(async () => {
      await view.pane.locator(".monaco-list").first().focus();
      await window.press("End");
      return end.isVisible();
    }, true);
    assert.equal(
      await window.page.evaluate(() => (globalThis as unknown as { seen: { welcome: boolean } }).seen.welcome),
      false,
    );
    await end.click();
    await window.quickInput.box.locator(".quick-input-list").getByText("prospect.json").first().waitFor();
  });
});
