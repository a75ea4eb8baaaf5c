// A damaged file is recovered: what is on sound pages is in the new file, and what is lost is said in its run. One page
// is overwritten at a time; SALVAGE_EVERY_PAGE=1 does so with each page of a file of more than 1,615 pages.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { beginRecovery } from "../../../src/store/recovery";
import { newDamagedFile, pageBytes, readableIds, zeroPage, type Contents } from "./damagedStore";
import type { InProcessStore } from "./inProcess";
import { damageOf, newFolder, now, openTestStore, removeFolders, type TestStore } from "./rig";

const isEveryPage = process.env["SALVAGE_EVERY_PAGE"] === "1";
const sampled = 25;
/** The most records that share a page: small ones, and large ones that begin or end on it. */
const mostLost = 8;

/** Opens a file that is found to be damaged by the first call, unless it was when it was opened. */
async function openDamaged(file: string): Promise<InProcessStore<TestStore>> {
  const opened = openTestStore({ file });
  let isFound = opened.notices.length > 0;
  await opened.db.answer(() => {
    if (!isFound) {
      isFound = true;
      throw Object.assign(new Error("database disk image is malformed"), { errcode: 11 });
    }
  });
  return opened;
}

describe("a damaged file", function () {
  this.timeout(isEveryPage ? 7_200_000 : 120_000);
  let file: string;
  let contents: Contents;
  before(async () => {
    ({ file, contents } = await newDamagedFile(isEveryPage ? 34 : 4));
  });
  after(removeFolders);

  function copy(from: string): string {
    const to = path.join(newFolder(), "store", "desk.db");
    mkdirSync(path.dirname(to));
    copyFileSync(from, to);
    copyFileSync(`${from}.identity.json`, `${to}.identity.json`);
    return to;
  }

  it("loses only what was on the page that is gone", async () => {
    const pages = statSync(file).size / pageBytes;
    assert.ok(!isEveryPage || pages >= 1615, String(pages));
    const step = isEveryPage ? 1 : Math.floor(pages / sampled);
    for (let no = 1; no <= pages; no += step) {
      const damaged = copy(file);
      zeroPage(damaged, no);
      const { store, db, notices, close } = await openDamaged(damaged);
      const context = `page ${no}: ${notices.join()}`;
      assert.equal(notices.length, 1, context);
      const runs = await store.runs.list({ now });
      assert.deepEqual(runs.map(({ id }) => id).sort(), [...contents.runs].sort(), context);
      const ids = await readableIds(store, contents.runs);
      const lost = contents.records.flat().length - ids.flat().length;
      assert.ok(lost >= 0 && lost <= mostLost, context);
      contents.runs.forEach((id, at) => {
        const run = runs.find((one) => one.id === id);
        const [kept, all] = [ids[at] ?? [], contents.records[at] ?? []];
        assert.deepEqual(
          kept,
          all.filter((one) => kept.includes(one)),
          context,
        );
        assert.equal(run?.records, kept.length, context);
        const stop = run.stop as { readonly kind: string; readonly records?: number };
        assert.ok(kept.length === all.length || stop.records === all.length - kept.length, context);
      });
      assert.deepEqual(
        (await store.calls.spend({ since: 0, by: "connection" })).map(({ credits, calls }) => [credits, calls]),
        [[contents.credits, contents.payments]],
        context,
      );
      assert.equal(await store.calls.highestPrice("c1", "peopleSearch", now), 1, context);
      assert.ok((await store.calls.sharedUsed()) >= contents.credits || (await store.calls.agreement(2)) !== undefined);
      assert.deepEqual(await damageOf(store), [], context);
      assert.ok((await store.everything.search("person 1 3", 10)).records.length > 0 || lost > 0, context);
      db.close();
      await close();
      rmSync(path.dirname(path.dirname(damaged)), { recursive: true });
    }
  });

  it("is recovered by the next process where one was killed meanwhile", async () => {
    const damaged = copy(file);
    zeroPage(damaged, 1);
    const before = readFileSync(damaged);
    beginRecovery({ file: damaged, now }, "damaged");
    rmSync(damaged);
    const { store, notices, close } = openTestStore({ file: damaged });
    assert.equal(notices.length, 1);
    assert.equal((await readableIds(store, contents.runs)).flat().length, contents.records.flat().length);
    const [aside = ""] = readdirSync(path.dirname(damaged)).filter((name) => /\.damaged-\w+$/.test(name));
    assert.deepEqual(readFileSync(path.join(path.dirname(damaged), aside)), before);
    assert.ok(!readdirSync(path.dirname(damaged)).some((name) => /recover/.test(name)));
    await close();
  });

  it("continues to be filled where records are missing, from the page that lost them", async () => {
    const damaged = copy(file);
    const at = readFileSync(damaged).indexOf('"Person 1 50"', pageBytes);
    zeroPage(damaged, Math.floor(at / pageBytes) + 1);
    const { store, db, close } = await openDamaged(damaged);
    const run = await store.runs.get(contents.runs[1] ?? "", now);
    const stop = run?.stop as { readonly kind: string; readonly asks: number; readonly from: object };
    assert.deepEqual([stop.kind, stop.asks, stop.from], ["notRecovered", 20, {}]);
    await store.runs.take(run?.id ?? "", { owner: "window-1", now, ms: 1000 });
    const reply = JSON.stringify({ people: [{ id: "new", full_name: "New" }], metadata: { credits: 1 } });
    const page = await store.records.storePage({
      ...{ run: run?.id ?? "", owner: "window-1", request: { limit: 1 }, status: 200, receivedAt: now },
      body: Buffer.from(reply),
    });
    assert.equal(page.run.records, (run?.records ?? 0) + 1);
    assert.equal((await readableIds(store, [run?.id ?? ""])).flat().at(-1), "new");
    assert.deepEqual(db.all("pragma integrity_check").length, 1);
    await close();
  });
});
