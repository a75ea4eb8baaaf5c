// A window whose system calls are recorded: it says a line for each call that may leave, and for each page it was
// promised.
import { writeSync } from "node:fs";
import type { NewRun } from "../../src/store/runs";
import { journal, addPage, connection, lease, now, openCall, openTestStore, owner, replyOf } from "../unit/store/rig";

export interface PowerCutJob {
  readonly file: string;
  readonly isNetwork: boolean;
  readonly pages: number;
  readonly recordsOfPage: number;
}

const { file, isNetwork, pages, recordsOfPage } = JSON.parse(process.argv[2] ?? "{}") as PowerCutJob;
const say = (line: string): void => void writeSync(1, `${line}\n`);
const { store, db, close } = openTestStore({ file, ...journal(isNetwork) });
// So that checkpoints and a log that begins anew are among what is cut.
db.all("pragma wal_autocheckpoint = 50");
const run: NewRun = {
  id: "run",
  purpose: "search",
  title: "t",
  recordKind: "person",
  task: {},
  connection,
  limits: {},
  startedAt: now,
};
const created = await store.runs.create(run, lease);
say("run");
for (let page = 0; page < pages; page += 1) {
  const call = await openCall(store, { run: run.id, wanted: recordsOfPage });
  say("sent");
  const people = Array.from({ length: recordsOfPage }, (_, at) => ({
    id: `${page}-${at}`,
    full_name: `Person ${at}`,
    text: "x".repeat(3000),
  }));
  await addPage(store, created, [], { call, body: replyOf("person", people, { credits: 1 }) });
  say("page");
}
await store.runs.stop(run.id, owner, { kind: "complete" }, now);
say("stopped");
await close();
