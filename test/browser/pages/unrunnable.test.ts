// Invalid or uncommitted input keeps a search in the filter builder from running: only the search as shown is run.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { parseSearch } from "../../../src/searches/parseSearch";
import { newSearchText } from "../../../src/searches/searchEdits";
import type { BuilderProcedures } from "../../../webview-ui/messages/filterBuilder";
import type { Call } from "../../../webview-ui/messages/procedures";
import { useBuilder } from "../builderInBrowser";
import { assertSoon } from "../soon";

const sized = newSearchText("company", { headcounts: [{ min: 51, max: 200 }] });
const invalid = `{
  "search": "company",
  "filters": {
    "industries": [{ "value": "Banking" }, { "value": 5, "exclude": true }],
    "professional_network_ids": [{ "value": 1.5 }],
    "headcounts": [{ "min": 900, "max": 500 }]
  },
  "fetch": { "records": 100, "credits": "abc" }
}
`;

describe("a filter builder that cannot run", () => {
  const builder = useBuilder();
  const { show, button, input } = builder;
  const setting = (name: string): Locator => builder.page.getByRole("textbox", { name });
  const bound = (which: "From" | "To"): Locator =>
    builder.page.getByRole("textbox", { name: which, exact: true }).first();
  const started = (): readonly Call<BuilderProcedures>[] =>
    builder.calls().filter(({ name }) => name === "run" || name === "count");
  const isFocused = (field: Locator): Promise<boolean> => field.evaluate((element) => element.matches(":focus"));
  const credits = (): unknown =>
    (JSON.parse(builder.text()) as { readonly fetch: { readonly credits?: unknown } }).fetch.credits;

  /** Run and Count are disabled, and the bar says why with a link to the field. */
  async function assertStopped(label: string, field: Locator): Promise<void> {
    await button(`Fix “${label}” to run.`).waitFor();
    for (const name of ["Run", "Count (buys 1 record)"]) {
      await assertSoon(() => button(name).isDisabled(), true);
      const reason = await button(name).evaluate(
        (element) => element.ariaDescribedByElements?.map((one) => one.textContent?.trim()).join(" ") ?? "",
      );
      assert.match(reason, new RegExp(`^Fix “${label}” to run\\.`, "u"), name);
    }
    await button(`Fix “${label}” to run.`).press("Enter");
    await assertSoon(() => isFocused(field), true);
    assert.deepEqual(started(), []);
  }

  /** Run is called after every edit. */
  async function assertRuns(): Promise<void> {
    const before = started();
    await button("Run").click();
    await assertSoon(started, [...before, { name: "run" }]);
    assert.equal(builder.calls().at(-1)?.name, "run", "nothing is changed after it");
    await assertSoon(() => builder.reasons(), []);
  }

  describe("because of a number", () => {
    it("accepts half a credit and 0 as the limit", async () => {
      await show(sized);
      await setting("Credit limit").fill("0.5");
      await assertRuns();
      assert.equal(credits(), 0.5);
      await setting("Credit limit").fill("0");
      await assertRuns();
      assert.equal(credits(), 0);
      assert.equal(await setting("Credit limit").inputValue(), "0");
    });

    it("keeps the typed text during a pause in typing", async () => {
      await show(sized);
      await setting("Credit limit").pressSequentially("0.50");
      await assertSoon(credits, 0.5);
      await setting("Credit limit").pressSequentially("5");
      await assertSoon(credits, 0.505);
      assert.equal(await setting("Credit limit").inputValue(), "0.505");
    });

    for (const [label, typed, message] of [
      ["Credit limit", "-1", "At least 0."],
      ["Records to fetch", "0", "At least 1."],
      ["Records to fetch", "12.5", "Enter a whole number."],
    ] as const) {
      it(`stops at “${typed}” as ${label}, and runs once it is fixed`, async () => {
        await show(sized);
        await setting(label).fill(typed);
        await builder.page.locator("prospect-number-field .problem", { hasText: message }).waitFor();
        await assertStopped(label, setting(label));
        assert.equal(builder.text(), sized);
        await setting(label).fill("7");
        await assertRuns();
      });
    }

    it("reports it to the host", async () => {
      await show(sized);
      await setting("Credit limit").fill("half");
      await assertSoon(() => builder.reasons(), ["“Credit limit”: Enter a number of credits, such as 0.5."]);
      await setting("Credit limit").fill("");
      await assertSoon(() => [builder.reasons(), credits()], [[], undefined]);
    });
  });

  describe("because of a range", () => {
    it("stops at swapped bounds", async () => {
      await show(sized);
      await bound("From").fill("900");
      await builder.page.getByText("“From” (900) is greater than “To” (200)").waitFor();
      await assertStopped("Headcount", bound("From"));
      await bound("To").fill("1,000");
      await assertRuns();
      assert.deepEqual(builder.filters(), { headcounts: [{ min: 900, max: 1000 }] });
    });
  });

  describe("because of a value that is not added yet", () => {
    it("adds it on Run and on Count when it is valid", async () => {
      await show(newSearchText("company", { industries: [{ value: "Banking" }], domains: [] }));
      await input("Industries").pressSequentially("Insur");
      await input("Domains").pressSequentially("a.example");
      await builder.page.getByText("“Insur” isn't added yet. Press Enter to add it.").waitFor();
      await assertSoon(() => builder.reasons().length, 2);
      await assertRuns();
      assert.deepEqual(builder.filters(), {
        industries: [{ value: "Banking" }, { value: "Insur" }],
        domains: [{ value: "a.example", exact_match: true }],
      });
      assert.equal(await input("Industries").inputValue(), "");
      await input("Industries").pressSequentially("Retail");
      await button("Count (buys 1 record)").focus();
      await builder.page.keyboard.press("Enter");
      await assertSoon(() => started().at(-1)?.name, "count");
      assert.equal((builder.filters()["industries"] as unknown[]).length, 3);
    });

    it("stops at an invalid one, explains it, and leaves it in its input", async () => {
      await show(newSearchText("company", { professional_network_ids: [{ value: 7 }] }));
      await input("Professional-network ids").pressSequentially("12 monkeys");
      assert.equal(await button("Run").isDisabled(), false);
      await button("Run").click();
      await builder.page
        .locator("prospect-value-field p.problem", { hasText: "“12 monkeys” isn't added yet. Enter digits only." })
        .waitFor();
      await assertStopped("Professional-network ids", input("Professional-network ids"));
      assert.equal(await input("Professional-network ids").inputValue(), "12 monkeys");
      await input("Professional-network ids").fill("12");
      await assertRuns();
      assert.deepEqual(builder.filters(), { professional_network_ids: [{ value: 7 }, { value: 12 }] });
    });

    it("commits a value that is being edited, and stops at an invalid one", async () => {
      await show(newSearchText("company", { professional_network_ids: [{ value: 7 }, { value: 8 }] }));
      await button("7").click();
      await builder.page.getByRole("menuitem", { name: "Edit" }).click();
      const edited = builder.page.getByRole("textbox", { name: "New text for 7" });
      await edited.fill("seven");
      await edited.press("Enter");
      await builder.page
        .locator("prospect-value-field p.problem", { hasText: "“seven”: Enter digits only." })
        .waitFor();
      await assertStopped("Professional-network ids", edited);
      assert.equal(await edited.inputValue(), "seven");
      await edited.fill("70");
      await assertRuns();
      assert.deepEqual(builder.filters(), { professional_network_ids: [{ value: 70 }, { value: 8 }] });
    });
  });

  describe("because of the file", () => {
    it("shows an invalid entry with its problem and keeps it when other fields are edited", async () => {
      await show(invalid);
      assert.equal(await setting("Credit limit").inputValue(), "abc");
      assert.equal(await setting("Credit limit").getAttribute("aria-invalid"), "true");
      assert.deepEqual([await bound("From").inputValue(), await bound("To").inputValue()], ["900", "500"]);
      await builder.page.getByRole("group", { name: /^5, invalid\. This filter needs text/u }).waitFor();
      await builder.page.getByRole("group", { name: /^1\.5, invalid\. Enter a whole number/u }).waitFor();
      await assertStopped("Credit limit", setting("Credit limit"));
      await builder.page.getByText("3 more fields must be fixed.").waitFor();
      await setting("Records to fetch").fill("250");
      await input("Industries").pressSequentially("Retail");
      await builder.page.keyboard.press("Enter");
      await assertSoon(
        () => builder.text(),
        invalid.replace("100", "250").replace('"exclude": true }', '"exclude": true }, { "value": "Retail" }'),
      );
    });

    it("leads from one field to the next until it can run", async () => {
      await show(invalid);
      await setting("Credit limit").fill("0.5");
      await assertStopped("Industries", builder.page.getByRole("button", { name: "Edit 5", exact: true }));
      await builder.page.keyboard.press("Enter");
      await builder.page.keyboard.press("Enter");
      await assertStopped("Professional-network ids", builder.page.getByRole("button", { name: "Edit 1.5" }));
      await builder.page.keyboard.press("Delete");
      await assertStopped("Headcount", bound("From"));
      await bound("From").fill("5");
      await assertRuns();
      assert.deepEqual(parseSearch(builder.text()).document, {
        search: "company",
        filters: {
          industries: [{ value: "Banking" }, { value: "5", exclude: true }],
          professional_network_ids: [],
          headcounts: [{ min: 5, max: 500 }],
        },
        fetch: { records: 100, credits: 0.5 },
      });
    });

    it("accepts a quoted number with Enter", async () => {
      await show(invalid.replace('"abc"', '"12.5"').replace("1.5", '"1035"').replace("900", '"9"'));
      await setting("Credit limit").press("Enter");
      await bound("From").press("Enter");
      await builder.page.getByRole("button", { name: "Edit 1035" }).press("Enter");
      await builder.page.keyboard.press("Enter");
      await assertSoon(
        () => [credits(), builder.filters()["headcounts"], builder.filters()["professional_network_ids"]],
        [12.5, [{ min: 9, max: 500 }], [{ value: 1035 }]],
      );
    });
  });

  describe("after the page was hidden", () => {
    it("still shows typed text, and still stops at it", async () => {
      await show(
        newSearchText("company", { headcounts: [{ min: 51, max: 200 }], professional_network_ids: [{ value: 7 }] }),
      );
      await setting("Credit limit").fill("half");
      await bound("From").fill("900");
      await input("Professional-network ids").fill("12 monkeys");
      await builder.page.getByText("“From” (900)").waitFor();
      await button("Fix “Credit limit” to run.").waitFor();
      await builder.page.reload();
      await assertStopped("Credit limit", setting("Credit limit"));
      assert.deepEqual(
        [
          await setting("Credit limit").inputValue(),
          await bound("From").inputValue(),
          await input("Professional-network ids").inputValue(),
        ],
        ["half", "900", "12 monkeys"],
      );
      await assertSoon(() => builder.reasons().length, 3);
      await setting("Credit limit").fill("1");
      await assertStopped("Headcount", bound("From"));
      await bound("To").fill("901");
      await assertSoon(() => button("Run").isDisabled(), false);
      await button("Run").click();
      await assertStopped("Professional-network ids", input("Professional-network ids"));
    });

    it("still shows a value that was being edited", async () => {
      await show(newSearchText("company", { professional_network_ids: [{ value: 7 }] }));
      await button("7").click();
      await builder.page.getByRole("menuitem", { name: "Edit" }).click();
      await builder.page.keyboard.type("seven");
      await builder.page.keyboard.press("Enter");
      await button("Fix “Professional-network ids” to run.").waitFor();
      await builder.page.reload();
      const edited = builder.page.getByRole("textbox", { name: "New text for 7" });
      await assertStopped("Professional-network ids", edited);
      await edited.press("Escape");
      await assertRuns();
    });
  });
});
