// A window as a process of its own, with the store in its worker thread. It says a line for each step that was
// acknowledged.
import { codeOf } from "../../src/store/storeError";
import { openStore } from "../unit/store/inProcess";
import type { TestStore } from "../unit/store/rig";
import { reservingRun, storeWorker, type StoreJob } from "./storeJob";

const { file, what, name, count } = JSON.parse(process.argv[2] ?? "{}") as StoreJob;
const { store, close } = await openStore<TestStore>(storeWorker, { file });
const run = what === "reservations" ? await reservingRun(store, name) : "";
// Not `writeSync`, which fails while the reader of the lines is slow.
const say = (line: string): void => void process.stdout.write(`${line}\n`);

let last = "";
for (let n = 0; n < count && last !== "NOT_FOUND"; n += 1) {
  switch (what) {
    case "reservations": {
      const opened = store.calls.openCall({
        run,
        owner: name,
        operation: "peopleLookup",
        at: Date.now(),
        wanted: 1,
        allowance: { kind: "shared", credits: 1e9 },
      });
      last = await opened.then(({ kind }) => kind, codeOf);
      say(last);
      break;
    }
    case "purge":
      await store.retention.purgeEverything({ now: Date.now() });
      break;
  }
}
await close();
