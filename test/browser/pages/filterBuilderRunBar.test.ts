// The filter builder's run bar, in a browser.
import assert from "node:assert/strict";
import { newSearchText } from "../../../src/searches/searchEdits";
import { quietRun, sandboxAccount, useBuilder } from "../builderInBrowser";
import { pageThemes, wearTheme, type PageTheme } from "../pageThemes";
import { assertSoon } from "../soon";

const empty = newSearchText("company");

describe("the run bar of the filter builder", () => {
  const builder = useBuilder();
  const { show, input, hasFilters } = builder;

  it("keeps Run on the page beside a name of any length", async () => {
    for (const name of ["word ".repeat(60).trim(), "w".repeat(250)]) {
      await show(empty, {}, { name: `${name}.prospect.json` });
      for (const width of [1600, 1000, 500, 300]) {
        await builder.page.setViewportSize({ width, height: 900 });
        await assertSoon(async () => {
          const run = await builder.page.locator(".start").boundingBox();
          return run !== null && run.x >= 0 && run.x + run.width <= width;
        }, true);
      }
    }
  });

  it("shows the companies where a run finds people, in place of the number of matches, and removes them", async () => {
    const lastOutcome = "Complete · 9 records · 2.25 credits";
    const run = { ...quietRun, companies: "12 companies in accounts.csv", lastOutcome };
    await show(newSearchText("people"), { run });
    await builder.page
      .getByRole("region", { name: "At companies" })
      .getByText("12 companies in accounts.csv")
      .waitFor();
    assert.equal(await builder.page.getByText("12,480 people").count(), 0);
    await builder.page.getByText(`Last run: ${lastOutcome}`).waitFor();
    await builder.button("Find people at all companies").click();
    await assertSoon(() => builder.calls().at(-1)?.name, "removeCompanies");
  });

  it("calls the host to count, run, save to the library and open as text", async () => {
    await show(empty);
    const press = (name: string): Promise<void> => builder.button(name).click();
    for (const name of ["Count (buys 1 record)", "Run", "Open Last Result"]) {
      await press(name);
    }
    for (const name of ["Open Last Result", "Save to Library…", "Open as Text"]) {
      await press("More Actions");
      await builder.page.getByRole("menuitem", { name }).click();
    }
    await assertSoon(
      () => builder.calls().slice(1),
      [
        { name: "count" },
        { name: "run" },
        { name: "openLastResult" },
        { name: "openLastResult" },
        { name: "saveToLibrary" },
        { name: "openAsText" },
      ],
    );
  });

  it("skips known records by the check box", async () => {
    await show(empty);
    await builder.page.getByRole("checkbox", { name: "Skip records I already have" }).click();
    await assertSoon(() => (JSON.parse(builder.text()) as { fetch: unknown }).fetch, {
      records: 100,
      leaveOutKnown: true,
    });
  });

  it("is measured for what is below it, also after the page was hidden", async () => {
    const isMeasured = (): Promise<boolean> =>
      builder.page.locator("prospect-filter-builder").evaluate((page: HTMLElement) => {
        const bar = page.shadowRoot?.querySelector<HTMLElement>("prospect-run-bar");
        return page.style.getPropertyValue("--bar-height") === `${bar?.offsetHeight}px`;
      });
    await show(empty);
    await assertSoon(isMeasured, true);
    await builder.page.reload();
    await assertSoon(isMeasured, true);
  });

  it("shows a run in progress and stops it", async () => {
    const atCompanies = { fetched: 8, wanted: 100, companies: { asked: 127, count: 200 }, stopping: false };
    await show(empty, { run: { ...quietRun, activity: atCompanies } });
    await builder.page.getByText("Fetching: 8 records from 127 of 200 companies").first().waitFor();
    await show(empty, { run: { ...quietRun, activity: { fetched: 300, wanted: 1000, stopping: false } } });
    await builder.page.getByText("Fetching: 300 of 1,000 records").first().waitFor();
    await builder.page.getByRole("button", { name: "Stop" }).click();
    await assertSoon(() => builder.calls().at(-1), { name: "stop" });
  });

  it("offers the sandbox and Connect without a connection, and keeps typed work until the plan appears", async () => {
    const noRuns = { hasResult: false, hints: [], counting: false };
    await show(empty, { account: { kind: "noConnection" }, run: noRuns });
    await builder.page.getByRole("button", { name: "Add filter Industries" }).click();
    await input("Industries").pressSequentially("Insur");
    assert.equal(await builder.page.getByRole("button", { name: /^Count/u }).count(), 0);
    assert.equal(await builder.page.getByRole("button", { name: "Open Last Result" }).count(), 0);
    await builder.page.getByRole("button", { name: "Connect…" }).click();
    await builder.page.getByRole("button", { name: "Use the Sandbox" }).focus();
    await builder.page.keyboard.press("Enter");
    await assertSoon(
      () =>
        builder
          .calls()
          .map(({ name }) => name)
          .filter((name) => name !== "suggest"),
      ["ready", "connect", "useSandbox"],
    );
    await builder.post({ name: "account", payload: sandboxAccount });
    await builder.post({ name: "run", payload: { ...quietRun, found: undefined } });
    await builder.page.getByText("records for about 25 credits, at most", { exact: true }).waitFor();
    assert.equal(await input("Industries").inputValue(), "Insur");
  });

  it("says what a run costs and how many matched when, also before a change", async () => {
    await show(empty);
    const bar = async (): Promise<string> =>
      (await builder.page.locator("prospect-run-bar .numbers, prospect-run-bar #notes").allInnerTexts())
        .join(" ")
        .replaceAll(/\s+/gu, " ")
        .trim();
    assert.equal(
      await bar(),
      "12,480 companies matched 2 days ago Count (buys 1 record) Fetch records for about 25 credits, at most credits",
    );
    const show1240 = (isOutdated: boolean, change: object = {}): Promise<void> =>
      builder.post({
        name: "run",
        payload: { ...quietRun, found: { total: 1_240, at: Date.now(), isOutdated }, ...change },
      });
    await show1240(true, { refreshNote: "Last run 31 days ago. The service refreshes its data monthly." });
    await assertSoon(
      bar,
      "1,240 companies matched just now, before the filters changed " +
        "Count (buys 1 record) Fetch records for about 25 credits, at most credits",
    );
    await builder.page.getByText("Last run 31 days ago.").waitFor();
    await show1240(false, {
      plan: { records: 40, credits: 40, priceKnown: false, exceedsBalance: false },
    });
    await assertSoon(
      bar,
      "1,240 companies matched just now Count (buys 1 record) " +
        "Fetch records for about 40 credits (40 records), at most credits " +
        "The price is not known yet: 1 credit per record is assumed.",
    );
    await show1240(false, { plan: { records: 100, credits: 2_000, priceKnown: true, exceedsBalance: true } });
    await assertSoon(
      bar,
      "1,240 companies matched just now Count (buys 1 record) " +
        "Fetch records for about 2,000 of 1,204 credits, at most credits",
    );
  });

  it("does not move the form when the first count is there", async () => {
    const nothing = { ...quietRun, found: undefined };
    await show(empty, { run: nothing }, { width: 1600 });
    const top = (): Promise<number | undefined> =>
      builder.page.locator(".form").evaluate((form) => form.getBoundingClientRect().top);
    await builder.page.getByText("Not counted yet").waitFor();
    const before = await top();
    await builder.post({ name: "run", payload: quietRun });
    await builder.page.getByText("12,480 companies").waitFor();
    assert.equal(await top(), before);
  });

  it("says on and beside the button Count what it buys", async () => {
    await show(empty);
    const count = builder.page.getByRole("button", { name: "Count (buys 1 record)" });
    const help =
      "Buys one record to learn how many match. It costs about 0.25 credits and is not listed among the runs.";
    assert.equal(await count.getAttribute("title"), help);
    assert.equal(await count.getAttribute("aria-describedby"), "count-help");
    assert.equal(await builder.page.locator("#count-help").textContent(), help);
  });

  it("shows placeholders unlike values, in every theme", async () => {
    await show(newSearchText("company", { industries: [{ value: "Banking" }], headcounts: [{ min: 1 }] }));
    for (const theme of Object.keys(pageThemes) as PageTheme[]) {
      await wearTheme(builder.page, theme);
      for (const [role, name, placeholder] of [
        ["textbox", "Credit limit", "no limit"],
        ["textbox", "To", "any"],
        ["combobox", "Add to Industries", "Add…"],
      ] as const) {
        const look = await builder.page.getByRole(role, { name, exact: true }).evaluate(placeholderLook);
        assert.equal(look.text, placeholder);
        assert.equal(look.isItalic, true, name);
        assert.ok(look.contrast >= 4.5, `${name} in ${theme}: ${look.contrast}`);
      }
    }
  });

  it("names values without matches and replaces them with a similar one on request", async () => {
    await show(newSearchText("company", { industries: [{ value: "saas", exact_match: true }] }), {
      run: {
        ...quietRun,
        found: { total: 0, at: Date.now(), isOutdated: false },
        hints: [{ field: "industries", value: "saas", near: ["Software Development"] }],
      },
    });
    await builder.page.getByText("“saas” in Industries").waitFor();
    await builder.page.getByRole("listitem").getByRole("button", { name: "Software Development", exact: true }).click();
    await hasFilters({ industries: [{ value: "Software Development", exact_match: true }] });
  });
});
/** How the placeholder of an input looks; the contrast is that of WCAG. */
function placeholderLook(element: Element): { text: string; isItalic: boolean; contrast: number } {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  /** The color that these backgrounds and this text add up to, from the back to the front. */
  const mixed = (colors: readonly string[]): readonly number[] => {
    for (const color of colors) {
      Object.assign(context ?? {}, { fillStyle: color });
      context?.fillRect(0, 0, 1, 1);
    }
    return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  };
  const luminance = (color: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = color.map((one) => (one <= 10 ? one / 3294.6 : ((one / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgrounds: string[] = [];
  for (let at: Node | null = element; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (at instanceof Element) {
      backgrounds.unshift(getComputedStyle(at).backgroundColor);
    }
  }
  const style = getComputedStyle(element, "::placeholder");
  const [low = 0, high = 0] = [luminance(mixed(backgrounds)), luminance(mixed([...backgrounds, style.color]))].sort(
    (a, b) => a - b,
  );
  return {
    text: element.getAttribute("placeholder") ?? "",
    isItalic: style.fontStyle === "italic",
    contrast: (high + 0.05) / (low + 0.05),
  };
}
