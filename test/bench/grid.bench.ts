// Compares the results grid and a virtual list library at 100,000 × 20, in one run of one browser.
import { build, type BuildOptions } from "esbuild";
import type { Browser, Page } from "playwright-core";
import type { GridRow, ResultsInitial } from "../../webview-ui/messages/results";
import { launchBrowser } from "../browser/pageInBrowser";
import { hostOf, openResultsPage, sendUpdate } from "../browser/resultsPageHost";
import { median, type Report } from "./figures";
import type { showTable } from "./virtualListPage";

const scrollFrames = 240;
/** How often the time to the first rows is measured; the median counts. */
const firstRowRounds = 7;

interface Figures {
  /** ms from passing the data to seeing the first rows. */
  readonly firstRows: number;
  readonly medianFrame: number;
  readonly p95Frame: number;
  /** CPU time of the page's thread per frame, in ms: code, style, layout and paint. */
  readonly work: number;
  /** Tasks above 50 ms while scrolling. */
  readonly longTasks: number;
  readonly elements: number;
}

/** Needs `dist/webview/results.js`. */
export async function run(report: Report): Promise<void> {
  const browser = await launchBrowser();
  try {
    await measureResults(browser); // warms up the browser
    const results = await measureResults(browser);
    const list = await measureVirtualList(browser);
    reportFigures(report, "results grid, 100,000 × 20, with a pinned column, three column filters", results);
    reportFigures(report, "@tanstack/virtual-core with plain elements, 100,000 × 20", list);
    const ratio = (name: string, figure: (figures: Figures) => number): void =>
      report.ratio(name, figure(results) / figure(list));
    ratio("first rows", ({ firstRows }) => firstRows);
    ratio("work per frame", ({ work }) => work);
  } finally {
    await browser.close();
  }
}

function reportFigures(report: Report, what: string, figures: Figures): void {
  const { firstRows, medianFrame, p95Frame, work, longTasks, elements } = figures;
  report.line(
    `${what}: first rows ${firstRows.toFixed(0)} ms, frames while scrolling median ${medianFrame.toFixed(1)} ms, ` +
      `p95 ${p95Frame.toFixed(1)} ms, work per frame ${work.toFixed(1)} ms, ${longTasks} long tasks, ` +
      `${elements.toLocaleString("en")} elements`,
  );
}

const run100k = { rows: 100_000, columns: 20, kind: "company", pinned: true, compared: true } as const;
const hundredThousand = { run: run100k, width: 1200, height: 800 } as const;

/** As filtered by the host: three column filters, which 100,000 rows match. */
const filtered = {
  ...{
    revision: 1,
    count: 100_000,
    records: 400_000,
    leftOut: 0,
    filter: "",
    quick: [],
    arranging: false,
    selection: [],
  },
  columnFilters: [
    { kind: "oneOf", column: "column5", values: ["Germany", "Austria"] },
    { kind: "oneOf", column: "headcount_range", values: ["51-200"] },
    { kind: "contains", column: "column0", text: "o" },
  ],
} as const;

/** Opens a page for a run that was not viewed before; its rows arrive as messages. */
async function measureResults(browser: Browser): Promise<Figures> {
  const times: number[] = [];
  for (let round = 1; round < firstRowRounds; round++) {
    const page = await openResultsPage(browser, hundredThousand);
    times.push(await page.evaluate(openAgain, answersOf(page)));
    await page.context().close();
  }
  const page = await openResultsPage(browser, hundredThousand);
  try {
    times.push(await page.evaluate(openAgain, answersOf(page)));
    await sendUpdate(page, "view", filtered);
    await page.locator("prospect-grid .filterMark").first().waitFor();
    return {
      firstRows: median(times),
      ...(await scroll(page, "results")),
    };
  } finally {
    await page.context().close();
  }
}

interface Answers {
  readonly initial: ResultsInitial;
  readonly rows: readonly GridRow[];
}

/** What the host sends to a new tab. The page answers with it, because messages to the test's process take longer. */
function answersOf(page: Page): Answers {
  const host = hostOf(page);
  host.forget();
  return { initial: host.current(), rows: host.rows(0, 500) };
}

/** Runs in the page: ms until the frame with the first rows is finished, measured at the start of the next frame. */
async function openAgain({ initial, rows }: Answers): Promise<number> {
  interface Asked {
    readonly name: string;
    readonly id?: number;
    readonly payload?: { readonly start: number; readonly count: number };
  }
  const hosted = window as unknown as { sendToHost(call: Asked): void };
  const post = (name: string, payload: unknown): void =>
    void setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data: { name, payload } })), 0);
  const toHost = hosted.sendToHost;
  hosted.sendToHost = (call) => {
    const { name, id, payload } = call;
    if (name === "ready") {
      post("initial", initial);
    } else if (name === "getRows" && payload !== undefined) {
      post("answer", { id, result: rows.slice(payload.start, payload.start + payload.count) });
    } else {
      toHost(call);
    }
  };
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  // A task scheduled in a frame runs after that frame is rendered.
  const drawnFrame = async (): Promise<void> => {
    await nextFrame();
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
  };
  document.querySelector("prospect-results")?.remove();
  // Wait until the previous page is gone and its messages are handled.
  for (let frame = 0; frame < 10; frame++) {
    await nextFrame();
  }
  const fresh = document.createElement("prospect-results");
  const start = performance.now();
  document.body.append(fresh);
  while (
    (fresh.shadowRoot?.querySelector("prospect-grid")?.shadowRoot?.querySelector("[role=gridcell]")?.textContent ??
      "") === ""
  ) {
    await drawnFrame();
  }
  await nextFrame();
  const time = performance.now() - start;
  hosted.sendToHost = toHost;
  return time;
}

