// The results grid at 100,000 × 20 next to the toolkit's own data grid at 5,000 × 20, in one run of one browser.
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { openResultsPage, startBrowser } from "../browser/resultsPageHarness";

const scrollFrames = 240;

interface Figures {
  /** ms from the page's start to the first rows on the screen. */
  readonly firstRows: number;
  readonly medianFrame: number;
  readonly p95Frame: number;
  /** Tasks above 50 ms while scrolling. */
  readonly longTasks: number;
  readonly elements: number;
}

/** Needs `dist/webview/results.js`. */
export async function run(report: (line: string) => void): Promise<void> {
  const browser = await startBrowser();
  try {
    await measureResults(browser); // warms up the browser
    say(report, "results grid, 100,000 × 20", await measureResults(browser));
    say(report, "toolkit data grid, 5,000 × 20", await measureToolkit(browser));
  } finally {
    await browser.close();
  }
}

function say(report: (line: string) => void, what: string, figures: Figures): void {
  const { firstRows, medianFrame, p95Frame, longTasks, elements } = figures;
  report(`${what}: first rows ${firstRows.toFixed(0)} ms, frames while scrolling median ${medianFrame.toFixed(1)} ms, p95 ${p95Frame.toFixed(1)} ms, ${longTasks} long tasks, ${elements.toLocaleString("en")} elements`);
}

async function measureResults(browser: Browser): Promise<Figures> {
  const page = await openResultsPage(browser, { run: { rows: 100_000, columns: 20, kind: "company" }, width: 1200, height: 800 });
  try {
    // From the moment the elements are defined: what comes before is loading the page's script, which is measured apart.
    const firstRows = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const fresh = document.createElement("prospect-results");
          document.querySelector("prospect-results")?.remove();
          const start = performance.now();
          document.body.append(fresh);
          const look = (): void => {
            const cell = fresh.shadowRoot?.querySelector("prospect-grid")?.shadowRoot?.querySelector("[role=gridcell]");
            if ((cell?.textContent ?? "") !== "") {
              requestAnimationFrame(() => resolve(performance.now() - start));
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }),
    );
    return { firstRows, ...(await page.evaluate(scrollThrough, { frames: scrollFrames, target: "results" as const })) };
  } finally {
    await page.context().close();
  }
}

async function measureToolkit(browser: Browser): Promise<Figures> {
  const { outputFiles } = await build({
    stdin: { contents: 'import { provideVSCodeDesignSystem, vsCodeDataGrid, vsCodeDataGridCell, vsCodeDataGridRow } from "@vscode/webview-ui-toolkit"; provideVSCodeDesignSystem().register(vsCodeDataGrid(), vsCodeDataGridCell(), vsCodeDataGridRow());', resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  try {
    await page.setContent("<!DOCTYPE html><html><body><div id=scroller style='height:760px;overflow:auto'></div></body></html>");
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    const firstRows = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const grid = document.createElement("vscode-data-grid") as HTMLElement & { rowsData: object[] };
          const rows = Array.from({ length: 5_000 }, (_, row) => Object.fromEntries(Array.from({ length: 20 }, (_, column) => [`column${column}`, `Northwind ${row}·${column}`])));
          const start = performance.now();
          grid.rowsData = rows;
          document.getElementById("scroller")?.append(grid);
          const look = (): void => {
            if ((document.querySelector("vscode-data-grid-cell[cell-type=default]")?.textContent ?? document.querySelectorAll("vscode-data-grid-cell")[30]?.textContent ?? "") !== "") {
              requestAnimationFrame(() => resolve(performance.now() - start));
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }),
    );
    return { firstRows, ...(await page.evaluate(scrollThrough, { frames: scrollFrames, target: "toolkit" as const })) };
  } finally {
    await page.close();
  }
}

/** Runs in the page: scrolls a little further in every frame and takes the time between frames. */
async function scrollThrough({ frames, target }: { readonly frames: number; readonly target: "results" | "toolkit" }): Promise<Omit<Figures, "firstRows">> {
  const scroller =
    target === "toolkit"
      ? document.getElementById("scroller")
      : document.querySelector("prospect-results")?.shadowRoot?.querySelector("prospect-grid")?.shadowRoot?.querySelector<HTMLElement>(".viewport");
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
  const count = (root: Document | ShadowRoot): number => [...root.querySelectorAll("*")].reduce((sum, element) => sum + 1 + (element.shadowRoot === null ? 0 : count(element.shadowRoot)), 0);
  times.sort((a, b) => a - b);
  return { medianFrame: times[Math.floor(times.length / 2)] ?? 0, p95Frame: times[Math.floor(times.length * 0.95)] ?? 0, longTasks, elements: count(document) };
}
