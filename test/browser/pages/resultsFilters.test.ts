// Filters of the results page in a real browser: the text, filters of columns, and the line that names them all.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { callsOf, hostOf } from "../resultsPageHost";
import { cell, focusOf, press, useResultsPage } from "../resultsPageInTest";
import { assertSoon } from "../soon";

const run = { rows: 5_000, columns: 12, kind: "company" as const };

const dialog = (page: Page): Locator => page.locator("prospect-column-filter dialog");
const chip = (page: Page, text: string): Locator => page.locator(".chip").getByText(text, { exact: true });
const shown = (page: Page, text: string): Promise<void> =>
  page.locator("footer").getByText(text, { exact: true }).waitFor();
const columnFilters = async (page: Page) => (await callsOf(page, "arrange")).at(-1)?.columnFilters;

/** Opens the filter of a column through the menu of its header, by keyboard. */
async function openFilter(page: Page, column: number): Promise<void> {
  await cell(page, 0, column).click();
  await press(page, "ArrowUp", "Alt+ArrowDown");
  await page.getByRole("menuitem", { name: "Filter…" }).click();
  await dialog(page).waitFor();
}

describe("filters of the results page", function () {
  const { open } = useResultsPage();

  it("Ctrl+F goes to the text from anywhere, Escape clears it and returns, Down goes to the grid", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await cell(page, 2, 1).focus();
    await press(page, "Control+f");
    assert.equal((await focusOf(page)).name, "filter");
    await page.keyboard.type("contoso");
    await shown(page, "1,250 of 5,000 shown");
    await press(page, "ArrowDown");
    assert.equal((await focusOf(page)).role, "gridcell");
    await page.getByRole("checkbox", { name: /^Germany/ }).focus();
    await press(page, "Control+f");
    assert.equal(await page.evaluate(() => document.getSelection()?.toString()), "contoso");
    await press(page, "Escape");
    await shown(page, "5,000 records");
    assert.equal((await focusOf(page)).name, "filter");
    await press(page, "Escape");
    assert.equal((await focusOf(page)).role, "gridcell");
  });

  it("a text that matches nothing can be cleared where the records were", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await page.getByRole("textbox", { name: "Filter results" }).fill("nothing like it");
    await page.getByText("No record passes all filters.").waitFor();
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await shown(page, "5,000 records");
    assert.equal(await page.getByRole("textbox", { name: "Filter results" }).inputValue(), "");
  });

  it("a text column is filtered by a part, and by values or what is none of them", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    await openFilter(page, 6);
    assert.equal(await dialog(page).getAttribute("aria-label"), "Filter Country");
    await page.keyboard.type("land");
    await dialog(page).getByRole("checkbox", { name: "Contains “land”" }).check();
    await chip(page, "Country contains “land”").waitFor();
    assert.deepEqual(await columnFilters(page), [{ kind: "contains", column: "column5", text: "land" }]);
    await dialog(page).getByRole("textbox", { name: "Find in Country" }).fill("po");
    await dialog(page).getByText("Finland").waitFor({ state: "detached" });
    await dialog(page).getByRole("checkbox", { name: "Contains “land”" }).uncheck();
    await dialog(page).getByText("Portugal").waitFor();
    await dialog(page).getByRole("textbox", { name: "Find in Country" }).focus();
    await press(page, "ArrowDown", "ArrowDown", "Space", "ArrowDown", "Space");
    await chip(page, "Country: Poland, Portugal").waitFor();
    const chosen = await columnFilters(page);
    assert.ok(chosen?.length === 1 && chosen[0]?.kind === "oneOf");
    assert.deepEqual(chosen[0].values, ["Poland", "Portugal"]);
    await dialog(page).getByRole("button", { name: "Exclude These: Country" }).click();
    await chip(page, "Country is not Poland, Portugal").waitFor();
    await dialog(page).getByRole("textbox", { name: "Find in Country" }).fill("");
    await dialog(page)
      .getByRole("checkbox", { name: /^Unknown/ })
      .check();
    await chip(page, "Country is not Poland, Portugal, Unknown").waitFor();
    // The picker beside the records shows the same filter.
    const beside = page.locator("aside.filters").getByRole("group", { name: "Country", exact: true });
    await beside.getByRole("button", { name: "Show Only These: Country", includeHidden: true }).waitFor();
    await press(page, "Escape");
    await dialog(page).waitFor({ state: "detached" });
    assert.equal((await focusOf(page)).role, "columnheader");
    assert.equal(await beside.getByRole("checkbox", { name: /^Poland/ }).isChecked(), true);
  });

  it("values that are found late leave the focus in the popup", async () => {
    const page = await open({ run: { ...run, hold: "getValues" }, width: 1440 }, "Northwind 0·0");
    await openFilter(page, 6);
    await hostOf(page).release();
    await dialog(page).getByText("Germany").waitFor();
    await page.keyboard.type("po");
    await press(page, "ArrowDown", "ArrowDown");
    await hostOf(page).release();
    await dialog(page).getByText("Portugal").waitFor();
    await assertSoon(async () => (await focusOf(page)).name, "Find in Country");
    await press(page, "ArrowDown", "ArrowDown", "Space");
    await chip(page, "Country: Poland").waitFor();
  });

  it("Enter takes the part that was typed", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    await openFilter(page, 6);
    await page.keyboard.type("land");
    await press(page, "Enter");
    await chip(page, "Country contains “land”").waitFor();
    await dialog(page).waitFor({ state: "detached" });
  });

  it("values that were excluded from the menu of a cell are one filter, and are shown in the popup", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    const cellOf = (country: string): Locator =>
      page.locator("prospect-grid [role=gridcell]", { hasText: country }).first();
    for (const [country, excluded] of [
      ["Germany", "Country is not Germany"],
      ["Ukraine", "Country is not Germany, Ukraine"],
    ] as const) {
      await cellOf(country).click({ button: "right" });
      await page.getByRole("menuitem", { name: /^Exclude/ }).click();
      await chip(page, excluded).waitFor();
      await cellOf(country).waitFor({ state: "detached" });
    }
    assert.deepEqual(await columnFilters(page), [
      { kind: "oneOf", column: "column5", values: ["Germany", "Ukraine"], exclude: true },
    ]);
    await openFilter(page, 6);
    await dialog(page).getByRole("button", { name: "Show Only These: Country" }).waitFor();
    await dialog(page)
      .getByRole("checkbox", { name: /^Ukraine/ })
      .uncheck();
    await chip(page, "Country is not Germany").waitFor();
    await dialog(page).getByRole("button", { name: "Clear Filter" }).click();
    await shown(page, "5,000 records");
    await cellOf("Germany").waitFor();
    await cellOf("Austria").click({ button: "right" });
    await page.getByRole("menuitem", { name: /^Only/ }).click();
    await chip(page, "Country: Austria").waitFor();
    assert.deepEqual(await columnFilters(page), [{ kind: "oneOf", column: "column5", values: ["Austria"] }]);
  });

  it("a number column is filtered by a range", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    await openFilter(page, 4);
    await page.keyboard.type("100");
    await press(page, "Tab");
    await page.keyboard.type("50");
    await dialog(page).getByText("“From” is greater than “To”.").waitFor();
    await page.keyboard.type("0");
    await chip(page, "Headcount from 100 to 500").waitFor();
    assert.deepEqual(await columnFilters(page), [{ kind: "range", column: "column3", min: 100, max: 500 }]);
    // Enter applies what was typed last at once.
    await dialog(page).getByRole("spinbutton", { name: "To" }).fill("");
    await press(page, "Enter");
    await chip(page, "Headcount from 100").waitFor();
    await dialog(page).waitFor({ state: "detached" });
  });

  it("a date column is filtered by days, the last one included", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    await openFilter(page, 7);
    await dialog(page).getByLabel("From").fill("1970-01-15");
    await dialog(page).getByLabel("To").fill("1972-03-15");
    await chip(page, "Founded from Jan 15, 1970 to Mar 15, 1972").waitFor();
    const day = Date.parse("1972-03-15T00:00:00Z");
    assert.deepEqual(await columnFilters(page), [
      {
        kind: "range",
        column: "column6",
        min: Date.parse("1970-01-15T00:00:00Z"),
        max: day + 86_400_000 - 1,
      },
    ]);
    await page.locator("prospect-grid").getByText("Mar 15, 1972").first().waitFor();
    await press(page, "Escape");
    await openFilter(page, 7);
    assert.equal(await dialog(page).getByLabel("To").inputValue(), "1972-03-15");
  });

  it("each active filter is named above the grid and removed by itself", async () => {
    const page = await open({ run, width: 1440 }, "Northwind 0·0");
    await page.getByRole("textbox", { name: "Filter results" }).fill("northwind");
    await page.getByRole("checkbox", { name: /^Germany/ }).check();
    await openFilter(page, 4);
    await page.keyboard.type("7");
    await press(page, "Escape");
    await chip(page, "Headcount from 7").waitFor();
    assert.deepEqual(
      (await page.locator(".chip .clip").allInnerTexts()).map((text) => text.trim()),
      ["“northwind”", "Country: Germany", "Headcount from 7"],
    );
    await page.getByRole("button", { name: "Filters, 3 active" }).waitFor();
    await page.getByRole("button", { name: "Remove the filter: Country: Germany" }).focus();
    await press(page, "Enter");
    await chip(page, "Country: Germany").waitFor({ state: "detached" });
    assert.equal((await focusOf(page)).name, "Remove the filter: Headcount from 7");
    await press(page, "Enter");
    await press(page, "Enter");
    await shown(page, "5,000 records");
    assert.equal((await focusOf(page)).role, "columnheader", "the grid has the focus again");
  });

  it("the popup stays inside a small page", async () => {
    const page = await open({ run, width: 400, height: 420 }, "Northwind 0·0");
    await openFilter(page, 2);
    const box = await dialog(page).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 400 && box.y >= 0 && box.y + box.height <= 420);
    const done = await dialog(page).getByRole("button", { name: "Done" }).boundingBox();
    assert.ok(done !== null && done.y + done.height <= 420, "Done can be reached");
  });
});
