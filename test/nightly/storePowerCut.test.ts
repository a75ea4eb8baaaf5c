// The power fails or the process is killed: what was acknowledged is there, whether everything that was not synced is
// gone or not. The store's system calls are recorded once, and replayed up to each place at which that may happen.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { journal, openTestStore } from "../unit/store/rig";
import type { PowerCutJob } from "./storePowerCutChild";
import { createTracedDisk, type Left, type TracedDisk } from "./storeTracedDisk";

const child = path.resolve("dist/test/nightly/storePowerCutChild.js");
const traced = "openat,close,pwrite64,write,ftruncate,fsync,fdatasync,mkdir,unlink,rename";
const [pages, recordsOfPage] = [8, 5];

/** Only Linux shows a program's system calls to everybody; SQLite syncs at the same places elsewhere. */
function ensureStrace(): void {
  const isThere = (): boolean => spawnSync("strace", ["-V"]).status === 0;
  if (!isThere() && process.getuid?.() === 0) {
    spawnSync("apt-get", ["update"]);
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "strace"]);
  }
  assert.ok(
    isThere(),
    "This test needs strace. On Debian or Ubuntu: sudo apt-get install strace. On Fedora: sudo dnf install strace.",
  );
}

/** In memory where that can be had: these disks are cut by the test, and hundreds of real syncs take long. */
function newFolder(): string {
  return realpathSync(mkdtempSync(path.join(existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "pd-power-")));
}

interface Acknowledged {
  readonly run: boolean;
  readonly sent: number;
  readonly pages: number;
}

interface Trace {
  readonly root: string;
  readonly lines: readonly string[];
}

function record(isNetwork: boolean): Trace {
  const folder = newFolder();
  const [root, trace] = [path.join(folder, "data"), path.join(folder, "trace")];
  mkdirSync(root);
  const argument: PowerCutJob = {
    isNetwork,
    file: path.join(root, "store", "desk.db"),
    pages,
    recordsOfPage,
  };
  execFileSync(
    "strace",
    [
      "-xx",
      "-s",
      "1000000",
      "-o",
      trace,
      "-e",
      `trace=${traced}`,
      process.execPath,
      ...process.execArgv,
      child,
      JSON.stringify(argument),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const lines = readFileSync(trace, "latin1").split("\n");
  rmSync(folder, { recursive: true });
  return { root, lines };
}

/** Calls `at` after each acknowledgement and before each sync, with what the child had been promised by then. */
function replay({ root, lines }: Trace, at: (disk: TracedDisk, acknowledged: Acknowledged) => void): void {
  const disk = createTracedDisk(root);
  let acknowledged: Acknowledged = { run: false, sent: 0, pages: 0 };
  for (const line of lines) {
    if (/^(fsync|fdatasync|rename|unlink)\(/.test(line)) {
      at(disk, acknowledged);
    }
    disk.follow(line);
    const said = /^write\(1, "((?:\\x[0-9a-f]{2})+)\\x0a"/.exec(line)?.[1];
    if (said !== undefined) {
      const what = Buffer.from(said.replaceAll("\\x", ""), "hex").toString();
      const { sent, pages: kept } = acknowledged;
      acknowledged = {
        run: true,
        sent: what === "sent" ? sent + 1 : sent,
        pages: what === "page" ? kept + 1 : kept,
      };
      at(disk, acknowledged);
    }
  }
}

/** What is wrong after the power was cut here; empty when everything promised is there. */
function problemsAfterCut(
  disk: TracedDisk,
  acknowledged: Acknowledged,
  isNetwork: boolean,
  left: Left,
): readonly string[] {
  const folder = newFolder();
  disk.cutInto(folder, left);
  const file = path.join(folder, "store", "desk.db");
  const { db, close } = openTestStore({ file, ...journal(isNetwork) });
  const count = (sql: string): number => db.get<{ readonly n: number }>(`select count(*) as n from ${sql}`)?.n ?? 0;
  const problems = db
    .all<{ readonly integrity_check: string }>("pragma integrity_check")
    .flatMap((row) => (row.integrity_check === "ok" ? [] : [row.integrity_check]));
  const [run, held, records] = [
    count("run"),
    count("page"),
    count("person_record m join record_json j on j.key = m.key"),
  ];
  const calls = [count("call where state in ('sent', 'answered')"), count("call where state = 'answered'")] as const;
  if (acknowledged.run && run === 0) {
    problems.push("the run is lost");
  }
  if (held < acknowledged.pages || held > acknowledged.pages + 1 || records !== held * recordsOfPage) {
    problems.push(`${acknowledged.pages} pages were acknowledged; ${held} pages with ${records} records are there`);
  }
  if (calls[0] < acknowledged.sent || calls[1] < acknowledged.pages || calls[1] < held) {
    problems.push(`${acknowledged.sent} calls left; ${calls[0]} are in the ledger, ${calls[1]} as answered`);
  }
  void close();
  rmSync(folder, { recursive: true, force: true });
  return problems;
}

const nothing: Left = { names: () => 0, data: () => false };
/** As where only the process was killed. */
const everything: Left = { names: () => 1, data: () => true };
const namesAlone: Left = { names: () => 1, data: () => false };

/** The same chances in each run. */
function someOfIt(seed: number): Left {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return { names: next, data: () => next() < 0.5 };
}

if (process.platform === "linux") {
  describe("the power fails, and the store", function () {
    this.timeout(60_000);
    before(ensureStrace);

    for (const isNetwork of [false, true]) {
      const journal = isNetwork ? "without a write-ahead log" : "with a write-ahead log";

      it(`keeps every acknowledged page and call ${journal}`, () => {
        let cuts = 0;
        let last: Acknowledged | undefined;
        const some = someOfIt(7);
        replay(record(isNetwork), (disk, acknowledged) => {
          for (const [what, left] of Object.entries({
            nothing,
            everything,
            some,
            ...(disk.namesPending && { "the names": namesAlone }),
          })) {
            assert.deepEqual(
              problemsAfterCut(disk, acknowledged, isNetwork, left),
              [],
              `cut ${cuts}, ${what} of what was not synced is left, ${JSON.stringify(acknowledged)}`,
            );
            cuts += 1;
          }
          last = acknowledged;
        });
        assert.deepEqual(last, { run: true, sent: pages, pages });
        assert.ok(cuts > 100, String(cuts));
      });
    }
  });
}