/** Its rows are in the page from the start, so it does not wait for messages. */
async function measureVirtualList(browser: Browser): Promise<Figures> {
  const page = await emptyPage(browser, {
    stdin: {
      contents: 'import { showTable } from "./test/bench/virtualListPage.ts"; window.showTable = showTable;',
      resolveDir: process.cwd(),
    },
  });
  try {
    await page.addStyleTag({
      content:
        ".head { position: sticky; top: 0; z-index: 1; height: 26px; background: white; } " +
        ".body { position: relative; } " +
        ".row { position: absolute; top: 0; left: 0; width: 100%; height: 24px; contain: strict; } " +
        ".cell { position: absolute; top: 0; height: 24px; box-sizing: border-box; padding: 0 8px; " +
        "line-height: 23px; overflow: hidden; white-space: pre; text-overflow: ellipsis; " +
        "border: solid #ddd; border-width: 0 1px 1px 0; " +
        "font: 13px sans-serif; } .numeric { text-align: right; }",
    });
    const times: number[] = [];
    for (let round = 0; round < firstRowRounds; round++) {
      times.push(
        await page.evaluate(async () => {
          const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
          document.getElementById("scroller")?.remove();
          for (let frame = 0; frame < 10; frame++) {
            await nextFrame();
          }
          const columns = Array.from({ length: 20 }, (_, at) => ({
            label: `Column ${at}`,
            numeric: at % 10 === 3 || at % 10 === 6,
            width: at % 10 === 3 || at % 10 === 6 ? 90 : 160,
          }));
          const text = (row: number, column: number): string =>
            column % 10 === 3 ? String((row * 7919) % 10_000) : `Northwind ${row}·${column}`;
          const start = performance.now();
          const scroller = document.createElement("div");
          scroller.id = "scroller";
          scroller.style.cssText = "height: 760px; overflow: auto";
          document.body.append(scroller);
          (window as unknown as { showTable: typeof showTable }).showTable(scroller, { rows: 100_000, columns, text });
          if ((scroller.querySelector("[role=gridcell]")?.textContent ?? "") === "") {
            throw new Error("The list draws its first rows at once.");
          }
          await nextFrame();
          return performance.now() - start;
        }),
      );
    }
    return {
      firstRows: median(times),
      ...(await scroll(page, "page")),
    };
  } finally {
    await page.close();
  }
}

/** A page with a script and a scroller in it. */
async function emptyPage(browser: Browser, source: BuildOptions): Promise<Page> {
  const { outputFiles = [] } = await build({
    ...source,
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.setContent(
    "<!DOCTYPE html><html><body><div id=scroller style='height:760px;overflow:auto'></div></body></html>",
  );
  await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
  return page;
}

async function scroll(page: Page, target: "results" | "page"): Promise<Omit<Figures, "firstRows">> {
  const session = await page.context().newCDPSession(page);
  // CPU time instead of wall-clock time: other processes do not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const workSoFar = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await workSoFar();
  const figures = await page.evaluate(scrollThrough, { frames: scrollFrames, target });
  return { ...figures, work: ((await workSoFar()) - before) / scrollFrames };
}

/** Runs in the page: scrolls a little in every frame and measures the time between frames. */
async function scrollThrough({
  frames,
  target,
}: {
  readonly frames: number;
  readonly target: "results" | "page";
}): Promise<Omit<Figures, "firstRows" | "work">> {
  const scroller =
    target === "page"
      ? document.getElementById("scroller")
      : document
          .querySelector("prospect-results")
          ?.shadowRoot?.querySelector("prospect-grid")
          ?.shadowRoot?.querySelector<HTMLElement>(".viewport");
  if (scroller === null || scroller === undefined) {
    throw new Error("There is nothing to scroll.");
  }
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ["longtask"] });
  const times: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    scroller.scrollTop += frame % 60 === 59 ? 20_000 : 180;
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  observer.disconnect();
  const count = (root: Document | ShadowRoot): number =>
    [...root.querySelectorAll("*")].reduce(
      (sum, element) => sum + 1 + (element.shadowRoot === null ? 0 : count(element.shadowRoot)),
      0,
    );
  times.sort((a, b) => a - b);
  return {
    medianFrame: times[Math.floor(times.length / 2)] ?? 0,
    p95Frame: times[Math.floor(times.length * 0.95)] ?? 0,
    longTasks,
    elements: count(document),
  };
}
