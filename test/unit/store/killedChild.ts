// A window as a process of its own: pages until it is killed, many small reservations, or only the update of a file of
// an earlier version; a line for each that is kept.
import { writeSync } from "node:fs";
import { openTestStore, addPage, connection, now, replyOf, reservePage } from "./rig";
import type { NewRun } from "../../../src/store/runs";

interface Job {
  readonly file: string;
  readonly what: "pages" | "reservations" | "update";
  readonly name: string;
  readonly count: number;
  readonly walAllowed: boolean;
}

const job = JSON.parse(process.argv[2] ?? "{}") as Job;
const say = (line: string): void => void writeSync(1, `${line}\n`);
const { store, close } = openTestStore({
  ...{ file: job.file, walAllowed: job.walAllowed },
  onMigrating: (progress) => say(`updated ${progress?.done ?? 0}`),
});

if (job.what === "reservations") {
  for (let n = 0; n < job.count; n += 1) {
    const { kind } = await store.calls.reserve({
      connection: job.name,
      operation: "peopleLookup",
      at: now,
      asked: 1,
      credits: 1,
      budget: { kind: "shared", allowance: 1e9 },
    });
    say(kind);
  }
} else if (job.what === "pages") {
  const run: NewRun = {
    id: job.name,
    purpose: "search",
    title: "t",
    recordKind: "person",
    task: {},
    connection,
    limits: {},
    startedAt: now,
  };
  const created = await store.runs.create(run, { owner: "window-1", now, ms: 1000 });
  for (let n = 0; n < job.count; n += 1) {
    const call = await reservePage(store, { run: run.id, asked: 50, credits: 50 });
    const people = Array.from({ length: 50 }, (_, at) => ({ id: `${n}-${at}`, text: "x".repeat(3000) }));
    await addPage(store, created, [], { call, body: replyOf("person", people, { credits: 12.5 }) });
    say(`page ${n}`);
  }
}
await close();
