// Whether a file exists, where the file system cannot tell.
import assert from "node:assert/strict";
import type * as Files from "../../../src/workbench/files";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

describe("a file", () => {
  const vscode = createScriptedVscode();
  const product = useVscode<typeof Files>(["src/workbench/files.ts"], vscode);

  it("exists when it is found, not when its file system is unavailable: a search for a free name ends", async () => {
    let stat = async (): Promise<object> => ({ size: 1 });
    const { workspace } = vscode.api as { readonly workspace: { readonly fs: object } };
    Object.assign(workspace.fs, { stat: () => stat() });
    assert.equal(await product.fileExists({} as never), true);
    for (const code of ["FileNotFound", "NoPermissions", "Unavailable"]) {
      stat = () => Promise.reject(Object.assign(new Error(code), { code }));
      assert.equal(await product.fileExists({} as never), false, code);
    }
  });
});
