// The results page in a real browser: its lines above and below, what it restores, large results, hostile texts.
import assert from "node:assert/strict";
import { callsOf, hostOf, sendUpdate } from "../resultsPageHost";
import { hostileTexts } from "../resultsPageHostile";
import {
  announced,
  boxOf,
  cell,
  chooseInDetails,
  focusedPlace,
  focusOf,
  press,
  useResultsPage,
} from "../resultsPageInTest";
import { assertSoon } from "../soon";

const companies = { rows: 5_000, columns: 20, kind: "company" as const };

describe("results page", function () {
  const { open } = useResultsPage();

  describe("header", () => {
    it("picks another run by mouse and by keyboard, and tells which one is shown", async () => {
      const page = await open({ run: companies }, "Northwind 0·0");
      await page.getByRole("heading", { name: "Acme search", level: 1 }).waitFor();
      const picker = page.getByRole("button", { name: "Run: Today 00:15" });
      await picker.click();
      const shown = page.getByRole("menuitemradio", { name: /^Today 00:15/ });
      assert.equal(await shown.getAttribute("aria-checked"), "true");
      await page.getByRole("menuitemradio", { name: /^October 12, 09:30.*12,480 records/ }).click();
      await announced(page, "Showing the run: October 12, 09:30");
      await page.getByRole("button", { name: "Run: October 12, 09:30" }).focus();
      await press(page, "ArrowDown", "End", "Enter");
      await page.getByRole("button", { name: "Run: September 11, 17:05" }).waitFor();
      assert.equal((await focusOf(page)).name, "Run: September 11, 17:05");
      assert.deepEqual(await callsOf(page, "showRun"), [{ run: "run-2" }, { run: "run-1" }]);
      // Choosing what is shown already, and Escape, ask for nothing.
      await press(page, "ArrowDown", "End", "Enter", "ArrowDown", "Escape");
      assert.equal((await callsOf(page, "showRun")).length, 2);
    });

    it("leads back to the search, runs it again and renames it", async () => {
      const page = await open({ run: companies }, "Northwind 0·0");
      for (const name of ["Edit Search", "Run Again", "More Actions"]) {
        await page.getByRole("button", { name, exact: true }).click();
      }
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      for (const call of ["editSearch", "runAgain", "renameSearch"] as const) {
        assert.equal((await callsOf(page, call)).length, 1, call);
      }
    });

    it("offers only what is possible", async () => {
      const header = { runs: [{ id: "run-3", when: "Today 00:15", what: "9 records" }] };
      const page = await open(
        { run: { ...companies, header: { ...header, canEditSearch: false, canRunAgain: false, canRename: false } } },
        "Northwind 0·0",
      );
      await page.getByText("Today 00:15", { exact: true }).waitFor();
      for (const name of ["Run: Today 00:15", "Edit Search", "Run Again", "More Actions"]) {
        assert.equal(await page.getByRole("button", { name }).count(), 0, name);
      }
    });
  });

  it("filters by changes with the badges, and says what must be known to read them", async () => {
    const remark = "The earlier run fetched 100 of 12,480 records: what it did not fetch counts as new.";
    const page = await open({ run: { ...companies, compared: true, changesRemark: remark } }, "Northwind 0·0");
    await page.getByText("Compared to October 12, 09:30", { exact: true }).waitFor();
    const isNew = page.getByRole("group", { name: "Changes" }).getByRole("button", { name: "313 new" });
    await isNew.click();
    await page.getByRole("button", { name: "Export 313", exact: true }).waitFor();
    assert.equal(await isNew.getAttribute("aria-pressed"), "true");
    await page.getByRole("button", { name: "5 gone" }).focus();
    await press(page, "Space");
    await page.getByRole("button", { name: "Export 318", exact: true }).waitFor();
    assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.columnFilters, [
      { kind: "oneOf", column: "change", values: ["new", "gone"] },
    ]);
    await page.locator("footer").getByText(remark, { exact: true }).waitFor();
    assert.equal(await isNew.getAttribute("title"), remark);
    await isNew.click();
    await page.getByRole("button", { name: "Export 5", exact: true }).waitFor();
  });

  it("has a footer of one line at any width; the rest and the actions are above it", async () => {
    const sentence = "250 of 1,109 · 62.5 credits, of which the first record was fetched alone";
    const run = {
      sentence,
      remarks: ["Fetched the 250 records you asked for."],
      actions: ["fetchMore" as const],
      more: 100,
    };
    const page = await open({ run: { ...companies, run } }, "Northwind 0·0");
    for (const width of [1600, 1000, 400]) {
      await page.setViewportSize({ width, height: 800 });
      await assertSoon(async () => (await boxOf(page.locator("footer"))).width, width);
      const [footer, button] = [
        await boxOf(page.locator("footer")),
        await boxOf(page.getByRole("button", { name: "About these results" })),
      ];
      assert.ok(footer.height < 2 * button.height, `${footer.height} px high at ${width} px`);
    }
    await page.getByRole("button", { name: "About these results" }).click();
    const about = page.getByRole("dialog", { name: "About these results" });
    await about.getByText(sentence).waitFor();
    await about.getByRole("button", { name: /^Fetch 100 more/u }).click();
    assert.equal((await callsOf(page, "fetchMore")).length, 1);
    await about.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "About these results" }).click();
    await about.waitFor();
    await press(page, "Escape");
    await about.waitFor({ state: "detached" });
    assert.equal((await focusOf(page)).role, "gridcell");
  });

  it("gives the focus to the records of a page that was just opened, however wide it is", async () => {
    for (const width of [400, 1600]) {
      const page = await open({ run: companies, width }, "Northwind 0·0");
      await assertSoon(async () => (await focusOf(page)).role, "gridcell");
    }
  });

  it("shows the details alone where there is no room for both, and gives the focus back", async () => {
    const page = await open({ run: companies }, "Northwind 0·0");
    for (const [width, height] of [
      [400, 800],
      [800, 420],
    ] as const) {
      await page.setViewportSize({ width, height });
      await cell(page, 0, 1).click();
      await press(page, "Enter");
      const details = page.locator("prospect-details");
      await details.getByRole("heading", { name: "Northwind 0·0" }).waitFor();
      await assertSoon(async () => {
        const [shown, footer] = [await boxOf(details), await boxOf(page.locator("footer"))];
        return [shown.width, shown.y + shown.height - footer.y];
      }, [width, 0]);
      assert.equal(await cell(page, 0, 1).isVisible(), false);
      await press(page, "j");
      await details.getByRole("heading", { name: "Contoso 1·0" }).waitFor();
      await press(page, "Escape");
      await details.waitFor({ state: "detached" });
      await assertSoon(() => focusedPlace(page), [1, 1]);
    }
  });

  it("says how many records are shown and selected, and exports exactly these", async () => {
    const page = await open({ run: { ...companies, pinned: true } }, "Northwind 0·0");
    await page.locator("footer").getByText("5,000 records", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Export 5,000", exact: true }).click();
    await page.getByRole("textbox", { name: "Filter results" }).fill("contoso");
    await page.locator("footer").getByText("1,250 of 5,000 shown", { exact: true }).waitFor();
    await announced(page, "1,250 of 5,000 shown");
    await page.getByRole("button", { name: "Export 1,250", exact: true }).click();
    await cell(page, 0, 0).click();
    await cell(page, 2, 0).click();
    await page.locator("footer").getByText("2 selected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Export 2 selected" }).click();
    assert.deepEqual(
      (await callsOf(page, "export")).map(({ scope }) => scope),
      ["all", "filtered", "selected"],
    );
    await page.getByRole("button", { name: "Find people at these 2 companies" }).click();
    assert.equal((await callsOf(page, "findPeople")).length, 1);
    await page.getByRole("button", { name: "New search for these records" }).click();
    assert.equal((await callsOf(page, "newSearch")).length, 1);
  });

  it("copies the selected records, or all, in the chosen format", async () => {
    const page = await open({ run: companies }, "Northwind 0·0");
    const copyAs = page.getByRole("button", { name: "Copy as" });
    await copyAs.click();
    await page.getByText("All 5,000 records", { exact: true }).waitFor();
    await page.getByRole("menuitem", { name: "JSON" }).click();
    await cell(page, 1, 0).click();
    await copyAs.focus();
    await press(page, "ArrowDown", "m", "Enter");
    assert.deepEqual(
      (await callsOf(page, "copy")).map(({ format, headers, rows }) => ({ format, headers, rows })),
      [
        { format: "json", headers: false, rows: [[0, 5_000]] },
        { format: "markdown", headers: true, rows: [[1, 2]] },
      ],
    );
  });

  it("does what each button about the run says, by mouse and keyboard", async () => {
    const page = await open({ run: companies }, "Northwind 0·0");
    const { run } = hostOf(page).state();
    const stopped = { ...run, finished: false, remarks: ["Stopped."] };
    const fetchMore = { ...stopped, actions: ["fetchMore"] } as const;
    const everything = { total: 12_480 };
    const all = { scope: "everything", state: "state-1" };
    for (const [button, status, call, input] of [
      ["Fetch 100 more", fetchMore, "fetchMore", { state: "state-1" }],
      ["Fetch 100 more (about 25 credits)", { ...fetchMore, moreCreditsAbout: 25 }, "fetchMore", { state: "state-1" }],
      ["Resume", { ...stopped, actions: ["resume"] }, "resume", { state: "state-1" }],
      ["Connect…", { ...stopped, actions: ["connect", "resume"] }, "connect", undefined],
      [
        "Fetch and export all 12,480 (≈ 3,120 credits)",
        { ...fetchMore, everything: { ...everything, creditsAbout: 3_120 } },
        "export",
        all,
      ],
      ["Fetch and export all 12,480 (price unknown until the first page)", { ...fetchMore, everything }, "export", all],
      ["Stop", { ...stopped, activity: { fetched: 1, wanted: 9, stopping: false } }, "stop", undefined],
    ] as const) {
      await sendUpdate(page, "run", status);
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.getByRole("button", { name: button, exact: true }).press("Enter");
      assert.deepEqual((await callsOf(page, call)).slice(-2), [input, input], button);
    }
  });

  it("offers to edit the search or run it again where it found nothing", async () => {
    const page = await open({ run: { ...companies, rows: 0, run: { sentence: "0 records" } } });
    await page.getByText("No company matches this search.").waitFor();
    await page.locator(".empty").getByRole("button", { name: "Edit Search" }).click();
    await page.locator(".empty").getByRole("button", { name: "Run Again" }).click();
    assert.equal((await callsOf(page, "editSearch")).length + (await callsOf(page, "runAgain")).length, 2);
    await page.getByText("There are no values to filter by yet.").waitFor();
  });

  it("says above why nothing was fetched, and offers to resume before anything else", async () => {
    const stopped = { finished: false, remarks: ["The service cannot be reached."], actions: ["resume"] as const };
    const page = await open({ run: { ...companies, rows: 0, run: stopped } });
    await page.locator(".empty").getByText("No records were fetched.", { exact: true }).waitFor();
    await page.locator(".banner").getByText("The service cannot be reached.").waitFor();
    const first = page.locator('vscode-button:visible:not([appearance="secondary"]):not([disabled])');
    await assertSoon(() => first.allTextContents().then((texts) => texts.map((text) => text.trim())), ["Resume"]);
  });

  it("says within seconds that the extension has stopped, and shows nothing that speaks for its records", async () => {
    const page = await open({ run: { ...companies, compared: true, run: { finished: false } } }, "Northwind 0·0");
    hostOf(page).isDead = true;
    await page.getByRole("alert").filter({ hasText: "The extension has stopped" }).waitFor();
    for (const part of ["button", "footer", ".badge", "aside.filters", ".chip"]) {
      assert.equal(await page.locator(`prospect-results >> ${part}:visible`).count(), 0, part);
    }
    assert.ok(await page.locator("main").evaluate((main: HTMLElement) => main.inert));
    hostOf(page).isDead = false;
    await page.getByRole("button", { name: /^Export/ }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
  });

  it("goes from pane to pane with F6, and around, also while the details are closed", async () => {
    const page = await open({ run: companies }, "Northwind 0·0");
    const pane = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName);
    await cell(page, 0, 1).click();
    await press(page, "F6");
    assert.equal(await pane(), "input");
    await press(page, "Shift+F6", "Enter");
    await page.locator("prospect-details h3").first().waitFor();
    const seen: (string | undefined)[] = [];
    for (const keys of ["Shift+F6", "Shift+F6", "Shift+F6", "Shift+F6", "F6", "F6", "F6", "F6"]) {
      await press(page, keys);
      seen.push(await pane());
    }
    const [filters, grid, details] = ["button", "prospect-grid", "prospect-details"];
    assert.deepEqual(seen, [grid, filters, "input", details, "input", filters, grid, details]);
  });

  it("reaches every part by Tab alone", async () => {
    const page = await open(
      { run: { ...companies, compared: true, run: { actions: ["fetchMore"] } } },
      "Northwind 0·0",
    );
    await cell(page, 0, 1).click();
    await press(page, "Enter");
    await page.locator("prospect-details h3").first().waitFor();
    const seen = new Set<string>();
    for (let step = 0; step < 50; step++) {
      await press(page, "Tab");
      seen.add(
        await page.evaluate(() => {
          let element = document.activeElement;
          const way = [element?.localName];
          while (element?.shadowRoot?.activeElement) {
            element = element.shadowRoot.activeElement;
            way.push(element.id || element.getAttribute("role") || `${element.localName}.${element.className}`);
          }
          return way.join(" ");
        }),
      );
    }
    const ways = [...seen].join("\n");
    for (const part of ["prospect-menu.runs", "filters-toggle", "filter", "badge", "prospect-menu.copy"]) {
      assert.ok(ways.includes(part), `${part} was not reached:\n${ways}`);
    }
    for (const part of ["prospect-value-picker", "gridcell", "prospect-details", "link"]) {
      assert.ok(ways.includes(part), `${part} was not reached:\n${ways}`);
    }
  });

  it("requests only visible rows and a few ahead, and has few elements at 100,000 × 20", async () => {
    const page = await open({ run: { ...companies, rows: 100_000 }, width: 1600, height: 1000 }, "Northwind 0·0");
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
    const page = await open({ run: { ...companies, rows: 3_000_000 } }, "Northwind 0·0");
    await cell(page, 0, 1).focus();
    await press(page, "Control+End");
    assert.equal((await focusOf(page)).row, 2_999_999);
    await page.getByText("Fabrikam 2999999·19").waitFor();
    await press(page, "ArrowUp");
    const focused = await cell(page, 2_999_998, 20).boundingBox();
    assert.ok(focused !== null && focused.y > 60 && focused.y < 740, "the focused row is in sight");
  });

  it("shows placeholders until rows come", async () => {
    const page = await open({ run: { ...companies, hold: "getRows" } });
    await page.locator("prospect-grid [role=row][aria-busy=true]").first().waitFor();
    await hostOf(page).release();
    await page.getByText("Northwind 0·0", { exact: true }).waitFor();
  });

  it("shows the details of a person, opens only a link that is clicked, and shows the raw JSON", async () => {
    const page = await open({ run: { ...companies, kind: "person", compared: true } }, "Northwind 0·0");
    await cell(page, 2, 1).dblclick();
    await page.locator("prospect-details").getByText("Head of Engineering, Northwind 2").waitFor();
    await page.locator("prospect-details").getByText("Industry before: Contoso before").waitFor();
    await cell(page, 0, 1).click();
    await page.getByRole("heading", { name: "Northwind 0·0" }).waitFor();
    await page.getByText("Mar 2019 – now").waitFor();
    await page.getByText("Jan 2010 – Feb 2019").waitFor();
    await page.getByText("German · native or bilingual").waitFor();
    await page.getByText("Show 10 more").click();
    const skills = page.locator("prospect-details .labels li").filter({ hasText: "Skill" });
    await skills.nth(69).waitFor();
    assert.equal(await skills.count(), 70);
    assert.equal((await callsOf(page, "openLink")).length, 0);
    await page.getByRole("button", { name: /^Open in the browser: Profile/ }).click();
    assert.deepEqual(await callsOf(page, "openLink"), [{ url: "https://network.example/in/ada" }]);
    await chooseInDetails(page, "Raw JSON");
    assert.match((await page.locator("prospect-details pre").textContent()) ?? "", /"full_name": "Ada Example 0"/);
    await chooseInDetails(page, "Copy JSON");
    assert.deepEqual(await callsOf(page, "copyRaw"), [{ revision: 1, at: 0 }]);
    for (const [button, call] of [
      ["★ List…", "addToList"],
      ["Leave Out…", "leaveOut"],
      ["People Here", "findPeople"],
    ] as const) {
      await page.locator("prospect-details").getByRole("button", { name: button }).click();
      assert.deepEqual(await callsOf(page, call), [{ revision: 1, at: 0 }], button);
    }
  });

  it("shows progress of a run with a countdown, then why it stopped", async () => {
    const activity = { fetched: 300, wanted: 1_000, stopping: false, waitingUntil: Date.now() + 90_000 };
    const page = await open(
      { run: { ...companies, run: { activity, everything: { total: 12_480 } } } },
      "Northwind 0·0",
    );
    await page.getByText(/^Rate limit reached: continues in [1-9]\d s$/).waitFor();
    const meter = () => page.getByRole("progressbar").getAttribute("aria-valuenow");
    assert.equal(await meter(), "30.0");
    const atCompanies = { fetched: 8, wanted: 100, companies: { asked: 127, count: 200 }, stopping: false };
    const running = { state: "state-1", sentence: "", remarks: [], actions: [], finished: false, more: 100 };
    await sendUpdate(page, "run", { ...running, activity: atCompanies });
    await page.getByText("Fetching: 8 records from 127 of 200 companies").waitFor();
    assert.equal(await meter(), "63.5");
    assert.equal(await page.getByRole("button", { name: "Fetch and export all" }).count(), 0);
    const remarks = ["Stopped by you. What was fetched is kept."];
    await sendUpdate(page, "run", {
      ...{ state: "state-2", sentence: "300 of 12,480 · 75 credits", remarks, actions: ["resume"] },
      ...{ finished: false, more: 100 },
    });
    await page.getByText(remarks[0] ?? "").waitFor();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
  });

  it("says what to do while a paid page is only in memory", async () => {
    const activity = { fetched: 300, wanted: 1_000, stopping: false, unsaved: "The disk is full. Free some space." };
    const page = await open({ run: { ...companies, run: { activity } } }, "Northwind 0·0");
    await page.getByRole("alert").getByText(activity.unsaved, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    assert.equal((await callsOf(page, "stop")).length, 1);
  });

  it("filters contacts by deliverable email, mobile phone, or both", async () => {
    const page = await open({ run: { ...companies, kind: "contact" } }, "Northwind 0·0");
    const email = page.getByRole("button", { name: "Deliverable email", exact: true });
    await email.focus();
    await press(page, "Enter", "Tab", "Space");
    await page.locator('.quick[aria-pressed="true"]').nth(1).waitFor();
    assert.deepEqual(
      (await callsOf(page, "arrange")).map(({ quick }) => quick),
      [["deliverableEmail"], ["deliverableEmail", "mobilePhone"]],
    );
    await email.click();
    await page.locator('.quick[aria-pressed="false"]', { hasText: "Deliverable email" }).waitFor();
    assert.deepEqual((await callsOf(page, "arrange")).at(-1)?.quick, ["mobilePhone"]);
  });

  it("restores position, order, filter and details", async () => {
    const page = await open({ run: companies }, "Northwind 0·0");
    await page.locator('prospect-grid [role=columnheader][aria-colindex="5"]').click({ position: { x: 20, y: 10 } });
    await page.locator('prospect-grid [aria-sort="ascending"]').waitFor();
    await cell(page, 0, 1).click();
    await press(page, "PageDown", "PageDown", "PageDown", "ArrowRight", "Enter");
    await page.locator("prospect-details h3").first().waitFor();
    await assertSoon(() => {
      const place = hostOf(page).kept().page?.place;
      return place?.column === 2 && (place.top ?? 0) > 0;
    }, true);
    const kept = hostOf(page).kept();
    const again = await open({ run: companies, kept });
    await again.locator('prospect-grid [aria-sort="ascending"]').waitFor();
    await again.locator("prospect-details h3").first().waitFor();
    const row = kept.page?.place.row ?? 0;
    assert.ok(row > 50);
    await cell(again, row, 2).waitFor();
    assert.equal(await cell(again, row, 2).getAttribute("tabindex"), "0");
    assert.ok(await cell(again, row, 2).isVisible());
  });

  describe("hostile texts", () => {
    for (const kind of ["company", "person", "contact"] as const) {
      it(`stay texts in every place of a ${kind} record`, async () => {
        const page = await open({
          run: {
            rows: hostileTexts.length,
            columns: 12,
            kind,
            texts: hostileTexts,
            run: { sentence: hostileTexts[0] ?? "", remarks: [hostileTexts[16] ?? "", hostileTexts[1] ?? ""] },
            header: {
              title: hostileTexts[2] ?? "",
              runs: hostileTexts.map((text, at) => ({ id: `run-${at}`, when: text, what: text })),
              run: "run-1",
              comparedTo: hostileTexts[4] ?? "",
            },
            changesRemark: hostileTexts[3] ?? "",
          },
          width: 900,
        });
        await page.locator("prospect-grid [role=gridcell]").first().waitFor();
        await cell(page, 0, 1).dblclick();
        for (const text of hostileTexts) {
          await sendUpdate(page, "notice", { text, problem: true });
        }
        await page.locator("prospect-grid [tabindex='0']").first().focus();
        // Each record has every text in another place: the details are read all the way down.
        for (let step = 0; step * 12 < hostileTexts.length; step++) {
          const before = (await callsOf(page, "getDetails")).length;
          await press(page, ...Array.from({ length: 12 }, () => "ArrowDown"));
          await assertSoon(async () => (await callsOf(page, "getDetails")).length > before, true);
        }
        await chooseInDetails(page, "Raw JSON");
        await page.getByRole("button", { name: /^Country: show/ }).click();
        await page.getByRole("textbox", { name: "Find in Country" }).waitFor();
        await page.locator("aside.filters .value input").first().check();
        await page.locator(".chip").waitFor();
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
            // The page's and the toolkit's own icons are svg; none of it comes from a record.
            alien: elements
              .filter(
                (element) =>
                  names.has(element.localName) &&
                  !element.matches("svg.funnel") &&
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
