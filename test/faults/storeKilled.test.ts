// A window killed at any moment of its runs: what was acknowledged is there, and at most the page in flight is
// uncertain.
import assert from "node:assert/strict";
import path from "node:path";
import { damageOf, newFolder, now, openTestStore, removeFolders, type TestStore } from "../unit/store/rig";
import { creditsOfPage, leaseMs, pagesOfRun, recordsOfPage, storeProcess } from "./storeJob";
import { pagesOf } from "../unit/store/inspect";

/** Each kill takes a process its time to start; PROSPECT_TEST_KILLS=200 is the whole measure. */
const kills = Number(process.env["PROSPECT_TEST_KILLS"] ?? 24);
const [atOnce, killsOfFile] = [3, 10];

const count = (lines: readonly string[], line: string): number => lines.filter((one) => one === line).length;

/** What is wrong with a run after its window was killed; then it is taken over, as a user does who resumes it. */
async function problemsOf(store: TestStore, id: string, lines: readonly string[]): Promise<readonly string[]> {
  const kept = await store.runs.get(id, now);
  if (kept === undefined) {
    return lines.includes(`run ${id}`) ? [`${id} is lost`] : [];
  }
  const problems: string[] = [];
  const expect = (what: string, isRight: boolean): void => void (isRight || problems.push(`${id}: ${what}`));
  const [pages, sent] = [count(lines, `page ${id}`), count(lines, `sent ${id}`)];
  const held = (await pagesOf(store, id)).length;
  expect(`${pages} pages were acknowledged, ${held} are there`, held === pages || held === pages + 1);
  expect(`${sent} calls had left for ${held} pages`, held <= sent + 1 && sent <= held + 1);
  const { view, count: records } = await store.views.open({ kind: "run", run: id }, { columns: [], now });
  const json = await store.records.jsonOf(await store.views.keysAt(view));
  await store.views.close(view);
  expect(
    `${held} pages have ${json.length} records`,
    records === held * recordsOfPage && json.length === records && json.every((text) => (text?.length ?? 0) > 1000),
  );
  const isStopped = lines.includes(`stopped ${id}`);
  expect("it was stopped, and is not", !isStopped || (kept.stop !== undefined && !kept.isLive));
  expect("it was not stopped, and has an end", kept.stop === undefined || held === pagesOfRun);
  if (kept.stop === undefined) {
    const taken = await store.runs.take(id, { owner: "window-2", now: now + leaseMs, ms: leaseMs });
    expect(
      `${taken.possibleCredits} credits are uncertain`,
      taken.possibleCredits === 0 || (taken.possibleCredits === creditsOfPage && held < pagesOfRun),
    );
    // A call whose page was not acknowledged may have cost something, and the ledger says so.
    expect(
      `${sent} calls had left; ${held} were answered, ${taken.possibleCredits} credits may have been charged`,
      sent <= held + taken.possibleCredits / creditsOfPage,
    );
    await store.runs.stop(id, "window-2", { kind: "cancelled" }, now);
  }
  const spent = (await store.calls.spend({ since: 0, by: "run" })).find(({ key }) => key === id);
  expect(
    `the ledger has ${JSON.stringify(spent)}`,
    (spent?.credits ?? 0) === held * creditsOfPage && (spent?.calls ?? 0) === held,
  );
  return problems;
}

describe("a window with the store in its worker, killed", function () {
  this.timeout(600_000);
  afterEach(removeFolders);

  it(`at ${kills} random moments keeps what it acknowledged, and says what may be lost`, async () => {
    let [done, acknowledged, uncertain] = [0, 0, 0];
    const killOnce = async (file: string, round: number): Promise<void> => {
      // One in eight while the worker starts or the file is made.
      const moment =
        Math.random() < 0.125
          ? { lines: 0, ms: Math.random() * 400 }
          : { lines: 1 + Math.floor(Math.random() * 30), ms: Math.random() * 6 };
      const lines = await storeProcess({ file, what: "runs", name: `round-${round}`, count: 1000 }, moment);
      const { store, notices, close } = openTestStore({ file });
      const context = `killed ${JSON.stringify(moment)}, ${lines.length} lines, the last ${lines.at(-1) ?? "none"}`;
      assert.deepEqual(notices, [], context);
      assert.deepEqual(await damageOf(store), [], context);
      for (
        let run = 0;
        run <=
        count(
          lines.map((line) => line.slice(0, 3)),
          "run",
        );
        run += 1
      ) {
        assert.deepEqual(await problemsOf(store, `round-${round}-${run}`, lines), [], context);
      }
      acknowledged += lines.filter((line) => line.startsWith("page")).length;
      uncertain += (await store.runs.list({ now })).filter(
        ({ id, possibleCredits }) => id.startsWith(`round-${round}-`) && possibleCredits > 0,
      ).length;
      await close();
    };
    const lane = async (): Promise<void> => {
      for (let file = ""; done < kills;) {
        const round = done;
        done += 1;
        file =
          round < atOnce || round % killsOfFile < atOnce ? path.join(newFolder(), "store", "prospect-desk.db") : file;
        await killOnce(file, round);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    assert.ok(
      acknowledged > kills,
      `${acknowledged} pages were acknowledged, ${uncertain} calls may have been charged`,
    );
  });
});
