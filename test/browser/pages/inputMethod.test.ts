// Enter and Escape while an input method composes a word, as for Japanese: they are the input method's in every field.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { newSearchText } from "../../../src/searches/searchEdits";
import { useBuilder } from "../builderInBrowser";
import { callsOf, hostOf, sendUpdate } from "../resultsPageHost";
import { cell, press, useResultsPage } from "../resultsPageInTest";

/** As an input method shows a word that is not accepted yet, in the field with the focus. */
async function compose(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

describe("keys of an input method", function () {
  const builder = useBuilder();
  const { open } = useResultsPage();
  const run = { rows: 5_000, columns: 12, kind: "company" as const };

  for (const [field, name] of [
    ["the first field of the builder", "Add a filter"],
    ["the values of a filter", "Industries"],
  ] as const) {
    it(`do nothing else in ${field}`, async () => {
      await builder.show(newSearchText("company"));
      if (name === "Industries") {
        await builder.page.getByRole("button", { name: "Add filter Industries" }).click();
      }
      const input = name === "Industries" ? builder.input(name) : builder.page.getByRole("combobox", { name });
      await input.focus();
      await compose(builder.page, "小売業");
      await press(builder.page, "Enter", "Escape");
      assert.equal(await input.inputValue(), "小売業");
      assert.deepEqual(
        builder.calls().filter((call) => call.name === "edit" || call.name === "run"),
        [],
      );
      assert.equal(builder.text(), newSearchText("company"));
    });
  }

  it("do nothing else in a note, which Enter saves afterwards", async () => {
    const page = await open({ run }, "Northwind 0·0");
    const opened = hostOf(page).state();
    const columns = opened.columns.map((column, at) => ({ ...column, isEditable: at === 1 }));
    await sendUpdate(page, "initial", { kind: "open", state: { ...opened, columns } });
    await cell(page, 1, 2).click();
    await press(page, "F2");
    await compose(page, "五月");
    await press(page, "Enter", "Escape");
    assert.deepEqual(await callsOf(page, "setNote"), []);
    await page.locator("prospect-grid input").fill("五月");
    await press(page, "Enter");
    assert.deepEqual(
      (await callsOf(page, "setNote")).map(({ note }) => note),
      ["五月"],
    );
  });

  it("do nothing else in the text that filters results, nor in the filter of a column", async () => {
    const page = await open({ run }, "Northwind 0·0");
    await press(page, "Control+f");
    await compose(page, "会社");
    await press(page, "Escape");
    assert.equal(await page.getByRole("textbox", { name: "Filter results" }).inputValue(), "会社");
    await page.keyboard.insertText("");
    await press(page, "Escape");
    await cell(page, 0, 6).click();
    await press(page, "ArrowUp", "Alt+ArrowDown");
    await page.getByRole("menuitem", { name: "Filter…" }).click();
    const dialog = page.locator("prospect-column-filter dialog");
    await dialog.waitFor();
    await compose(page, "日本");
    // Not Escape: a browser closes dialogs by itself, but never while a real input method composes.
    await press(page, "Enter");
    assert.equal(await dialog.count(), 1);
    assert.ok(await dialog.isVisible());
  });
});
