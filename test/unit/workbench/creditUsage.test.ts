// The numbers on the credit usage page and in the status bar, from the calls of real runs.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { spentToday } from "../../../src/app/accountState";
import type { Budget } from "../../../src/runs/budget";
import { startRun } from "../../../src/runs/loop";
import { openCreditUsage } from "../../../src/workbench/creditUsage/creditUsagePanel";
import type { CreditUsageUpdates, Usage, UsageRow } from "../../../webview-ui/messages/creditUsage";
import type { Message } from "../../../webview-ui/messages/procedures";
import { useVscode } from "../../support/vscode";
import { runRig, unstopped, type Rig } from "../runs/runRig";
import { removeFolders } from "../store/rig";

type Listener = (value: unknown) => void;

describe("credit usage", function () {
  const vscode = useVscode();
  const posted: Message<CreditUsageUpdates>[] = [];
  let rig: Rig;
  let send: Listener;
  /** What the panels do when they are closed. */
  const closers: (() => void)[] = [];
  let panels: number;
  let showCreditUsage: () => void;
  let restore: (panel: object) => Promise<void>;
  let next: () => void;

  before(() => {
    const disposable = { dispose: () => undefined };
    const { window } = vscode;
    window["registerWebviewPanelSerializer"] = (
      _type: string,
      serializer: { deserializeWebviewPanel(panel: object): Promise<void> },
    ) => {
      restore = (panel) => serializer.deserializeWebviewPanel(panel);
      return disposable;
    };
    window["createWebviewPanel"] = () => {
      panels += 1;
      const webview = {
        onDidReceiveMessage: (listener: Listener) => ((send = listener), disposable),
        postMessage: async (message: Message<CreditUsageUpdates>) => {
          posted.push(message);
          next();
        },
        asWebviewUri: (uri: Uri) => uri,
      };
      return {
        webview,
        visible: true,
        reveal: () => undefined,
        onDidChangeViewState: () => disposable,
        onDidDispose: (listener: () => void) => (closers.push(listener), disposable),
      };
    };
  });
  beforeEach(async () => {
    posted.length = 0;
    panels = 0;
    next = () => undefined;
    rig = runRig();
    const { show } = openCreditUsage(
      rig as never,
      { list: async () => [] } as never,
      Uri.file("/extension") as never,
      () => undefined,
    );
    showCreditUsage = show;
  });
  afterEach(() => {
    closers.splice(0).forEach((close) => close());
    rig.db.close();
  });
  after(removeFolders);

  /** What the page shows after an action. */
  async function shownAfter(act: () => unknown): Promise<Usage> {
    const shown = new Promise<void>((resolve) => {
      next = resolve;
    });
    await act();
    await shown;
    const last = posted.at(-1);
    return last?.name === "usage" ? last.payload : assert.fail(last?.payload);
  }

  const open = (): void => {
    showCreditUsage();
    send({ name: "ready" });
  };

  const spent = (rows: readonly UsageRow[]): readonly unknown[] =>
    rows
      .filter(({ calls, possiblyCharged }) => calls + possiblyCharged > 0)
      .map(({ label, credits, records, calls, possiblyCharged }) => [label, credits, records, calls, possiblyCharged]);

  it("is listed by day, search and connection; searches are sorted by credits, deleted runs have no name", async () => {
    const purged = await rig.run({ title: "Somebody", limits: { records: 10 } });
    await rig.run({ title: "A look at it", limits: { records: 20 } });
    await rig.run({ title: "x", source: "file:///w/Makers.prospect.json", limits: { records: 100 } });
    await rig.run({ title: "Big makers", source: "file:///w/Big%20makers.json", limits: { records: 10 } });
    await rig.runs.delete(purged.header.id);
    const usage = await shownAfter(open);
    assert.equal(usage.byDay.length, 30);
    assert.deepEqual(spent(usage.byDay), [["Nov 20, 2026", 35, 140, 4, 0]]);
    assert.deepEqual(spent(usage.bySearch), [
      ["Makers", 25, 100, 1, 0],
      ["A look at it", 5, 20, 1, 0],
      ["Deleted runs", 2.5, 10, 1, 0],
      ["Big makers", 2.5, 10, 1, 0],
    ]);
    assert.deepEqual(spent(usage.byConnection), [["Sandbox", 35, 140, 4, 0]]);
  });

  it("says what agents spent without asking with each account, beside the limits", async () => {
    vscode.settings.set("agents.creditsPerDay", 50);
    const { header } = await rig.run({ limits: { records: 4 } });
    const { connection } = header;
    for (const [account, records] of [
      [connection, 8],
      [{ ...connection, origin: "https://gone.example" }, 4],
    ] as const) {
      const limits = { creditsPerDay: 50, creditsPerMonth: null };
      const budget: Budget = { kind: "agents", account, limits };
      await startRun({ ...rig, ...unstopped, budget }, { ...rig.order, limits: { records } });
    }
    const usage = await shownAfter(open);
    const rows = [
      { label: "a removed connection", day: 1, month: 1 },
      { label: connection.label, day: 2, month: 2 },
    ];
    assert.deepEqual(usage.agents, { creditsPerDay: 50, creditsPerMonth: null, rows });
    vscode.settings.delete("agents.creditsPerDay");
  });

  it("has a row for each batch with its start, and one for all single lookups", async () => {
    await rig.run({ purpose: "batch", title: "fair.csv", limits: { records: 8 } });
    await rig.run({ purpose: "batch", title: "fair.csv", limits: { records: 4 } });
    await rig.run({ purpose: "lookup", title: "acme.example", limits: { records: 1 } });
    await rig.run({ purpose: "lookup", title: "b.example", limits: { records: 1 } });
    const { bySearch } = await shownAfter(open);
    const rows = spent(bySearch) as readonly (readonly [string, number])[];
    assert.deepEqual(
      rows.map(([, credits]) => credits),
      [2, 1, 0.5],
    );
    assert.match(rows[0]?.[0] ?? "", /^Lookup batch fair\.csv, today \d\d:\d\d$/);
    assert.equal(rows[2]?.[0], "Single lookups");
  });

  it("is filled again when VS Code restores the tab", async () => {
    const usage = await shownAfter(async () => {
      const restored = (vscode.window["createWebviewPanel"] as () => object)();
      panels = 0;
      await restore(restored);
      send({ name: "ready" });
    });
    assert.equal(usage.days, 30);
    showCreditUsage();
    assert.equal(panels, 0);
  });

  it("is updated when a run changes it, and when another period is selected", async () => {
    showCreditUsage();
    showCreditUsage();
    assert.equal(panels, 1);
    assert.deepEqual(spent((await shownAfter(() => send({ name: "showDays", payload: 7 }))).byDay), []);
    const usage = await shownAfter(() => rig.run({ limits: { records: 8 } }));
    assert.equal(usage.byDay.length, 7);
    assert.deepEqual(spent(usage.byConnection), [["Sandbox", 2, 8, 1, 0]]);
  });

  it("is an error message when it cannot be read", async () => {
    showCreditUsage();
    const shown = new Promise<void>((resolve) => {
      next = resolve;
    });
    rig.db.exec("drop table call");
    send({ name: "ready" });
    await shown;
    const last = posted.at(-1);
    assert.ok(last?.name === "problem");
    assert.match(last.payload, /^Your credit usage could not be read\. The database .* reported an error/);
  });

  it("is summed for today per connection, as a lower bound when a reply was lost", async () => {
    await rig.run({ limits: { records: 40 } });
    await rig.run({ limits: { records: 4 } });
    const spent = (connection: string): ReturnType<typeof spentToday> =>
      spentToday(rig.store, connection, rig.clock.now());
    assert.deepEqual(await spent("c1"), { credits: 11, atLeast: false });
    const waiting = await rig.runs.create({ ...rig.order, limits: { records: 7 } });
    const call = { owner: waiting.owner, operation: "peopleSearch", at: rig.clock.now(), wanted: 7 };
    assert.equal((await rig.store.calls.openCall({ run: waiting.id, ...call })).kind, "open");
    assert.deepEqual(await spent("c1"), { credits: 11, atLeast: true });
    assert.deepEqual(await spent("c2"), { credits: 0, atLeast: false });
  });

  it("never adds the sandbox's credits to others", async () => {
    await rig.run({ limits: { records: 40 } });
    const move = (from: string, to: string): void =>
      rig.db.exec(`update call set connection = '${to}' where connection = '${from}'`);
    move("c1", "sandbox");
    const before = await shownAfter(open);
    assert.deepEqual([before.isSandbox, before.sandbox, spent(before.byDay).length], [true, undefined, 1]);
    move("sandbox", "c2");
    await rig.run({ title: "Play", limits: { records: 8 } });
    move("c1", "sandbox");
    const after = await shownAfter(open);
    assert.deepEqual([after.isSandbox, after.sandbox?.label, after.sandbox?.credits], [false, "Sandbox", 2]);
    for (const rows of [after.byDay, after.bySearch, after.byConnection]) {
      assert.deepEqual(
        spent(rows).map((row) => (row as readonly unknown[])[1]),
        [10],
      );
    }
  });
});
