// The list of saved searches: any number of large files, read one after the other and only when they change.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { SearchFiles } from "../../../src/workbench/searchFiles/searchFiles";
import { useVscode } from "../../support/vscode";

describe("the list of saved searches", () => {
  const files = new Map<string, { text: string; mtime: number; size?: number }>();
  const vscode = useVscode();
  let read: string[] = [];
  let turns = 0;

  before(() => {
    Object.assign(vscode.workspace, {
      findFiles: async (_include: string, _exclude: string, most: number) =>
        [...files.keys()].slice(0, most).map((path) => Uri.file(path)),
      asRelativePath: ({ path }: Uri) => path.replace("/w/", ""),
      getWorkspaceFolder: () => ({ name: "w" }),
    });
    Object.assign(vscode.fs, {
      stat: async ({ path }: Uri) => {
        const file = files.get(path);
        return { size: file?.size ?? file?.text.length, mtime: file?.mtime, type: 1 };
      },
      readFile: async ({ path }: Uri) => {
        read.push(path);
        return Buffer.from(files.get(path)?.text ?? "");
      },
    });
  });
  beforeEach(() => {
    files.clear();
    [read, turns] = [[], 0];
  });

  const follow = (): SearchFiles => new SearchFiles(Uri.file("/library"));
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
    assert.ok(turns >= 20, `between any two files something else could run, but it did ${turns} times`);
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

  const add = (count: number, pathOf: (nth: number) => string): void => {
    for (let nth = 0; nth < count; nth += 1) {
      files.set(pathOf(nth), { text: search(1), mtime: 1 });
    }
  };

  it("stops at 2,000, and says that there are more", async () => {
    add(2_000, (nth) => `/w/s${nth}.prospect.json`);
    const all = await follow().find();
    assert.deepEqual([all.files.length, all.hasMore], [2_000, false]);
    add(1, () => "/w/another.prospect.json");
    const first = await follow().find();
    assert.deepEqual([first.files.length, first.hasMore], [2_000, true]);
  });

  it("names the folder of those whose name another one has", async () => {
    add(1, () => "/w/eu/Banks.prospect.json");
    add(1, () => "/w/Banks.prospect.json");
    add(1, () => "/w/us/Makers.prospect.json");
    assert.deepEqual(
      (await follow().list()).map(({ name, folder }) => [name, folder]),
      [
        ["Banks", "w"],
        ["Banks", "eu"],
        ["Makers", undefined],
      ],
    );
  });
});
