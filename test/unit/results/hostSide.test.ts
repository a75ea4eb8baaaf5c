// The host's side of the results: names, status, columns, addresses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { useLanguage, type Translations } from "../../../src/language/language";
import { columnInfo, columnsOf } from "../../../src/rows/columns";
import { mergeLayout, savedLayout } from "../../../src/workbench/resultsEditor/columnLayouts";
import { resultsName, searchResultsName } from "../../../src/workbench/resultsEditor/resultsAddress";
import { sizeText } from "../../../src/runs/runState";
import { runStatus } from "../../../src/workbench/resultsEditor/runStatus";
import type { RunSummary } from "../../../src/runs/run";
import type { RecordKind } from "../../../src/service/operations";
import type { ColumnLayout } from "../../../webview-ui/messages/results";
import { openableUrl } from "../../../webview-ui/messages/cellLink";
import { openTestStore, removeFolders } from "../store/rig";
import { ofCompanies, runSummary } from "../runs/runSummary";

const summary = runSummary({
  header: { ...ofCompanies, id: "20261120T120409123-0123456789ab", title: "Acme", limits: { records: 100 } },
  ...{ firstTotal: 12_480, lastTotal: 12_480, cursor: "next", stop: { kind: "limitReached" } },
});

describe("results tab's name", () => {
  it("is the name of the search with the time of the run", () => {
    assert.equal(resultsName(summary.header.id, "Acme search", "en", "UTC"), "Acme search · 12:04");
    assert.equal(resultsName("other", "Acme"), "Acme");
    assert.equal(searchResultsName("Acme search"), "Acme search");
  });

  it("contains no characters with a meaning in paths or tabs", () => {
    assert.equal(resultsName("x", "a/b\\c\n\u202Ed"), "a∕b∖c d");
    assert.equal(resultsName("x", ".."), "Results");
    assert.equal(resultsName("x", " "), "Results");
    assert.equal(Array.from(resultsName("x", "😀".repeat(500))).length, 80);
  });
});

