// Real processes run, restore, purge, and back up one database and are killed at random. Afterwards it is sound, every
// run that was acknowledged and that no restore or purge undid is there, every payment is in the ledger, and no file
// lies beside the database but its log and its copies. PROSPECT_TEST_ROUNDS says how many rounds there are, and
// PROSPECT_TEST_SEED where they begin.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { copiesOf } from "../../src/store/backupFolder";
import { damageOf, newFolder, openTestStore, removeFolders } from "../unit/store/rig";
import { pageRecords, seeded, type TortureJob, type TortureLine } from "./storeTorturePlan";

const rounds = Number(process.env["PROSPECT_TEST_ROUNDS"] ?? 1);
const firstSeed = Number(process.env["PROSPECT_TEST_SEED"] ?? 1);
const windows = 4;
const visitors = 2;
const roundMs = 4_000;
const child = path.resolve("dist/test/nightly/storeTortureChild.js");

/** What a process may be told while others restore, purge, and write all the time. */
const expected = new Set(["IN_USE", "NOT_FOUND", "VIEW_CLOSED", "REPLACED", "BUSY"]);

interface Round {
  readonly file: string;
  readonly out: string;
  readonly seed: number;
}

interface RoundResult {
  readonly lines: readonly TortureLine[];
  readonly kills: number;
}

/** Windows stay open, commands come and go, and some of them are killed. */
async function play({ file, out, seed }: Round): Promise<RoundResult> {
  const random = seeded(seed);
  const until = Date.now() + roundMs;
  const lines: TortureLine[] = [];
  const alive = new Set<ChildProcess>();
  const ends: Promise<void>[] = [];
  let [started, kills] = [0, 0];

  const start = (role: "window" | "visitor"): Promise<void> => {
    started += 1;
    const job: TortureJob = {
      ...{ file, out, until, name: `${role}-${started}`, seed: Math.floor(random() * 2 ** 31) },
      steps: role === "window" ? 1_000 : 1 + Math.floor(random() * 4),
    };
    const one = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    alive.add(one);
    let text = "";
    one.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    const end = new Promise<void>((resolve, reject) => {
      one.on("error", reject);
      one.on("close", (code, signal) => {
        alive.delete(one);
        // The last piece is not a complete line, so it was not acknowledged.
        lines.push(
          ...text
            .split("\n")
            .slice(0, -1)
            .map((line) => JSON.parse(line) as TortureLine),
        );
        if (signal === "SIGKILL" || code === 0) {
          resolve();
        } else {
          reject(new Error(`${job.name} ended with ${code ?? signal}.`));
        }
      });
    });
    ends.push(end);
    // Another one comes in its place.
    return end.then(() => (Date.now() < until ? start(role) : undefined));
  };

  const all = [
    ...Array.from({ length: windows }, () => start("window")),
    ...Array.from({ length: visitors }, () => start("visitor")),
  ];
  while (Date.now() < until) {
    await sleep(100 + random() * 700);
    const victims = [...alive];
    if (victims.length > 0 && random() < 0.6) {
      victims[Math.floor(random() * victims.length)]?.kill("SIGKILL");
      kills += 1;
    }
  }
  await Promise.all(all);
  return { lines, kills };
}

const runsIn = (copy: string): ReadonlySet<string> => {
  const database = new DatabaseSync(copy, { readOnly: true });
  try {
    assert.equal(database.prepare("pragma integrity_check").get()?.["integrity_check"], "ok", copy);
    return new Set(
      database
        .prepare("select id from run")
        .all()
        .map(({ id }) => String(id)),
    );
  } finally {
    database.close();
  }
};

const ofKind = <Kind extends TortureLine["kind"]>(
  lines: readonly TortureLine[],
  kind: Kind,
): readonly (TortureLine & { readonly kind: Kind })[] =>
  lines.filter((line): line is TortureLine & { readonly kind: Kind } => line.kind === kind);

