// Measures the database: storing a page compared with parsing it, what a user waits for with 100,000 people, and how
// long the caller's thread is blocked while the worker exports.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { csvPresets } from "../../src/csv/writer";
import { builtInProfiles } from "../../src/export/columnProfile";
import type { ExportFormat } from "../../src/export/formats";
import { storeExports, type StoreExports } from "../../src/export/storeExport";
import { columnsOf } from "../../src/rows/columns";
import type { Store } from "../../src/store/client";
import { functions } from "../../src/store/functions";
import type { ViewOrder } from "../../src/store/viewSource";
import type { Sandbox } from "../sandboxServer/sandbox";
import { openInProcess, openStore } from "../unit/store/inProcess";
import { median, ms, times } from "./figures";
import { beginRun, now, owner, pagesOfPeople, sandboxWith, storePage } from "./storedPeople";

type BenchStore = Store & StoreExports;

const pages = 1_000;
const shown = columnsOf("person")
  .filter(({ visible }) => visible)
  .map(({ id }) => id);

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "store-bench-"));
  try {
    await people(folder, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const timed = async (work: (round: number) => unknown, rounds?: number): Promise<number> =>
  median(await times(work, rounds));

const twoColumns = [
  { kind: "oneOf", column: "job_functions", values: ["Sales", "Engineering"] },
  { kind: "oneOf", column: "country", values: ["Germany", "France"] },
] as const;

async function people(folder: string, report: (line: string) => void): Promise<void> {
  const file = path.join(folder, "people.db");
  const sandbox = sandboxWith(pages * 100);
  const opened = openInProcess<BenchStore>({ file }, { ...functions, exports: storeExports });
  const { store } = opened;
  await beginRun(store, "person");
  const [storing, parsing]: [number[], number[]] = [[], []];
  for await (const body of pagesOfPeople(sandbox, pages)) {
    parsing.push(...(await times(() => JSON.parse(Buffer.from(body).toString()) as unknown, 1)));
    storing.push(...(await times(() => storePage(store, "person", body), 1)));
  }
  sandbox.setMonth(1);
  await fetchAgain(store, sandbox);
  const parse = median(parsing);
  report(
    `a page of 100 people: stored and synced ${ms(median(storing))}, JSON.parse ${ms(parse)}: ` +
      `${(median(storing) / parse).toFixed(2)} ×`,
  );
  await opened.close();

  const each = (figure: number): string => `${ms(figure)} (${(figure / parse).toFixed(1)} × JSON.parse of a page)`;
  const again = await timed(async () => openInProcess({ file }).close());
  report(`open and close 200,000 people: ${ms(again)}`);
  const reopened = openInProcess<BenchStore>({ file }, { ...functions, exports: storeExports });
  const { views } = reopened.store;
  const plain: ViewOrder = { columns: shown, now };
  const { view } = await views.open({ kind: "run", run: "person" }, plain);
  for (const column of ["name", "company_headcount", "position_since", "country"]) {
    const sorted = await timed(() => views.arrange(view, { ...plain, sort: { column, descending: false } }));
    report(`sort by ${column}: ${each(sorted)}`);
  }
  report(`window of 50, sorted: ${each(await timed((round) => views.rows(view, 20_000 + round * 50, 50), 9))}`);
  await views.arrange(view, { ...plain, columns: [...shown, "skills"] });
  const fromJson = await timed((round) => views.rows(view, 30_000 + round * 50, 50), 9);
  report(`window of 50 with columns that are read from JSON: ${each(fromJson)}`);
  for (const filter of ["berlin", "engineer ada"]) {
    report(`quick filter "${filter}": ${each(await timed(() => views.arrange(view, { ...plain, filter })))}`);
  }
  const inSales = { kind: "oneOf", column: "job_functions", values: ["Sales"] } as const;
  report(`one value: ${each(await timed(() => views.arrange(view, { ...plain, conditions: [inSales] })))}`);
  await views.arrange(view, plain);
  const usual = (): Promise<number> => timed(() => views.values(view, { text: "", now }));
  report(`values of the usual columns: ${each(await usual())}`);
  await views.arrange(view, { ...plain, conditions: twoColumns });
  report(`values of the usual columns, two of them filtered: ${each(await usual())}`);
  await views.arrange(view, plain);
  const valuesOf = (name: string): Promise<number> => timed(() => views.values(view, { column: name, text: "a", now }));
  report(`values of titles: ${each(await valuesOf("title"))}, of names: ${each(await valuesOf("name"))}`);

  const format: ExportFormat = { kind: "csv", profile: builtInProfiles("person")[0], options: csvPresets.Plain };
  await compareRuns(reopened.store, report);
  await reopened.close();
  await whileWorkerIsBusy(file, format, path.join(folder, "people.csv"), report);
  await whileWorkerCounts(file, report);
}

/** The same people a month later, as another run. */
async function fetchAgain(store: Store, sandbox: Sandbox): Promise<void> {
  await beginRun(store, "later");
  for await (const body of pagesOfPeople(sandbox, pages)) {
    await storePage(store, "later", body);
  }
}

async function compareRuns({ changes, views }: Store, report: (line: string) => void): Promise<void> {
  const found = await changes.counts("person", "later");
  report(
    `two runs of 100,000 people: ${found.new} new, ${found.changed} changed, ${found.gone} gone, ` +
      `counted in ${ms(await timed(() => changes.counts("person", "later")))}`,
  );
  const source = { kind: "run", run: "later", since: "person" } as const;
  const opened = await timed(async () => views.close((await views.open(source, { columns: shown, now })).view));
  const { view } = await views.open(source, { columns: shown, now });
  const window = await timed((round) => views.rows(view, 20_000 + round * 50, 50), 9);
  const conditions = [{ kind: "oneOf", column: "change", values: ["changed", "gone"] }] as const;
  const filtered = await timed(() => views.arrange(view, { columns: shown, now, conditions }));
  const counted = await timed(() => views.values(view, { text: "", now }));
  report(
    `compared view of 100,000 people: opened in ${ms(opened)}, window of 50 ${ms(window)}, only what is changed or ` +
      `gone ${ms(filtered)}, values of that ${ms(counted)}`,
  );
  await views.close(view);
}

/** Windows while the worker counts values of the usual columns, two of them filtered. */
async function whileWorkerCounts(file: string, report: (line: string) => void): Promise<void> {
  const { store, close } = await openStore<BenchStore>(pathToFileURL(path.resolve("dist/storeWorker.js")), { file });
  const source = { kind: "run", run: "later" } as const;
  const { view } = await store.views.open(source, { columns: shown, now, conditions: twoColumns });
  const grid = await store.views.open(source, { columns: shown, now });
  const windows: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    let isFinished = false;
    const counting = store.views.values(view, { text: "", now }).finally(() => (isFinished = true));
    while (!isFinished) {
      const begin = performance.now();
      await store.views.rows(grid.view, (windows.length * 50) % 90_000, 50);
      windows.push(performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await counting;
  }
  report(
    `through the worker: a window while values are counted ${ms(median(windows))}, at worst ` +
      `${ms(Math.max(...windows))}`,
  );
  await close();
}

/** Measures the caller's thread while the worker is busy, and windows during an export. */
async function whileWorkerIsBusy(
  file: string,
  format: ExportFormat,
  target: string,
  report: (line: string) => void,
): Promise<void> {
  const { store, close } = await openStore<BenchStore>(pathToFileURL(path.resolve("dist/storeWorker.js")), { file });
  const { view } = await store.views.open({ kind: "run", run: "person" }, { columns: shown, now });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const windows: number[] = [];
  let isFinished = false;
  const exporting = store.exports
    .toFile({ view, format, file: target, replace: true }, { onProgress: () => undefined })
    .then(() => {
      isFinished = true;
    });
  while (!isFinished) {
    const begin = performance.now();
    await store.views.rows(view, (windows.length * 50) % 90_000, 50);
    windows.push(performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await exporting;
  await store.views.arrange(view, { columns: shown, now, sort: { column: "name", descending: true } });
  await store.views.values(view, { text: "", now });
  delay.disable();
  const worst = Math.max(...windows);
  report(
    `through the worker: a window during an export ${ms(median(windows))}, at worst ${ms(worst)}; ` +
      `99.9% of the caller's delays below ${ms(delay.percentile(99.9) / 1e6)}`,
  );
  await store.runs.stop("person", owner, { kind: "complete" }, now);
  const deleting: number[] = [];
  isFinished = false;
  const begin = performance.now();
  const deletion = store.retention.deleteRun("person", { now }).then(() => {
    isFinished = true;
  });
  while (!isFinished) {
    const start = performance.now();
    await store.runs.list({ now });
    deleting.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await deletion;
  report(
    `delete a run of 100,000 people: ${ms(performance.now() - begin)}; ` +
      `another call meanwhile ${ms(median(deleting))}, at worst ${ms(Math.max(...deleting))}`,
  );
  await close();
}
