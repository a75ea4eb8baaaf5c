// Two windows that keep searches in one library at once, one of them killed: no acknowledged search or change is lost.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder, removeFolders } from "../unit/store/rig";
import { acknowledgedLines } from "./support/acknowledgedLines";

const child = fileURLToPath(new URL("./runsLibraryChild.js", import.meta.url));

interface Update {
  readonly file: string;
  readonly text: string;
}

/** The updates a window acknowledged, until its end or until it was killed after so many. */
async function acknowledged(
  folder: string,
  name: string,
  count: number,
  killAfter?: number,
): Promise<readonly Update[]> {
  const lines = await acknowledgedLines(child, [folder, name, String(count)], killAfter);
  return lines.map((line) => ({ file: line.split("\t")[0] ?? "", text: line.split("\t")[1] ?? "" }));
}

describe("the library of two windows", function () {
  this.timeout(60_000);

  it("keeps each of 1,000 updates that were acknowledged, with one window killed in the middle", async () => {
    const folder = newFolder();
    try {
      const [whole, cut] = await Promise.all([acknowledged(folder, "a", 500), acknowledged(folder, "b", 500, 250)]);
      const rest = await acknowledged(folder, "c", 500 - cut.length + (cut.length % 2));
      assert.ok(cut.length >= 250 && cut.length < 500 && whole.length === 500);
      assert.ok(whole.length + cut.length + rest.length >= 1000);
      const latest = new Map([...whole, ...cut, ...rest].map(({ file, text }) => [file, text]));
      assert.equal(
        latest.size,
        [...whole, ...cut, ...rest].filter(({ text }) => text.includes("made")).length,
        "no search took another's place",
      );
      // The kill may have come between the last change and the word of it.
      const unsaid = `b changed ${cut.length}`;
      const lost = [...latest].filter(
        ([file, text]) => ![text, unsaid].includes(readFileSync(path.join(folder, file), "utf8")),
      );
      assert.deepEqual(lost, []);
      const unknown = readdirSync(folder).filter((file) => file.endsWith(".prospect.json") && !latest.has(file));
      assert.ok(unknown.length <= 1, "at most the one that the killed window could not tell of any more");
    } finally {
      removeFolders();
    }
  });
});
