// What the pages rely on for each control of the toolkit, so that it can be replaced.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, showInBrowser, type ShownPage } from "../pageInBrowser";

describe("the controls of the pages", () => {
  let browser: Browser;
  let shown: ShownPage;
  let page: Page;

  before(async () => {
    browser = await launchBrowser();
    shown = await showInBrowser(browser, { script: "dist/webview/filterBuilder.js" });
    page = shown.page;
  });
  after(() => browser.close());
  afterEach(() => assert.deepEqual(shown.faults, []));

  async function put(tag: string, text: string, attributes: Readonly<Record<string, string>> = {}): Promise<void> {
    await page.evaluate(
      ([name, content, given]) => {
        const element = document.createElement(name);
        element.textContent = content;
        for (const [attribute, value] of Object.entries(given)) {
          element.setAttribute(attribute, value);
        }
        const events: string[] = [];
        Object.assign(window, { events });
        for (const event of ["click", "change", "input"]) {
          element.addEventListener(event, () => events.push(event));
        }
        document.body.replaceChildren(element);
        return customElements.whenDefined(name).then(() => undefined);
      },
      [tag, text, attributes] as const,
    );
  }
  const events = (): Promise<readonly string[]> =>
    page.evaluate(() => (window as unknown as { events: string[] }).events);

  it("button: a named button by mouse and keyboard, no clicks while disabled", async () => {
    await put("vscode-button", "Run");
    await page.getByRole("button", { name: "Run" }).click();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    assert.deepEqual(await events(), ["click", "click", "click"]);
    await put("vscode-button", "Run", { disabled: "" });
    assert.equal(await page.getByRole("button", { name: "Run" }).isDisabled(), true);
  });

  it("checkbox: checked by mouse and Space, fires `change`", async () => {
    await put("vscode-checkbox", "Leave out", { "aria-label": "Leave out" });
    const box = page.getByRole("checkbox", { name: "Leave out" });
    const checked = (): Promise<boolean> => box.evaluate((element) => (element as HTMLInputElement).checked);
    await box.click();
    assert.equal(await checked(), true);
    await page.locator('vscode-checkbox[aria-checked="true"]').waitFor();
    await page.keyboard.press("Space");
    assert.equal(await checked(), false);
    await page.locator('vscode-checkbox[aria-checked="false"]').waitFor();
    assert.equal((await events()).filter((event) => event === "change").length, 2);
  });

  it("progress ring: can be hidden from screen readers", async () => {
    await put("vscode-progress-ring", "");
    const ring = page.locator("vscode-progress-ring");
    assert.equal(await ring.getAttribute("role"), "alert");
    await ring.evaluate((element) => element.setAttribute("role", "presentation"));
    assert.equal(await page.getByRole("alert").count(), 0);
    assert.ok(((await ring.boundingBox())?.width ?? 0) > 10);
  });
});
