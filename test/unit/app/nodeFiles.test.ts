// The files that tools may use: plain files within the workspace. hostileWorkspaces.test.ts has links and devices.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Refusal } from "../../../src/app/app";
import { createNodeFiles } from "../../../src/app/headless/nodeFiles";
import { newFolder, removeFolders } from "../store/rig";

const search = '{ "search": "company", "filters": {} }\n';

describe("the files of tools", () => {
  let root: string;
  let outside: string;
  const files = (): ReturnType<typeof createNodeFiles> => createNodeFiles([root]);

  beforeEach(() => {
    const base = newFolder();
    [root, outside] = [path.join(base, "workspace"), path.join(base, "outside")];
    mkdirSync(root);
    mkdirSync(outside);
    writeFileSync(path.join(outside, "a.prospect.json"), search);
    writeFileSync(path.join(root, "a.prospect.json"), search);
  });
  afterEach(removeFolders);

  const refuses = (work: Promise<unknown>, message: RegExp): Promise<void> =>
    assert.rejects(work, (error: unknown) => error instanceof Refusal && message.test(error.message));

  it("are read and written by relative and absolute paths within the workspace", async () => {
    assert.equal((await files().readSearch("a.prospect.json")).text, search);
    assert.equal((await files().readSearch(path.join(root, "a.prospect.json"))).text, search);
    writeFileSync(path.join(root, "t.csv"), "a\n");
    const { uri, bytes } = await files().readTable("t.csv");
    assert.match(uri, /^file:\/\/.*\/t\.csv$/u);
    assert.equal(Buffer.from(bytes).toString(), "a\n");
    assert.equal(await files().target("new/b.csv", false), path.join(root, "new", "b.csv"));
  });

  it("are never the database, whose folder may be in the workspace", async () => {
    for (const name of ["home/store/desk.db", "home/Store/Prospect-Desk.DB"]) {
      await refuses(files().target(name, true), /database of Prospect Desk/u);
    }
    assert.equal(await files().target("desk.db", false), path.join(root, "desk.db"));
  });

  it("are never outside, hidden, or of names that some system refuses", async () => {
    const bad = [
      "../outside/a.prospect.json",
      "x/../../outside/a.prospect.json",
      path.join(outside, "a.prospect.json"),
    ];
    for (const name of [...bad, "~/a.prospect.json"]) {
      await refuses(files().readSearch(name), /outside the workspace/u);
      await refuses(files().readTable(name), /outside the workspace/u);
    }
    for (const name of [".vscode/a.prospect.json", ".git/a.csv", "nul.csv", "a:b.csv", "a\u202ecsv.csv", "x /a.csv"]) {
      await refuses(files().target(name, true), /not a name that tools may use/u);
    }
    await refuses(files().target("a.prospect.json", true), /saved search/u);
    await refuses(files().readSearch("a.csv"), /must end with/u);
  });

  it("are replaced only when told to, and refused without a folder", async () => {
    writeFileSync(path.join(root, "old.csv"), "old");
    await refuses(files().target("old.csv", false), /already exists/u);
    assert.equal(await files().target("old.csv", true), path.join(root, "old.csv"));
    await refuses(createNodeFiles([]).readSearch("a.prospect.json"), /No folder is open/u);
    await refuses(files().readSearch("none.prospect.json"), /does not exist/u);
  });

  it("have plain names: no device of Windows, no end with a dot or blank, no folder", async () => {
    for (const name of ["con", "COM1.csv", "lpt9.txt", "a./b.csv", "b.csv.", 'a"b.csv', "a|b.csv", "a\u2028b.csv"]) {
      await refuses(
        files().target(name, true),
        /^“.*” is not a name that tools may use\. Choose a plain file name\.$/u,
      );
    }
    for (const name of ["", " ", "folder/", "folder\\"]) {
      await refuses(files().target(name, true), /is not the path of a file\.$/u);
    }
    for (const name of ["console.csv", "com.csv", "com10.csv", "a.b.csv", "./c.csv", "x//d.csv"]) {
      assert.equal(await files().target(name, true), path.join(root, name), name);
    }
    if (path.sep === "/") {
      assert.equal(await files().target("new\\e.csv", true), path.join(root, "new/e.csv"));
    }
    assert.ok(existsSync(path.join(root, "x")) && existsSync(path.join(root, "new")), "the folders were created");
  });

  it("are refused where a folder is a file or a link, or the file a folder, and in the workspace's own place", async () => {
    mkdirSync(path.join(root, "folder.csv"));
    writeFileSync(path.join(root, "plain"), "");
    for (const name of ["folder.csv", "plain/a.csv"]) {
      await refuses(files().target(name, true), /is not a regular file in a folder\.$/u);
    }
    symlinkSync(outside, path.join(root, "linked"));
    await refuses(files().target("linked/a.csv", true), /is or contains a link\. Tools do not follow links\.$/u);
    await refuses(files().target(root, true), /outside the workspace/u);
    await refuses(files().target(`${root}-2/a.csv`, true), /outside the workspace/u);
    await refuses(
      files().target(`${"x".repeat(300)}.csv`, true),
      /cannot be used: the system reported ENAMETOOLONG\.$/u,
    );
    writeFileSync(path.join(root, "a.csv"), "");
    await refuses(files().target("a.csv", false), /^“a\.csv” already exists\. Choose another name, or pass replace/u);
    assert.equal(await files().target("a.csv", true), path.join(root, "a.csv"));
  });

  it("may be in any folder of the workspace, by an absolute path", async () => {
    const both = createNodeFiles([root, outside]);
    assert.equal((await both.readSearch(path.join(outside, "a.prospect.json"))).text, search);
    assert.equal(both.root, root);
    assert.equal(createNodeFiles([]).root, undefined);
  });

  it("that are no text, or do not exist, are refused", async () => {
    writeFileSync(path.join(root, "a.prospect.json"), Buffer.from([0xff]));
    await refuses(files().readSearch("a.prospect.json"), /^“a\.prospect\.json” is not UTF-8 text\.$/u);
    await assert.rejects(files().readSearch("none.prospect.json"), { reason: "notFound" });
  });
});