describe("run status", () => {
  it("shows count, cost and what is unexpected", () => {
    assert.equal(sizeText(summary), "100 of 12,480 · 25 credits");
    assert.equal(
      sizeText({ ...summary, records: 1, credits: 1, lastTotal: undefined, firstTotal: undefined }),
      "1 record · 1 credit",
    );
    assert.equal(
      sizeText({ ...summary, returned: 105, repeated: 2, skipped: 3, mismatched: 1, credits: 0.5, lastTotal: 12_511 }),
      "100 of 12,511 · 0.5 credits · 3 skipped (already fetched) · 2 repeated · " +
        "1 with unexpected data · total changed from 12,480 to 12,511",
    );
  });

  it("shows the minimum cost of a run and the balances when a reply was lost or had no cost", () => {
    const lost = { ...summary, possibleCredits: 25 };
    assert.equal(sizeText(lost), "100 of 12,480 · at least 25 credits");
    assert.equal(runStatus(lost, undefined, 0).remarks.length, 1, "why is said by the stop's own sentence");
    assert.equal(sizeText({ ...lost, credits: 1 }), "100 of 12,480 · at least 1 credit");
    const unpriced = {
      ...summary,
      credits: 2.5,
      possibleCredits: 24,
      unpriced: { pages: 1, balanceBefore: 100, balanceAfter: 76 },
    };
    assert.equal(sizeText(unpriced), "100 of 12,480 · at least 2.5 credits");
    assert.equal(
      runStatus(unpriced, undefined, 0).remarks[1],
      "The cost is a lower bound: the service did not say what one page cost. " +
        "Your balance was 100 before and is 76 now.",
    );
    assert.equal(
      runStatus({ ...unpriced, credits: 0, unpriced: { pages: 3 } }, undefined, 0).remarks[1],
      "The cost is a lower bound: the service did not say what 3 pages cost.",
    );
  });

  it("offers the next page, or what is left of it, once the run has stopped", () => {
    const stopped = runStatus(summary, undefined, 0);
    assert.deepEqual(stopped.actions, ["fetchMore"]);
    assert.equal(stopped.more, 100);
    assert.equal(runStatus({ ...summary, lastTotal: 130 }, undefined, 0).more, 30);
    assert.equal(
      runStatus({ ...summary, returned: 110, skipped: 10, lastTotal: 130 }, undefined, 0).more,
      20,
      "those that were skipped need not be fetched",
    );
    assert.ok(stopped.remarks.length === 1 && stopped.remarks[0] !== "");
  });

  it("offers all matching records with the cost of the rest, if the run can continue", () => {
    const everything = (change: Partial<RunSummary>, busy = false): unknown =>
      runStatus({ ...summary, ...change }, busy ? { runId: "r", fetched: 1, wanted: 9, stopping: false } : undefined, 0)
        .everything;
    assert.deepEqual(everything({}), { total: 12_480, creditsAbout: 3_095 });
    assert.deepEqual(everything({ stop: { kind: "cancelled" } }), { total: 12_480, creditsAbout: 3_095 });
    assert.deepEqual(
      everything({ returned: 200, skipped: 80, repeated: 20 }),
      { total: 12_480, creditsAbout: 1_537.5 },
      "the price is that of a returned record",
    );
    assert.deepEqual(everything({ records: 0, returned: 0, credits: 0, stop: { kind: "offline", message: "" } }), {
      total: 12_480,
      creditsAbout: undefined,
    });
    assert.deepEqual(everything({ lastTotal: 101 }), { total: 101, creditsAbout: 0.25 });
    assert.equal(everything({ lastTotal: 100 }), undefined, "nothing is left");
    assert.equal(everything({ lastTotal: undefined }), undefined);
    assert.equal(everything({ lastTotal: 100, stop: { kind: "complete" } }), undefined);
    assert.equal(everything({ stop: { kind: "sameRecords" } }), undefined);
    assert.equal(everything({}, true), undefined);
    assert.equal(everything({ stop: undefined }), undefined);
  });

  it("offers to continue a run that paused because of its budget", () => {
    for (const stop of [
      { kind: "budgetUsedUp", agreed: 25 },
      { kind: "budgetUsedUp" },
      { kind: "costUnknown" },
    ] as const) {
      assert.deepEqual(runStatus({ ...summary, stop }, undefined, 0).actions, ["continue"]);
    }
    assert.deepEqual(runStatus({ ...summary, stop: { kind: "creditLimit", limit: 25 } }, undefined, 0).actions, [
      "fetchMore",
    ]);
  });

  it("offers to connect when the key was rejected", () => {
    assert.deepEqual(
      runStatus({ ...summary, stop: { kind: "keyRejected", message: "The key is unknown." } }, undefined, 0).actions,
      ["connect", "resume"],
    );
  });

  it("offers to resume an interrupted run", () => {
    assert.ok(
      runStatus({ ...summary, stop: { kind: "interrupted", requestInFlight: false } }, undefined, 0).actions.includes(
        "resume",
      ),
    );
  });

  it("gives an example when records are not as the service describes them", () => {
    const { sentence, remarks } = runStatus(
      { ...summary, mismatched: 3, mismatchExample: 'The field "name" is odd.' },
      undefined,
      0,
    );
    assert.match(sentence, /3 with unexpected data/);
    assert.equal(remarks.at(-1), 'Unexpected data, for example: The field "name" is odd.');
  });

  it("says the outcomes of contacts once", () => {
    const outcomes = { enriched: 21, nothingFound: 4, notProcessed: 0 };
    const contacts = { ...summary, stop: { kind: "complete" as const, outcomes } };
    const { sentence, remarks } = runStatus(contacts, undefined, 0);
    assert.match(sentence, /^21 of 25 enriched, nothing found for 4 ·/);
    assert.deepEqual(remarks, []);
  });

  it("shows progress and no reason while the run is in progress", () => {
    const status = runStatus(
      { ...summary, stop: undefined },
      { runId: "r", fetched: 300, wanted: 1_000, stopping: false, waitingUntil: 9 },
      0,
    );
    assert.deepEqual(status.activity, { fetched: 300, wanted: 1_000, stopping: false, waitingUntil: 9 });
    assert.deepEqual([status.remarks, status.actions], [[], []]);
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

  it("of contacts have room for emails and phone in a window of 1440 px, in German, too", () => {
    const widthTo = (id: string): number => {
      const layout = mergeLayout([], columnsOf("contact").map(columnInfo)).filter(({ visible }) => visible);
      return layout
        .slice(0, 1 + layout.findIndex((column) => column.id === id))
        .reduce((sum, { width }) => sum + width, 0);
    };
    const english = widthTo("personal_email");
    useLanguage({
      tag: "de",
      translations: JSON.parse(readFileSync("media/l10n/bundle.l10n.de.json", "utf8")) as Translations,
    });
    try {
      assert.equal(widthTo("personal_email"), english);
    } finally {
      useLanguage({ tag: "en" });
    }
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
