// The filter builder's page with a host that has one document as text, like the extension host.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import type { Browser, Locator } from "playwright-core";
import { documentState, textEdits } from "../../src/workbench/searchEditor/documentState";
import {
  builderProcedures,
  type BuilderProcedures,
  type BuilderUpdates,
  type InitialBuilderState,
  type SearchRunState,
  type ShownAccount,
} from "../../webview-ui/messages/filterBuilder";
import type { Call } from "../../webview-ui/messages/procedures";
import { launchBrowser, showInBrowser, type Look, type PageInBrowser } from "./pageInBrowser";
import { assertSoon } from "./soon";

export interface ShownBuilder extends Omit<PageInBrowser<BuilderProcedures, BuilderUpdates>, "calls"> {
  readonly text: () => string;
  /** The page's calls except `reportUncommitted`. */
  calls(): readonly Call<BuilderProcedures>[];
  /** Why the page differs from the document, as it reported last. */
  reasons(): readonly string[];
  /** Puts another text into the document, as an undo or another editor would. */
  setText(text: string): Promise<void>;
  /** With `slowHost`: sends the document after the next edit that was not answered. */
  answer(): Promise<void>;
  /** The accessible name or the text of the element that has the focus. */
  focused(): Promise<string>;
  /** The values under `filters` as the document has them now. */
  filters(): Readonly<Record<string, unknown>>;
}

/** 12,480 records matched two days ago. */
export const quietRun: SearchRunState = {
  plan: { records: 100, credits: 25, priceKnown: true, exceedsBalance: false },
  found: { total: 12_480, at: Date.now() - 48 * 60 * 60_000, isOutdated: false },
  hasResult: true,
  hints: [],
  counting: false,
};

export const sandboxAccount = {
  kind: "ready",
  label: "Sandbox",
  sandbox: true,
  balance: 1_204,
  balanceAt: 0,
} as const satisfies ShownAccount;

export async function showBuilder(
  browser: Browser,
  text: string,
  start: Partial<InitialBuilderState> = {},
  options: Look & {
    readonly name?: string;
    readonly suggestions?: Readonly<Record<string, readonly string[]>>;
    readonly slowHost?: boolean;
  } = {},
): Promise<ShownBuilder> {
  const { name = "Berlin software.prospect.json", suggestions = {}, slowHost = false, ...look } = options;
  const title = name.replace(".prospect.json", "");
  let current = text;
  let lastEdit = 0;
  let reasons: readonly string[] = [];
  let isLoaded = false;
  const documentNow = (): BuilderUpdates["document"] => ({ state: documentState(title, current), lastEdit });
  const unanswered: BuilderUpdates["document"][] = [];
  const shown = await showInBrowser<BuilderProcedures, BuilderUpdates>(browser, {
    ...look,
    script: "dist/webview/filterBuilder.js",
    initial: {
      state: documentState(title, text),
      account: sandboxAccount,
      run: quietRun,
      input: "",
      ...start,
    } satisfies InitialBuilderState,
    procedures: builderProcedures,
    handlers: (send) => ({
      ready: () => {
        lastEdit = 0;
        if (isLoaded) {
          send("document", documentNow());
        }
        isLoaded = true;
      },
      edit: ({ serial, edit }) => {
        current = applyEdits(current, textEdits(current, edit));
        lastEdit = serial;
        if (slowHost) {
          unanswered.push(documentNow());
        } else {
          send("document", documentNow());
        }
      },
      suggest: (field) => send("suggestions", { field, values: suggestions[field] ?? [] }),
      reportUncommitted: (reported) => void ({ reasons } = reported),
      addLeaveOutList: () => {
        current = applyEdits(current, textEdits(current, { kind: "addLists", lists: ["customers.csv"] }));
        send("document", documentNow());
      },
    }),
  });
  await shown.page.locator("prospect-filter-builder main").waitFor();
  return {
    ...shown,
    text: () => current,
    calls: () => shown.calls.filter((call) => call.name !== "reportUncommitted"),
    reasons: () => reasons,
    setText: async (next) => {
      current = next;
      await shown.post({ name: "document", payload: documentNow() });
    },
    answer: async () => {
      const next = unanswered.shift();
      assert.ok(next, "there is no edit to answer");
      await shown.post({ name: "document", payload: next });
    },
    focused: () =>
      shown.page.evaluate(() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) {
          at = at.shadowRoot.activeElement;
        }
        return at?.getAttribute("aria-label") ?? at?.textContent?.replaceAll(/\s+/gu, " ").trim() ?? "";
      }),
    filters: () => (JSON.parse(current) as { readonly filters: Readonly<Record<string, unknown>> }).filters,
  };
}

/** The page of the running test; its other members are there once it is shown. */
export interface BuilderInTest extends ShownBuilder {
  show(...shown: Parameters<typeof showBuilder> extends [Browser, ...infer Rest] ? Rest : never): Promise<void>;
  button(name: string): Locator;
  input(filter: string): Locator;
  /** A chip by its value, which its accessible name starts with. */
  chip(name: string): Locator;
  /** Chooses an item of the menu of a value. */
  choose(value: string, item: string): Promise<void>;
  hasFilters(expected: unknown): Promise<void>;
}

/** Called in a `describe`: its tests share one browser, and fail when their page has errors. */
export function useBuilder(): BuilderInTest {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    assert.deepEqual(builder.faults, []);
    await builder.close();
  });
  const builder: BuilderInTest = {
    show: async (...shown) => void Object.assign(builder, await showBuilder(browser, ...shown)),
    button: (name) => builder.page.getByRole("button", { name, exact: true }),
    input: (filter) => builder.page.getByRole("combobox", { name: `Add to ${filter}` }),
    chip: (name) => builder.page.getByRole("group", { name: new RegExp(`^${name}(, |$)`, "u") }),
    choose: async (value, item) => {
      await builder.chip(value).locator("button.value").click();
      await builder.page.getByRole("menuitem", { name: item, exact: true }).click();
    },
    hasFilters: (expected) => assertSoon(() => builder.filters(), expected),
  } as BuilderInTest;
  return builder;
}
