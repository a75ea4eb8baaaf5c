// Everything is purged: a person, a company and a key that were everywhere are in no byte of any file of the store.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  replyTo,
  addPage,
  beginRun,
  connection,
  damageOf,
  journal,
  newFolder,
  newRun,
  now,
  openTestStore,
  owner,
  removeFolders,
  replyOf,
  openCall,
} from "../unit/store/rig";

const person = "Wilhelmine Xylander";
const company = "Quagga Zeppelin Works";
const key = "sk-canary-0123456789abcdef";
/** In several spellings, since columns are folded, and texts may be cut at a page's end. */
const traces = [person, company, key, "Xylander", "xylander", "Zeppelin", "zeppelin", "0123456789abcdef"].flatMap(
  (text) => [Buffer.from(text, "utf8"), Buffer.from(text, "utf16le")],
);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });
}

const holding = (folder: string): readonly string[] =>
  filesBelow(folder).filter((file) =>
    traces.some((trace) => path.basename(file).includes(trace.toString()) || readFileSync(file).includes(trace)),
  );

describe("everything is purged, and", function () {
  afterEach(removeFolders);

  for (const isNetwork of [false, true]) {
    it(`no file contains person, company or key, ${isNetwork ? "without" : "with"} a write-ahead log`, async () => {
      const folder = newFolder();
      const file = path.join(folder, "store", "desk.db");
      const [opened, other] = [
        openTestStore({ file, ...journal(isNetwork) }),
        openTestStore({ file, ...journal(isNetwork) }),
      ] as const;
      const { store } = opened;
      const task = { filters: { names: [person], companies: [company] }, header: key };
      const records = {
        person: { id: person, full_name: person, employment: { current: { company: { name: company } } }, note: key },
        company: { id: company, name: company, description: person },
        contact: { profile: { id: person, full_name: person }, input: { company_domain: company } },
      };
      for (const kind of ["person", "company", "contact"] as const) {
        const run = await beginRun(store, kind, { title: person, source: `file:///${company}.json`, task });
        for (let page = 0; page < 20; page += 1) {
          const call = await openCall(store, { run: run.id, wanted: 1 });
          await store.records.storePage({
            run: run.id,
            owner,
            call,
            request: task,
            status: 200,
            receivedAt: now,
            body: replyOf(
              kind,
              [
                records[kind],
                ...Array.from({ length: 20 }, (_, n) => ({
                  id: `${page}-${n}`,
                  name: company,
                  text: person.repeat(99),
                })),
              ],
              { credits: 1, search_after: person },
            ),
          });
        }
        // A reply that is kept whole, and a call that was refused.
        const [odd, refused] = [
          await openCall(store, { run: run.id, wanted: 1 }),
          await openCall(store, { run: run.id, wanted: 1 }),
        ];
        await addPage(store, run, [], { call: odd, body: Buffer.from(`${person}, ${company}, ${key}`) });
        await store.calls.failCall(refused, { charged: "no", at: now });
        await store.runs.stop(run.id, owner, { kind: "failed", why: person, key }, now);
        const { view } = await other.store.views.open(
          { kind: "run", run: run.id },
          { columns: ["name", "description"], filter: "zeppelin", sort: { column: "name", descending: true }, now },
        );
        await other.store.views.rows(view, 0, 50);
        const lookup = await beginRun(store, "person", {
          purpose: "lookup",
          title: `${person} of ${company}`,
          task: { kind: "peopleLookup", identifiers: { person_name: person } },
        });
        await store.records.storePage(replyTo(lookup.id, replyOf("person", []), { row: lookup.no * 2 ** 32 }));
        await store.runs.stop(lookup.id, owner, { kind: "complete" }, now);
      }
      const { run: batch } = await store.batches.create({
        run: newRun("person", { purpose: "batch", title: company }),
        source: `${person}.csv`,
        mapping: { [person]: company },
        columns: [person],
        input: Buffer.from(`${person};${company};${key}\n`.repeat(999)),
      });
      await store.batches.addQuestions(
        batch.id,
        Array.from({ length: 500 }, (_, n) => ({
          identifiers: { person_name: `${person} ${n}` },
          words: `${company} ${n}`,
        })),
        now,
      );
      await store.enrichments.track([
        {
          id: "e1",
          connection: connection.id,
          entry: { people: [person], company, key },
          addedAt: now,
          nextAskAt: now,
        },
      ]);
      await store.profiles.saveLastExport(`file:///${company}.json`, "shown", { file: `/home/${person}.csv` }, now);
      const copies = path.join(folder, "store", "backups");
      mkdirSync(copies);
      for (const name of ["automatic-20260101T000000000Z.db", "damaged-20260101T000000000Z.db-wal"]) {
        writeFileSync(path.join(copies, name), `${person} ${company} ${key}`);
      }
      writeFileSync(path.join(copies, "damaged-20260101T000000000Z.db"), person);
      assert.ok(holding(folder).length >= 3);

      await store.retention.purgeEverything({ now });
      assert.deepEqual(holding(folder), []);
      // The other window, which had the old file open, writes on.
      const next = await beginRun(other.store);
      assert.ok(next.no > batch.no, "a number is never used again");
      await addPage(other.store, next, [{ id: "p1", full_name: "Ada" }]);
      assert.deepEqual(holding(folder), []);
      assert.deepEqual(await damageOf(store), []);
      const [spent] = await store.calls.spend({ since: 0, by: "connection" });
      assert.deepEqual([spent?.credits, spent?.calls], [60, 60]);
      await opened.close();
      await other.close();
      assert.deepEqual(holding(folder), []);
    });
  }
});
