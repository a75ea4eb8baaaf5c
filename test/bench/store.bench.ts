// Measures the database: storing a page compared with parsing it, what a user waits for with 100,000 people, windows
// and finding known records among a million, and how long the caller's thread is blocked while the worker exports.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import papaparse from "papaparse";
import { builtInProfiles } from "../../src/export/columnProfile";
import { csvPresets } from "../../src/csv/writer";
import type { ExportFormat } from "../../src/export/formats";
import { storeExports, type StoreExports } from "../../src/export/storeExport";
import { columnsOf } from "../../src/rows/columns";
import type { ColumnProfile } from "../../src/searches/columnProfiles";
import { Sandbox } from "../sandboxServer/sandbox";
import { createSystemClock } from "../../src/service/systemClock";
import { openStore } from "../unit/store/inProcess";
import type { Store } from "../../src/store/client";
import { functions } from "../../src/store/functions";
import { openInProcess } from "../unit/store/inProcess";
import type { ViewOrder } from "../../src/store/viewSource";

type BenchStore = Store & StoreExports;

const key = "bench-key";
const pages = 1_000;
const million = 1_000_000;
const now = Date.now();
const owner = "bench";
const connection = { id: "bench", label: "Bench", origin: "https://bench.example", workspaceId: "bench" };
const shown = columnsOf("person")
  .filter(({ visible }) => visible)
  .map(({ id }) => id);

export async function run(report: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "store-bench-"));
  try {
    await people(folder, report);
    await manyPeople(folder, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
const ms = (figure: number): string => `${figure < 10 ? figure.toFixed(2) : Math.round(figure)} ms`;

async function timed(work: (round: number) => unknown, rounds = 5): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await work(round);
    figures.push(performance.now() - begin);
  }
  return median(figures);
}

async function beginRun(store: Store, id: string): Promise<void> {
  await store.runs.create(
    { id, purpose: "search", title: id, recordKind: "person", task: {}, connection, limits: {}, startedAt: now },
    { owner, now, ms: 1e9 },
  );
}

const pageOf = (id: string, body: Uint8Array): Parameters<Store["records"]["storePage"]>[0] => ({
  run: id,
  owner,
  request: { limit: 100 },
  status: 200,
  receivedAt: now,
  body,
});

const twoColumns = [
  { kind: "oneOf", column: "job_functions", values: ["Sales", "Engineering"] },
  { kind: "oneOf", column: "country", values: ["Germany", "France"] },
] as const;

async function pageAfter(sandbox: Sandbox, cursor: string | undefined): Promise<Uint8Array> {
  const { body } = await sandbox.handle({
    method: "POST",
    path: "/api/v2/people/search",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ limit: 100, ...(cursor === undefined ? {} : { search_after: cursor }) })),
  });
  return body;
}

