// The filter builder's page in a browser: how mouse and keyboard edit the document, and what the page shows of it.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { newSearchText } from "../../../src/searches/searchEdits";
import { companyFilters, peopleFilters } from "../../../src/service/filterCatalogue";
import { quietRun, useBuilder } from "../builderInBrowser";
import { assertSoon } from "../soon";

const empty = newSearchText("company");

describe("the filter builder's page", () => {
  const builder = useBuilder();
  const { show, input, chip, choose, hasFilters } = builder;
  const chooseForRange = async (range: string, item: string): Promise<void> => {
    await builder.button(`Change ${range}`).click();
    await builder.page.getByRole("menuitem", { name: item, exact: true }).click();
  };

  describe("finding a filter", () => {
    it("lists every filter while the document is empty, and reaches each by keyboard alone", async () => {
      for (const [kind, all] of [
        ["company", companyFilters],
        ["people", peopleFilters],
      ] as const) {
        await show(newSearchText(kind));
        const labels = all.map(({ label }) => label).sort();
        assert.deepEqual((await builder.page.locator(".toAdd .label").allTextContents()).sort(), labels);
        await builder.page.getByRole("combobox", { name: "Add a filter" }).focus();
        const found: string[] = [];
        for (const _ of all) {
          await builder.page.keyboard.press("ArrowDown");
          found.push((await builder.page.locator('[role="option"][aria-selected="true"] bdi').textContent()) ?? "");
        }
        assert.deepEqual(found.sort(), labels);
      }
    });

    it("opens a filter that is found by typing, with the focus inside", async () => {
      await show(empty);
      await builder.page.getByRole("combobox", { name: "Add a filter" }).pressSequentially("headc");
      await builder.page.keyboard.press("Enter");
      const card = builder.page.locator(".card");
      await card.getByRole("heading", { name: "Headcount", exact: true }).waitFor();
      await assertSoon(() => card.locator("input:focus").count(), 1);
      assert.equal(builder.text(), empty, "an open filter without values is not in the document");
    });

    it("reads words as filters, names what it did not use, and adds that as a keyword", async () => {
      await show(newSearchText("people"));
      const first = builder.page.getByRole("combobox", { name: "Add a filter" });
      await first.pressSequentially("VP or head of engineering in Germany, not agencies");
      await builder.page.getByRole("option", { name: "Seniority: VP, Head" }).waitFor();
      await builder.page.keyboard.press("Enter");
      const understood = {
        current_position_seniority_level: [{ value: "VP" }, { value: "Head" }],
        current_position_job_functions: [{ value: "Engineering" }],
        person_locations: [{ value: "Germany" }],
      };
      await hasFilters(understood);
      assert.equal(await first.inputValue(), "not agencies");
      await first.press("ArrowDown");
      await builder.page.getByRole("option", { name: "Exclude “agencies”" }).click();
      await hasFilters({ ...understood, current_company_specialties: [{ value: "agencies", exclude: true }] });
      assert.equal(await first.inputValue(), "");
    });

    it("reads a pasted column as a list, which the field itself takes back", async () => {
      await show(newSearchText("company"));
      const first = builder.page.getByRole("combobox", { name: "Add a filter" });
      await paste(first, "acme.example\nhttps://www.northwind.example/about\n");
      await builder.page.getByRole("option", { name: "Domains: acme.example, northwind.example" }).waitFor();
      await builder.page.keyboard.press("Control+z");
      await assertSoon(() => first.inputValue(), "");
      await hasFilters({});
    });

    it("runs and counts with what the words mean, and not while some mean nothing", async () => {
      const started = (): readonly string[] =>
        builder.calls().flatMap(({ name }) => (name === "run" || name === "count" ? [name] : []));
      const firstField = (): Locator => builder.page.getByRole("combobox", { name: "Add a filter" });
      await show(newSearchText("people"));
      await firstField().pressSequentially("VP or head in Germany");
      await firstField().press("Control+Enter");
      await hasFilters({
        current_position_seniority_level: [{ value: "VP" }, { value: "Head" }],
        person_locations: [{ value: "Germany" }],
      });
      await assertSoon(started, ["run"]);
      assert.equal(await firstField().inputValue(), "");
      await firstField().pressSequentially("vp"); // is there already
      await builder.button("Count (buys 1 record)").click();
      await assertSoon(started, ["run", "count"]);
      for (const words of ["VP who like zebras", "headcount"]) {
        await show(newSearchText("people"));
        await firstField().pressSequentially(words);
        await builder.page.locator(".start").click();
        await builder.page
          .getByRole("alert")
          .filter({ hasText: `“${words}” is not part of the search yet` })
          .waitFor();
        await assertSoon(() => builder.focused(), "Add a filter");
        await assertSoon(() => builder.reasons().length, 1);
        assert.deepEqual(started(), []);
        await firstField().fill("");
        await firstField().press("Control+Enter");
        await assertSoon(started, ["run"]);
      }
    });

    it("marks an unknown value, with the nearest to click, and suggests after a minus", async () => {
      const seen = { industries: ["Zebra Farming"] };
      const values = [
        { value: "Sofware Development", exclude: true },
        { value: "Zebra Farming" },
        { value: "Banking" },
      ];
      await show(newSearchText("company", { industries: values }), {}, { suggestions: seen });
      const marks = builder.page.locator("prospect-value-field p.note");
      await input("Industries").click(); // asks for the values of earlier results
      await builder.page.keyboard.press("Escape");
      await assertSoon(() => marks.count(), 1);
      await marks.getByRole("button", { name: "Software Development", exact: true }).click();
      await hasFilters({ industries: [{ value: "Software Development", exclude: true }, ...values.slice(1)] });
      await assertSoon(() => marks.count(), 0);
      await input("Industries").pressSequentially("-hosp");
      await builder.page.getByRole("option", { name: "-Hospitals", exact: false }).first().waitFor();
      await builder.page.keyboard.press("Enter");
      await assertSoon(
        () => (builder.filters()["industries"] as readonly { exclude?: boolean }[]).at(-1)?.exclude,
        true,
      );
    });

    it("takes the first suggestion on Enter, also when the focus was away, and the text from the last", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }] }));
      await input("Industries").fill("soft");
      await input("Industries").blur();
      await input("Industries").focus();
      await builder.page.keyboard.press("Enter");
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Software Development" }] });
      await input("Industries").fill("Higher Education");
      await builder.page.keyboard.press("Enter");
      await hasFilters({
        industries: [{ value: "Banking" }, { value: "Software Development" }, { value: "Higher Education" }],
      });
      await input("Industries").press("Backspace");
      await input("Industries").fill("reta");
      await builder.page.getByRole("option", { name: "Use “reta”" }).click();
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Software Development" }, { value: "reta" }] });
      await input("Industries").fill("-Retail");
      await builder.page.keyboard.press("Enter");
      await hasFilters({
        industries: [
          { value: "Banking" },
          { value: "Software Development" },
          { value: "reta" },
          { value: "Retail", exclude: true },
        ],
      });
    });

    it("opens the suggestions of a new filter, so that the arrow keys choose one", async () => {
      await show(empty);
      await assertSoon(() => builder.focused(), "Add a filter");
      await builder.page.keyboard.press("Control+Space");
      await builder.page.getByRole("option", { name: "Industries" }).waitFor();
      await builder.page.keyboard.type("types");
      await builder.page.keyboard.press("Enter");
      await builder.page.getByRole("option", { name: "Public Company" }).waitFor();
      await builder.page.keyboard.press("ArrowDown");
      await builder.page.keyboard.press("Enter");
      await hasFilters({ types: [{ value: "Public Company" }] });
    });

    it("opens suggestions from earlier results when they arrive", async () => {
      await show(empty, {}, { suggestions: { technologies: ["PostgreSQL"] } });
      await builder.page.getByRole("button", { name: "Add filter Technologies" }).click();
      await builder.page.getByRole("option", { name: "PostgreSQL" }).click();
      await hasFilters({ technologies: [{ value: "PostgreSQL" }] });
    });

    it("focuses the first bound of a new range, with its suggested ranges one key away", async () => {
      await show(empty);
      await builder.page.getByRole("button", { name: "Add filter Headcount 11–50" }).click();
      await builder.page.getByRole("button", { name: "51–200" }).waitFor();
      await assertSoon(() => builder.focused(), "From");
      await builder.page.keyboard.press("ArrowDown");
      await builder.page.keyboard.press("ArrowRight");
      await builder.page.keyboard.press("Enter");
      await hasFilters({ headcounts: [{ min: 11, max: 50 }] });
      await builder.page.keyboard.press("Escape");
      await assertSoon(() => builder.focused(), "From");
      assert.equal(await builder.page.getByRole("button", { name: "51–200" }).count(), 0);
    });

    it("has what a filter includes in one line with its name, and what it excludes in a second one", async () => {
      await show(
        newSearchText("people", { current_position_titles: [{ value: "Intern", exclude: true }, { value: "CTO" }] }),
      );
      const card = builder.page.locator(".card");
      const isBelow = async (lower: Locator, upper: Locator): Promise<boolean> => {
        const [one, other] = [await lower.boundingBox(), await upper.boundingBox()];
        assert.ok(one !== null && other !== null);
        return one.y >= other.y + other.height;
      };
      assert.equal(await isBelow(chip("CTO"), card.getByRole("heading")), false);
      assert.equal(await isBelow(chip("Intern"), chip("CTO")), true);
    });
  });

  describe("values as chips", () => {
    const one = newSearchText("company", { industries: [{ value: "Banking" }] });

    it("adds with Enter, commas and by pasting, without duplicates, and removes the last with Backspace", async () => {
      await show(one);
      const suggested = builder.page.getByRole("listbox", { name: "Add to Industries" });
      await input("Industries").pressSequentially("Insurance,Retail");
      await builder.page.keyboard.press("Enter");
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail" }] });
      assert.equal(await input("Industries").inputValue(), "");
      assert.equal(await input("Industries").evaluate((element) => element.matches(":focus")), true);
      await builder.page.keyboard.press("ArrowDown");
      await suggested.waitFor();
      await paste(input("Industries"), "Insurance\nAcme, Inc.\n\nbanking\n");
      await suggested.waitFor({ state: "detached" }); // it would cover what was added
      await hasFilters({
        industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail" }, { value: "Acme, Inc." }],
      });
      for (const key of ["x", "Backspace", "Backspace"]) {
        await builder.page.keyboard.press(key);
      }
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail" }] });
    });

    it("adds a column of 2,000 domains with exact match, as the service advises", async () => {
      await show(newSearchText("company", { domains: [] }));
      await paste(input("Domains"), Array.from({ length: 2000 }, (_, index) => `d${index}.example`).join("\n"));
      await assertSoon(() => (builder.filters()["domains"] as unknown[]).length, 2000);
      assert.deepEqual((builder.filters()["domains"] as unknown[])[1999], {
        value: "d1999.example",
        exact_match: true,
      });
      await builder.page.getByRole("button", { name: "Remove all 2,000 values" }).click();
      await hasFilters({});
    });

    it("says how many pasted values were added, left out and not understood, and keeps the latter", async () => {
      await show(newSearchText("company", { professional_network_ids: [{ value: 7 }] }));
      const field = input("Professional-network ids");
      await paste(field, "12\nabc\n34\n7");
      await hasFilters({ professional_network_ids: [{ value: 7 }, { value: 12 }, { value: 34 }] });
      await builder.page.locator("prospect-value-field p.problem", { hasText: "Enter digits only." }).waitFor();
      const note = "2 added, 1 duplicate left out, 1 not understood. Correct the text in the input and press Enter.";
      await builder.page.locator("prospect-value-field p", { hasText: note }).waitFor();
      const read = builder.page.locator("prospect-value-field > [role=status]");
      assert.equal(await read.textContent(), `${note} Enter digits only.`);
      assert.equal(await field.inputValue(), "abc");
      await field.fill("56, 12");
      await builder.page.locator("prospect-value-field p", { hasText: note }).waitFor({ state: "detached" });
      await builder.page.keyboard.press("Enter");
      await hasFilters({ professional_network_ids: [{ value: 7 }, { value: 12 }, { value: 34 }, { value: 56 }] });
    });

    it("folds a long list of values, and shows what was typed", async () => {
      const values = Array.from({ length: 48 }, (_, index) => ({ value: `v${index}` }));
      await show(newSearchText("company", { industries: values }));
      const shownChips = (): Promise<number> => builder.page.locator("prospect-chip-list .chip").count();
      assert.equal(await shownChips(), 6);
      await builder.page.getByRole("button", { name: "Show 42 more" }).press("Enter");
      await assertSoon(shownChips, 48);
      await builder.page.getByRole("button", { name: "Show fewer" }).click();
      await assertSoon(shownChips, 6);
      await builder.setText(newSearchText("company", { industries: values.slice(0, 10) }));
      await assertSoon(shownChips, 10);
      await input("Industries").pressSequentially("Retail");
      await builder.page.keyboard.press("Enter");
      await chip("Retail").waitFor();
      assert.equal(await shownChips(), 11);
    });

    it("switches a chip to exclude and to exact match by mouse", async () => {
      await show(one);
      await choose("Banking", "Exclude");
      await hasFilters({ industries: [{ value: "Banking", exclude: true }] });
      await chip("Banking, excluded, similar match").waitFor();
      await choose("Banking", "Match Exactly");
      await hasFilters({ industries: [{ value: "Banking", exclude: true, exact_match: true }] });
      assert.match((await builder.page.locator(".chip").textContent()) ?? "", /Banking\s*exact/u);
      await choose("Banking", "Include");
      await hasFilters({ industries: [{ value: "Banking", exact_match: true }] });
      await chip("Banking, included, exact match").click({ button: "right" });
      await builder.page.getByRole("menuitem", { name: "Match Similar" }).click();
      await hasFilters({ industries: [{ value: "Banking" }] });
      await choose("Banking", "Edit");
      await builder.page.keyboard.type("Insurance");
      await builder.page.keyboard.press("Enter");
      await hasFilters({ industries: [{ value: "Insurance" }] });
      await builder.page.getByRole("button", { name: "Remove Insurance" }).click();
      await hasFilters({ industries: [] });
    });

    it("shows the names of records that are named by ids, where they are known", async () => {
      const ids = ["c1", "c2", "constructor"].map((value) => ({ value, exact_match: true }));
      const run = { ...quietRun, names: { c1: "Northwind" } };
      await show(newSearchText("people", { current_company_ids: ids }), { run });
      const texts = (): Promise<readonly string[]> => builder.page.locator(".chip bdi").allTextContents();
      await assertSoon(texts, ["Northwind", "c2", "constructor"]);
      await chip("Northwind, c1, included, exact match").waitFor();
      await chip("c2, included, exact match").waitFor();
    });

    it("does the same by keyboard: arrow keys, menu, Delete, F2", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }, { value: "Retail" }] }));
      await input("Industries").focus();
      const press = async (...keys: readonly string[]): Promise<void> => {
        for (const key of keys) {
          await builder.page.keyboard.press(key);
        }
      };
      await press("ArrowLeft", "Enter");
      await builder.page.getByRole("menuitem", { name: "Exclude" }).waitFor();
      await press("Enter");
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Retail", exclude: true }] });
      await assertSoon(() => builder.focused(), "Retail");
      await press("Space", "ArrowDown", "Enter");
      await hasFilters({ industries: [{ value: "Banking" }, { value: "Retail", exclude: true, exact_match: true }] });
      await press("Shift+F10", "Escape");
      await assertSoon(() => builder.focused(), "Retail exact");
      await press("ArrowLeft");
      await assertSoon(() => builder.focused(), "Banking");
      await builder.page.keyboard.press("Home");
      await builder.page.keyboard.press("Delete");
      await hasFilters({ industries: [{ value: "Retail", exclude: true, exact_match: true }] });
      await assertSoon(() => builder.page.locator(".chip .value bdi").allTextContents(), ["Retail"]);
      await assertSoon(() => builder.page.locator("prospect-chip-list .chip button:focus").count(), 1);
      await builder.page.keyboard.press("F2");
      await builder.page.keyboard.type("Gaming");
      await builder.page.keyboard.press("Enter");
      await hasFilters({ industries: [{ value: "Gaming", exclude: true, exact_match: true }] });
    });

    it("shows edits at once and builds on them before the host has answered", async () => {
      await show(
        newSearchText("company", { industries: [{ value: "Banking" }, { value: "Retail" }, { value: "Gaming" }] }),
        {},
        { slowHost: true },
      );
      const chips = (): Promise<readonly string[]> =>
        builder.page
          .locator("prospect-chip-list .chip")
          .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
      await input("Industries").focus();
      for (const key of [
        "ArrowLeft",
        ...["Enter", "Enter"],
        ...["Enter", "Enter"],
        ...["Enter", "Enter"],
        ...["Enter", "ArrowDown", "Enter"],
        "Home",
        "Delete",
        "Delete",
      ]) {
        await builder.page.keyboard.press(key);
      }
      await hasFilters({ industries: [{ value: "Gaming", exclude: true, exact_match: true }] });
      const shown = ["Gaming, excluded, exact match"];
      await assertSoon(chips, shown);
      for (let answer = 0; answer < 6; answer += 1) {
        await builder.answer();
        assert.deepEqual(await chips(), shown, `after answer ${answer + 1}`);
      }
      await builder.setText(newSearchText("company", { industries: [{ value: "Retail" }] }));
      await assertSoon(chips, ["Retail, included, similar match"]);
    });

    it("sends Undo and Redo after pending edits, and leaves them to VS Code otherwise", async () => {
      await show(one, {}, { slowHost: true });
      const passedOn = (): Promise<number> => builder.page.evaluate(() => (window as unknown as { keys: number }).keys);
      await builder.page.evaluate(() => {
        const counted = window as unknown as { keys: number };
        counted.keys = 0;
        window.addEventListener("keydown", ({ key }) => void (counted.keys += /^[yz]$/iu.test(key) ? 1 : 0));
      });
      await choose("Banking", "Exclude");
      await builder.page.keyboard.press("Control+z");
      await builder.page.keyboard.press("Control+Shift+z");
      await assertSoon(
        () =>
          builder
            .calls()
            .slice(1)
            .map(({ name }) => name),
        ["edit", "undo", "redo"],
      );
      assert.equal(await passedOn(), 0);
      await builder.answer();
      await builder.page.keyboard.press("Control+z");
      await assertSoon(passedOn, 1);
      assert.equal(builder.calls().length, 4);
    });

    it("keeps typed text, caret and focus when the document changes elsewhere", async () => {
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
  });

  describe("ranges", () => {
    const sized = newSearchText("company", { headcounts: [{ min: 51, max: 200 }] });
    const bound = (which: "From" | "To", row = 1): Locator =>
      builder.page.getByRole("group", { name: `Headcount, range ${row}` }).getByRole("textbox", { name: which });

    it("adds a range to the document while it is typed", async () => {
      await show(newSearchText("company", { headcounts: [] }));
      await bound("From").pressSequentially("20");
      await hasFilters({ headcounts: [{ min: 20 }] });
      await bound("To").pressSequentially("1,000");
      await hasFilters({ headcounts: [{ min: 20, max: 1000 }] });
    });

    it("explains swapped bounds, and leaves the inputs and the document unchanged", async () => {
      await show(sized);
      await bound("From").fill("500");
      await builder.page.getByText("“From” (500) is greater than “To” (200)").waitFor();
      assert.equal(builder.text(), sized);
      await builder.setText(
        newSearchText("company", { headcounts: [{ min: 51, max: 200 }], industries: [{ value: "Retail" }] }),
      );
      await chip("Retail").waitFor();
      assert.equal(await bound("From").inputValue(), "500");
      await bound("To").fill("900");
      await assertSoon(() => builder.filters()["headcounts"], [{ min: 500, max: 900 }]);
    });

    it("swaps the bounds with the button in the problem, also those of the text, and keeps the side", async () => {
      await show(newSearchText("company", { headcounts: [{ min: 51, max: 200, exclude: true }] }));
      await bound("From").fill("500");
      await builder.page.getByRole("button", { name: "Swap them." }).click();
      await assertSoon(() => builder.filters()["headcounts"], [{ min: 200, max: 500, exclude: true }]);
      assert.equal(await bound("From").evaluate((input: HTMLElement) => input.matches(":focus")), true);
      assert.equal(await builder.page.getByRole("button", { name: "Swap them." }).count(), 0);
      await builder.setText(newSearchText("company", { headcounts: [{ min: 300, max: 20 }] }));
      await builder.page.getByRole("button", { name: "Swap them." }).click();
      await assertSoon(() => builder.filters()["headcounts"], [{ min: 20, max: 300 }]);
    });

    it("supports presets, several ranges and exclusion", async () => {
      await show(sized);
      await bound("From").click();
      await builder.page.getByRole("button", { name: "10,001 and more" }).click();
      await hasFilters({ headcounts: [{ min: 51, max: 200 }, { min: 10_001 }] });
      await chooseForRange("10,001 or more", "Exclude");
      await hasFilters({
        headcounts: [
          { min: 51, max: 200 },
          { min: 10_001, exclude: true },
        ],
      });
      await bound("From").click();
      await builder.page.getByRole("button", { name: "51–200", pressed: true }).click();
      await hasFilters({ headcounts: [{ min: 10_001, exclude: true }] });
      await chooseForRange("10,001 or more", "Add Range");
      await builder.page.keyboard.type("5");
      await hasFilters({ headcounts: [{ min: 10_001, exclude: true }, { min: 5 }] });
      await builder.page.keyboard.type("0");
      await hasFilters({ headcounts: [{ min: 10_001, exclude: true }, { min: 50 }] });
      await chooseForRange("50 or more", "Remove");
      await hasFilters({ headcounts: [{ min: 10_001, exclude: true }] });
      await assertSoon(() => builder.focused(), "From");
    });

    it("shows an undo of the document in the inputs", async () => {
      await show(sized);
      await bound("From").fill("100");
      await hasFilters({ headcounts: [{ min: 100, max: 200 }] });
      await builder.setText(sized);
      await assertSoon(() => bound("From").inputValue(), "51");
    });
  });

  describe("text edited by hand", () => {
    it("shows the error of an invalid text with its line, and opens it there", async () => {
      await show('{\n  "search": "company",\n  "filters": {\n<<<<<<< HEAD\n');
      await builder.page.getByRole("heading", { name: "This file is not a valid search" }).waitFor();
      await builder.page.getByRole("button", { name: "Line 4" }).first().click();
      await assertSoon(() => builder.calls().at(-1)?.name, "openAsText");
      await builder.setText(empty);
      await builder.page.getByRole("combobox", { name: "Add a filter" }).waitFor();
    });

    it("keeps unknown filters, names them, and removes them only on request", async () => {
      const text = newSearchText("company", { industries: [{ value: "Banking" }] }).replace(
        '"filters": {',
        '"filters": {\n    "moods": [{ "value": "<b>happy</b>" }],',
      );
      await show(text);
      await builder.page.getByRole("heading", { name: "Unknown filters" }).waitFor();
      await choose("Banking", "Exclude");
      await hasFilters({ moods: [{ value: "<b>happy</b>" }], industries: [{ value: "Banking", exclude: true }] });
      await builder.page.getByRole("button", { name: "Remove moods from the file" }).click();
      await hasFilters({ industries: [{ value: "Banking", exclude: true }] });
      await show(text.replace("moods", "mo\u202Eods"));
      await builder.page.getByText("mo‹U+202E›ods", { exact: true }).waitFor();
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
      const seen = await builder.page.locator("prospect-chip-list .value bdi").allTextContents();
      assert.deepEqual(seen, hostile);
      assert.equal(await builder.page.locator("img, a[href]").count(), 0);
      assert.equal(await builder.page.evaluate(() => "ran" in window), false);
      assert.ok(await builder.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    });
  });
});

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
