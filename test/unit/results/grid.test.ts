// The grid: scrolling beyond browser limits, visible columns, and rows in memory.
import assert from "node:assert/strict";
import { dateText } from "../../../webview-ui/results/dates";
import {
  boundsOf,
  isInBounds,
  columnAt,
  drawnColumns,
  leftEdges,
  stuckColumns,
  type GridColumnShape,
  scrollScale,
} from "../../../webview-ui/results/grid/gridGeometry";
import { RowWindow } from "../../../webview-ui/results/grid/rowWindow";
import { shownRow } from "../../../webview-ui/results/grid/shownRow";
import type { GridColumn } from "../../../webview-ui/messages/results";

describe("scroll scale", () => {
  it("is one to one while a browser can scroll the rows", () => {
    const scale = scrollScale(1_000, 24, 600);
    assert.equal(scale.height, 24_000);
    assert.equal(scale.topOf(500), 500);
  });

  it("reaches the first and last row beyond that, and converts back", () => {
    const scale = scrollScale(10_000_000, 24, 600);
    assert.ok(scale.height <= 17_800_000);
    assert.equal(scale.topOf(0), 0);
    assert.equal(scale.topOf(scale.height - 600), 10_000_000 * 24 - 600);
    assert.ok(Math.abs(scale.topOf(scale.scrollTopOf(123_456_789)) - 123_456_789) < 1);
  });

  it("does not divide by zero when all rows are visible", () => {
    assert.equal(scrollScale(3, 24, 600).topOf(0), 0);
    assert.equal(scrollScale(0, 24, 0).scrollTopOf(10), 0);
  });
});

describe("columns", () => {
  const shapes = [100, 200, 50, 900, 100].map((width, at): GridColumnShape => ({
    id: `c${at}`,
    label: "",
    type: "text",
    width,
    pinned: at < 2,
  }));
  const edges = leftEdges(shapes);

  it("are drawn if visible or nearly visible, pinned, or in focus", () => {
    assert.deepEqual(edges, [0, 100, 300, 350, 1250, 1350]);
    const part = { scrollLeft: 700, width: 200, stuck: 0, focused: 0 };
    assert.deepEqual(drawnColumns(edges, part), [0, 3]);
    assert.deepEqual(drawnColumns(edges, { ...part, scrollLeft: 0, width: 60, focused: -1 }), [0, 1]);
    assert.deepEqual(drawnColumns(edges, { ...part, stuck: 2, focused: -1 }), [0, 1, 3]);
  });

  it("behind the pinned ones are not drawn", () => {
    const part = { scrollLeft: 300, width: 400, stuck: 2, focused: -1 };
    assert.deepEqual(drawnColumns(edges, part), [0, 1, 3], "column 2 is behind column 1 by more than is drawn ahead");
  });

  it("stay in place only while the others have room", () => {
    assert.equal(stuckColumns(shapes, edges, 1_000), 2);
    assert.equal(stuckColumns(shapes, edges, 500), 1);
    assert.equal(stuckColumns(shapes, edges, 120), 0);
  });

  it("are found by the distance from the left, the nearest one beyond the edges", () => {
    assert.deepEqual(
      [-5, 0, 99, 100, 349, 350, 5_000].map((x) => columnAt(edges, x)),
      [0, 0, 0, 1, 2, 3, 4],
    );
  });
});

describe("cell range", () => {
  it("has the same bounds from whichever corner it was drawn, without the checkboxes", () => {
    const bounds = boundsOf({ anchor: { row: 7, column: 4 }, end: { row: 3, column: 0 } });
    assert.deepEqual(bounds, { rows: [3, 8], columns: [1, 4] });
    assert.ok(isInBounds(bounds, { row: 7, column: 4 }));
    assert.ok(!isInBounds(bounds, { row: 8, column: 4 }));
    assert.ok(!isInBounds(bounds, { row: 3, column: 0 }));
  });
});

