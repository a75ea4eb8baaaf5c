// Only the search that the page shows is run: pending edits of the page, edit queue and check of the host together.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { newSearchText } from "../../../src/searches/searchEdits";
import { shownKey } from "../../../src/searches/searchForm";
import { documentState, searchAsShown } from "../../../src/workbench/searchEditor/documentState";
import { EditQueue, type EditedText } from "../../../src/workbench/searchEditor/editQueue";
import { PendingEdits } from "../../../webview-ui/filter-builder/builderState";
import { fieldProblems, uncommittedReasons } from "../../../webview-ui/filter-builder/builderState";
import {
  builderProcedures,
  type DocumentState,
  type SearchEdit,
  type ShownSearch,
} from "../../../webview-ui/messages/filterBuilder";

/** A page; `lastEdit` is the number of its last edit that the host received. */
interface Page {
  lastEdit: number;
  uncommitted: readonly string[];
  edit(edit: SearchEdit, lost?: "on the way"): void;
  take(state: DocumentState): void;
  shown(): ShownSearch;
}

/** A host with one document, which may refuse edits, and any number of pages. */
function host(text: string, refuses: () => boolean = () => false) {
  const document: EditedText & { text: string } = {
    text,
    getText: () => document.text,
    apply: async (edits) => {
      await Promise.resolve();
      if (refuses()) {
        return false;
      }
      document.text = applyEdits(document.text, edits);
      return true;
    },
  };
  const queue = new EditQueue(document, { onIdle: () => undefined, log: () => undefined });
  const page = (): Page => {
    const pending = new PendingEdits();
    let confirmed = documentState("a.prospect.json", document.text);
    const one: Page = {
      lastEdit: 0,
      uncommitted: [],
      edit: (edit, lost) => {
        const serial = pending.add(edit);
        const sent = builderProcedures.edit.safeParse({ serial, edit });
        if (lost === undefined && sent.success) {
          one.lastEdit = serial;
          queue.add(edit);
        }
      },
      take: (state) => void (confirmed = state),
      shown: () => {
        const { document: form } = pending.applyTo(confirmed);
        assert.ok(form);
        return { serial: pending.last, shown: shownKey(form) };
      },
    };
    return one;
  };
  return {
    document,
    page,
    /** As the host does it: after the edits that were received before. */
    run: async (from: Page, shown: ShownSearch): Promise<SearchDocument | undefined> => {
      await queue.idle();
      return searchAsShown(document.text, shown, from)?.document;
    },
  };
}

const start = newSearchText("company", { names: [{ value: "Northwind" }] });
const add = (value: string): SearchEdit => ({ kind: "addItems", field: "names", items: [{ value }] });

describe("a run started by a page", () => {
  it("includes the edits that were sent just before it", async () => {
    const { page, run } = host(start);
    const one = page();
    one.edit(add("Contoso"));
    one.edit({ kind: "setCredits", credits: 0.5 });
    one.edit({
      kind: "replaceItem",
      field: "names",
      index: 0,
      was: { value: "Northwind" },
      item: { value: "Northwind", exclude: true },
    });
    assert.deepEqual(await run(one, one.shown()), {
      search: "company",
      filters: { names: [{ value: "Northwind", exclude: true }, { value: "Contoso" }] },
      fetch: { records: 100, credits: 0.5 },
    });
  });

  it("is refused when another page has changed the search meanwhile", async () => {
    const { page, run, document } = host(start);
    const [one, other] = [page(), page()];
    other.edit({ kind: "setRecords", records: 9_000 });
    const shown = one.shown();
    assert.equal(await run(one, shown), undefined);
    one.take(documentState("a.prospect.json", document.text));
    assert.equal((await run(one, one.shown()))?.fetch.records, 9_000);
  });

  it("is refused when an edit was lost or refused by the schema or the editor", async () => {
    const lost = host(start);
    const one = lost.page();
    one.edit({ kind: "setCredits", credits: 5 }, "on the way");
    assert.equal(await lost.run(one, one.shown()), undefined);

    const refused = host(start);
    const other = refused.page();
    other.edit({ kind: "setCredits", credits: Number.NaN });
    assert.equal(await refused.run(other, other.shown()), undefined);

    const locked = host(start, () => true);
    const third = locked.page();
    third.edit({ kind: "setCredits", credits: 5 });
    assert.equal(await locked.run(third, third.shown()), undefined);
  });

  it("is refused when the lost edit would have changed nothing", async () => {
    const { page, run } = host(start);
    const one = page();
    one.edit({ kind: "setRecords", records: 100 }, "on the way");
    assert.equal(await run(one, one.shown()), undefined);
  });

  it("is refused while a field of the page has uncommitted input", async () => {
    const { page, run } = host(start);
    const one = page();
    one.uncommitted = ["“Credit limit”: Enter a number of credits, such as 0.5."];
    assert.equal(await run(one, one.shown()), undefined);
    one.uncommitted = [];
    assert.ok(await run(one, one.shown()));
  });

  for (const [name, text] of [
    ["an invalid limit", start.replace('"records": 100', '"records": 100, "credits": -1')],
    ["a range with swapped bounds", newSearchText("company", { headcounts: [{ min: 5, max: 1 }] })],
    ["text that is not JSON", start.slice(0, -3)],
  ] as const) {
    it(`is refused with ${name}, whatever the page sends`, () => {
      const shown = documentState("a.prospect.json", text).document;
      const message = { serial: 0, shown: shown === undefined ? "" : shownKey(shown) };
      assert.equal(searchAsShown(text, message, { lastEdit: 0, uncommitted: [] }), undefined);
    });
  }
});

describe("fields that must be fixed before a run", () => {
  const form = documentState(
    "a.prospect.json",
    newSearchText("company", { headcounts: [{ min: 5, max: 1 }], names: [{ value: "x" }] }),
  ).document;

  it("are those of the document and of the page, in the order of the form", () => {
    assert.ok(form);
    const problems = fieldProblems(form, {
      "filters.names": { problem: "No." },
      "filters.headcounts": { problem: "" },
      "fetch.credits": { problem: "None.", text: "x" },
      "filters.person_names": { problem: "of the other search" },
    });
    assert.deepEqual(
      problems.map(({ label, message }) => [label, message.slice(0, 15)]),
      [
        ["Credit limit", "None."],
        ["Names", "No."],
        ["Headcount", "“From” (5) is g"],
      ],
    );
  });

  it("are reported to the host together with text that is not added yet, shortened", () => {
    assert.ok(form);
    const reasons = uncommittedReasons(form, {
      words: " banks ",
      uncommitted: { "fetch.credits": { problem: "", text: "5" } },
      drafts: { names: "y".repeat(5_000), domains: "  " },
    });
    assert.match(reasons[0] ?? "", /“banks” isn't added yet/u);
    assert.equal(reasons[1], "“Credit limit”: This field is still being edited.");
    assert.match(reasons[2] ?? "", /^“Names”: “y+…” isn't added yet/u);
    assert.equal(reasons.length, 3);
    assert.equal(builderProcedures.reportUncommitted.safeParse({ reasons, input: "{}" }).success, true);
  });
});
