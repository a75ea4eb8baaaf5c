// The menus of cells and column headers in a real browser, by mouse and by keyboard.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { callsOf, hostOf, sendUpdate } from "../resultsPageHost";
import {
  boxOf,
  cell,
  focusOf,
  focusedPlace,
  header,
  headerLabels,
  press,
  rangeCells,
  useResultsPage,
} from "../resultsPageInTest";
import { assertSoon } from "../soon";

const people = { rows: 500, columns: 20, kind: "person" as const, pinned: true };

describe("menus of the grid", function () {
  const { open } = useResultsPage();
  let page: Page;

  beforeEach(async () => {
    page = await open({ run: people }, "Northwind 0·0");
  });

  const items = (): Promise<readonly string[]> => page.locator("prospect-context-menu .item .label").allTextContents();
  const isOpen = async (): Promise<boolean> => (await page.getByRole("menu").count()) > 0;

  /** The rows that pass another filter. */
  const sendOtherRows = async (): Promise<void> => {
    const opened = hostOf(page).state();
    await sendUpdate(page, "view", { ...opened.view, revision: 2, count: 7, filter: "Northwind" });
  };

  describe("of a cell", () => {
    it("opens by right click with the items that apply, and its focus returns on Escape", async () => {
      await cell(page, 2, 6).click({ button: "right" });
      assert.deepEqual(await items(), [
        ...["Only “Lithuania”", "Exclude “Lithuania”", "Filter…", "Copy", "Copy Row as JSON", "Look Up Company"],
        ...["Look Up Person", "People at This Company", "Add to List…", "Add to Leave-Out List…", "Show Details"],
      ]);
      assert.equal((await focusOf(page)).role, "menuitem");
      await press(page, "Escape");
      assert.equal(await isOpen(), false);
      assert.deepEqual(await focusedPlace(page), [2, 6]);
      assert.deepEqual(await callsOf(page, "select"), []);
    });

    for (const key of ["Shift+F10", "ContextMenu"]) {
      it(`opens with ${key} below the cell in focus`, async () => {
        await cell(page, 3, 2).click();
        await press(page, key);
        await page.getByRole("menu", { name: "Domain, cell" }).waitFor();
        const [menu, below] = [await boxOf(page.getByRole("menu")), await boxOf(cell(page, 3, 2))];
        assert.ok(menu.y >= below.y + below.height - 1 && Math.abs(menu.x - below.x) < 12);
      });
    }

    it("filters by the value, excludes it, and filters by unknown", async () => {
      const mark = header(page, 6).locator(".filterMark");
      await cell(page, 19, 6).click();
      await press(page, "Shift+F10", "ArrowDown", "Enter");
      await mark.waitFor();
      await cell(page, 2, 6).filter({ hasText: "Lithuania" }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Only “Lithuania”" }).click();
      await header(page, 6).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Clear Filter" }).click();
      await mark.waitFor({ state: "detached" });
      assert.deepEqual(
        (await callsOf(page, "arrange")).map(({ columnFilters }) => columnFilters),
        [
          [{ kind: "oneOf", column: "column5", values: [""], exclude: true }],
          [{ kind: "oneOf", column: "column5", values: ["Lithuania"] }],
          [],
        ],
      );
    });

    it("offers items of a list, the start of a long value, and no company or profile that is not there", async () => {
      const columns = (["name", "company_name", "network_url", "tags", "notes", "about"] as const).map((id) => ({
        id,
        label: id,
        type: id === "tags" ? ("list" as const) : ("text" as const),
      }));
      const layout = columns.map(({ id }) => ({ id, width: 120, visible: true, pinned: false }));
      const texts = ["Ada", "", "", "a; b; c; d", "y".repeat(100), "x".repeat(400)];
      page = await open({ run: { ...people, columns: texts.length, shown: { columns, layout }, texts } }, "Ada");
      const copied = ["Filter…", "Copy", "Copy Row as JSON", "Add to List…", "Add to Leave-Out List…", "Show Details"];
      const of = async (column: number): Promise<readonly string[]> => {
        await cell(page, 0, column).click({ button: "right" });
        return items();
      };
      assert.deepEqual(await of(2), ["Only Unknown", "Exclude Unknown", ...copied]);
      assert.deepEqual(await of(4), ["Only “a”", "Only “b”", "Only “c”", ...copied]);
      const short = `${"y".repeat(32)}…`;
      assert.deepEqual(await of(5), [`Only “${short}”`, `Exclude “${short}”`, ...copied]);
      assert.deepEqual(await of(6), copied, "a text that is not known whole");
      assert.deepEqual(await of(0), copied.slice(2));
      await of(5);
      await press(page, "Enter");
      assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.columnFilters, [
        { kind: "oneOf", column: "notes", values: ["y".repeat(100)] },
      ]);
    });

    it("looks up, finds people, copies, opens links, filters by the column, and shows the details", async () => {
      const choose = async (name: string, column = 2): Promise<void> => {
        await cell(page, 4, column).click({ button: "right" });
        await page.getByRole("menuitem", { name, exact: true }).click();
      };
      for (const name of ["Look Up Company", "Look Up Person", "People at This Company", "Copy", "Copy Row as JSON"]) {
        await choose(name);
        assert.deepEqual(await focusedPlace(page), [4, 2], name);
      }
      await choose("Open Link", 9);
      await choose("Show Details", 9);
      await page.getByRole("heading", { name: "Northwind 4·0" }).waitFor();
      await choose("Filter…", 9);
      await page.getByRole("dialog").filter({ hasText: "Website" }).waitFor();
      const row = { revision: 1, at: 4 };
      for (const [name, ...inputs] of [
        ["lookUp", { ...row, what: "company" }, { ...row, what: "person" }],
        ["findPeople", row],
        ["copyRaw", row],
        ["copy", { revision: 1, format: "cells", headers: false, rows: [[4, 5]], columns: ["column1"] }],
        ["openCell", { ...row, column: "column8" }],
      ] as const) {
        assert.deepEqual(await callsOf(page, name), inputs);
      }
    });

    it("keeps the range it is opened in, and drops one elsewhere", async () => {
      await cell(page, 1, 2).click();
      await cell(page, 2, 4).click({ modifiers: ["Shift"] });
      await cell(page, 1, 3).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Copy 6 Cells" }).click();
      assert.deepEqual((await callsOf(page, "copy")).at(-1)?.rows, [[1, 3]]);
      await cell(page, 8, 3).click({ button: "right" });
      assert.deepEqual(await rangeCells(page), []);
      assert.ok((await items()).includes("Copy"));
    });

    it("has arrow keys, Home, End and first letters, and stays inside the page", async () => {
      await page.setViewportSize({ width: 900, height: 420 });
      await cell(page, 11, 3).click({ button: "right" });
      const focused = async (): Promise<string> => (await focusOf(page)).text.trim();
      await press(page, "End");
      assert.match(await focused(), /^Show Details/);
      await press(page, "ArrowDown");
      assert.match(await focused(), /^Only/);
      await press(page, "l", "l");
      assert.match(await focused(), /^Look Up Person/);
      await press(page, "Home");
      assert.match(await focused(), /^Only/);
      const menu = await boxOf(page.getByRole("menu"));
      assert.ok(menu.y >= 0 && menu.y + menu.height <= 420 && menu.x + menu.width <= 900, JSON.stringify(menu));
    });

    it("closes when the grid is scrolled, the page is clicked elsewhere, or the window loses the focus", async () => {
      const openMenu = async (): Promise<void> => {
        await cell(page, 3, 3).click({ button: "right" });
        await page.getByRole("menu").waitFor();
      };
      const scrolled = (): Promise<number> =>
        page.locator("prospect-grid .viewport").evaluate((viewport) => viewport.scrollTop);
      await openMenu();
      await page.mouse.move(600, 500);
      await page.mouse.wheel(0, 200);
      await page.getByRole("menu").waitFor({ state: "detached" });
      await assertSoon(scrolled, 200);
      await page.mouse.wheel(0, -200);
      await assertSoon(scrolled, 0);
      await openMenu();
      await page.getByRole("heading", { level: 1 }).click();
      await page.getByRole("menu").waitFor({ state: "detached" });
      await openMenu();
      await page.evaluate(() => window.dispatchEvent(new Event("blur")));
      await page.getByRole("menu").waitFor({ state: "detached" });
      await openMenu();
      await sendOtherRows();
      await page.getByRole("menu").waitFor({ state: "detached" });
    });
  });

  describe("of a column", () => {
    it("opens with its button, which shows on hover, and with Alt+Down", async () => {
      const button = header(page, 2).locator(".menuButton");
      assert.equal(await button.isVisible(), false);
      await header(page, 2).hover();
      await button.click();
      await page.getByRole("menu", { name: "Domain, column" }).waitFor();
      assert.deepEqual(await callsOf(page, "arrange"), [], "the button does not sort");
      await press(page, "Escape");
      assert.deepEqual(await focusedPlace(page), [-1, 2]);
      await press(page, "ArrowRight", "Alt+ArrowDown");
      await page.getByRole("menu", { name: "Industry, column" }).waitFor();
    });

    it("sorts by the type of the column and marks the present order", async () => {
      await header(page, 4).click({ button: "right" });
      await page.getByRole("menuitemradio", { name: "Sort Largest to Smallest" }).click();
      await page.locator('prospect-grid [aria-colindex="5"][aria-sort="descending"]').waitFor();
      await header(page, 4).click({ button: "right" });
      const present = page.getByRole("menuitemradio", { name: "Sort Largest to Smallest" });
      assert.equal(await present.getAttribute("aria-checked"), "true");
      await page.getByRole("menuitem", { name: "Remove Sorting" }).click();
      await page.locator('prospect-grid [aria-colindex="5"][aria-sort="none"]').waitFor();
      await header(page, 7).click({ button: "right" });
      assert.deepEqual((await items()).slice(0, 2), ["Sort Oldest to Newest", "Sort Newest to Oldest"]);
    });

    it("pins, unpins, moves, hides and fits the column, by keyboard", async () => {
      const choose = async (letters: string): Promise<void> => {
        await assertSoon(async () => (await focusOf(page)).role, "columnheader"); // comes back when the menu has closed
        await press(page, "Alt+ArrowDown");
        await page.getByRole("menu").waitFor();
        // At once: letters after a pause would begin another word, and a busy machine pauses by itself.
        await page.evaluate((typed) => {
          for (const key of typed) {
            let focused = document.activeElement;
            while (focused?.shadowRoot?.activeElement) {
              focused = focused.shadowRoot.activeElement;
            }
            focused?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
          }
        }, letters);
        await press(page, "Enter");
      };
      const firstHeaders = async (): Promise<readonly string[]> => (await headerLabels(page)).slice(0, 3);
      await cell(page, 0, 3).click();
      await press(page, "ArrowUp");
      await choose("pin");
      await assertSoon(firstHeaders, ["Name", "Industry", "Domain"]);
      await assertSoon(() => focusedPlace(page), [-1, 2]); // it stays on the column
      await choose("move l");
      await assertSoon(firstHeaders, ["Industry", "Name", "Domain"]);
      await assertSoon(() => focusedPlace(page), [-1, 1]);
      await choose("move r");
      await assertSoon(firstHeaders, ["Name", "Industry", "Domain"]);
      await choose("unpin");
      await assertSoon(firstHeaders, ["Name", "Industry", "Domain"]);
      await assertSoon(() => focusedPlace(page), [-1, 2]);
      await choose("fit");
      await choose("hide");
      await assertSoon(firstHeaders, ["Name", "Domain", "Headcount"]);
      await assertSoon(async () => (await focusOf(page)).role, "columnheader");
    });

    it("stays open when a key opens it before the page draws what the last choice changed", async () => {
      await cell(page, 0, 3).click();
      await press(page, "ArrowUp", "Alt+ArrowDown", "p");
      assert.match((await focusOf(page)).text, /Pin Column/);
      const drawFrames = await holdFrames(page);
      await press(page, "Enter", "Alt+ArrowDown");
      await page.getByRole("menu", { name: "Industry, column" }).waitFor();
      await drawFrames();
      assert.equal((await focusOf(page)).role, "menuitemradio");
      assert.ok(await isOpen());
      await press(page, "Escape");
      assert.deepEqual(await focusedPlace(page), [-1, 2]);
    });

    it("stays open when a filter that was typed before replaces the rows", async () => {
      await cell(page, 0, 3).click();
      await press(page, "ArrowUp", "Alt+ArrowDown");
      await page.getByRole("menu").waitFor();
      await sendOtherRows();
      await cell(page, 7, 1).waitFor({ state: "hidden" });
      assert.ok(await isOpen());
      await page.getByRole("menuitem", { name: "Filter…" }).click();
      await page.getByRole("dialog").waitFor();
    });

    it("leads to the filter and the columns, and does not move beyond the pinned ones", async () => {
      await header(page, 2).click({ button: "right" });
      assert.equal(await page.getByRole("menuitem", { name: "Move Left" }).getAttribute("aria-disabled"), "true");
      await page.getByRole("menuitem", { name: "Move Left" }).click({ force: true });
      assert.deepEqual(await callsOf(page, "setLayout"), []);
      await page.getByRole("menuitem", { name: "Columns…" }).click();
      await page.getByRole("dialog", { name: "Columns" }).waitFor();
      await page.getByRole("button", { name: "Done" }).click();
      await header(page, 2).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Filter…" }).click();
      await page.getByRole("dialog").filter({ hasText: "Domain" }).waitFor();
      await press(page, "Escape");
      assert.deepEqual(await focusedPlace(page), [-1, 2]);
    });
  });
});

/** From here on the page gets no frame until the returned function is called. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    const request = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => held.push(callback);
    window.addEventListener("drawFrames", () => {
      window.requestAnimationFrame = request;
      held.forEach((callback) => callback(performance.now()));
    });
  });
  return () => page.evaluate(() => void window.dispatchEvent(new Event("drawFrames")));
}
