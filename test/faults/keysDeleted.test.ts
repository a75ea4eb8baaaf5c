// A connection that another process removes in the middle: the run ends as disconnected, keeps what was in flight, and
// nothing leaves with the deleted key afterwards.
import assert from "node:assert/strict";
import path from "node:path";
import { describeRun } from "../../src/runs/runState";
import { keyHashOf } from "../../src/service/keyFormat";
import { whileKeyExists } from "../../src/service/wire";
import { Sandbox } from "../sandboxServer/sandbox";
import { runMain, type CommandEnd } from "../support/runMain";
import { testClock } from "../support/testClock";
import { askBatch, readBatch, tableOf } from "../unit/runs/batchRig";
import { runRig, type Rig } from "../unit/runs/runRig";
import { openInProcess } from "../unit/store/inProcess";
import { newFolder, removeFolders } from "../unit/store/rig";
import { openTransport } from "./scenarios/headlessDoors";
import {
  chargedRecords,
  environmentOf,
  lastLine,
  searchPath,
  secretKey,
  serviceUnderTest,
  writeSearch,
  type ServiceUnderTest,
} from "./support/commandLine";

const lookupPath = "/api/v2/company/lookup";
const verifyPath = "/api/v2/account/keys/verify";

describe("a connection that is removed in the middle", function () {
  afterEach(removeFolders);

  describe("by another process, while a command runs", () => {
    let service: ServiceUnderTest;
    let folder = "";
    /** Requests after the key was deleted. */
    let after: string[];
    let isDeleted: boolean;

    beforeEach(async () => {
      service = await serviceUnderTest();
      folder = newFolder();
      [after, isDeleted] = [[], false];
      service.onRequest = ({ path: asked }) => isDeleted && after.push(asked);
    });
    afterEach(() => service.close());

    const runAs = (connection: string | undefined, args: readonly string[]): Promise<CommandEnd> => {
      const env = connection === undefined ? {} : { PROSPECT_DESK_CONNECTION: connection };
      const variables = environmentOf({ folder, origin: service.origin, env });
      return runMain([...args, "--json"], { cwd: folder, variables, openTransport });
    };
    const run = (...args: readonly string[]): Promise<CommandEnd> => runAs("of-a-window", args);

    /** As another window does it. */
    function setDeleted(deleted: boolean): void {
      const { db } = openInProcess({ file: path.join(folder, "home", "store", "desk.db") });
      db.run(
        `insert into pause (key_hash, until, wait_ms, in_a_row, deleted) values (?1, 0, 0, 0, ?2)
         on conflict (key_hash) do update set deleted = ?2`,
        keyHashOf(service.origin, secretKey),
        deleted ? 1 : 0,
      );
      db.close();
      isDeleted = deleted;
    }

    function deleteAt(nth: number, at: string): void {
      let left = nth;
      service.onRequest = ({ path: asked }) => {
        if (isDeleted) {
          after.push(asked);
        } else if (asked === at && --left === 0) {
          setDeleted(true);
        }
      };
    }

    it("ends a search between pages with exit code 4, and resumes once it is connected again", async () => {
      deleteAt(3, searchPath);
      const end = await run("run", writeSearch(folder, 400), "--yes");
      const { run: id, stop, records, resumable } = lastLine(end);
      assert.deepEqual([end.code, records, resumable], [4, chargedRecords(service), true], end.stderr);
      assert.equal((stop as { readonly kind: string }).kind, "disconnected");
      assert.match((stop as { readonly sentence: string }).sentence, /was removed.*Connect again, then resume/);
      assert.deepEqual(after, []);
      for (const args of [
        ["resume", String(id), "--yes"],
        ["run", writeSearch(folder, 5, "Other.prospect.json"), "--yes"],
        ["count", writeSearch(folder, 5)],
        ["lookup", "company", "acme.example"],
        ["account"],
      ]) {
        const refused = await run(...args);
        assert.equal(refused.code, 1, args.join(" "));
        assert.match(refused.stderr, /connection was removed/, args.join(" "));
        assert.deepEqual(after, [], args.join(" "));
      }
      setDeleted(false);
      const again = await run("resume", String(id), "--yes");
      assert.deepEqual([again.code, lastLine(again)["records"], chargedRecords(service)], [0, 400, 400], again.stdout);
    });

    it("ends a lookup before it is sent", async () => {
      // Only the database knows the price, so that nothing is asked.
      await run("account");
      deleteAt(1, verifyPath);
      const end = await run("lookup", "company", "acme.example");
      assert.deepEqual([end.code === 0, after, chargedRecords(service)], [false, [], 0], end.stderr);
      assert.match(end.stderr + end.stdout, /connection.* was removed/);
    });

    it("does not end a process whose key is its own", async () => {
      deleteAt(2, searchPath);
      const end = await runAs(undefined, ["run", writeSearch(folder, 150), "--yes"]);
      assert.deepEqual([end.code, lastLine(end)["records"]], [0, 150], end.stderr);
    });
  });

  describe("of a window", () => {
    let sandbox: Sandbox;
    let isDeleted: boolean;
    /** Requests after the key was deleted, and before. */
    let after: string[];
    let before: string[];

    beforeEach(() => {
      sandbox = new Sandbox({ clock: testClock(), companies: 40, people: 400 });
      [after, before, isDeleted] = [[], [], false];
    });

    const rig = (file?: string): Rig =>
      runRig({
        sandbox,
        ...(file !== undefined && { file }),
        transport: (through) =>
          whileKeyExists(
            (request, signal) => {
              (isDeleted ? after : before).push(request.path);
              return through(request, signal);
            },
            async () => !isDeleted,
          ),
      });

    it("ends a batch: no row is lost, and the others are looked up when it is connected again", async () => {
      const one = rig();
      const domains = Array.from({ length: 12 }, (_, nth) =>
        String(sandbox.company(`c${String(nth + 1).padStart(7, "0")}`)?.domain),
      );
      const { id } = await readBatch(one, await tableOf(`domain\n${domains.join("\n")}\n`));
      const ended = await askBatch(one, id, undefined, (answered) => {
        isDeleted ||= answered >= 3;
      });
      assert.deepEqual([ended.stop?.kind, after], ["disconnected", []]);
      const sent = before.filter((asked) => asked === lookupPath).length;
      const counts = await one.store.batches.get(id, one.clock.now());
      assert.deepEqual([counts?.found, counts?.open, counts?.possiblyCharged], [sent, 12 - sent, 0]);
      assert.match(describeRun(ended, 0).sentence, /The connection .* was removed/);
      isDeleted = false;
      assert.equal((await askBatch(one, id)).stop?.kind, "complete");
      assert.equal(sandbox.charges.length, 12);
    });
  });
});