/** `first`: the content that the database had at the beginning. */
async function check({ file, out }: Round, lines: readonly TortureLine[], first: string): Promise<void> {
  const { store, db, close } = openTestStore({ file });
  // Leases of killed processes are over.
  const now = Date.now() + 3_600_000;
  await store.keptPages.saveAll([path.dirname(file)], now);
  assert.deepEqual(await damageOf(store), []);

  const last = db.value<string>("select id from content") ?? "";
  const found = new Map((await store.runs.list({ now })).map((run) => [run.id, run]));
  const stored = [...ofKind(lines, "run"), ...ofKind(lines, "kept").map((line) => ({ ...line, records: pageRecords }))];
  for (const { run, before, after, records } of stored) {
    if (before === last && after === last) {
      const json = db.count("record_json where key / 4294967296 = (select no from run where id = ?)", run);
      assert.deepEqual([found.get(run)?.records, json], [records, records], `${run} was acknowledged`);
    }
  }
  if (last !== first) {
    const elsewhere = stored.filter(({ before, after }) => before === after && before !== last).map(({ run }) => run);
    const candidates = [
      ...ofKind(lines, "restoring").map(({ copy }) => runsIn(path.join(out, copy))),
      ...ofKind(lines, "purging").map(() => new Set<string>()),
    ];
    assert.ok(
      candidates.some(
        (runs) =>
          [...runs].every((run) => found.has(run)) && elsewhere.every((run) => runs.has(run) || !found.has(run)),
      ),
      "the content is that of a restored copy or of a purge, and what was stored since",
    );
  }

  const paid = ofKind(lines, "paid").map(({ call }) => call);
  assert.equal(new Set(paid).size, paid.length, "no number of a call is used twice");
  const missing = db.all(
    `select value as call from json_each(?)
     where not exists (select 1 from call where no = value and state = 'answered' and credits = ${pageRecords})`,
    paid,
  );
  assert.deepEqual(missing, [], "payments that are not in the ledger");

  const backups = path.join(path.dirname(file), "backups");
  for (const copy of copiesOf(file)) {
    runsIn(copy.file);
  }
  await close();
  assert.deepEqual(
    readdirSync(path.dirname(file)).filter(
      (name) => !["desk.db", "desk.db-wal", "desk.db-shm", "backups"].includes(name),
    ),
    [],
  );
  const kinds = (existsSync(backups) ? readdirSync(backups) : []).map((name) =>
    name.replace(/^(automatic|before-restore)-\w+(?:-\d+)?\.db$/, "$1").replace(/^\.copy\..*$/, "unfinished"),
  );
  assert.deepEqual(
    [...new Set(kinds)].filter((kind) => !/^(automatic|before-restore|unfinished)$/.test(kind)),
    [],
  );
  assert.ok(kinds.filter((kind) => kind === "automatic").length <= 3, kinds.join());
}

function contentOf(file: string): string {
  const { db } = openTestStore({ file });
  const id = db.value<string>("select id from content") ?? "";
  db.close();
  return id;
}

function summaryOf(seed: number, { lines, kills }: RoundResult): string {
  const count = (name: string, all: readonly unknown[]): string => `${all.length} ${name}`;
  const done = (what: string): string =>
    count(
      what,
      ofKind(lines, "done").filter((line) => line.what === what),
    );
  return [
    `seed ${seed}: ${count("run", ofKind(lines, "run"))}`,
    ...["restore", "purge", "backup", "copy"].map(done),
    count("kept", ofKind(lines, "kept")),
    `${kills} kills`,
  ].join(", ");
}

describe("many processes on one database, some of which are killed", function () {
  this.timeout(rounds * 120_000);
  afterEach(removeFolders);

  for (let round = 0; round < rounds; round += 1) {
    const seed = firstSeed + round;
    it(`lose nothing that was acknowledged (seed ${seed})`, async function () {
      const folder = newFolder();
      const one = { file: path.join(folder, "store", "desk.db"), out: path.join(folder, "out"), seed };
      mkdirSync(one.out);
      const first = contentOf(one.file);
      const result = await play(one);
      if (process.env["PROSPECT_TEST_ROUNDS"] !== undefined) {
        console.log(`      ${summaryOf(seed, result)}`);
      }
      assert.deepEqual(
        ofKind(result.lines, "error").filter(({ code }) => !expected.has(code)),
        [],
      );
      await check(one, result.lines, first);
    });
  }
});
