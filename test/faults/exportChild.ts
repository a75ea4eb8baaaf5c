// A window as a process of its own, which exports a run in its worker and may kill itself meanwhile.
import { existsSync } from "node:fs";
import { csvPresets } from "../../src/tables/writer";
import { openStore } from "../unit/store/inProcess";
import { addPage, beginRun, now, type TestStore } from "../unit/store/rig";
import type { ExportJob } from "./exportJob";
import { storeWorker } from "./storeJob";

const { database, file, killAfter = Infinity } = JSON.parse(process.argv[2] ?? "{}") as ExportJob;
const isNew = !existsSync(database);
const { store, close } = await openStore<TestStore>(storeWorker, { file: database });
if (isNew) {
  const run = await beginRun(store, "company");
  for (let page = 0; page < 60; page += 1) {
    await addPage(
      store,
      run,
      Array.from({ length: 100 }, (_, index) => ({
        id: `c${page}-${index}`,
        name: `Company ${index}`,
        description: "x".repeat(1000),
      })),
    );
  }
}
const [run] = await store.runs.list({ now });
const { view } = await store.views.open({ kind: "run", run: run?.id ?? "" }, { columns: [], now });
const profile = {
  name: "x",
  lists: "joined",
  columns: [{ id: "id" }, { id: "name" }, { id: "website" }, { id: "description" }],
} as const;
let reports = 0;
const onProgress = (): void => {
  reports += 1;
  if (reports > killAfter) {
    process.kill(process.pid, "SIGKILL");
  }
};
await store.exports.toFile(
  { view, format: { kind: "csv", profile, options: csvPresets.Plain }, file, replace: true },
  { onProgress },
);
await close();
