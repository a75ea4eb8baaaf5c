// The host's side of the results: names, status, columns, addresses.
import assert from "node:assert/strict";
import type { RunSummary } from "../../../src/runs/run";
import type { RecordKind } from "../../../src/service/operations";
import { mergeLayout, savedLayout } from "../../../src/workbench/resultsEditor/columnLayouts";
import { resultsName, searchResultsName } from "../../../src/workbench/resultsEditor/resultsAddress";
import { runStatus } from "../../../src/workbench/resultsEditor/runStatus";
import type { RunActivity } from "../../../src/workbench/runActivity";
import { startTexts } from "../../../src/workbench/times";
import { openableUrl } from "../../../webview-ui/messages/cellLink";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import { ofCompanies, runSummary } from "../runs/runSummary";
import { openTestStore, removeFolders } from "../store/rig";

const summary = runSummary({
  header: { ...ofCompanies, id: "20261120T120409123-0123456789ab", title: "Acme", limits: { records: 100 } },
  ...{ firstTotal: 12_480, lastTotal: 12_480, cursor: "next", stop: { kind: "limitReached" } },
});

describe("results tab's name", () => {
  it("is the name of the search with the time of the run", () => {
    assert.equal(resultsName(summary.header.id, "Acme search", "UTC"), "Acme search · 12:04");
    assert.equal(resultsName("other", "Acme"), "Acme");
    assert.equal(searchResultsName("Acme search"), "Acme search");
  });

  it("numbers runs that began in the same minute", () => {
    const now = new Date(2026, 10, 28, 9, 0).getTime();
    const runs = [50, 10, 0].map((seconds) => ({ header: { id: `run ${seconds}`, startedAt: now + seconds * 1000 } }));
    const texts = startTexts([{ header: { id: "later", startedAt: now + 60_000 } }, ...runs], now + 120_000);
    const [later, third, second, first] = [...texts.values()].reverse();
    assert.deepEqual([third, second], [`${first} (3)`, `${first} (2)`]);
    assert.notEqual(later, first);
  });

  it("contains no characters with a meaning in paths or tabs", () => {
    assert.deepEqual(
      ["a/b\\c\n\u202Ed", "..", " "].map((title) => resultsName("x", title)),
      ["a∕b∖c d", "Results", "Results"],
    );
    assert.equal(Array.from(resultsName("x", "😀".repeat(500))).length, 80);
  });
});

describe("run status", () => {
  const running: RunActivity = { runId: "r", fetched: 300, wanted: 1_000, stopping: false, waitingUntil: 9 };
  const statusOf = (change: Partial<RunSummary>, activity?: RunActivity) =>
    runStatus({ ...summary, ...change }, activity, 0);

  it("offers the next page, or what is left of it, once the run has stopped", () => {
    const { actions, more, remarks } = statusOf({});
    assert.deepEqual([actions, more, remarks.length], [["fetchMore"], 100, 1]);
    assert.equal(statusOf({ lastTotal: 130 }).more, 30);
  });

  it("offers all matching records with the cost of the rest, if the run can continue", () => {
    const all = { total: 12_480, creditsAbout: 3_095 };
    const offline = { kind: "offline", message: "" } as const;
    for (const [change, everything, activity] of [
      [{}, all],
      [{ stop: { kind: "cancelled" } }, all],
      // Whatever was free so far.
      [{ returned: 200, repeated: 100 }, all],
      [{ credits: 2.07 }, all],
      [
        { records: 0, returned: 0, credits: 0, stop: offline },
        { total: 12_480, creditsAbout: 3_120 },
      ],
      [{ lastTotal: 101 }, { total: 101, creditsAbout: 0.25 }],
      // Nothing is left, or known.
      [{ lastTotal: 100 }, undefined],
      [{ lastTotal: undefined }, undefined],
      [{ lastTotal: 100, stop: { kind: "complete" } }, undefined],
      [{ stop: { kind: "sameRecords" } }, undefined],
      [{}, undefined, running],
      [{ stop: undefined }, undefined],
    ] as const) {
      assert.deepEqual(statusOf(change, activity).everything, everything);
    }
  });

  it("offers what can be done about the stop", () => {
    for (const [stop, actions] of [
      [{ kind: "budgetUsedUp", agreed: 25 }, ["continue"]],
      [{ kind: "budgetUsedUp" }, ["continue"]],
      [{ kind: "costUnknown" }, ["continue"]],
      [{ kind: "creditLimit", limit: 25 }, ["fetchMore"]],
      [{ kind: "keyRejected", message: "The key is unknown." }, ["newKey", "resume"]],
      [{ kind: "interrupted", requestInFlight: false }, ["resume"]],
    ] as const) {
      assert.deepEqual(statusOf({ stop }).actions, actions, stop.kind);
    }
  });

  it("shows progress and no reason while the run is in progress", () => {
    const { activity, remarks, actions } = statusOf({ stop: undefined }, running);
    assert.deepEqual([activity, remarks, actions], [running, [], []]);
  });
});

