// What was interrupted is said in the status bar and on the views' icon, and leads to Resume.
import assert from "node:assert/strict";
import type { App } from "../../../src/app/app";
import type { TrackedEnrichment } from "../../../src/enrichments/enrichmentList";
import { pickUnfinished, showUnfinished } from "../../../src/workbench/views/unfinished";
import { testClock } from "../../support/testClock";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";
import { newBatch, newRun, owner } from "../store/rig";

describe("unfinished runs", () => {
  const vscode = useVscode();
  const item = { text: "", tooltip: "", shown: false };
  before(() => {
    vscode.window["createStatusBarItem"] = () =>
      Object.assign(item, {
        show: () => (item.shown = true),
        hide: () => (item.shown = false),
        dispose: () => undefined,
      });
  });
  const newDesk = useTestDesks();
  let desk: OpenTestDesk;
  let app: App;
  const now = Date.UTC(2026, 0, 15);
  let enrichments: readonly object[] = [];

  beforeEach(() => {
    desk = newDesk({ clock: testClock(now) });
    app = { ...desk.app, enrichments: { list: async () => enrichments } as never };
  });

  const stopped = async (title: string, startedAt: number, kind: "interrupted" | "complete" | "cancelled") => {
    const run = await desk.store.runs.create(newRun("person", { title, startedAt, source: `file:///${title}` }), {
      ...{ owner, now, ms: 15_000 },
    });
    await desk.store.runs.stop(run.id, owner, { kind }, now);
    return run;
  };

  it("are counted and resumed; what was completed, canceled, or run again since is none", async () => {
    await stopped("Engineers", now - 5, "interrupted");
    await stopped("Designers", now - 4, "interrupted");
    await stopped("Designers", now - 3, "complete");
    await stopped("Makers", now - 2, "cancelled");
    const view: { badge?: { readonly value: number } } = {};
    const showing = showUnfinished({ app, trees: { searches: { view } }, log: assert.fail } as never);
    await until(() => item.shown);
    assert.deepEqual(
      [item.shown, item.text, item.tooltip],
      [true, "$(debug-pause) 1 unfinished", "Engineers 0 records"],
    );
    assert.equal(view.badge?.value, 1);
    showing.dispose();
  });

  it("are listed with everything else that can continue, what is open of each, and what it may cost", async () => {
    const { store } = desk;
    for (const operation of ["peopleSearch", "companyLookup"]) {
      desk.db.run(
        `insert into call (connection, operation, at, state, asked, price) values ('c1', ?, ?, 'answered', 1, 0.25)`,
        operation,
        now - 10,
      );
    }
    const engineers = await stopped("Engineers", now - 9, "interrupted");
    await stopped("Makers", now - 8, "cancelled");
    await stopped("Designers", now - 7, "complete");
    const count = newRun("person", { purpose: "count", title: "Bakers", limits: { records: 1 }, startedAt: now - 6 });
    await store.runs.create(count, { owner, now, ms: 15_000 });
    await store.runs.stop(count.id, owner, { kind: "offline" }, now);
    const { run: table } = await store.batches.create(newBatch("company", {}, { title: "a.csv", startedAt: now - 5 }), {
      ...{ owner, now, ms: 15_000 },
    });
    const asked = ["a.example", "b.example"].map((domain) => ({ identifiers: { domain }, words: domain }));
    await store.batches.addQuestions(table.id, asked, now);
    const [first] = await store.rows.open(table.id, 1);
    await store.calls.failCall(undefined, {
      charged: "no",
      row: { key: first?.key ?? 0, state: "failed", why: "No." },
      at: now,
    });
    await store.runs.stop(table.id, owner, { kind: "interrupted" }, now);
    const connection = { id: "c", label: "Work", origin: "https://api.service.example" };
    enrichments = [
      { name: "Spring fair", connection, state: { kind: "keyRejected", message: "No." } },
      { name: "Done", connection, state: { kind: "ended", status: "FINISHED" } },
      { name: "In progress", connection, state: { kind: "running", status: "IN_PROGRESS" } },
    ];
    const resumed: unknown[] = [];
    let items: readonly { readonly label: string; readonly description?: string }[] = [];
    const pick = async (text: string): Promise<void> => {
      vscode.answers.set("createQuickPick", (box: { readonly items: typeof items }) => {
        items = box.items;
        return items.find(({ label, description }) => `${label}: ${description}`.startsWith(text));
      });
      await pickUnfinished({
        app,
        runner: { resume: async (id: string) => void resumed.push(id) },
        batches: { resume: async (id: string, rejectedToo: boolean) => void resumed.push([id, rejectedToo]) },
        enrichments: { actions: { refresh: async ({ name }: TrackedEnrichment) => void resumed.push(name) } },
      } as never);
    };
    await pick("Engineers");
    assert.deepEqual(
      items.map(({ label, description }) => (description === undefined ? label : `${label}: ${description}`)),
      [
        "Unfinished",
        "a.csv 1 of 2: 1 row, about 0.25 credits",
        "Bakers 0 records: up to 1 record, about 0.25 credits",
        "Engineers 0 records: up to 1,000 records, about 250 credits",
        "Stopped",
        "a.csv 1 of 2: 1 row that the service rejected, about 0.25 credits",
        "Makers 0 records: up to 1,000 records, about 250 credits",
        "Enrichments",
        "Spring fair: asks for the results again, free",
      ],
    );
    await pick("Spring");
    await pick("a.csv 1 of 2: 1 row,");
    await pick("a.csv 1 of 2: 1 row that");
    assert.deepEqual(resumed, [engineers.id, "Spring fair", table.id, [table.id, true]]);
  });
});
