// What is run is what the page showed when it asked: the page's pending edits, the host's queue and the host's check together.
import assert from "node:assert/strict";
import { documentState, searchAsShown, type ShownOnPage } from "../../../src/workbench/searchEditor/documentState";
import { createEditQueue, type EditedText } from "../../../src/workbench/searchEditor/editQueue";
import { newSearchText } from "../../../src/searches/newSearchText";
import { applySearchEdits } from "../../../src/searches/searchEdits";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { shownKey } from "../../../src/searches/searchForm";
import { builderMessage, type DocumentState, type SearchEdit } from "../../../webview-ui/messages/filterBuilder";
import { createPendingEdits } from "../../../webview-ui/filter-builder/pendingEdits";
import { fieldProblems, unsettledReasons } from "../../../webview-ui/filter-builder/unsettledFields";

/** A page with its number of edits as the host counts them. */
interface Page {
  edits: number;
  unsettled: readonly string[];
  edit(edit: SearchEdit, lost?: "on the way"): void;
  take(state: DocumentState): void;
  ask(): ShownOnPage;
}

/** A host with one document, which takes `slowly` turns for each edit, and any number of pages. */
function host(text: string, refuses: () => boolean = () => false) {
  const document: EditedText & { text: string } = {
    text,
    getText: () => document.text,
    apply: async (edits) => {
      await Promise.resolve();
      if (refuses()) {
        return false;
      }
      document.text = applySearchEdits(document.text, edits);
      return true;
    },
  };
  const queue = createEditQueue(
    document,
    () => undefined,
    () => undefined,
  );
  const page = (): Page => {
    const pending = createPendingEdits();
    let confirmed = documentState("a.prospect.json", document.text);
    const one: Page = {
      edits: 0,
      unsettled: [],
      edit: (edit, lost) => {
        const serial = pending.add(edit);
        const sent = builderMessage.safeParse({ type: "edit", serial, edit });
        if (lost === undefined && sent.success) {
          one.edits = serial;
          queue.add(edit);
        }
      },
      take: (state) => void (confirmed = state),
      ask: () => {
        const shown = pending.over(confirmed).document;
        assert.ok(shown);
        return { type: "run", serial: pending.last, shown: shownKey(shown) };
      },
    };
    return one;
  };
  return {
    document,
    page,
    /** What the host does with a message: it waits for the edits that came before. */
    run: async (from: Page, message: ShownOnPage): Promise<SearchDocument | undefined> => {
      await queue.idle();
      return searchAsShown(document.text, message, from)?.document;
    },
  };
}

const start = newSearchText("company", { names: [{ value: "Northwind" }] });
const add = (value: string): SearchEdit => ({ kind: "addItems", field: "names", items: [{ value }] });

describe("a run asked for by a page", () => {
  it("takes the edits that were sent just before it", async () => {
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
    assert.deepEqual(await run(one, one.ask()), {
      search: "company",
      filters: { names: [{ value: "Northwind", exclude: true }, { value: "Contoso" }] },
      fetch: { records: 100, credits: 0.5 },
    });
  });

  it("does nothing when another page changed the search at the same moment", async () => {
    const { page, run, document } = host(start);
    const [one, other] = [page(), page()];
    other.edit({ kind: "setRecords", records: 9_000 });
    const asked = one.ask();
    assert.equal(await run(one, asked), undefined);
    one.take(documentState("a.prospect.json", document.text));
    assert.equal((await run(one, one.ask()))?.fetch.records, 9_000);
  });

  it("does nothing when an edit was lost on the way, refused by the message's schema, or by the editor", async () => {
    const lost = host(start);
    const one = lost.page();
    one.edit({ kind: "setCredits", credits: 5 }, "on the way");
    assert.equal(await lost.run(one, one.ask()), undefined);

    const refused = host(start);
    const other = refused.page();
    other.edit({ kind: "setCredits", credits: Number.NaN });
    assert.equal(await refused.run(other, other.ask()), undefined);

    const locked = host(start, () => true);
    const third = locked.page();
    third.edit({ kind: "setCredits", credits: 5 });
    assert.equal(await locked.run(third, third.ask()), undefined);
  });

  it("does nothing when an edit that is lost would have changed nothing but is missing", async () => {
    const { page, run } = host(start);
    const one = page();
    one.edit({ kind: "setRecords", records: 100 }, "on the way");
    assert.equal(await run(one, one.ask()), undefined);
  });

  it("does nothing while a field of the page shows something else", async () => {
    const { page, run } = host(start);
    const one = page();
    one.unsettled = ["“Credit limit”: Type a number of credits, such as 0.5."];
    assert.equal(await run(one, one.ask()), undefined);
    one.unsettled = [];
    assert.ok(await run(one, one.ask()));
  });

  for (const [name, text] of [
    ["an invalid limit", start.replace('"records": 100', '"records": 100, "credits": -1')],
    ["a range the wrong way round", newSearchText("company", { headcounts: [{ min: 5, max: 1 }] })],
    ["text that is no JSON", start.slice(0, -3)],
  ] as const) {
    it(`does nothing with ${name}, whatever the page says`, () => {
      const shown = documentState("a.prospect.json", text).document;
      const message = { type: "run", serial: 0, shown: shown === undefined ? "" : shownKey(shown) } as const;
      assert.equal(searchAsShown(text, message, { edits: 0, unsettled: [] }), undefined);
    });
  }
});

describe("the fields that keep a search from running", () => {
  const form = documentState(
    "a.prospect.json",
    newSearchText("company", { headcounts: [{ min: 5, max: 1 }], names: [{ value: "x" }] }),
  ).document;

  it("are those of the document and those of the page, in the order of the form", () => {
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
        ["Headcount", "The lower bound"],
      ],
    );
  });

  it("are told to the host with text that is not added yet, cut to what can be read", () => {
    assert.ok(form);
    const reasons = unsettledReasons(
      form,
      { "fetch.credits": { problem: "", text: "5" } },
      { names: "y".repeat(5_000), domains: "  " },
    );
    assert.equal(reasons[0], "“Credit limit”: This field is still being edited.");
    assert.match(reasons[1] ?? "", /^“Names”: “y+…” isn't added yet/u);
    assert.equal(reasons.length, 2);
    assert.equal(builderMessage.safeParse({ type: "unsettled", reasons }).success, true);
  });
});
