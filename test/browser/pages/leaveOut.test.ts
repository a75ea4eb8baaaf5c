// Leave-out lists on the pages: the lists of a search in the filter builder, and what they hide in the results.
import assert from "node:assert/strict";
import { newSearchText } from "../../../src/searches/searchEdits";
import { quietRun, useBuilder } from "../builderInBrowser";
import { callsOf } from "../resultsPageHost";
import { cell, press, useResultsPage } from "../resultsPageInTest";
import { assertSoon } from "../soon";

const text = newSearchText("company").replace(
  '"filters"',
  '"leaveOut": ["customers.csv", "gone.txt", "/etc/hosts"],\n  "filters"',
);
const shownLists = [
  { name: "customers.csv", everywhere: false, summary: "1,240 domains, 3 lines not understood" },
  { name: "gone.txt", everywhere: false, problem: "The leave-out list gone.txt does not exist." },
  { name: "never.txt", everywhere: true, summary: "12 email addresses" },
];

describe("leave-out lists in the filter builder", function () {
  const builder = useBuilder();
  const { button } = builder;
  beforeEach(async () => {
    const plan = { ...quietRun.plan, leaveOut: { sent: 100, local: 1_152 } } as typeof quietRun.plan;
    await builder.show(text, { run: { ...quietRun, plan, leaveOut: shownLists } });
  });
  const lists = (): unknown => (JSON.parse(builder.text()) as { readonly leaveOut?: unknown }).leaveOut;

  it("shows what each list contains, why one cannot be used, and both numbers in the plan", async () => {
    const region = builder.page.getByRole("region", { name: "Leave out" });
    const rows = (await region.getByRole("listitem").allInnerTexts()).map((row) => row.replaceAll(/\s+/gu, " ").trim());
    assert.equal(rows[0], "customers.csv 1,240 domains, 3 lines not understood Preview Remove");
    assert.equal(rows[1], "gone.txt The leave-out list gone.txt does not exist. Remove");
    assert.match(rows[2] ?? "", /^\/etc\/hosts A leave-out list must be in the workspace/u);
    assert.equal(rows[3], "never.txt 12 email addresses for every search Preview Change in Settings");
  });

  it("says in the plan how many entries are sent", async () => {
    await builder.setText(newSearchText("company"));
    await builder.page
      .getByText("Leave-out entries: 100 sent to the service, 1,152 filtered on this machine")
      .waitFor();
  });

  it("adds, previews and removes by mouse", async () => {
    await button("Add a Leave-Out List…").click();
    await button("Preview customers.csv").click();
    await button("Preview never.txt").click();
    await button("Change in Settings").click();
    await assertSoon(
      () => builder.calls().slice(1),
      [
        { name: "addLeaveOutList" },
        { name: "previewLeaveOutList", payload: { name: "customers.csv", everywhere: false } },
        { name: "previewLeaveOutList", payload: { name: "never.txt", everywhere: true } },
        { name: "openLeaveOutSetting" },
      ],
    );
    await button("Remove gone.txt").click();
    await assertSoon(lists, ["customers.csv", "/etc/hosts"]);
    await button("Remove /etc/hosts").click();
    await assertSoon(lists, ["customers.csv"]);
  });

  it("removes by keyboard, and the focus goes on to the lists that are left", async () => {
    await button("Remove gone.txt").focus();
    await builder.page.keyboard.press("Enter");
    await assertSoon(lists, ["customers.csv", "/etc/hosts"]);
    await assertSoon(() => builder.focused(), "Preview customers.csv");
  });

  it("goes to the lists from the sentence that says what must be fixed", async () => {
    await builder.page.getByRole("button", { name: "Fix “Leave-out lists” to run." }).click();
    await assertSoon(() => builder.focused(), "Preview customers.csv");
  });
});

describe("leave-out lists in the results", function () {
  const { open } = useResultsPage();

  it("counts what they hide, and adds a record to one from the menu of a cell", async () => {
    const page = await open({ run: { rows: 500, columns: 20, kind: "company", leftOut: 12 } }, "Northwind 0·0");
    await page.getByText("12 left out", { exact: true }).waitFor();
    await cell(page, 2, 2).click();
    await press(page, "Shift+F10");
    await page.getByRole("menuitem", { name: "Add to Leave-Out List…" }).press("Enter");
    await assertSoon(async () => (await callsOf(page, "leaveOut")).map(({ at }) => at), [2]);
  });
});
