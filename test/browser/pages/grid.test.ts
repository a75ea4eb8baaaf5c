// The grid of the results page in a real browser: cells, ranges, records, columns, links, dates and changes.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { columnInfo, columnsOf } from "../../../src/records/columns";
import { mergeLayout, shownIn } from "../../../src/workbench/resultsEditor/columnLayouts";
import { callsOf, hostOf, sendUpdate } from "../resultsPageHost";
import {
  boxOf,
  cell,
  drag,
  focusOf,
  focusGoes,
  focusedPlace,
  gridAnnounced,
  header,
  headerLabels,
  press,
  rangeCells,
  scrollLeft,
  scrolledTo,
  selectedRows,
  useResultsPage,
} from "../resultsPageInTest";
import { assertSoon } from "../soon";

const companies = { rows: 5_000, columns: 20, kind: "company" as const };

describe("grid", function () {
  const { open } = useResultsPage();
  let page: Page;

  describe("contacts", () => {
    /** What VS Code leaves of a window of 1440 px beside its activity bar and side bar. */
    const editorWidth = 1440 - 48 - 300;
    const columns = columnsOf("contact").map(columnInfo);
    const layout = mergeLayout([], columns);
    const ids = shownIn(layout);
    const contact: Readonly<Record<string, string>> = {
      ...{ name: "Ada Example", profile_company_name: "Northwind", outcome: "enriched", phone: "+49 3023125123" },
      ...{ work_email: "ada.example@northwind.example", work_email_status: "CATCH_ALL", phone_line_status: "INACTIVE" },
      ...{ personal_email: "ada@mail.example", personal_email_status: "DELIVERABLE" },
    };
    const run = {
      ...{ rows: 1, kind: "contact" as const, columns: ids.length, shown: { columns, layout } },
      texts: ids.map((id) => contact[id] ?? "–"),
    };
    const first = ["name", "profile_company_name", "outcome", "work_email", "phone", "personal_email"];
    const cellOf = (id: string) =>
      cell(page, 0, 1 + layout.filter(({ visible }) => visible).findIndex((c) => c.id === id));

    it("have name, company, outcome, emails and phone with their statuses on the first screen", async () => {
      page = await open({ run, width: editorWidth }, "Ada Example");
      await page.locator("aside.filters").waitFor();
      const right = await page
        .locator("prospect-grid .viewport")
        .evaluate((viewport) => viewport.getBoundingClientRect().left + viewport.clientWidth);
      for (const id of first) {
        const { x, width } = await boxOf(cellOf(id));
        assert.ok(x + width <= right, `${id} ends at ${x + width} of ${right} px`);
      }
      const marks = await page.locator("prospect-grid .mark").allTextContents();
      assert.deepEqual(marks, ["⚠", "✗", "✓"]);
    });

    it("say a status in words to screen readers and in the tooltip, and where there is room", async () => {
      page = await open({ run, width: editorWidth }, "Ada Example");
      const email = cellOf("work_email");
      assert.equal(
        await email.ariaSnapshot(),
        "- 'gridcell \"ada.example@northwind.example risky: accepts everything\"'",
      );
      await email.hover();
      assert.equal(
        await email.getAttribute("title"),
        "ada.example@northwind.example\n⚠ risky: accepts everything (CATCH_ALL)\nCtrl+click opens the link",
      );
      const isInSight = (): Promise<boolean> =>
        cellOf("work_email").evaluate((element) => {
          const words = element.querySelector(".words")?.getBoundingClientRect();
          return words !== undefined && words.bottom <= element.getBoundingClientRect().bottom;
        });
      assert.equal(await isInSight(), false);
      const wide = layout.map((column) => (column.id === "work_email" ? { ...column, width: 480 } : column));
      page = await open({ run: { ...run, shown: { columns, layout: wide } }, width: editorWidth }, "Ada Example");
      assert.equal(await isInSight(), true);
    });
  });

  describe("cells by keyboard", () => {
    beforeEach(async () => {
      page = await open({ run: companies }, "Northwind 0·0");
      await cell(page, 0, 1).focus();
    });

    it("are moved between as in a spreadsheet, and scrolled to", async () => {
      await focusGoes(page, ["ArrowDown ArrowDown ArrowRight", 2, 2], ["End", 2, 20]);
      assert.ok((await scrollLeft(page)) > 1_000);
      await focusGoes(page, ["Home", 2, 1]);
      assert.equal(await scrollLeft(page), 0);
      await focusGoes(page, ["Control+ArrowRight Control+ArrowDown", 4_999, 20]);
      await page.getByText("Fabrikam 4999·19").waitFor();
      await press(page, "PageUp");
      const [up] = await focusedPlace(page);
      assert.ok(up < 4_990 && up > 4_950, `a page up from the end came to row ${up}`);
      await focusGoes(page, ["Control+Home", 0, 1], ["Control+End", 4_999, 20]);
      await focusGoes(page, ["Control+ArrowUp", 0, 20], ["Control+ArrowUp", -1, 20]);
    });

    it("make a range with Shift, which is announced and copied, and Escape removes it", async () => {
      await press(page, "ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight");
      assert.deepEqual(await rangeCells(page), ["1:1", "1:2", "2:1", "2:2", "3:1", "3:2"]);
      await gridAnnounced(page, "3 × 2 cells");
      assert.deepEqual(await selectedRows(page), []);
      await press(page, "Control+c");
      assert.deepEqual(await callsOf(page, "copy"), [
        { format: "cells", headers: false, revision: 1, rows: [[1, 4]], columns: ["column0", "column1"] },
      ]);
      await press(page, "Shift+End");
      assert.equal((await rangeCells(page)).includes("3:20"), true);
      await press(page, "Escape");
      assert.deepEqual(await rangeCells(page), []);
      await press(page, "Shift+ArrowLeft", "ArrowDown");
      assert.deepEqual(await rangeCells(page), [], "moving on ends the range");
    });

    it("are counted in the footer: numbers with sum, average, least and most, also of rows far away", async () => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      const sums = page.getByRole("button", { name: /cell/ });
      await cell(page, 0, 4).click();
      await press(page, "Shift+ArrowDown", "Shift+ArrowDown");
      await assertSoon(() => sums.innerText(), "3 cells · sum 13,757 · average 4,585.67 · least 0 · most 7,919");
      await sums.click();
      await assertSoon(
        () => page.evaluate(() => navigator.clipboard.readText()),
        "count\t3\nsum\t13757\naverage\t4585.666666666667\nleast\t0\nmost\t7919",
      );
      await cell(page, 0, 4).click();
      await press(page, "Control+Shift+ArrowDown");
      const all = Array.from({ length: 5_000 }, (_, row) => (row * 7919) % 10_000);
      const most = Math.max(...all).toLocaleString("en");
      await sums
        .filter({ hasText: `5,000 cells` })
        .filter({ hasText: `least 0 · most ${most}` })
        .waitFor();
      await press(page, "ArrowUp");
      await sums.waitFor({ state: "detached" });
    });

    it("are copied alone, also with the Copy command of the editor", async () => {
      await press(page, "ArrowRight", "Control+c");
      await page.evaluate(() => document.dispatchEvent(new ClipboardEvent("copy", { cancelable: true })));
      const copied = { format: "cells", headers: false, revision: 1, rows: [[0, 1]], columns: ["column1"] };
      assert.deepEqual(await callsOf(page, "copy"), [copied, copied]);
    });

    it("open their links with Ctrl+Enter, and say so", async () => {
      await press(page, "ArrowRight", "Control+Enter");
      assert.deepEqual(await callsOf(page, "openCell"), []);
      await cell(page, 0, 9).click();
      assert.equal(await cell(page, 0, 9).getAttribute("aria-description"), "Link, Ctrl+Enter opens it");
      await press(page, "Control+Enter");
      assert.deepEqual(await callsOf(page, "openCell"), [{ revision: 1, at: 0, column: "column8" }]);
    });

    it("J and K go to the next and the previous record, also through the details", async () => {
      await press(page, "j", "j", "k", "Enter");
      await page.getByRole("heading", { name: "Contoso 1·0" }).waitFor();
      await press(page, "j");
      await page.getByRole("heading", { name: "Fabrikam 2·0" }).waitFor();
      assert.equal((await focusOf(page)).name, "Fabrikam 2·0", "the details keep the focus");
      await press(page, "k", "k", "k");
      await page.getByRole("heading", { name: "Northwind 0·0" }).waitFor();
      await press(page, "Escape");
      assert.deepEqual(await focusedPlace(page), [0, 1]);
    });
  });

  describe("records by keyboard", () => {
    beforeEach(async () => {
      page = await open({ run: companies }, "Northwind 0·0");
      await cell(page, 0, 1).focus();
    });

    it("are selected with Space: the one in focus, or those of the range", async () => {
      await press(page, "Space", "ArrowDown", "ArrowDown", "Space");
      assert.deepEqual(await selectedRows(page), [0, 2]);
      await press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Space");
      assert.deepEqual(await selectedRows(page), [0, 2, 3, 4]);
      await press(page, "Space");
      assert.deepEqual(await selectedRows(page), [0]);
      assert.deepEqual((await callsOf(page, "select")).at(-1)?.selection, [[0, 1]]);
    });

    it("are all selected with Ctrl+A; Escape removes first the range, then the selection", async () => {
      await press(page, "Shift+ArrowDown", "Control+a");
      await page.getByText("Export 5,000 selected").waitFor();
      assert.equal(await page.evaluate(() => document.getSelection()?.toString()), "");
      assert.deepEqual((await callsOf(page, "select")).at(-1)?.selection, [[0, 5_000]]);
      await press(page, "Escape");
      assert.deepEqual(await rangeCells(page), []);
      assert.equal((await callsOf(page, "select")).length, 1);
      await press(page, "Escape");
      assert.deepEqual((await callsOf(page, "select")).at(-1)?.selection, []);
    });

    it("have a checkbox each, named by their record, and the header one for all", async () => {
      await press(page, "ArrowLeft", "Space");
      const box = page.getByRole("checkbox", { name: "Select Northwind 0·0", exact: true });
      assert.equal(await box.getAttribute("aria-checked"), "true");
      assert.equal((await focusOf(page)).role, "checkbox");
      const all = page.getByRole("checkbox", { name: "Select all records" });
      assert.equal(await all.getAttribute("aria-checked"), "mixed");
      await press(page, "ArrowUp", "Space");
      assert.equal(await all.getAttribute("aria-checked"), "true");
      await press(page, "Enter");
      assert.equal(await all.getAttribute("aria-checked"), "false");
    });
  });

  describe("cells and records by mouse", () => {
    beforeEach(async () => {
      page = await open({ run: { ...companies, pinned: true } }, "Northwind 0·0");
    });

    it("Shift+click and dragging make a range, beyond the edge by scrolling", async () => {
      await cell(page, 3, 2).click();
      assert.deepEqual([await focusedPlace(page), await rangeCells(page)], [[3, 2], []], "a click selects nothing");
      await cell(page, 4, 3).click({ modifiers: ["Shift"] });
      assert.deepEqual(await rangeCells(page), ["3:2", "3:3", "4:2", "4:3"]);
      const to = await boxOf(cell(page, 2, 1));
      await drag(page, cell(page, 1, 2), { x: to.x + 20, y: to.y + 10 });
      assert.deepEqual(await rangeCells(page), ["1:1", "1:2", "2:1", "2:2"]);
      const from = cell(page, 5, 2);
      const { x } = await boxOf(from);
      await drag(page, from, { x: x + 10, y: 755 }, () => scrolledTo(page, 80));
      const [row] = await focusedPlace(page);
      assert.ok(row > 40, `scrolled to row ${row}`);
      assert.deepEqual(await selectedRows(page), []);
    });

    it("checkboxes select one, with Shift or by dragging several, and the header all", async () => {
      await cell(page, 1, 0).click();
      await cell(page, 4, 0).click({ modifiers: ["Shift"] });
      assert.deepEqual(await selectedRows(page), [1, 2, 3, 4]);
      await cell(page, 2, 0).click();
      assert.deepEqual(await selectedRows(page), [1, 3, 4]);
      const to = await boxOf(cell(page, 9, 0));
      await drag(page, cell(page, 7, 0), { x: to.x + 12, y: to.y + 12 });
      assert.deepEqual(await selectedRows(page), [1, 3, 4, 7, 8, 9]);
      await page.getByText("Export 6 selected").click();
      assert.deepEqual(await callsOf(page, "export"), [{ scope: "selected" }]);
      await page.getByRole("checkbox", { name: "Select all records" }).click();
      await page.getByText("Export 5,000 selected").waitFor();
    });

    it("links look like links and open with Ctrl+click", async () => {
      const link = cell(page, 1, 9);
      await link.scrollIntoViewIfNeeded();
      await link.hover();
      assert.match((await link.getAttribute("title")) ?? "", /Ctrl\+click opens the link$/);
      assert.equal(await link.evaluate((element) => getComputedStyle(element).textDecorationLine), "underline");
      await link.click();
      assert.deepEqual(await callsOf(page, "openCell"), []);
      await link.click({ modifiers: ["Control"] });
      assert.deepEqual(await callsOf(page, "openCell"), [{ revision: 1, at: 1, column: "column8" }]);
    });
  });

  describe("columns", () => {
    beforeEach(async () => {
      page = await open({ run: { ...companies, pinned: true } }, "Northwind 0·0");
    });

    const lastLayout = async (): Promise<readonly string[]> =>
      ((await callsOf(page, "setLayout")).at(-1) ?? [])
        .filter(({ visible }) => visible)
        .slice(0, 4)
        .map(({ id, pinned }) => (pinned ? `*${id}` : id));

    it("that are pinned stay in place while the others are scrolled", async () => {
      const before = await boxOf(cell(page, 3, 1));
      await page.locator("prospect-grid .viewport").evaluate((viewport) => (viewport.scrollLeft = 900));
      await page
        .getByText("Contoso 3·9", { exact: true })
        .or(cell(page, 3, 10))
        .first()
        .waitFor();
      assert.deepEqual(await boxOf(cell(page, 3, 1)), before);
      assert.equal((await boxOf(header(page, 1))).x, before.x);
      // A cell under the pinned ones is brought beside them when it gets the focus.
      await cell(page, 3, 10).click();
      await press(page, "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft");
      assert.ok((await boxOf(cell(page, 3, 4))).x >= before.x + before.width - 1);
    });

    it("are dragged to another place, where a line shows it", async () => {
      const to = await boxOf(header(page, 5));
      const mark = page.locator("prospect-grid .dropMark");
      await drag(page, header(page, 2), { x: to.x + to.width - 20, y: to.y + 10 }, async () => {
        await mark.waitFor();
        const { x } = await boxOf(mark);
        assert.ok(Math.abs(x - to.x - to.width) < 3, `the line is at ${x}`);
      });
      assert.deepEqual((await headerLabels(page)).slice(0, 5), ["Name", "Industry", "Headcount", "City", "Domain"]);
      assert.equal(await mark.isVisible(), false);
      assert.deepEqual(await callsOf(page, "arrange"), [], "dragging does not sort");
      assert.equal(await cell(page, 0, 2).textContent(), "Fabrikam 0·2", "the texts go with their columns");
      // Escape leaves them where they are.
      await drag(page, header(page, 2), { x: to.x, y: to.y + 10 }, () => page.keyboard.press("Escape"));
      assert.equal((await callsOf(page, "setLayout")).length, 1);
    });

    it("dragged between pinned columns are pinned too", async () => {
      await header(page, 3).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Pin Column", exact: true }).click();
      await assertSoon(async () => (await headerLabels(page)).slice(0, 3), ["Name", "Industry", "Domain"]);
      const to = await boxOf(header(page, 2));
      await drag(page, header(page, 5), { x: to.x + 10, y: to.y + 10 });
      assert.deepEqual(await lastLayout(), ["*column0", "*column4", "*column2", "column1"]);
    });

    it("move with Shift+Alt and the arrow keys, with the focus", async () => {
      await cell(page, 2, 2).click();
      await press(page, "Shift+Alt+ArrowRight");
      await gridAnnounced(page, "Domain is now column 3");
      assert.deepEqual((await headerLabels(page)).slice(0, 3), ["Name", "Industry", "Domain"]);
      await page.waitForFunction(() => {
        const grid = document.querySelector("prospect-results")?.shadowRoot?.querySelector("prospect-grid");
        return grid?.shadowRoot?.activeElement?.textContent === "Tailspin 2·1";
      });
      await press(page, "Shift+Alt+ArrowLeft", "Shift+Alt+ArrowLeft");
      await gridAnnounced(page, "The column cannot be moved further.");
      assert.deepEqual(await lastLayout(), ["*column0", "column1", "column2", "column3"]);
    });

    it("are resized by dragging, by keyboard on the header, and to fit by double click", async () => {
      const { x, y, width } = await boxOf(header(page, 2));
      await page.mouse.move(x + width - 3, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + width + 57, y + 10, { steps: 3 });
      await page.mouse.up();
      assert.equal((await boxOf(header(page, 2))).width, 220);
      assert.equal((await callsOf(page, "arrange")).length, 0);
      await cell(page, 0, 2).click();
      await press(page, "ArrowUp", "Shift+ArrowLeft", "Shift+ArrowLeft");
      assert.equal((await boxOf(cell(page, 0, 2))).width, 188);
      await gridAnnounced(page, "Domain is 188 pixels wide");
      await header(page, 2).locator(".grip").dblclick();
      const fitted = (await callsOf(page, "setLayout")).at(-1)?.[1]?.width ?? 0;
      assert.ok(fitted < 188, `fitted to ${fitted} px`);
      assert.ok(await cell(page, 0, 2).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    });

    it("are hidden and shown again in the column dialog", async () => {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("checkbox", { name: "Headcount", exact: true }).click();
      assert.deepEqual(await lastLayout(), ["*column0", "column1", "column2", "column4"]);
      await page.getByRole("checkbox", { name: "Headcount", exact: true }).click();
      await page.getByRole("checkbox", { name: "Domain", exact: true }).click();
      await page.getByRole("button", { name: "Done" }).click();
      assert.deepEqual((await headerLabels(page)).slice(0, 4), ["Name", "Industry", "Headcount", "City"]);
    });

    it("are found in the column dialog without a change of what is shown", async () => {
      await page.getByRole("button", { name: "Columns" }).click();
      const isChecked = (name: string): Promise<boolean> =>
        page.getByRole("checkbox", { name, exact: true }).isChecked();
      await page.getByRole("checkbox", { name: "Headcount", exact: true }).uncheck();
      const saved = (await callsOf(page, "setLayout")).length;
      const search = page.getByRole("textbox", { name: "Find a column" });
      for (const typed of ["o", "ou", "headcount", "", "name", ""]) {
        await search.fill(typed);
      }
      assert.deepEqual([await isChecked("Name"), await isChecked("Headcount")], [true, false]);
      assert.equal((await callsOf(page, "setLayout")).length, saved);
    });
  });

  it("edits a text of the user in its cell: F2 or a double click, Enter saves, Escape does not", async () => {
    page = await open({ run: companies }, "Northwind 0·0");
    const opened = hostOf(page).state();
    const columns = opened.columns.map((column, at) => ({ ...column, isEditable: at === 1 }));
    await sendUpdate(page, "initial", { kind: "open", state: { ...opened, columns } });
    await cell(page, 1, 2).click();
    await press(page, "F2");
    const input = page.locator("prospect-grid input");
    assert.equal(await input.inputValue(), "Fabrikam 1·1");
    await input.fill("Call in May");
    await press(page, "Enter");
    assert.deepEqual(await callsOf(page, "setNote"), [{ revision: 1, at: 1, note: "Call in May" }]);
    assert.deepEqual(await focusedPlace(page), [1, 2]);
    await cell(page, 2, 2).dblclick();
    await input.fill("not this");
    await press(page, "Escape", "ArrowLeft", "F2");
    assert.deepEqual(await focusedPlace(page), [2, 1]);
    assert.equal(await input.count(), 0, "other cells are not edited");
    assert.equal((await callsOf(page, "setNote")).length, 1);
    assert.equal(await page.locator("prospect-details").count(), 0);
  });

  it("sorts by a click on a header: ascending, descending, as fetched; with Shift by several columns", async () => {
    page = await open({ run: companies }, "Northwind 0·0");
    const by = (column: number, descending = false) => ({ column: `column${column}`, descending });
    for (const [column, modifiers, mark, sort] of [
      [1, [], "ascending", by(0)],
      [1, [], "descending", by(0, true)],
      [1, [], "none", undefined],
      [1, [], "ascending", by(0)],
      [2, ["Shift"], "▲2", { ...by(0), next: [by(1)] }],
      [2, ["Shift"], "▼2", { ...by(0), next: [by(1, true)] }],
      [2, [], "ascending", by(1)],
    ] as const) {
      await header(page, column).click({ modifiers: [...modifiers], position: { x: 20, y: 10 } });
      await (
        mark.endsWith("2")
          ? header(page, column).getByText(mark)
          : page.locator(`prospect-grid [aria-colindex="${column + 1}"][aria-sort="${mark}"]`)
      ).waitFor();
      assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.sort, sort);
    }
  });

  it("unpins columns for the eye where there is no room for them", async () => {
    page = await open({ run: { ...companies, pinned: true }, width: 320 }, "Northwind 0·0");
    const before = await boxOf(header(page, 1));
    await page.locator("prospect-grid .viewport").evaluate((viewport) => (viewport.scrollLeft = 60));
    await page.waitForFunction((x) => {
      const grid = document.querySelector("prospect-results")?.shadowRoot?.querySelector("prospect-grid");
      const name = grid?.shadowRoot?.querySelector('[role=columnheader][aria-colindex="2"]');
      return (name?.getBoundingClientRect().left ?? x) < x;
    }, before.x);
  });

  it("shows dates in the reader's language with the exact value on hover, and unknown values as such", async () => {
    page = await open({ run: companies, width: 1600 }, "Northwind 0·0");
    const date = cell(page, 3, 7);
    assert.equal(await date.textContent(), "Apr 15, 1973");
    await date.hover();
    assert.match((await date.getAttribute("title")) ?? "", /^1973-04-15T00:00:00Z/);
    const unknown = cell(page, 8, 7);
    assert.equal(await unknown.textContent(), "–");
    assert.equal(await unknown.getAttribute("aria-label"), "unknown");
  });

  it("marks what is new, changed or gone by form and word, with the value before", async () => {
    page = await open({ run: { ...companies, rows: 60, compared: true } }, "Northwind 0·0");
    const markOf = (row: number): Promise<string> =>
      cell(page, row, 0).evaluate((element) => getComputedStyle(element, "::after").content.replaceAll('"', ""));
    assert.deepEqual([await markOf(0), await markOf(1), await markOf(2)], ["none", "●", "◆"]);
    await page.getByRole("rowheader", { name: "Contoso 1·0, new", exact: true }).waitFor();
    await page.getByRole("rowheader", { name: "Fabrikam 2·0, changed", exact: true }).waitFor();
    const changed = cell(page, 2, 3);
    assert.equal(await changed.locator("del").textContent(), "Contoso before");
    assert.equal(await changed.locator(".unseen").textContent(), "Northwind 2·2, before: Contoso before");
    await changed.hover();
    assert.match((await changed.getAttribute("title")) ?? "", /Before: Contoso before$/);
    await page.getByRole("button", { name: /gone/ }).first().click();
    await page.locator("prospect-grid [data-change=gone] .tag").first().waitFor();
    assert.equal(await markOf(0), "✕");
    await page
      .getByRole("rowheader", { name: /, gone$/ })
      .first()
      .waitFor();
  });

  it("shows the headcount of a company as it was seen, each with the run that it opens", async () => {
    const versions = [120, 150, 150].map((headcount, nth) => ({
      ...{ run: `R${nth}`, runTitle: `Refresh ${nth}`, receivedAt: Date.UTC(2026, nth, 5) },
      values: { headcount, name: "Northwind" },
    }));
    page = await open({ run: { ...companies, versions } }, "Northwind 0·0");
    await cell(page, 2, 1).dblclick();
    const details = page.locator("prospect-details");
    await details.getByRole("img", { name: "Headcount: 120 on Jan 5, 2026, 150 on Mar 5, 2026" }).waitFor();
    assert.deepEqual(await details.locator(".timeline .entry").allInnerTexts(), ["150 employees", "120 employees"]);
    await details.getByRole("button", { name: "Seen in Refresh 1" }).click();
    assert.deepEqual(await callsOf(page, "openRun"), [{ run: "R1" }]);
  });
});
