// The queue applies edits one at a time, each computed from the current text, and loses none.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { newSearchText } from "../../../src/searches/searchEdits";
import { EditQueue, type EditedText } from "../../../src/workbench/searchEditor/editQueue";
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";

const add = (value: string): SearchEdit => ({ kind: "addItems", field: "names", items: [{ value }] });

/** A document whose editor applies edits asynchronously and refuses overlapping ones. */
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
      document.text = applyEdits(before, edits);
      applying = false;
      return true;
    },
  };
  return document;
}

const names = (text: string): readonly string[] =>
  (JSON.parse(text) as { filters: { names: { value: string }[] } }).filters.names.map(({ value }) => value);

describe("the queue of edits", () => {
  it("applies a hundred edits in order and reports once that it is idle", async () => {
    const document = slowDocument(newSearchText("company"));
    let idle = 0;
    const queue = new EditQueue(document, { onIdle: () => (idle += 1), log: assert.fail });
    const values = Array.from({ length: 100 }, (_, index) => `n${index}`);
    values.forEach((value) => queue.add(add(value)));
    assert.equal(queue.isBusy, true);
    await queue.idle();
    assert.deepEqual(names(document.text), values);
    assert.equal(document.attempts, 100);
    assert.deepEqual([queue.isBusy, idle], [false, 1]);
  });

  it("computes a refused edit again from the changed text", async () => {
    const document = slowDocument(newSearchText("company"), (attempt) => {
      if (attempt === 1) {
        document.text = newSearchText("company", { names: [{ value: "someone else's" }] });
      }
      return attempt === 1;
    });
    const queue = new EditQueue(document, { onIdle: () => undefined, log: assert.fail });
    queue.add(add("mine"));
    await queue.idle();
    assert.deepEqual(names(document.text), ["someone else's", "mine"]);
  });

  it("logs a lost edit and continues with the next", async () => {
    const lines: string[] = [];
    const document = slowDocument(newSearchText("company"), (attempt) => attempt <= 5);
    const queue = new EditQueue(document, { onIdle: () => undefined, log: (line) => lines.push(line) });
    queue.add(add("lost"));
    queue.add(add("kept"));
    await queue.idle();
    assert.deepEqual(names(document.text), ["kept"]);
    assert.equal(lines.length, 1);
  });

  it("survives an editor that fails", async () => {
    const lines: string[] = [];
    const document = { getText: () => newSearchText("company"), apply: () => Promise.reject(new Error("closed")) };
    const queue = new EditQueue(document, { onIdle: () => undefined, log: (line) => lines.push(line) });
    queue.add(add("x"));
    await queue.idle();
    assert.match(lines.join("\n"), /An edit \(addItems\) failed: Error/u);
    assert.equal(queue.isBusy, false);
  });
});