describe("shown row", () => {
  const columns: readonly GridColumn[] = [
    { id: "name", label: "Name", type: "text" },
    { id: "domain", label: "Domain", type: "text" },
    { id: "position_since", label: "Since", type: "date" },
    { id: "work_email", label: "Email", type: "email" },
    { id: "network_url", label: "Profile", type: "url" },
  ];

  it("finds links only where the cell contains an address", () => {
    const links = (cells: readonly string[]) =>
      [...shownRow({ title: "", cells }, columns).cells].filter(([, { isLink }]) => isLink).map(([id]) => id);
    assert.deepEqual(links(["a.example", "a.example", "2020-01-01", "ada@a.example", "https://a.example/ada"]), [
      "domain",
      "work_email",
      "network_url",
    ]);
    assert.deepEqual(links(["", "not a domain", "", "ada@a.example?cc=x", "javascript:alert(1)"]), []);
  });

  it("shows dates in the reader's language and the value before", () => {
    const { cells } = shownRow(
      {
        title: "",
        cells: ["Ada", "a.example", "2020-05-01T00:00:00Z", "", ""],
        before: { position_since: "2019-03", work_email: null },
      },
      columns,
    );
    assert.deepEqual(cells.get("position_since"), { text: "May 1, 2020", before: "Mar 2019", isLink: false });
    assert.deepEqual(cells.get("work_email"), { text: "", before: "", isLink: false });
    assert.equal(cells.get("name")?.before, undefined);
  });

  it("show the outcome of a contact in the display language, and one that is not known as it is", () => {
    const columns = [{ id: "outcome", label: "Outcome", type: "text" as const, width: 100, visible: true }];
    const shown = ["not processed", "new"].map(
      (outcome) => shownRow({ title: "", cells: [outcome] }, columns).cells.get("outcome")?.text,
    );
    assert.deepEqual(shown, ["Not processed", "new"]);
  });

  it("say in words what the status of an address means, and lead to none that cannot be written to", () => {
    const columns = ["work_email", "work_email_status", "personal_email", "personal_email_status"].map((id) => ({
      ...{ id, label: id, width: 100, visible: true },
      type: id.endsWith("status") ? ("text" as const) : ("email" as const),
    }));
    const shown = (...cells: readonly string[]) =>
      [...shownRow({ title: "", cells }, columns).cells.values()].map(({ text, isLink, status }) =>
        [text, isLink ? "link" : "", status === undefined ? "" : `${status.mark} ${status.words}`]
          .filter(Boolean)
          .join(", "),
      );
    assert.deepEqual(shown("a@x.example", "DELIVERABLE", "b@gone.example", "INVALID_DOMAIN"), [
      "a@x.example, link, ✓ deliverable",
      "✓ deliverable",
      "b@gone.example, ✗ domain does not exist",
      "✗ domain does not exist (INVALID_DOMAIN)",
    ]);
    assert.deepEqual(shown("a@x.example", "CATCH_ALL", "b@x.example", "BRAND_NEW"), [
      "a@x.example, link, ⚠ risky: accepts everything",
      "⚠ risky: accepts everything (CATCH_ALL)",
      "b@x.example, link, ? BRAND_NEW",
      "BRAND_NEW",
    ]);
    assert.deepEqual(shown("", "DELIVERABLE", "b@x.example", ""), ["", "✓ deliverable", "b@x.example, link", ""]);
  });

  it("shows characters that could deceive as codes", () => {
    const { cells, title } = shownRow({ title: "a\u202eb", cells: ["a\u202eb"] }, columns);
    assert.equal(cells.get("name")?.text, "a‹U+202E›b");
    assert.equal(title, "a‹U+202E›b");
  });
});

describe("date text", () => {
  it("is no more precise than the value", () => {
    assert.equal(dateText("2019-03-01T12:30:00Z"), "Mar 1, 2019");
    assert.equal(dateText("2019-03-01"), "Mar 1, 2019");
    assert.equal(dateText("2019-03"), "Mar 2019");
    assert.equal(dateText("2019"), "2019");
  });

  it("leaves what is no date as it is", () => {
    for (const text of ["", "some day", "2019-13-01", "03/01/2019", "-2019"]) {
      assert.equal(dateText(text), text);
    }
  });
});

describe("row window", () => {
  const columns: readonly GridColumn[] = [{ id: "name", label: "Name", type: "text" }];
  interface Asked {
    readonly revision: number;
    readonly start: number;
    readonly count: number;
    answer(): Promise<void>;
    fail(): Promise<void>;
  }
  let asked: Asked[];
  let window: RowWindow;
  const text = (row: number) => window.row(row)?.cells.get("name")?.text;
  const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

  beforeEach(() => {
    asked = [];
    window = new RowWindow(
      (request) =>
        new Promise((resolve) =>
          asked.push({
            ...request,
            answer: () => {
              const rows = Array.from({ length: request.count }, (_, at) => ({
                title: "",
                cells: [`row ${request.start + at}`],
              }));
              resolve(rows);
              return soon();
            },
            fail: () => (resolve(undefined), soon()),
          }),
        ),
      () => undefined,
    );
  });

  it("requests visible rows first, then ahead, a few at once", () => {
    window.reset(1, 100_000, columns);
    window.show(1_000, 1_030);
    assert.ok(asked.length > 0 && asked.length <= 3);
    assert.ok((asked[0]?.start ?? 0) <= 1_000 && (asked[0]?.start ?? 0) + (asked[0]?.count ?? 0) > 1_000);
    window.show(1_001, 1_031);
    assert.equal(new Set(asked.map(({ start }) => start)).size, asked.length, "nothing is asked for twice");
  });

  it("ignores stale answers, and keeps rows when others were added", async () => {
    window.reset(1, 70, columns);
    window.show(0, 69);
    await Promise.all(asked.splice(0).map((one) => one.answer()));
    assert.equal(text(69), "row 69");
    window.grow(200);
    assert.equal(text(3), "row 3");
    assert.equal(window.row(69), undefined, "a chunk that was not full is asked for again");
    window.show(0, 69);
    const [late] = asked.splice(0);
    assert.ok(late);
    window.reset(2, 200, columns);
    await late.answer();
    assert.equal(window.row(late.start), undefined);
  });

  it("has a bounded number of rows in memory while scrolling", async () => {
    window.reset(1, 100_000, columns);
    for (let first = 0; first < 99_900; first += 64) {
      window.show(first, first + 40);
      await Promise.all(asked.splice(0).map((one) => one.answer()));
    }
    const known = Array.from({ length: 100_000 }, (_, row) => window.row(row)).filter(
      (row) => row !== undefined,
    ).length;
    assert.ok(known > 1_000 && known < 5_000, `${known} rows held`);
  });

  it("requests again after a failure", async () => {
    window.reset(1, 10, columns);
    window.show(0, 9);
    await asked[0]?.fail();
    assert.equal(asked.length, 1, "not by itself");
    window.show(0, 9);
    assert.equal(asked.length, 2);
  });
});
