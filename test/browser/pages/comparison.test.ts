// Two or three records beside each other, in a real browser: by menu and key, read out, copied, on a small page.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { cell, focusOf, press, useResultsPage } from "../resultsPageInTest";

const run = { rows: 50, columns: 8, kind: "company" as const };

const dialog = (page: Page): Locator => page.locator("prospect-comparison dialog");

async function select(page: Page, ...rows: readonly number[]): Promise<void> {
  for (const row of rows) {
    await cell(page, row, 0).click();
  }
}

describe("compared records", function () {
  const { open } = useResultsPage();

  it("open from the menu of a cell, name each difference, and give the focus back", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await select(page, 1, 3);
    await cell(page, 3, 1).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Compare Records" }).click();
    await dialog(page).getByRole("columnheader").nth(1).waitFor();
    assert.equal((await focusOf(page)).name, "Compare Records");
    const titles = await dialog(page).getByRole("columnheader").allInnerTexts();
    assert.deepEqual(titles, [await cell(page, 1, 1).innerText(), await cell(page, 3, 1).innerText()]);
    const differing = dialog(page).locator("tr.differs").first();
    assert.match(await differing.getByRole("rowheader").innerText(), /^≠\s+differs:\s+\S/);
    const [one, other] = await differing.locator("td").allInnerTexts();
    assert.notEqual(one, other);
    const all = await dialog(page).locator("tbody tr").count();
    await dialog(page).getByRole("checkbox", { name: "Only differences" }).check();
    assert.ok((await dialog(page).locator("tbody tr").count()) < all);
    await press(page, "Escape");
    await dialog(page).waitFor({ state: "hidden" });
    assert.equal((await focusOf(page)).role, "gridcell");
  });

  it("open with Shift+Enter for the rows of a range, and are copied as a table", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await cell(page, 0, 1).click();
    await press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+Enter");
    await dialog(page).getByRole("columnheader").nth(2).waitFor();
    await dialog(page).getByRole("button", { name: "Copy" }).click();
    await dialog(page).getByRole("status").getByText("Copied.").waitFor({ state: "attached" });
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    assert.ok(lines.length > 3);
    assert.ok(lines.every((line) => line.split("\t").length === 4));
  });

  it("are two or three: otherwise Shift+Enter shows the details, and the menu has no such item", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await select(page, 0, 1, 2, 3);
    await cell(page, 3, 1).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Show Details" }).waitFor();
    assert.equal(await page.getByRole("menuitem", { name: "Compare Records" }).count(), 0);
    await press(page, "Escape", "Shift+Enter");
    await page.locator("prospect-details").waitFor();
  });

  it("fit a page of 400 px", async () => {
    const page = await open({ run, width: 400, height: 500 }, "Northwind 0·0");
    await select(page, 0, 1, 2);
    await cell(page, 2, 1).focus();
    await press(page, "Shift+Enter");
    await dialog(page).getByRole("columnheader").nth(2).waitFor();
    const box = await dialog(page).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 400 && box.y + box.height <= 500);
    const scroll = await dialog(page)
      .locator("div.content")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(scroll, 0, "nothing is beyond the right edge");
  });
});
