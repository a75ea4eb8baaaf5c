// The filter builder's page with a host that keeps one document as text, as the extension host does.
import type { Browser } from "playwright-core";
import { documentState, textEdits } from "../../src/workbench/searchEditor/documentState";
import { applySearchEdits } from "../../src/searches/searchEdits";
import {
  builderMessage,
  type BuilderMessage,
  type BuilderStart,
  type RunState,
} from "../../webview-ui/messages/filterBuilder";
import { showInBrowser, type PageOptions, type ShownPage } from "./pageInBrowser";

export interface ShownBuilder extends ShownPage {
  readonly text: () => string;
  /** What the page said, without what is unsettled. */
  readonly messages: readonly BuilderMessage[];
  /** Why the search on the screen is not the document's, as the page said last. */
  reasons(): readonly string[];
  readonly refused: readonly string[];
  /** Puts another text into the document, as an undo or another editor would. */
  setText(text: string): Promise<void>;
  /** With `slowHost`: lets the host answer the next edit it has not answered. */
  answer(): Promise<void>;
  /** The values under `filters` as the document has them now. */
  filters(): Readonly<Record<string, unknown>>;
}

export const quietRun: RunState = {
  sentence: "Fetch 100 of 12,480 · about 25 credits · balance 1,204",
  exceedsBalance: false,
  total: 12_480,
  hints: [],
  counting: false,
};

export async function showBuilder(
  browser: Browser,
  text: string,
  start: Partial<BuilderStart> = {},
  options: Partial<PageOptions> & {
    readonly name?: string;
    readonly suggestions?: Readonly<Record<string, readonly string[]>>;
    readonly slowHost?: boolean;
  } = {},
): Promise<ShownBuilder> {
  const name = options.name ?? "Berlin software.prospect.json";
  const messages: BuilderMessage[] = [];
  const refused: string[] = [];
  let current = text;
  let answered = 0;
  let reasons: readonly string[] = [];
  const unanswered: unknown[] = [];
  const answers: { post?: ShownPage["post"] } = {};
  const onMessage = (raw: unknown): void => {
    const parsed = builderMessage.safeParse(raw);
    if (!parsed.success) {
      refused.push(JSON.stringify(raw));
      return;
    }
    if (parsed.data.type === "unsettled") {
      reasons = parsed.data.reasons;
      return;
    }
    messages.push(parsed.data);
    if (parsed.data.type === "ready") {
      answered = 0;
      if (messages.length > 1) {
        void answers.post?.({ type: "document", state: documentState(name, current), answered });
      }
    } else if (parsed.data.type === "edit") {
      current = applySearchEdits(current, textEdits(current, parsed.data.edit));
      answered = parsed.data.serial;
      unanswered.push({ type: "document", state: documentState(name, current), answered });
      if (options.slowHost !== true) {
        void answers.post?.(unanswered.shift());
      }
    } else if (parsed.data.type === "suggest") {
      void answers.post?.({
        type: "suggestions",
        field: parsed.data.field,
        values: options.suggestions?.[parsed.data.field] ?? [],
      });
    } else if (parsed.data.type === "copy") {
      void answers.post?.({ type: "copied", as: parsed.data.as });
    }
  };
  const initial: BuilderStart = {
    state: documentState(name, text),
    account: { kind: "ready", label: "Sandbox", sandbox: true },
    run: quietRun,
    ...start,
  };
  const page = await showInBrowser(browser, {
    script: "dist/webview/filterBuilder.js",
    ...options,
    initial,
    onMessage,
  });
  answers.post = page.post;
  await page.page.locator("prospect-filter-builder main").waitFor();
  return {
    ...page,
    text: () => current,
    messages,
    reasons: () => reasons,
    refused,
    setText: async (next) => {
      current = next;
      await page.post({ type: "document", state: documentState(name, current), answered });
    },
    answer: () => page.post(unanswered.shift()),
    filters: () => (JSON.parse(current) as { readonly filters: Readonly<Record<string, unknown>> }).filters,
  };
}