describe("column layouts", () => {
  const columns = ["name", "domain", "city"].map((id) => ({
    id,
    label: id,
    type: "text" as const,
    visible: id !== "city",
    width: 180,
  }));

  it("start with the default columns", () => {
    assert.deepEqual(
      mergeLayout([], columns).map(({ id, visible }) => [id, visible]),
      [
        ["name", true],
        ["domain", true],
        ["city", false],
      ],
    );
  });

  it("keep order, width and visibility; pinned columns come first, new ones last and hidden", () => {
    const merged = mergeLayout(
      [
        { id: "domain", width: 90, visible: true, pinned: false },
        { id: "gone", width: 90, visible: true, pinned: false },
        { id: "name", width: 300, visible: false, pinned: true },
      ],
      columns,
    );
    assert.deepEqual(merged, [
      { id: "name", width: 300, visible: false, pinned: true },
      { id: "domain", width: 90, visible: true, pinned: false },
      { id: "city", width: 180, visible: false, pinned: false },
    ]);
  });

  it("always show a column", () => {
    assert.ok(
      mergeLayout(
        columns.map(({ id }) => ({ id, width: 90, visible: false, pinned: false })),
        columns,
      ).some((place) => place.visible),
    );
  });

  it("are saved per kind, ignore invalid data, and can be reset", async () => {
    const opened = openTestStore();
    try {
      const { profiles } = opened.store;
      const saved = (kind: RecordKind): Promise<readonly ColumnLayout[]> => savedLayout(opened.store, kind, columns);
      await profiles.saveGridLayout("company", ["rubbish", { id: 7 }]);
      await profiles.saveGridLayout("person", [{ id: "city", width: 50, visible: true }]);
      assert.equal((await saved("company"))[0]?.id, "name");
      await profiles.saveGridLayout("company", [{ id: "city", width: 77, visible: true }]);
      assert.equal((await saved("company"))[0]?.width, 77);
      assert.equal((await saved("person"))[0]?.id, "city");
      await profiles.saveGridLayout("company", []);
      assert.equal((await saved("company"))[0]?.id, "name");
    } finally {
      await opened.close();
      removeFolders();
    }
  });
});

describe("addresses in records", () => {
  it("are opened only as plain http(s) addresses", () => {
    assert.equal(openableUrl("https://northwind.example"), "https://northwind.example/");
    assert.equal(openableUrl("https://northwind.example/a?b=1"), "https://northwind.example/a?b=1");
    const longest = `https://x.example/${"a".repeat(2_083 - 18)}`;
    assert.equal(openableUrl(longest), longest);
    for (const address of [
      `${longest}a`,
      "command:workbench.action.quit",
      "javascript:1",
      "javascript:alert(1)",
      "vscode:extension/x",
      "vscode://x/y",
      "file:///etc/passwd",
      "https://a@b.example/",
      "https://user:pass@evil.example/",
      "northwind.example",
      "//b.example",
      `https://x.example/${"a".repeat(3_000)}`,
      "",
    ]) {
      assert.equal(openableUrl(address), undefined, address.slice(0, 40));
    }
  });
});
