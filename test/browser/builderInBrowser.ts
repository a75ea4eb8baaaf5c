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
import { listen, type Call, type Handlers, type Post } from "../../webview-ui/messages/procedures";
import { launchBrowser, showInBrowser, type PageOptions, type ShownPage } from "./pageInBrowser";
import { assertSoon } from "./soon";

export interface ShownBuilder extends ShownPage {
  readonly text: () => string;
  /** The page's calls except `reportUncommitted`; without a payload when it is `undefined`. */
  readonly calls: readonly Call<BuilderProcedures>[];
  /** Why the page differs from the document, as it reported last. */
  reasons(): readonly string[];
  /** Messages that are no valid calls. */
  readonly refused: readonly string[];
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
  options: Partial<PageOptions> & {
    readonly name?: string;
    readonly suggestions?: Readonly<Record<string, readonly string[]>>;
    readonly slowHost?: boolean;
  } = {},
): Promise<ShownBuilder> {
  const name = options.name ?? "Berlin software.prospect.json";
  const title = name.replace(".prospect.json", "");
  const calls: Call<BuilderProcedures>[] = [];
  const refused: string[] = [];
  let current = text;
  let lastEdit = 0;
  let reasons: readonly string[] = [];
  const unanswered: BuilderUpdates["document"][] = [];
  const shown: { page?: ShownPage } = {};
  // A page that closes or reloads meanwhile does not get the message.
  const post: Post<BuilderUpdates> = (update, payload) =>
    void shown.page?.post({ name: update, payload }).catch(() => undefined);
  const documentUpdate = (): BuilderUpdates["document"] => ({ state: documentState(title, current), lastEdit });

  const ignore = (): void => undefined;
  const handlers: Handlers<BuilderProcedures> = {
    ready: () => {
      lastEdit = 0;
      if (calls.length > 1) {
        post("document", documentUpdate());
      }
    },
    edit: ({ serial, edit }) => {
      current = applyEdits(current, textEdits(current, edit));
      lastEdit = serial;
      unanswered.push(documentUpdate());
      const next = options.slowHost === true ? undefined : unanswered.shift();
      if (next !== undefined) {
        post("document", next);
      }
    },
    suggest: (field) => post("suggestions", { field, values: options.suggestions?.[field] ?? [] }),
    reportUncommitted: (reported) => void ({ reasons } = reported),
    undo: ignore,
    redo: ignore,
    run: ignore,
    count: ignore,
    stop: ignore,
    connect: ignore,
    enterNewKey: ignore,
    useSandbox: ignore,
    openAsText: ignore,
    saveToLibrary: ignore,
    openLastResult: ignore,
    addLeaveOutList: () => {
      current = applyEdits(current, textEdits(current, { kind: "addLists", lists: ["customers.csv"] }));
      post("document", documentUpdate());
    },
    previewLeaveOutList: ignore,
    openLeaveOutSetting: ignore,
    reloadLists: ignore,
    removeCompanies: ignore,
  };
  const recording = Object.fromEntries(
    Object.entries(handlers).map(([procedure, handle]) => [
      procedure,
      (payload: never): unknown => {
        if (procedure !== "reportUncommitted") {
          const call = payload === undefined ? { name: procedure } : { name: procedure, payload };
          calls.push(call as Call<BuilderProcedures>);
        }
        return handle(payload);
      },
    ]),
  ) as Handlers<BuilderProcedures>;
  const listeners: ((message: unknown) => void)[] = [];
  const webview = {
    postMessage: () => undefined,
    onDidReceiveMessage: (listener: (message: unknown) => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  };
  listen(webview, builderProcedures, recording, {
    onRefused: (problem) => refused.push(problem),
    onFailure: (error) => refused.push(String(error)),
  });
  const initial: InitialBuilderState = {
    state: documentState(title, text),
    account: sandboxAccount,
    run: quietRun,
    input: "",
    ...start,
  };
  const page = await showInBrowser(browser, {
    script: "dist/webview/filterBuilder.js",
    ...options,
    initial,
    onMessage: (message) => listeners.forEach((listener) => listener(message)),
  });
  shown.page = page;
  await page.page.locator("prospect-filter-builder main").waitFor();
  return {
    ...page,
    text: () => current,
    calls,
    reasons: () => reasons,
    refused,
    setText: async (next) => {
      current = next;
      await page.post({ name: "document", payload: documentUpdate() });
    },
    answer: () => page.post({ name: "document", payload: unanswered.shift() }),
    focused: () =>
      page.page.evaluate(() => {
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
    assert.deepEqual([...builder.faults, ...builder.refused], []);
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
