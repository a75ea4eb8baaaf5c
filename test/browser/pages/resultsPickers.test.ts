// The pickers beside the records, in a real browser: they combine, are counted live, and can be searched.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { callsOf, hostOf } from "../resultsPageHost";
import { announced, boxOf, cell, focusOf, press, useResultsPage } from "../resultsPageInTest";

const run = { rows: 5_000, columns: 12, kind: "company" as const };

const picker = (page: Page, name: string): Locator =>
  page.locator("aside.filters").getByRole("group", { name, exact: true });
const value = (page: Page, of: string, name: string): Locator =>
  picker(page, of).getByRole("checkbox", { name: new RegExp(`^${name} [0-9,]+$`) });
/** "Germany 731" */
const texts = async (page: Page, of: string): Promise<readonly string[]> =>
  (await picker(page, of).locator("label.value").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

describe("pickers of the results page", function () {
  const { open } = useResultsPage();

  it("combine: any value of one column, and every column", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await value(page, "Country", "Germany").check();
    await value(page, "Country", "Austria").check();
    await page.locator("footer").getByText("1,036 of 5,000 shown").waitFor();
    // The counts of a column are those under all other filters: what else can be added.
    assert.ok((await texts(page, "Country")).includes("France 233"));
    await value(page, "Headcount", "11-50").check();
    await page.locator("footer").getByText("183 of 5,000 shown").waitFor();
    await announced(page, "183 of 5,000 shown");
    assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.columnFilters, [
      { kind: "oneOf", column: "column5", values: ["Germany", "Austria"] },
      { kind: "oneOf", column: "headcount_range", values: ["11-50"] },
    ]);
    await value(page, "Country", "Austria").uncheck();
    await page.getByRole("button", { name: "Clear Headcount" }).click();
    await page.locator("footer").getByText("731 of 5,000 shown").waitFor();
    await page.getByRole("button", { name: "Clear All" }).click();
    await page.locator("footer").getByText("5,000 records", { exact: true }).waitFor();
    assert.equal(await value(page, "Country", "Germany").isChecked(), false);
  });

  it("work by keyboard: Tab to a column, arrow keys within it, Space", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await picker(page, "Country").getByRole("button", { name: "Country", exact: true }).focus();
    await press(page, "Tab", "ArrowDown", "ArrowDown", "ArrowUp", "Space");
    await page.locator("footer").getByText("305 of 5,000 shown").waitFor();
    await page.locator(".chip", { hasText: "Country: Austria" }).waitFor();
    await press(page, "Space", "Home", "Space");
    await page.locator("footer").getByText("731 of 5,000 shown").waitFor();
    await press(page, "Shift+Tab", "Shift+Tab");
    assert.equal((await focusOf(page)).text.trim().replace(/^▾\s*/, ""), "Country");
  });

  it("keep focus, place and old counts until the new counts are there", async () => {
    const page = await open({ run: { ...run, hold: "getValues" }, height: 420 }, "Northwind 0·0");
    const box = value(page, "Headcount", "11-50");
    await box.focus();
    await page.locator("aside.filters").evaluate((pane) => (pane.scrollTop = 150));
    const before = await texts(page, "Country");
    const place = await box.boundingBox();
    await press(page, "Space");
    await page.locator("footer").getByText("847 of 5,000 shown").waitFor();
    assert.deepEqual(await texts(page, "Country"), before);
    await hostOf(page).release();
    await picker(page, "Country")
      .getByText(before[0]?.split(" ").at(-1) ?? "", { exact: true })
      .waitFor({ state: "detached" });
    assert.notDeepEqual(await texts(page, "Country"), before);
    assert.equal((await box.boundingBox())?.y, place?.y);
    assert.equal(await box.evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input), true);
  });

  it("find further values in place, and keep them once they are checked", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await page.getByRole("button", { name: "Country: show 36 more values" }).click();
    const box = page.getByRole("textbox", { name: "Find in Country" });
    assert.equal((await focusOf(page)).name, "Find in Country");
    await box.fill("lux");
    await value(page, "Country", "Luxembourg").waitFor();
    assert.deepEqual((await callsOf(page, "getValues")).at(-1), { column: "column5", text: "lux" });
    assert.equal((await texts(page, "Country"))[0], "Contains “lux”");
    assert.equal((await texts(page, "Country")).length, 2);
    await press(page, "ArrowDown", "ArrowDown", "Space");
    await page.locator(".chip", { hasText: "Country: Luxembourg" }).waitFor();
    await box.fill("nowhere");
    await picker(page, "Country").getByText("No value matches.").waitFor();
    await press(page, "Escape");
    assert.match((await focusOf(page)).name, /^Country: show \d+ more values$/);
    assert.equal(await value(page, "Country", "Luxembourg").isChecked(), true);
  });

  it("keep a value where it is under the pointer, checked or not", async () => {
    const page = await open({ run }, "Northwind 0·0");
    const box = value(page, "Headcount", "51-200");
    await box.hover();
    const before = (await texts(page, "Headcount")).map((text) => text.split(" ")[0]);
    await value(page, "Country", "Germany").evaluate((input: HTMLInputElement) => input.click());
    await page.locator("footer").getByText("731 of 5,000 shown").waitFor();
    await picker(page, "Headcount").getByText("11-50").waitFor();
    await box.click();
    await page.locator(".chip", { hasText: "Headcount: 51-200" }).waitFor();
    await box.click();
    await page.locator(".chip", { hasText: "Headcount: 51-200" }).waitFor({ state: "detached" });
    assert.deepEqual(
      (await texts(page, "Headcount")).map((text) => text.split(" ")[0]),
      before,
    );
  });

  it("find records without a value, and add the checked values to the search", async () => {
    const page = await open({ run: { ...run, compared: true } }, "Northwind 0·0");
    await value(page, "Country", "Unknown").check();
    await page.locator("footer").getByText("250 of 5,000 shown").waitFor();
    // A column without any value is not shown.
    assert.equal(await picker(page, "Industry").count(), 0);
    assert.equal(await page.getByText("Add to Search").count(), 0);
    await value(page, "Country", "Germany").check();
    await value(page, "Country", "France").check();
    await page.getByRole("button", { name: "Add to Search: Country" }).click();
    assert.deepEqual(await callsOf(page, "narrowSearch"), [{ column: "column5", values: ["Germany", "France"] }]);
    // Changes are no filter of a search.
    await value(page, "Since the last run", "New").check();
    assert.equal(await page.getByText("Add to Search").count(), 1);
  });

  it("collapse, and stay collapsed after a reload", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await value(page, "Country", "Germany").check();
    await picker(page, "Country").getByRole("button", { name: "Country", exact: true }).click();
    assert.equal(await value(page, "Country", "Germany").count(), 0);
    assert.equal(await picker(page, "Country").locator(".pill").innerText(), "1");
    const kept = hostOf(page).kept();
    const again = await open({ run, kept });
    await again.locator(".chip", { hasText: "Country: Germany" }).waitFor();
    assert.equal(
      await picker(again, "Country")
        .getByRole("button", { name: /^Country/ })
        .first()
        .getAttribute("aria-expanded"),
      "false",
    );
  });

  it("close and open with the button of the tool line, which counts the active filters", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await value(page, "Country", "Germany").check();
    const toggle = page.getByRole("button", { name: "Filters, 1 active" });
    assert.equal(await toggle.getAttribute("aria-expanded"), "true");
    await toggle.click();
    await page.locator("aside.filters").waitFor({ state: "detached" });
    const before = (await callsOf(page, "getValues")).length;
    await page.getByRole("textbox", { name: "Filter results" }).fill("contoso");
    await page.getByRole("button", { name: "Filters, 2 active" }).waitFor();
    assert.equal((await callsOf(page, "getValues")).length, before, "closed filters are not counted");
    await page.getByRole("button", { name: "Filters, 2 active" }).click();
    await value(page, "Country", "Germany").waitFor();
  });

  it("cover a narrow page only while they are open, and give the focus back", async () => {
    const page = await open({ run, width: 700 }, "Northwind 0·0");
    assert.equal(await page.locator("aside.filters").count(), 0);
    const toggle = page.getByRole("button", { name: "Filters", exact: true });
    await toggle.focus();
    await press(page, "Enter");
    await value(page, "Country", "Germany").waitFor();
    assert.equal((await focusOf(page)).name, "Close the filters");
    await value(page, "Country", "Germany").check();
    await press(page, "Escape");
    await page.locator("aside.filters").waitFor({ state: "detached" });
    assert.equal((await focusOf(page)).name, "filters-toggle");
    await page.setViewportSize({ width: 1100, height: 700 });
    await value(page, "Country", "Germany").waitFor();
    const [filters, records] = [await boxOf(page.locator("aside.filters")), await boxOf(page.locator("prospect-grid"))];
    assert.ok(records.x >= filters.x + filters.width, "the filters are beside the records");
  });

  it("do not ask twice for the same records", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await cell(page, 3, 1).click();
    await cell(page, 4, 0).click();
    await page.locator("footer").getByText("1 selected").waitFor();
    assert.equal((await callsOf(page, "getValues")).length, 1);
  });
});