async function people(folder: string, report: (line: string) => void): Promise<void> {
  const file = path.join(folder, "people.db");
  const sandbox = new Sandbox({
    clock: createSystemClock(),
    companies: 10_000,
    people: pages * 100,
    keys: [{ key, workspaceId: "bench", balance: 1e9 }],
  });
  const opened = openInProcess<BenchStore>({ file }, { ...functions, exports: storeExports });
  const { store } = opened;
  await beginRun(store, "person");
  let cursor: string | undefined;
  const [storing, parsing, records]: [number[], number[], unknown[]] = [[], [], []];
  for (let page = 0; page < pages; page += 1) {
    const body = await pageAfter(sandbox, cursor);
    const begin = performance.now();
    const parsed = JSON.parse(Buffer.from(body).toString()) as {
      readonly people: readonly unknown[];
      readonly metadata: { readonly search_after?: string };
    };
    parsing.push(performance.now() - begin);
    cursor = parsed.metadata.search_after;
    if (page < 100) {
      records.push(...parsed.people);
    }
    const start = performance.now();
    await store.records.storePage(pageOf("person", body));
    storing.push(performance.now() - start);
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
  const { views, exports } = reopened.store;
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

  const filters = {
    current_position_titles: [{ value: "engineer" }],
    person_locations: [{ value: "Germany" }],
    current_company_headcounts: [{ min: 50, max: 5_000 }],
  };
  const compared = await timed(() => reopened.store.matches.count({ kind: "people", filters, now }), 3);
  report(
    `a search compared with 100,000 people: ${ms(compared)}, ${(compared / (parse * pages)).toFixed(2)} × JSON.parse`,
  );

  const [main, all] = builtInProfiles("person") as [ColumnProfile, ColumnProfile];
  const csv = (profile: ColumnProfile): ExportFormat => ({ kind: "csv", profile, options: csvPresets.Plain });
  const forty: ColumnProfile = { ...all, columns: all.columns === "everything" ? [] : all.columns.slice(0, 40) };
  const perSecond = (count: number, figure: number): number => (count * 1000) / figure;
  const floor = perSecond(pages * 100, parse * pages);
  const target = path.join(folder, "people.csv");
  const own = perSecond(
    pages * 100,
    await timed(() => exports.toFile({ view, format: csv(forty), file: target, replace: true }), 3),
  );
  const fast = perSecond(
    pages * 100,
    await timed(() => exports.toFile({ view, format: csv(main), file: target, replace: true }), 3),
  );
  const copied = perSecond(
    pages * 100,
    await timed(() => exports.toFile({ view, format: { kind: "ndjson" }, file: target, replace: true }), 3),
  );
  const rows = records.map((record) =>
    forty.columns === "everything"
      ? []
      : forty.columns.map(({ id }) =>
          columnsOf("person")
            .find((column) => column.id === id)
            ?.value(record),
        ),
  );
  const papa = perSecond(
    records.length,
    (await timed(() => papaparse.unparse(rows as unknown[][]), 3)) + parse * (records.length / 100),
  );
  const speed = (recordsPerSecond: number): string => `${Math.round(recordsPerSecond).toLocaleString("en")} records/s`;
  report(
    `CSV of 40 columns: ${speed(own)}, ${(own / floor).toFixed(2)} × JSON.parse alone, ` +
      `${(own / papa).toFixed(2)} × papaparse; ${main.columns.length} main columns: ${speed(fast)}, ` +
      `${(fast / papa).toFixed(2)} × papaparse; NDJSON: ${speed(copied)}`,
  );
  await compareRuns(reopened.store, report);
  await reopened.close();
  await whileWorkerIsBusy(file, csv(forty), target, report);
  await whileWorkerCounts(file, report);
}

/** The same people a month later, as another run. */
async function fetchAgain(store: Store, sandbox: Sandbox): Promise<void> {
  await beginRun(store, "later");
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const body = await pageAfter(sandbox, cursor);
    await store.records.storePage(pageOf("later", body));
    cursor = (JSON.parse(Buffer.from(body).toString()) as { readonly metadata: { readonly search_after?: string } })
      .metadata.search_after;
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

async function manyPeople(folder: string, report: (line: string) => void): Promise<void> {
  const { store, close } = openInProcess({ file: path.join(folder, "million.db") });
  await beginRun(store, "million");
  const person = (n: number): object => ({
    id: `p${n}`,
    full_name: `Person ${n}`,
    employment: {
      current: { title: "Engineer", company: { name: `Company ${n % 9999}`, domain: `c${n % 9999}.example` } },
    },
    social_profiles: { professional_network: { id: n, url: `https://network.example/in/${n}` } },
  });
  for (let from = 0; from < million; from += 1000) {
    await store.records.storePage(
      pageOf(
        "million",
        Buffer.from(
          JSON.stringify({
            people: Array.from({ length: 1000 }, (_, n) => person(from + n)),
            metadata: { credits: 1 },
          }),
        ),
      ),
    );
  }
  const { view } = await store.views.open({ kind: "run", run: "million" }, { columns: shown, now });
  const window = (): Promise<number> => timed((round) => store.views.rows(view, 123_456 * (round % 8), 50), 25);
  report(`a million people: window of 50 ${ms(await window())}`);
  const byAddress = await timed((round) => {
    const address = `network.example/in/${(round * 7919 * 103) % million}`;
    const identifiers = { person_professional_network_url: address };
    return store.lookups.findAnswer({ kind: "person", origin: connection.origin, identifiers });
  }, 99);
  report(`a million people: known record found by profile address ${ms(byAddress)}`);
  const sorted = await timed(
    () => store.views.arrange(view, { columns: shown, now, sort: { column: "name", descending: false } }),
    1,
  );
  report(`a million people: sort ${ms(sorted)}, window of 50 then ${ms(await window())}`);
  await close();
}
