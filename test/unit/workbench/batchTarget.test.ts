// How the table of a batch is read.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as Product from "../../../src/workbench/lookups/tableFiles";
import { turnsDuring } from "../lookups/turnsDuring";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode, Uri } from "./scriptedVscode";

describe("the table of a batch", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-batch-"));
  const product = useVscode<typeof Product>(["src/workbench/lookups/tableFiles.ts"], vscode);

  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it("is read in pieces, also where VS Code reads it at once; other work runs in between", async () => {
    const bytes = Buffer.alloc(1_000_000, "a.example\n");
    const file = path.join(folder, "a.csv");
    fs.writeFileSync(file, bytes);
    const { workspace } = vscode.api as { readonly workspace: { readonly fs: { readFile: unknown } } };
    workspace.fs.readFile = () => Promise.resolve(bytes);
    for (const uri of [Uri.file(file), Uri.from({ scheme: "memfs", path: "/a.csv" })]) {
      const pieces: Uint8Array[] = [];
      const turns = await turnsDuring(async () => {
        for await (const piece of product.bytesOf(String(uri))()) {
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
