// The filter builder's page in a browser: how mouse and keyboard edit the document, and what the page shows of it.
import assert from "node:assert/strict";
import type { Browser, Locator } from "playwright-core";
import { companyFilters } from "../../../src/service/companyFilters";
import { peopleFilters } from "../../../src/service/peopleFilters";
import { newSearchText } from "../../../src/searches/newSearchText";
import { readSearchForm } from "../../../src/searches/readSearchForm";
import { shownKey } from "../../../src/searches/searchForm";
import { quietRun, showBuilder, type ShownBuilder } from "../builderInBrowser";
import { launchBrowser } from "../pageInBrowser";
import { assertSoon } from "../soon";

const empty = newSearchText("company");

describe("the filter builder's page", () => {
  let browser: Browser;
  let builder: ShownBuilder;
  const show = async (...options: [string, ...unknown[]]): Promise<void> => {
    builder = await showBuilder(browser, ...(options as unknown as [string]));
  };
  const input = (label: string): Locator => builder.page.getByRole("combobox", { name: `Add to ${label}` });
  const chip = (name: string): Locator => builder.page.getByRole("group", { name: new RegExp(`^${name}(, |$)`, "u") });
  const filters = async (expected: unknown): Promise<void> => {
    await assertSoon(() => builder.filters(), expected);
  };

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    assert.deepEqual([...builder.faults, ...builder.refused], []);
    await builder.close();
  });

  describe("finding a filter", () => {
    for (const [kind, all] of [
      ["company", companyFilters],
      ["people", peopleFilters],
    ] as const) {
      it(`lists all ${all.length} filters of a ${kind} search while the document is empty`, async () => {
        await show(newSearchText(kind));
        assert.deepEqual(
          (await builder.page.locator("prospect-filter-list .label").allTextContents()).sort(),
          all.map(({ label }) => label).sort(),
        );
      });
    }

    it("reaches every filter by keyboard alone", async () => {
      await show(newSearchText("people"));
      const combobox = builder.page.getByRole("combobox", { name: "Add a filter" });
      await combobox.focus();
      const found: string[] = [];
      for (let step = 0; step < peopleFilters.length; step += 1) {
        await builder.page.keyboard.press("ArrowDown");
        found.push((await builder.page.locator('[role="option"][aria-selected="true"] bdi').textContent()) ?? "");
      }
      assert.deepEqual([...found].sort(), peopleFilters.map(({ label }) => label).sort());
    });

    for (const [typed, label] of [
      ["headc", "Headcount"],
      ["founded_years", "Founded"],
      ["region", "Headquarters locations"],
      ["description", "Keywords"],
    ] as const) {
      it(`finds ${label} by typing “${typed}”, and opens it with the focus in it`, async () => {
        await show(empty);
        await builder.page.getByRole("combobox", { name: "Add a filter" }).pressSequentially(typed);
        await builder.page.keyboard.press("Enter");
        const card = builder.page.locator("prospect-filter-card");
        await card.getByRole("heading", { name: label, exact: true }).waitFor();
        assert.equal(await card.locator("input:focus").count(), 1);
        assert.equal(builder.text(), empty, "an open filter without values is no part of the document");
      });
    }
  });

  describe("values as chips", () => {
    const one = newSearchText("company", { industries: [{ value: "Banking" }] });

    it("adds with Enter and with a comma, and stays in the input", async () => {
      await show(one);
      await input("Industries").pressSequentially("Insurance,Retail");
      await builder.page.keyboard.press("Enter");
      await filters({ industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail" }] });
      assert.equal(await input("Industries").inputValue(), "");
      assert.equal(await input("Industries").evaluate((element) => element.matches(":focus")), true);
    });

    it("adds a pasted column at once, without what is there already", async () => {
      await show(one);
      await paste(input("Industries"), "Insurance\nAcme, Inc.\n\nbanking\nRetail\n");
      await filters({
        industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Acme, Inc." }, { value: "Retail" }],
      });
    });

    it("takes a column of 2,000 domains, exact as advised", async () => {
      await show(newSearchText("company", { domains: [] }));
      await paste(input("Domains"), Array.from({ length: 2000 }, (_, index) => `d${index}.example`).join("\n"));
      await assertSoon(() => (builder.filters()["domains"] as unknown[]).length, 2000);
      assert.deepEqual((builder.filters()["domains"] as unknown[])[1999], {
        value: "d1999.example",
        exact_match: true,
      });
      await builder.page.getByRole("button", { name: "Remove all 2,000 values" }).click();
      await filters({});
    });

    it("says which pasted values cannot be numbers, and adds the others", async () => {
      await show(newSearchText("company", { professional_network_ids: [] }));
      await paste(input("Professional-network ids"), "12\nabc\n34");
      await filters({ professional_network_ids: [{ value: 12 }, { value: 34 }] });
      await builder.page.locator("prospect-value-field p.problem", { hasText: "“abc”" }).waitFor();
    });

    it("removes the last with Backspace in the empty input, and no other", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }, { value: "Retail" }] }));
      await input("Industries").pressSequentially("x");
      await builder.page.keyboard.press("Backspace");
      await builder.page.keyboard.press("Backspace");
      await filters({ industries: [{ value: "Banking" }] });
    });

    it("switches a chip to exclude and to exact by mouse, in words and in the document", async () => {
      await show(one);
      await chip("Banking")
        .getByRole("button", { name: /Exclude it/u })
        .click();
      await filters({ industries: [{ value: "Banking", exclude: true }] });
      await chip("Banking, excluded, similar match")
        .getByRole("button", { name: /Match exactly/u })
        .click();
      await filters({ industries: [{ value: "Banking", exclude: true, exact_match: true }] });
      assert.match((await builder.page.locator(".chip").textContent()) ?? "", /not\s+Banking\s+= exact/u);
      await chip("Banking, excluded, exact match")
        .getByRole("button", { name: /Include it/u })
        .click();
      await filters({ industries: [{ value: "Banking", exact_match: true }] });
    });

    it("does the same by keyboard: arrows to the chip's parts, Space, Delete, F2", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }, { value: "Retail" }] }));
      await input("Industries").focus();
      await builder.page.keyboard.press("ArrowLeft");
      await builder.page.keyboard.press("ArrowLeft");
      await builder.page.keyboard.press("Space");
      await filters({ industries: [{ value: "Banking" }, { value: "Retail", exclude: true }] });
      await builder.page.keyboard.press("ArrowRight");
      await builder.page.keyboard.press("ArrowRight");
      await builder.page.keyboard.press("Enter");
      await filters({ industries: [{ value: "Banking" }, { value: "Retail", exclude: true, exact_match: true }] });
      await builder.page.keyboard.press("Home");
      await builder.page.keyboard.press("Delete");
      await filters({ industries: [{ value: "Retail", exclude: true, exact_match: true }] });
      await assertSoon(() => builder.page.locator(".chip .value").allTextContents(), ["Retail"]);
      assert.equal(await builder.page.locator("prospect-chip button:focus").count(), 1);
      await builder.page.keyboard.press("F2");
      await builder.page.keyboard.type("Gaming");
      await builder.page.keyboard.press("Enter");
      await filters({ industries: [{ value: "Gaming", exclude: true, exact_match: true }] });
    });

    it("shows what one does at once, and builds on it, while the host has not answered", async () => {
      await show(
        newSearchText("company", { industries: [{ value: "Banking" }, { value: "Retail" }, { value: "Gaming" }] }),
        {},
        { slowHost: true },
      );
      const chips = (): Promise<readonly string[]> =>
        builder.page
          .locator("prospect-chip .chip")
          .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
      await input("Industries").focus();
      for (const key of [
        "ArrowLeft",
        "ArrowLeft",
        "Space",
        "Space",
        "Space",
        "ArrowRight",
        "ArrowRight",
        "Enter",
        "Home",
        "Delete",
        "Delete",
      ]) {
        await builder.page.keyboard.press(key);
      }
      await filters({ industries: [{ value: "Gaming", exclude: true, exact_match: true }] });
      const shown = ["Gaming, excluded, exact match"];
      await assertSoon(chips, shown);
      for (let answer = 0; answer < 6; answer += 1) {
        await builder.answer();
        assert.deepEqual(await chips(), shown, `after answer ${answer + 1}`);
      }
      await builder.setText(newSearchText("company", { industries: [{ value: "Retail" }] }));
      await assertSoon(chips, ["Retail, included, similar match"]);
    });

    it("sends Undo and Redo behind edits that wait, and leaves them to VS Code when none does", async () => {
      await show(one, {}, { slowHost: true });
      const passedOn = (): Promise<number> => builder.page.evaluate(() => (window as unknown as { keys: number }).keys);
      await builder.page.evaluate(() => {
        const counted = window as unknown as { keys: number };
        counted.keys = 0;
        window.addEventListener("keydown", ({ key }) => void (counted.keys += /^[yz]$/iu.test(key) ? 1 : 0));
      });
      await chip("Banking")
        .getByRole("button", { name: /Exclude it/u })
        .click();
      await builder.page.keyboard.press("Control+z");
      await builder.page.keyboard.press("Control+Shift+z");
      await assertSoon(() => builder.calls.slice(1).map(({ name }) => name), ["edit", "undo", "redo"]);
      assert.equal(await passedOn(), 0);
      await builder.answer();
      await builder.page.keyboard.press("Control+z");
      await assertSoon(passedOn, 1);
      assert.equal(builder.calls.length, 4);
    });

    it("offers values of the catalogue, of earlier results and for other words, and takes any other", async () => {
      await show(one, {}, { suggestions: { industries: ["Basket Weaving"] } });
      await input("Industries").pressSequentially("bask");
      await builder.page.getByRole("option", { name: "Basket Weaving" }).click();
      await input("Industries").pressSequentially("saas");
      await builder.page.keyboard.press("ArrowDown");
      await builder.page.keyboard.press("Enter");
      await input("Industries").pressSequentially("Kite Making");
      await builder.page.keyboard.press("Enter");
      await filters({
        industries: [
          { value: "Banking" },
          { value: "Basket Weaving" },
          { value: "Software Development" },
          { value: "Kite Making" },
        ],
      });
    });

    it("keeps what is half typed, the caret and the focus when the document changes elsewhere", async () => {
      await show(one);
      await input("Industries").pressSequentially("Insur");
      await builder.page.keyboard.press("ArrowLeft");
      await builder.setText(
        newSearchText("company", { industries: [{ value: "Retail" }], domains: [{ value: "a.example" }] }),
      );
      await chip("Retail").waitFor();
      await builder.page.keyboard.type("_");
      assert.equal(await input("Industries").inputValue(), "Insu_r");
      await builder.page.getByText("“Insu_r” isn't added yet. Press Enter to add it.").waitFor();
    });

    it("keeps what is half typed when the page is shown again", async () => {
      await show(one);
      await input("Industries").pressSequentially("Insur");
      await builder.page.reload();
      await input("Industries").waitFor();
      assert.equal(await input("Industries").inputValue(), "Insur");
    });
  });

  describe("ranges", () => {
    const sized = newSearchText("company", { headcounts: [{ min: 51, max: 200 }] });
    const bound = (which: "From" | "To", row = 1): Locator =>
      builder.page.getByRole("group", { name: `Headcount, range ${row}` }).getByRole("textbox", { name: which });

    it("puts a whole range into the document while one types", async () => {
      await show(newSearchText("company", { headcounts: [] }));
      await bound("From").pressSequentially("20");
      await filters({ headcounts: [{ min: 20 }] });
      await bound("To").pressSequentially("1,000");
      await filters({ headcounts: [{ min: 20, max: 1000 }] });
    });

    it("explains a lower bound above the upper one beside the field, keeps both as typed and the document as it was", async () => {
      await show(sized);
      await bound("From").fill("500");
      await builder.page.getByText("The lower bound 500 is above the upper bound 200").waitFor();
      assert.equal(builder.text(), sized);
      await builder.setText(
        newSearchText("company", { headcounts: [{ min: 51, max: 200 }], industries: [{ value: "Retail" }] }),
      );
      await chip("Retail").waitFor();
      assert.equal(await bound("From").inputValue(), "500");
      await bound("To").fill("900");
      await assertSoon(() => builder.filters()["headcounts"], [{ min: 500, max: 900 }]);
    });

    for (const [typed, message] of [
      ["12.5", "whole number"],
      ["many", "digits"],
      ["99999999999", "from 0 to"],
    ] as const) {
      it(`explains “${typed}”`, async () => {
        await show(sized);
        await bound("To").fill(typed);
        await bound("To").press("Enter");
        await builder.page.locator("prospect-range-field .message", { hasText: message }).waitFor();
        assert.equal(await bound("To").inputValue(), typed);
        assert.equal(builder.text(), sized);
      });
    }

    it("takes presets, several ranges and exclusion", async () => {
      await show(sized);
      await builder.page.getByRole("button", { name: "10,001 and more" }).click();
      await filters({ headcounts: [{ min: 51, max: 200 }, { min: 10_001 }] });
      await builder.page
        .getByRole("group", { name: "Headcount, range 2" })
        .getByRole("button", { name: /Exclude it/u })
        .click();
      await filters({
        headcounts: [
          { min: 51, max: 200 },
          { min: 10_001, exclude: true },
        ],
      });
      await builder.page.getByRole("button", { name: "51–200", pressed: true }).click();
      await filters({ headcounts: [{ min: 10_001, exclude: true }] });
      await builder.page.getByRole("button", { name: "Add a range" }).click();
      await builder.page.keyboard.type("5");
      await filters({ headcounts: [{ min: 10_001, exclude: true }, { min: 5 }] });
      await builder.page.keyboard.type("0");
      await filters({ headcounts: [{ min: 10_001, exclude: true }, { min: 50 }] });
    });

    it("shows an undo of the document in the inputs", async () => {
      await show(sized);
      await bound("From").fill("100");
      await filters({ headcounts: [{ min: 100, max: 200 }] });
      await builder.setText(sized);
      await assertSoon(() => bound("From").inputValue(), "51");
    });
  });

  describe("the rule, the request and the run bar", () => {
    it("says the rule in words and shows the request as it is edited", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }], headcounts: [{ min: 51, max: 200 }] }));
      await chip("Banking")
        .getByRole("button", { name: /Exclude it/u })
        .click();
      await builder.page
        .getByRole("region", { name: "In words" })
        .getByText("Every company where industries is not “Banking”, and headcount is 51–200.")
        .waitFor();
      const shown = (await builder.page.getByRole("region", { name: "Request", exact: true }).textContent()) ?? "";
      assert.deepEqual(JSON.parse(shown), {
        industries: [{ value: "Banking", exclude: true }],
        headcounts: [{ min: 51, max: 200 }],
      });
    });

    it("asks the host for copies, counts, runs, the library and the text", async () => {
      await show(empty);
      for (const name of [
        "Count",
        "Run",
        "Save to library",
        "Open as text",
        "Copy as JSON",
        "Copy as cURL",
        "Copy as TypeScript",
      ]) {
        await builder.page.getByRole("button", { name, exact: true }).click();
      }
      await assertSoon(
        () => builder.calls.slice(1),
        [
          { name: "count", payload: { serial: 0, shown: shownOf(empty) } },
          { name: "run", payload: { serial: 0, shown: shownOf(empty) } },
          { name: "saveToLibrary" },
          { name: "openAsText" },
          { name: "copy", payload: "json" },
          { name: "copy", payload: "curl" },
          { name: "copy", payload: "typescript" },
        ],
      );
      await builder.page.getByText("Copied as TypeScript.").waitFor();
    });

    it("sends a number that was just typed before the run that means it", async () => {
      await show(empty);
      await builder.page.getByRole("textbox", { name: "Records to fetch" }).fill("250");
      await builder.page.getByRole("button", { name: "Run", exact: true }).click();
      await assertSoon(
        () => builder.calls.slice(1),
        [
          { name: "edit", payload: { serial: 1, edit: { kind: "setRecords", records: 250 } } },
          { name: "run", payload: { serial: 1, shown: shownOf(builder.text()) } },
        ],
      );
      assert.equal((JSON.parse(builder.text()) as { fetch: { records: number } }).fetch.records, 250);
    });

    it("explains a wrong number beside its field and leaves the document alone", async () => {
      await show(empty);
      await builder.page.getByRole("textbox", { name: "Records to fetch" }).fill("0");
      await builder.page.getByText("At least 1.").waitFor();
      await builder.page.getByRole("textbox", { name: "Credit limit" }).fill("lots");
      await builder.page.getByText("Type a number of credits, such as 0.5.").waitFor();
      assert.equal(builder.text(), empty);
    });

    it("leaves out known records by the check box", async () => {
      await show(empty);
      await builder.page.getByRole("checkbox", { name: "Leave out records already held" }).click();
      await assertSoon(() => (JSON.parse(builder.text()) as { fetch: unknown }).fetch, {
        records: 100,
        leaveOutKnown: true,
      });
    });

    it("shows a run under way and stops it", async () => {
      await show(empty, { run: { ...quietRun, activity: { fetched: 300, wanted: 1000, stopping: false } } });
      await builder.page.getByText("300 of 1,000 records fetched").first().waitFor();
      await builder.page.getByRole("button", { name: "Stop" }).click();
      await assertSoon(() => builder.calls.at(-1), { name: "stop" });
    });

    it("offers the sandbox, a connection and Run, which asks for one, where there is none", async () => {
      await show(empty, { account: { kind: "noConnection" } });
      await builder.page.getByRole("button", { name: "Use the sandbox" }).click();
      await builder.page.getByRole("button", { name: "Connect…" }).click();
      await builder.page.getByRole("button", { name: "Run", exact: true }).click();
      await assertSoon(() => builder.calls.slice(1).map(({ name }) => name), ["useSandbox", "connect", "run"]);
      assert.equal(await builder.page.getByRole("button", { name: "Count", exact: true }).count(), 0);
    });

    it("names values that found nothing and puts a near one in their place when asked", async () => {
      await show(newSearchText("company", { industries: [{ value: "saas", exact_match: true }] }), {
        run: { ...quietRun, total: 0, hints: [{ field: "industries", value: "saas", near: ["Software Development"] }] },
      });
      await builder.page.getByText("“saas” in Industries").waitFor();
      await builder.page.getByRole("button", { name: "Software Development", exact: true }).click();
      await filters({ industries: [{ value: "Software Development", exact_match: true }] });
    });
  });

  describe("texts that were written by hand", () => {
    it("shows the error of a text that cannot be read, with its line and the way to it", async () => {
      await show('{\n  "search": "company",\n  "filters": {\n<<<<<<< HEAD\n');
      await builder.page.getByRole("heading", { name: "This file is not a valid search" }).waitFor();
      await builder.page.getByRole("button", { name: "Line 4" }).first().click();
      await assertSoon(() => builder.calls.at(-1)?.name, "openAsText");
      await builder.setText(empty);
      await builder.page.getByRole("combobox", { name: "Add a filter" }).waitFor();
    });

    it("keeps filters it does not know, names them, and removes them only when asked", async () => {
      const text = newSearchText("company", { industries: [{ value: "Banking" }] }).replace(
        '"filters": {',
        '"filters": {\n    "moods": [{ "value": "<b>happy</b>" }],',
      );
      await show(text);
      await builder.page.getByRole("heading", { name: "Unknown filters" }).waitFor();
      await chip("Banking")
        .getByRole("button", { name: /Exclude it/u })
        .click();
      await filters({ moods: [{ value: "<b>happy</b>" }], industries: [{ value: "Banking", exclude: true }] });
      await builder.page.getByRole("button", { name: "Remove moods from the file" }).click();
      await filters({ industries: [{ value: "Banking", exclude: true }] });
    });

    it("shows hostile values as inert text", async () => {
      const hostile = [
        '<img src=x onerror="window.ran=1">',
        "<script>window.ran=1</script>",
        "[a](command:evil)",
        "$(zap)",
        "\u202Eevil",
        "😀",
        "x".repeat(900),
      ];
      await show(newSearchText("company", { industries: hostile.map((value) => ({ value })) }), {}, { width: 400 });
      await chip("\\$\\(zap\\)").waitFor();
      const seen = await builder.page.locator("prospect-chip .value").allTextContents();
      assert.deepEqual(seen, hostile);
      assert.equal(await builder.page.locator("img, a[href]").count(), 0);
      assert.equal(await builder.page.evaluate(() => "ran" in window), false);
      assert.ok(await builder.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  });
});

/** What the page says it shows when it shows this text. */
function shownOf(text: string): string {
  const form = readSearchForm(text);
  assert.ok(form);
  return shownKey(form);
}

async function paste(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
  }, text);
}
