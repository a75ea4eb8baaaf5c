// Whether a file exists, where the file system cannot tell.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type * as FileExists from "../../../src/workbench/files";
import { importWithVscode } from "./bundleWithVscode";

describe("a file", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "prospect-desk-exists-"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("exists when it is found, not when its file system is unavailable: a search for a free name ends", async () => {
    let stat = async (): Promise<object> => ({ size: 1 });
    const api = { workspace: { fs: { stat: () => stat() } } };
    const { fileExists } = (await importWithVscode(["src/workbench/files.ts"], folder, api)) as typeof FileExists;
    assert.equal(await fileExists({} as never), true);
    for (const code of ["FileNotFound", "NoPermissions", "Unavailable"]) {
      stat = () => Promise.reject(Object.assign(new Error(code), { code }));
      assert.equal(await fileExists({} as never), false, code);
    }
  });
});
