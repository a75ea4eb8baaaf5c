// The files of tables: which one the command takes when it is called from the Command Palette, and how it is read.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { TabInputCustom, TabInputText, Uri } from "vscode";
import { askForTable, bytesOf } from "../../../src/workbench/lookups/tableFiles";
import { useVscode } from "../../support/vscode";
import { turnsDuring } from "../tables/turnsDuring";

describe("the file of a table", function () {
  const vscode = useVscode();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-table-"));

  const ask = (): Promise<{ readonly path: string } | undefined> =>
    askForTable({ title: "Look up", files: { Tables: ["csv"] } });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it("is the CSV file in the active tab, and no other file", async () => {
    const found: (string | undefined)[] = [];
    for (const tab of [
      new TabInputText(Uri.file("/w/accounts.CSV")),
      new TabInputText(Uri.file("/w/accounts.tsv")),
      new TabInputText(Uri.file("/w/notes.md")),
      new TabInputText(Uri.from({ scheme: "untitled", path: "/w/new.csv" })),
      new TabInputCustom(Uri.file("/w/run.csv"), "results"),
      undefined,
    ]) {
      vscode.activeTab = tab;
      found.push((await ask())?.path);
    }
    assert.deepEqual(found, ["/w/accounts.CSV", "/w/accounts.tsv", undefined, undefined, undefined, undefined]);
  });

  it("is saved first, because the file is read; not taken when it cannot be saved", async () => {
    const uri = Uri.file("/w/accounts.csv");
    vscode.activeTab = new TabInputText(uri);
    for (const isSaved of [true, false]) {
      let saves = 0;
      vscode.workspace["textDocuments"] = [{ uri, isDirty: true, save: async () => ((saves += 1), isSaved) }];
      assert.deepEqual([(await ask())?.path, saves], [isSaved ? "/w/accounts.csv" : undefined, 1]);
    }
  });

  it("is else one of the workspace's tables, or one that is browsed for", async () => {
    vscode.activeTab = undefined;
    const found = ["/w/b.csv", "/w/a.tsv"].map((file) => Uri.file(file));
    Object.assign(vscode.workspace, {
      findFiles: async () => found,
      asRelativePath: ({ path: file }: { readonly path: string }) => file.slice("/w/".length),
    });
    vscode.answers.set("showOpenDialog", () => [Uri.file("/elsewhere/c.csv")]);
    const offered: (readonly string[])[] = [];
    const choose = (at: number) => (box: { readonly items: readonly { readonly label: string }[] }) => (
      offered.push(box.items.map(({ label }) => label)),
      box.items.at(at)
    );
    vscode.answers.set("createQuickPick", choose(0) as never);
    assert.equal((await ask())?.path, "/w/a.tsv");
    vscode.answers.set("createQuickPick", choose(-1) as never);
    assert.equal((await ask())?.path, "/elsewhere/c.csv");
    assert.deepEqual(offered[0], ["a.tsv", "b.csv", "$(folder-opened) Browse…"]);
    found.length = 0;
    assert.equal((await ask())?.path, "/elsewhere/c.csv", "without a table there is nothing to choose from");
    assert.equal(offered.length, 2);
  });

  it("is read in pieces, also where VS Code reads it at once; other work runs in between", async () => {
    const bytes = Buffer.alloc(1_000_000, "a.example\n");
    const file = path.join(folder, "a.csv");
    fs.writeFileSync(file, bytes);
    vscode.fs["readFile"] = () => Promise.resolve(bytes);
    for (const uri of [Uri.file(file), Uri.from({ scheme: "memfs", path: "/a.csv" })]) {
      const pieces: Uint8Array[] = [];
      const turns = await turnsDuring(async () => {
        for await (const piece of bytesOf(String(uri))()) {
          pieces.push(piece);
          const until = performance.now() + 1;
          while (performance.now() < until);
        }
      });
      assert.deepEqual(Buffer.concat(pieces), bytes);
      assert.ok(pieces.every(({ length }) => length <= 8 * 1024));
      assert.ok(turns > 1, uri.scheme);
    }
  });
});
