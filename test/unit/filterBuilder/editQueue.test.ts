// Edits of one document in a queue: one at a time, each computed from the text as it is then, none lost.
import assert from "node:assert/strict";
import { createEditQueue, type EditedText } from "../../../src/workbench/searchEditor/editQueue";
import { newSearchText } from "../../../src/searches/newSearchText";
import { applySearchEdits } from "../../../src/searches/searchEdits";
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";

const add = (value: string): SearchEdit => ({ kind: "addItems", field: "names", items: [{ value }] });

/** A document whose editor takes a turn for every edit and refuses those that overlap or meet another text. */
function slowDocument(
  text: string,
  refuse: (attempt: number) => boolean = () => false,
): EditedText & { text: string; attempts: number } {
  let applying = false;
  const document = {
    text,
    attempts: 0,
    getText: () => document.text,
    apply: async (edits: Parameters<EditedText["apply"]>[0]) => {
      document.attempts += 1;
      if (applying || refuse(document.attempts)) {
        return false;
      }
      applying = true;
      const before = document.text;
      await Promise.resolve();
      document.text = applySearchEdits(before, edits);
      applying = false;
      return true;
    },
  };
  return document;
}

const names = (text: string): readonly string[] =>
  (JSON.parse(text) as { filters: { names: { value: string }[] } }).filters.names.map(({ value }) => value);

describe("the queue of edits", () => {
  it("applies a hundred edits that came at once, in their order, and says once that it is idle", async () => {
    const document = slowDocument(newSearchText("company"));
    let idle = 0;
    const queue = createEditQueue(document, () => (idle += 1), assert.fail);
    const values = Array.from({ length: 100 }, (_, index) => `n${index}`);
    values.forEach((value) => queue.add(add(value)));
    assert.equal(queue.busy, true);
    await queue.idle();
    assert.deepEqual(names(document.text), values);
    assert.equal(document.attempts, 100);
    assert.deepEqual([queue.busy, idle], [false, 1]);
  });

  it("computes a refused edit again, from the text that made it be refused", async () => {
    const document = slowDocument(newSearchText("company"), (attempt) => {
      if (attempt === 1) {
        document.text = newSearchText("company", { names: [{ value: "someone else's" }] });
      }
      return attempt === 1;
    });
    const queue = createEditQueue(document, () => undefined, assert.fail);
    queue.add(add("mine"));
    await queue.idle();
    assert.deepEqual(names(document.text), ["someone else's", "mine"]);
  });

  it("says when an edit is lost, and goes on with the next", async () => {
    const lines: string[] = [];
    const document = slowDocument(newSearchText("company"), (attempt) => attempt <= 5);
    const queue = createEditQueue(
      document,
      () => undefined,
      (line) => lines.push(line),
    );
    queue.add(add("lost"));
    queue.add(add("kept"));
    await queue.idle();
    assert.deepEqual(names(document.text), ["kept"]);
    assert.equal(lines.length, 1);
  });

  it("survives an editor that fails", async () => {
    const lines: string[] = [];
    const document = { getText: () => newSearchText("company"), apply: () => Promise.reject(new Error("closed")) };
    const queue = createEditQueue(
      document,
      () => undefined,
      (line) => lines.push(line),
    );
    queue.add(add("x"));
    await queue.idle();
    assert.match(lines.join("\n"), /An edit \(addItems\) failed: Error/u);
    assert.equal(queue.busy, false);
  });
});
