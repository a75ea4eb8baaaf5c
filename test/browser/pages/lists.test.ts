// Lists of records on the results page: the marks of rows, a list's own page, and the kinds of record in it.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { callsOf } from "../resultsPageHost";
import { announced, cell, focusOf, press, useResultsPage } from "../resultsPageInTest";
import { assertSoon } from "../soon";

const people = { rows: 5_000, columns: 20, kind: "person" as const };
const ofManyRuns = { choosesKind: true, canEditSearch: false, canRunAgain: false } as const;
const runs = [
  { id: "company", when: "Companies", what: "12 records" },
  { id: "person", when: "People", what: "5,000 records" },
];

describe("lists of records", function () {
  const { open } = useResultsPage();
  const rowName = (page: Page, row: number): Promise<string | null> => cell(page, row, 0).getAttribute("aria-label");
  const isStarred = (page: Page, row: number): Promise<boolean> =>
    cell(page, row, 0).evaluate((element) => getComputedStyle(element, "::before").content.includes("★"));

  it("marks the rows that are in lists, beside their changes, and names the lists to all readers", async () => {
    const inLists = ["Key accounts", "\u202eBerlin\u202c"];
    const page = await open({ run: { ...people, compared: true, lists: inLists } }, "Northwind 0·0");
    const lists = "Key accounts, ‹U+202E›Berlin‹U+202C›";
    assert.equal(await rowName(page, 0), `Northwind 0·0, in list: ${lists}`);
    assert.equal(await rowName(page, 3), `Tailspin 3·0, in list: ${lists}`);
    assert.equal(await rowName(page, 1), "Contoso 1·0, new");
    assert.deepEqual([await isStarred(page, 0), await isStarred(page, 1)], [true, false]);
    await cell(page, 0, 0).hover();
    await assertSoon(() => cell(page, 0, 0).getAttribute("title"), `In list: ${lists}`);
    // Row 33 is new and in the lists.
    await cell(page, 20, 1).click();
    await press(page, ...Array.from({ length: 13 }, () => "ArrowDown"));
    await assertSoon(() => rowName(page, 33), `Contoso 33·0, new, in list: ${lists}`);
  });

  it("adds the row in focus by keyboard: its mark and details follow, and nothing else moves", async () => {
    const page = await open({ run: people }, "Northwind 0·0");
    await cell(page, 4, 2).dblclick();
    await page.locator("prospect-details h3").first().waitFor();
    await cell(page, 4, 2).click();
    await press(page, "Control+d");
    await assertSoon(() => rowName(page, 4), "Northwind 4·0, in list: Favorites");
    await page.locator("prospect-details").getByText("★ In the list Favorites").waitFor();
    const { row, column } = await focusOf(page);
    assert.deepEqual([row, column], [4, 2]);
    assert.deepEqual(await callsOf(page, "addToList"), [{ revision: 1, at: 4 }]);
  });

  it("adds a row by mouse, and the selected rows with the button", async () => {
    const page = await open({ run: people }, "Northwind 0·0");
    await cell(page, 2, 1).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Add to List…" }).click();
    await assertSoon(() => isStarred(page, 2), true);
    await cell(page, 5, 0).click();
    await page.getByRole("button", { name: "Add to List…" }).click();
    assert.equal((await callsOf(page, "addToList")).at(-1), undefined);
  });

  it("offers notes and removal only in a list", async () => {
    const header = { ...ofManyRuns, title: "Favorites", run: "person", runs, isList: true, canRename: true };
    const page = await open({ run: { ...people, header } }, "Northwind 0·0");
    await page.getByRole("heading", { name: "Favorites", level: 1 }).waitFor();
    await cell(page, 3, 1).click();
    for (const [item, call] of [
      ["Note…", "editNote"],
      ["Remove from This List", "removeFromList"],
    ] as const) {
      await press(page, "Shift+F10");
      await page.getByRole("menuitem", { name: item }).press("Enter");
      assert.deepEqual(await callsOf(page, call), [{ revision: 1, at: 3 }]);
    }
    await page.getByRole("button", { name: "More Actions" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    assert.equal((await callsOf(page, "renameSearch")).length, 1);
    const other = await open({ run: people }, "Northwind 0·0");
    await cell(other, 3, 1).click({ button: "right" });
    await other.getByRole("menuitem", { name: "Add to List…" }).waitFor();
    assert.equal(await other.getByRole("menuitem", { name: /^(Note|Remove from)/ }).count(), 0);
  });

  it("chooses the kind of record by mouse and by keyboard, and says which one is shown", async () => {
    const header = { ...ofManyRuns, title: "Everything fetched: berlin", run: "person", runs, canRename: false };
    const page = await open({ run: { ...people, header } }, "Northwind 0·0");
    await page.getByRole("button", { name: "Kind of records: People" }).click();
    await page.getByRole("menuitemradio", { name: /^Companies.*12 records/ }).click();
    await announced(page, "Showing the records: Companies");
    await page.getByRole("button", { name: "Kind of records: Companies" }).focus();
    await press(page, "ArrowDown", "End", "Enter");
    await page.getByRole("button", { name: "Kind of records: People" }).waitFor();
    assert.deepEqual(await callsOf(page, "showRun"), [{ run: "company" }, { run: "person" }]);
    assert.equal(await page.getByRole("button", { name: "More Actions" }).count(), 0);
  });
});
