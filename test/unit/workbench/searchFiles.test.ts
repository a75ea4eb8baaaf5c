// The list of saved searches: any number of large files, read one after the other and only when they change.
import assert from "node:assert/strict";
import type * as SearchFiles from "../../../src/workbench/views/searchFiles";
import { removeFolders } from "../store/rig";
import { Uri } from "./scriptedVscode";
import { importSearchFiles } from "./searchFilesRig";

describe("the list of saved searches", () => {
  const files = new Map<string, { text: string; mtime: number; size?: number }>();
  let module: typeof SearchFiles;
  let read: string[] = [];
  let turns = 0;
  let turnsAtRead: number[] = [];

  before(async () => {
    module = await importSearchFiles({
      find: () => [...files.keys()].map((path) => Uri.file(path)),
      stat: async ({ path }) => {
        const file = files.get(path);
        return { size: file?.size ?? file?.text.length, mtime: file?.mtime, type: 1 };
      },
      readFile: async ({ path }) => {
        read.push(path);
        turnsAtRead.push(turns);
        return Buffer.from(files.get(path)?.text ?? "");
      },
    });
  });
  beforeEach(() => {
    files.clear();
    [read, turnsAtRead, turns] = [[], [], 0];
  });
  after(removeFolders);

  const follow = (): SearchFiles.SearchFiles => module.followSearchFiles(Uri.file("/library") as never);
  const search = (values: number): string => {
    const items = Array.from({ length: values }, (_, nth) => `{ "value": "northwind${nth}.example" }`);
    return `{ "search": "company", "filters": { "domains": [${items.join(",")}] } }`;
  };

  it("lets other work run before each file, names all of them, and keeps their words short", async () => {
    const text = search(5_000);
    for (let nth = 0; nth < 20; nth += 1) {
      files.set(`/w/s${nth}.prospect.json`, { text, mtime: 1 });
    }
    let isListed = false;
    const otherWork = (): void => {
      turns += 1;
      if (!isListed) {
        setImmediate(otherWork);
      }
    };
    setImmediate(otherWork);
    const listed = await follow().list();
    isListed = true;
    assert.equal(listed.length, 20);
    assert.ok(listed.every(({ kind, words }) => kind === "company" && words.length <= 501));
    assert.equal(new Set(turnsAtRead).size, 20, "between any two files something else could run");
  });

  it("reads a file again only when its size or time has changed", async () => {
    files.set("/w/a.prospect.json", { text: search(1), mtime: 1 });
    files.set("/w/b.prospect.json", { text: search(1), mtime: 1 });
    const followed = follow();
    await followed.list();
    files.set("/w/b.prospect.json", { text: search(1).replace("company", "people"), mtime: 2 });
    const kinds = (await followed.list()).map(({ kind }) => kind);
    assert.deepEqual(read, ["/w/a.prospect.json", "/w/b.prospect.json", "/w/b.prospect.json"]);
    assert.equal(kinds[0], "company");
  });

  it("names a large file without reading it", async () => {
    files.set("/w/huge.prospect.json", { text: "", mtime: 1, size: 200_001 });
    const [huge] = await follow().list();
    assert.deepEqual(
      [huge?.name, huge?.words, huge?.isTooLarge],
      ["huge", "Large file. Open it to see its filters.", true],
    );
    assert.deepEqual(read, []);
  });

  it("names a file with very many values, and shows one with 5,000", async () => {
    const search = (values: number): string =>
      `{ "search": "company", "filters": { "domains": [${Array(values).fill('{"value":"a.example"}').join()}] } }`;
    files.set("/w/a.prospect.json", { text: search(5_000), mtime: 1 });
    files.set("/w/b.prospect.json", { text: search(7_000), mtime: 1 });
    const listed = await follow().list();
    assert.deepEqual(
      listed.map(({ kind, isTooLarge }) => [kind, isTooLarge]),
      [
        ["company", undefined],
        [undefined, true],
      ],
    );
  });
});
