// The grid: what its cells show, and rows in memory.
import assert from "node:assert/strict";
import type { GridColumn } from "../../../webview-ui/messages/results";
import { RowWindow } from "../../../webview-ui/results/grid/rowWindow";
import { shownRow } from "../../../webview-ui/results/grid/shownRow";

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

  it("has the value before, and words for the outcome of a contact", () => {
    const columns = [
      { id: "position_since", label: "Since", type: "date" },
      { id: "outcome", label: "Outcome", type: "text" },
    ] as const;
    const shown = (cells: readonly string[], before?: Readonly<Record<string, string | null>>) =>
      [...shownRow({ title: "", cells, before }, columns).cells.values()].map((cell) => [cell.text, cell.before]);
    assert.deepEqual(shown(["2020-05-01", "not processed"], { position_since: "2019-03", outcome: null }), [
      ["May 1, 2020", "Mar 2019"],
      ["Not processed", ""],
    ]);
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
    assert.equal(text(69), "row 69", "it is shown until its chunk, which was not full, is read again");
    window.show(0, 69);
    const [late] = asked.splice(0);
    assert.ok(late);
    window.reset(2, 200, columns);
    await late.answer();
    assert.equal(window.row(late.start), undefined);
  });

  it("shows rows that arrive faster than they are read", async () => {
    window.reset(1, 5, columns);
    window.show(0, 9);
    for (const count of [6, 7, 8]) {
      const [reading] = asked.splice(0);
      window.grow(count);
      window.show(0, 9);
      await reading?.answer();
      assert.deepEqual([text(0), text(count - 2), text(count - 1)], ["row 0", `row ${count - 2}`, undefined]);
    }
    await asked.splice(0)[0]?.answer();
    assert.deepEqual([text(7), asked], ["row 7", []]);
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
