// Measures the database with 20,000 people against parsing one page of 100 with JSON.parse.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { builtInProfiles } from "../../src/export/columnProfile";
import { storeExports, type StoreExports } from "../../src/export/storeExport";
import { columnsOf } from "../../src/records/columns";
import type { Store } from "../../src/store/client";
import { functions } from "../../src/store/functions";
import { csvPresets } from "../../src/tables/writer";
import { openInProcess } from "../unit/store/inProcess";
import { median, ms, timed, type Report } from "./figures";
import { pagesOfPeople, readPage } from "./storedPeople";

const pages = 200;
const now = Date.now();
const owner = "bench";
const connection = { id: "bench", label: "Bench", origin: "https://bench.example", workspaceId: "bench" };

export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "store-bench-"));
  const file = path.join(folder, "people.db");
  const { store, close } = openInProcess<Store & StoreExports>({ file }, { ...functions, exports: storeExports });
  try {
    await store.runs.create(
      {
        id: "people",
        purpose: "search",
        title: "People",
        recordKind: "person",
        task: {},
        connection,
        limits: {},
        startedAt: now,
      },
      { owner, now, ms: 1e9 },
    );
    const [storing, parsing]: [number[], number[]] = [[], []];
    for await (const body of pagesOfPeople(pages)) {
      const page = { run: "people", owner, request: { limit: 100 }, status: 200, receivedAt: now, body };
      parsing.push(await timed(() => readPage(body), 1));
      storing.push(await timed(() => store.records.storePage(page), 1));
    }
    const parse = median(parsing);
    report.line(`${pages * 100} people, compared with JSON.parse of a page of 100: ${ms(parse)}`);
    const ratio = (name: string, figure: number): void => report.ratio(name, figure / parse);
    ratio("store a page", median(storing));

    const { views } = store;
    const order = {
      columns: columnsOf("person")
        .filter(({ visible }) => visible)
        .map(({ id }) => id),
      now,
    };
    const { view } = await views.open({ kind: "run", run: "people" }, order);
    ratio("sort", await timed(() => views.arrange(view, { ...order, sort: { column: "name", descending: false } })));
    ratio("window of 50, sorted", await timed((round) => views.rows(view, 5_000 + round * 50, 50), 9));
    ratio("quick filter", await timed(() => views.arrange(view, { ...order, filter: "engineer ada" })));
    await views.arrange(view, order);
    ratio("values of the usual columns", await timed(() => views.values(view, { text: "", now })));
    const format = { kind: "csv", profile: builtInProfiles("person")[0], options: csvPresets.Plain } as const;
    const target = { view, format, file: path.join(folder, "people.csv"), replace: true };
    ratio("export as CSV", await timed(() => store.exports.toFile(target, { onProgress: () => undefined }), 3));
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
