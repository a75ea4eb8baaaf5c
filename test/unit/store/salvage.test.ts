// One page of the file is overwritten with zeros, wherever it is: what is on other pages is recovered.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { newDamagedFile, pageBytes, readableIds, zeroPage, type Contents } from "./damagedStore";
import { newFolder, now, openTestStore, removeFolders } from "./rig";

const all = process.env["SALVAGE_ALL"] === "1";
const damagedError = Object.assign(new Error("database disk image is malformed"), { errcode: 11 });

describe("one zeroed page", function () {
  this.timeout(3_600_000);
  let file: string;
  let contents: Contents;
  let pages: number;
  before(async () => {
    ({ file, contents } = await newDamagedFile(all ? 40 : 8));
    pages = statSync(file).size / pageBytes;
  });
  after(removeFolders);

  it("costs only what was on it", async () => {
    const t = Date.now();
    const step = all ? 1 : Math.max(1, Math.floor(pages / 40));
    const summary: string[] = [];
    for (let no = 1; no <= pages; no += step) {
      const damaged = path.join(newFolder(), "store", "prospect-desk.db");
      mkdirSync(path.dirname(damaged));
      copyFileSync(file, damaged);
      copyFileSync(`${file}.identity.json`, `${damaged}.identity.json`);
      zeroPage(damaged, no);
      const { store, db, notices, close } = openTestStore({ file: damaged });
      let isFirst = notices.length === 0;
      await db.answer(() => {
        if (isFirst) {
          isFirst = false;
          throw damagedError;
        }
      });
      const ids = await readableIds(store, contents.runs);
      const lost = contents.records.flat().length - ids.flat().length;
      const calls = db.get<{ readonly n: number }>("select count(*) as n from call")?.n;
      summary.push(
        `${no}: lost ${lost} calls ${calls} runs ${(await store.runs.list({ now })).length} ${notices.join("|")}`,
      );
      assert.deepEqual(await store.file.integrity(), [], `page ${no}`);
      await close();
      if (!all) removeFolders0(damaged);
    }
    console.log(summary.map((s) => s.slice(0, 400)).join("\n"), pages, Date.now() - t);
    assert.ok(true);
  });
});
function removeFolders0(_file: string): void {}
