// A build is whole when everything that its files import is there; `npm start` says READY only then.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkBuild } from "../host/buildCheck.mjs";

describe("the check of a build", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "build-"));
    mkdirSync(path.join(folder, "parts"));
    writeFileSync(path.join(folder, "extension.cjs"), 'const desk = () => import("./desk.js");');
    writeFileSync(path.join(folder, "desk.js"), 'import{a as b}from"./parts/one-AB12.js";import"./parts/two-CD34.js";');
    writeFileSync(path.join(folder, "parts", "one-AB12.js"), 'export * from "./two-CD34.js";');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("names the file that another build has removed, and who needs it", () => {
    assert.throws(() => checkBuild(folder), /is not complete: (desk\.js|parts.one-AB12\.js) needs .*two-CD34\.js/);
  });

  it("accepts a whole one", () => {
    writeFileSync(path.join(folder, "parts", "two-CD34.js"), "");
    checkBuild(folder);
  });
});
