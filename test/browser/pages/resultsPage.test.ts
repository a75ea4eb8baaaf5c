// The results page in a real browser: keyboard, selection, copying, sorting, details, hostile texts, accessibility.
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { callsOf, openResultsPage, sendUpdate, startBrowser, type OpenOptions } from "../resultsPageHarness";
import { hostileTexts } from "../resultsPageHostile";

const companies = { rows: 5_000, columns: 20, kind: "company" as const };

interface Focus {
  readonly role: string | null;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** The focused cell, inside any shadow roots. Rows count from 0, the header is -1; column 0 is the row number. */
function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement;
    }
    return {
      role: element?.getAttribute("role") ?? null,
      row: Number(element?.parentElement?.getAttribute("aria-rowindex")) - 2,
      column: Number(element?.getAttribute("aria-colindex")) - 1,
      text: element?.textContent ?? "",
    };
  });
}

function selectedRows(page: Page): Promise<readonly number[]> {
  return page
    .locator("prospect-grid [role=row][aria-selected=true]")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex")) - 2).sort((a, b) => a - b));
}

function cell(page: Page, row: number, column: number) {
  return page.locator(`prospect-grid [role=row][aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`);
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
}

describe("results page", function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;
  let faults: string[] = [];

  async function open(options: OpenOptions, readyText?: string): Promise<Page> {
    page = await openResultsPage(browser, options, (fault) => faults.push(fault));
    if (readyText !== undefined) {
      await page.getByText(readyText, { exact: true }).first().waitFor();
    }
    return page;
  }

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());
  beforeEach(() => {
    faults = [];
  });
  afterEach(async () => {
    await page.context().close();
    assert.deepEqual(faults, [], "errors in the page, or breaches of its content-security policy");
  });

  describe("keyboard", () => {
    beforeEach(async () => {
      await open({ run: companies }, "Northwind 0·0");
      await cell(page, 0, 1).focus();
    });

    it("moves by cells, to the edges and by pages, and scrolls along", async () => {
      await press(page, "ArrowDown", "ArrowDown", "ArrowRight");
      assert.deepEqual(await focusOf(page), { role: "gridcell", row: 2, column: 2, text: "Tailspin 2·1" });
      await press(page, "End");
      assert.equal((await focusOf(page)).column, 20);
      await press(page, "Home");
      assert.equal((await focusOf(page)).column, 0);
      await press(page, "Control+End");
      assert.deepEqual(await focusOf(page).then(({ row, column }) => [row, column]), [4_999, 20]);
      await page.getByText("Fabrikam 4999·19").waitFor();
      await press(page, "PageUp");
      const { row } = await focusOf(page);
      assert.ok(row < 4_990 && row > 4_950, `a page up from the end came to row ${row}`);
      await press(page, "Control+Home");
      assert.deepEqual(await focusOf(page).then((focus) => [focus.row, focus.column]), [0, 0]);
    });

    it("shows the first and last column with Home, End and Control+arrow keys", async () => {
      const left = (): Promise<number> =>
        page.locator("prospect-grid .viewport").evaluate((viewport) => viewport.scrollLeft);
      for (const [away, back] of [
        ["End", "Home"],
        ["Control+End", "Control+Home"],
        ["Control+ArrowRight", "Control+ArrowLeft"],
      ] as const) {
        await press(page, away);
        assert.ok((await left()) > 1_000, `${away} came to ${await left()} px`);
        await press(page, back);
        assert.equal(await left(), 0, back);
      }
    });

    it("moves to the header, sorts there, and shows it", async () => {
      await press(page, "ArrowUp");
      assert.equal((await focusOf(page)).role, "columnheader");
      await press(page, "Enter");
      const header = page.locator('prospect-grid [role=columnheader][aria-colindex="2"]');
      await page.locator('prospect-grid [role=columnheader][aria-sort="ascending"]').waitFor();
      assert.deepEqual(
        (await callsOf(page, "arrange")).map(({ sort }) => sort),
        [{ column: "column0", descending: false }],
      );
      assert.equal((await focusOf(page)).role, "columnheader");
      await press(page, "Enter");
      await page.locator('prospect-grid [role=columnheader][aria-sort="descending"]').waitFor();
      await page.getByText("Tailspin 4999·0").waitFor();
      await press(page, "Enter");
      await page.waitForFunction(
        () =>
          (window as unknown as { fake: { calls: { name: string }[] } }).fake.calls.filter(
            ({ name }) => name === "arrange",
          ).length === 3,
      );
      assert.equal((await callsOf(page, "arrange")).at(-1)?.sort, undefined);
      assert.equal(await header.getAttribute("aria-sort"), "none");
    });

    it("selects with Space, extends with Shift, selects all with Ctrl+A and deselects with Escape", async () => {
      await press(page, "Space", "ArrowDown", "ArrowDown", "Space");
      assert.deepEqual(await selectedRows(page), [0, 2]);
      await press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowUp");
      assert.deepEqual(await selectedRows(page), [0, 2, 3]);
      await press(page, "Control+a");
      await page.getByText("Export 5,000 selected").waitFor();
      assert.equal(await page.evaluate(() => document.getSelection()?.toString()), "");
      assert.deepEqual((await callsOf(page, "select")).at(-1)?.selection, [[0, 5_000]]);
      await press(page, "Escape");
      await page.getByText("Export 5,000 fetched").waitFor();
      assert.deepEqual(await selectedRows(page), []);
    });

    it("copies the cell in focus, and the selected rows once there are some", async () => {
      await press(page, "ArrowRight", "Control+c");
      await press(page, "Space", "Control+c");
      const copies = await callsOf(page, "copy");
      assert.deepEqual(copies, [
        { format: "cell", headers: false, revision: 1, rows: [[0, 1]], column: "column1" },
        { format: "csv", headers: true, revision: 1, rows: [[0, 1]] },
      ]);
    });

    it("resizes the column in focus and saves the width", async () => {
      await press(page, "Shift+Alt+ArrowRight", "Shift+Alt+ArrowRight");
      assert.equal((await callsOf(page, "setLayout")).at(-1)?.[0]?.width, 192);
      assert.equal((await cell(page, 0, 1).boundingBox())?.width, 192);
    });

    it("opens the details with Enter, closes them with Escape, and returns to the cell", async () => {
      await press(page, "ArrowDown", "Enter");
      await page.getByRole("heading", { name: "Contoso 1·0" }).waitFor();
      await page.keyboard.press("Escape");
      assert.deepEqual(await focusOf(page).then(({ row, column }) => [row, column]), [1, 1]);
      assert.equal(await page.locator("prospect-details").count(), 0);
    });

    it("reaches tools, grid, details and status by Tab alone", async () => {
      await press(page, "Space", "Enter");
      const seen = new Set<string>();
      for (let step = 0; step < 24; step++) {
        await press(page, "Tab");
        seen.add(
          await page.evaluate(() => {
            let element = document.activeElement;
            const way = [element?.localName];
            while (element?.shadowRoot?.activeElement) {
              element = element.shadowRoot.activeElement;
              way.push(element.getAttribute("role") ?? element.localName);
            }
            return way.join(" ");
          }),
        );
      }
      const ways = [...seen].join("\n");
      for (const part of ["tab", "input", "prospect-menu", "gridcell", "prospect-details"]) {
        assert.ok(ways.includes(part), `${part} was not reached:\n${ways}`);
      }
    });
  });

  describe("mouse", () => {
    beforeEach(() => open({ run: companies }, "Northwind 0·0"));

    it("selects one row, adds with Ctrl, extends with Shift, toggles by the row number", async () => {
      await cell(page, 3, 2).click();
      assert.deepEqual(await selectedRows(page), [3]);
      await cell(page, 6, 1).click({ modifiers: ["Control"] });
      assert.deepEqual(await selectedRows(page), [3, 6]);
      await cell(page, 8, 1).click({ modifiers: ["Shift"] });
      assert.deepEqual(await selectedRows(page), [3, 6, 7, 8]);
      await cell(page, 7, 0).click();
      assert.deepEqual(await selectedRows(page), [3, 6, 8]);
      await page.getByText("Export 3 selected").click();
      assert.deepEqual(await callsOf(page, "export"), [{ scope: "selected" }]);
      await page.getByText("Find people at these 3 companies").click();
      assert.equal((await callsOf(page, "findPeople")).length, 1);
    });

    it("resizes by dragging and sorts by clicking", async () => {
      const header = page.locator('prospect-grid [role=columnheader][aria-colindex="2"]');
      const box = await header.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width - 3, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width + 57, box.y + 10, { steps: 3 });
      await page.mouse.up();
      assert.equal((await callsOf(page, "setLayout")).at(-1)?.[0]?.width, 220);
      assert.equal((await callsOf(page, "arrange")).length, 0);
      await header.click({ position: { x: 20, y: 10 } });
      assert.equal((await callsOf(page, "arrange")).length, 1);
    });

    it("copies the selection in the chosen format, and Ctrl+C uses it from then on", async () => {
      await cell(page, 1, 1).click();
      await page.getByRole("button", { name: "Copy as" }).click();
      await page.getByText("1 record selected").first().waitFor();
      await page.getByRole("menuitem", { name: "Markdown table, without headers" }).click();
      await cell(page, 2, 1).click();
      await press(page, "Control+c");
      assert.deepEqual(
        (await callsOf(page, "copy")).map(({ format, headers, rows }) => ({ format, headers, rows })),
        [
          { format: "markdown", headers: false, rows: [[1, 2]] },
          { format: "markdown", headers: false, rows: [[2, 3]] },
        ],
      );
    });

    it("filters results, labels the scope, and shows when nothing matches", async () => {
      await page.getByPlaceholder("Filter results…").fill("contoso");
      await page.getByText("Export 1,250 filtered").waitFor();
      assert.equal(await page.locator("prospect-grid [role=grid]").getAttribute("aria-rowcount"), "1251");
      await page.getByPlaceholder("Filter results…").fill("nothing like it");
      await page.getByText("No fetched record matches “nothing like it”.").waitFor();
      await page.getByText("Clear the quick filter", { exact: true }).click();
      await page.getByText("Export 5,000 fetched").waitFor();
    });

    it("shows, hides and moves columns", async () => {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("checkbox", { name: "Domain", exact: true }).click();
      await page.getByRole("button", { name: "Move Name down", exact: true }).click();
      const layout = (await callsOf(page, "setLayout")).at(-1);
      assert.deepEqual(
        layout?.slice(0, 2).map(({ id, visible }) => ({ id, visible })),
        [
          { id: "column1", visible: false },
          { id: "column0", visible: true },
        ],
      );
      await page.getByRole("button", { name: "Done" }).click();
      assert.equal(
        await page.locator('prospect-grid [role=columnheader][aria-colindex="3"]').textContent(),
        "Industry",
      );
    });

    it("filters by a bar of the summary, and shows the summary as a table", async () => {
      await page.getByRole("tab", { name: "Summary" }).click();
      await page.getByRole("button", { name: "Country: As a table" }).click();
      assert.deepEqual(
        await page.locator("prospect-summary table tbody tr").first().locator("th, td").allTextContents(),
        ["Germany", "60", "60%"],
      );
      await page.getByRole("button", { name: "51-200 55 55%" }).click();
      assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.facet, {
        id: "headcount_range",
        label: "Headcount",
        bucket: "51-200",
        value: "51-200",
      });
      await page.getByText("Headcount: 51-200").first().waitFor();
    });
  });

  it("requests only visible rows and a few ahead, and has few elements at 100,000 × 20", async () => {
    await open({ run: { ...companies, rows: 100_000 }, width: 1600, height: 1000 }, "Northwind 0·0");
    await cell(page, 0, 1).focus();
    await press(page, "Control+End");
    await page.getByText("Fabrikam 99999·19").waitFor();
    const nodes = await page.evaluate(() => {
      const count = (root: Document | ShadowRoot): number =>
        [...root.querySelectorAll("*")].reduce(
          (sum, element) => sum + 1 + (element.shadowRoot === null ? 0 : count(element.shadowRoot)),
          0,
        );
      return count(document);
    });
    assert.ok(nodes <= 1_000, `${nodes} elements`);
    const windows = await callsOf(page, "getRows");
    assert.ok(windows.length <= 12 && windows.every((message) => message.count <= 100), JSON.stringify(windows));
  });

  it("scrolls to the last of 3,000,000 rows, beyond what a browser can scroll by itself", async () => {
    await open({ run: { ...companies, rows: 3_000_000 } }, "Northwind 0·0");
    await cell(page, 0, 1).focus();
    await press(page, "Control+End");
    assert.equal((await focusOf(page)).row, 2_999_999);
    await page.getByText("Fabrikam 2999999·19").waitFor();
    await press(page, "ArrowUp");
    const focused = await cell(page, 2_999_998, 20).boundingBox();
    assert.ok(focused !== null && focused.y > 60 && focused.y < 740, "the focused row is in sight");
  });

  it("shows placeholders until rows come", async () => {
    await open({ run: { ...companies, hold: true } });
    await page.locator("prospect-grid [role=row][aria-busy=true]").first().waitFor();
    await page.evaluate(() => (window as unknown as { fake: { release(): void } }).fake.release());
    await page.getByText("Northwind 0·0", { exact: true }).waitFor();
  });

  it("shows the details of a person, opens only a link that is clicked, and shows the raw JSON", async () => {
    await open({ run: { ...companies, kind: "person" } }, "Northwind 0·0");
    await cell(page, 0, 1).dblclick();
    await page.getByText("Mar 2019 – now").waitFor();
    await page.getByText("Jan 2010 – Feb 2019").waitFor();
    await page.getByText("German · native or bilingual").waitFor();
    await page.getByText("Show 10 more").click();
    assert.equal(await page.locator("prospect-details .labels li").filter({ hasText: "Skill" }).count(), 70);
    assert.equal((await callsOf(page, "openLink")).length, 0);
    await page.getByRole("button", { name: /^Open in the browser: Professional network/ }).click();
    assert.deepEqual(await callsOf(page, "openLink"), [{ url: "https://network.example/in/ada" }]);
    await page.getByRole("button", { name: "Raw JSON" }).click();
    assert.match((await page.locator("prospect-details pre").textContent()) ?? "", /"full_name": "Ada Example 0"/);
    await page.getByRole("button", { name: "Copy JSON" }).click();
    assert.deepEqual(await callsOf(page, "copyRaw"), [{ revision: 1, at: 0 }]);
  });

  it("shows progress of a run with a countdown and Stop, then why it stopped and what to do", async () => {
    await open(
      {
        run: {
          ...companies,
          run: { activity: { fetched: 300, wanted: 1_000, stopping: false, waitingUntil: Date.now() + 90_000 } },
        },
      },
      "Northwind 0·0",
    );
    await page.getByText(/^Rate limit reached: continues in (90|89|88) s$/).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    assert.equal((await callsOf(page, "stop")).length, 1);
    await sendUpdate(page, "run", {
      sentence: "300 of 12,480 · 75 credits",
      remarks: ["Stopped by you. What was fetched is kept."],
      actions: ["resume", "fetchMore"],
      finished: false,
      more: 100,
    });
    await page.getByText("Stopped by you. What was fetched is kept.").waitFor();
    await page.getByRole("button", { name: "Fetch 100 more" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    assert.deepEqual(await callsOf(page, "fetchMore"), [{ records: 100 }]);
    assert.equal((await callsOf(page, "resume")).length, 1);
  });

  it("offers to connect when the key was rejected", async () => {
    await open(
      { run: { ...companies, run: { remarks: ["Key rejected."], actions: ["connect", "resume"] } } },
      "Northwind 0·0",
    );
    await page.getByRole("button", { name: "Connect…" }).click();
    assert.equal((await callsOf(page, "connect")).length, 1);
  });

  it("filters contacts by deliverable email, mobile phone, or both", async () => {
    await open({ run: { ...companies, kind: "contact" } }, "Northwind 0·0");
    const email = page.getByRole("button", { name: "Deliverable email" });
    await email.focus();
    await press(page, "Enter", "Tab", "Space");
    await page.locator('.choice[aria-pressed="true"]').nth(1).waitFor();
    assert.deepEqual(
      (await callsOf(page, "arrange")).map(({ quick }) => quick),
      [["deliverableEmail"], ["deliverableEmail", "mobilePhone"]],
    );
    await page.getByRole("button", { name: /^Export .* filtered$/ }).waitFor();
    await email.click();
    await page.locator('.choice[aria-pressed="false"]', { hasText: "Deliverable email" }).waitFor();
    assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.quick, ["mobilePhone"]);
  });

  it("restores position, order, filter and details", async () => {
    await open({ run: companies }, "Northwind 0·0");
    await page.locator('prospect-grid [role=columnheader][aria-colindex="5"]').click({ position: { x: 20, y: 10 } });
    await page.locator('prospect-grid [aria-sort="ascending"]').waitFor();
    await cell(page, 0, 1).click();
    await press(page, "PageDown", "PageDown", "PageDown", "ArrowRight", "Enter");
    await page.locator("prospect-details h3").first().waitFor();
    await page.waitForFunction(
      () =>
        ((window as unknown as { fake: { state(): { place?: { top?: number } } } }).fake.state()?.place?.top ?? 0) > 0,
    );
    const kept = await page.evaluate(() => (window as unknown as { fake: { state(): unknown } }).fake.state());
    await page.context().close();

    await open({ run: companies, kept });
    await page.locator('prospect-grid [aria-sort="ascending"]').waitFor();
    await page.locator("prospect-details h3").first().waitFor();
    const { row } = (kept as { place: { row: number } }).place;
    assert.ok(row > 50);
    await cell(page, row, 2).waitFor();
    assert.equal(await cell(page, row, 2).getAttribute("tabindex"), "0");
    assert.ok(await cell(page, row, 2).isVisible());
  });

  it("offers to fetch and export all with the cost, by mouse and keyboard, unless the run is in progress", async () => {
    const label = "Fetch and export all 12,480 (≈ 3,120 credits)";
    await open(
      { run: { ...companies, run: { actions: ["fetchMore"], everything: { total: 12_480, creditsAbout: 3_120 } } } },
      "Northwind 0·0",
    );
    await page.getByRole("button", { name: label, exact: true }).click();
    await page.getByRole("button", { name: "Fetch 100 more" }).focus();
    await press(page, "Tab", "Enter");
    assert.deepEqual(
      (await callsOf(page, "export")).map(({ scope }) => scope),
      ["everything", "everything"],
    );
    await sendUpdate(page, "run", {
      sentence: "",
      remarks: [],
      actions: ["resume"],
      finished: false,
      more: 100,
      everything: { total: 12_480 },
    });
    await page
      .getByRole("button", { name: "Fetch and export all 12,480 (price unknown until the first page)", exact: true })
      .waitFor();
    await sendUpdate(page, "run", {
      sentence: "",
      remarks: [],
      actions: [],
      finished: false,
      more: 100,
      activity: { fetched: 1, wanted: 9, stopping: false },
    });
    await page.getByRole("progressbar").waitFor();
    assert.equal(await page.getByRole("button", { name: "Fetch and export all" }).count(), 0);
  });

  describe("hostile texts", () => {
    for (const kind of ["company", "person", "contact"] as const) {
      it(`stay texts in every place of a ${kind} record`, async () => {
        await open({
          run: {
            rows: hostileTexts.length,
            columns: 12,
            kind,
            texts: hostileTexts,
            run: { sentence: hostileTexts[0] ?? "", remarks: [hostileTexts[16] ?? "", hostileTexts[1] ?? ""] },
          },
          width: 900,
        });
        await page.locator("prospect-grid [role=gridcell]").first().waitFor();
        await cell(page, 0, 1).dblclick();
        for (const text of hostileTexts) {
          await sendUpdate(page, "notice", { text, problem: true });
        }
        await page.locator("prospect-grid [tabindex='0']").first().focus();
        // Each record holds every text in another place: the details are read all the way down.
        for (let step = 0; step * 12 < hostileTexts.length; step++) {
          const before = (await callsOf(page, "getDetails")).length;
          await press(page, ...Array.from({ length: 12 }, () => "ArrowDown"));
          await page.waitForFunction(
            (seen) =>
              (window as unknown as { fake: { calls: { name: string }[] } }).fake.calls.filter(
                ({ name }) => name === "getDetails",
              ).length > seen,
            before,
          );
        }
        await page.getByRole("button", { name: "Raw JSON" }).click();
        await page.getByRole("tab", { name: "Summary" }).click();
        await page.locator("prospect-summary button.bar").first().click();
        await page.locator(".facet").waitFor();
        const found = await page.evaluate(() => {
          const all = (root: Document | ShadowRoot): Element[] =>
            [...root.querySelectorAll("*")].flatMap((element) => [
              element,
              ...(element.shadowRoot === null ? [] : all(element.shadowRoot)),
            ]);
          const elements = all(document);
          const names = new Set(["a", "img", "iframe", "svg", "b", "object", "embed", "form"]);
          const grid = elements.find((element) => element.localName === "prospect-grid");
          return {
            executed: (window as unknown as { fake: { executed: string[] } }).fake.executed,
            // The toolkit's own check mark is an svg; none of it comes from a record.
            alien: elements
              .filter(
                (element) =>
                  names.has(element.localName) &&
                  !(
                    element.getRootNode() instanceof ShadowRoot &&
                    (element.getRootNode() as ShadowRoot).host.localName.startsWith("vscode-")
                  ),
              )
              .map((element) => element.outerHTML.slice(0, 80)),
            scripts: elements.filter((element) => element.localName === "script").length,
            heights: [
              ...new Set(
                [...(grid?.shadowRoot?.querySelectorAll<HTMLElement>(".body > .row:not([hidden])") ?? [])].map(
                  (row) => row.offsetHeight,
                ),
              ),
            ],
            tooWide: document.documentElement.scrollWidth > window.innerWidth,
            reversed: [...(grid?.shadowRoot?.querySelectorAll(".cell") ?? [])].some((one) =>
              /[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B]/u.test(one.textContent ?? ""),
            ),
          };
        });
        assert.deepEqual(found, {
          executed: [],
          alien: [],
          scripts: 2,
          heights: [24],
          tooWide: false,
          reversed: false,
        });
        assert.deepEqual(await callsOf(page, "openLink"), []);
      });
    }
  });
});
