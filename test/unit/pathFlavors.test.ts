// Paths and names as Windows has them (drives, backslashes, no difference of case) and as other systems have them.
import assert from "node:assert/strict";
import path from "node:path";
import { Refusal } from "../../src/app/app";
import { createNodeFiles } from "../../src/app/headless/nodeFiles";
import { leaveOutPathFrom, leaveOutPathProblem } from "../../src/searches/leaveOutPaths";
import { isInside } from "../../src/searches/realPlace";

const { posix, win32 } = path;

describe("a path", () => {
  it("is inside a folder on Windows whatever the case and the separators, and on no other drive", () => {
    for (const file of [
      "C:\\team\\a.csv",
      "c:\\Team\\lists\\a.csv",
      "C:/team/a.csv",
      "C:\\team",
      "C:\\team\\..a.csv",
    ]) {
      assert.ok(isInside("C:\\team", file, win32), file);
    }
    for (const file of [
      "C:\\team2\\a.csv",
      "C:\\team\\..\\a.csv",
      "D:\\team\\a.csv",
      "\\\\server\\team\\a.csv",
      "C:\\",
    ]) {
      assert.ok(!isInside("C:\\team", file, win32), file);
    }
    assert.ok(isInside("\\\\server\\share", "\\\\SERVER\\share\\a.csv", win32));
  });

  it("is inside a folder elsewhere only in the same case, and a backslash is a letter", () => {
    for (const file of ["/team/a.csv", "/team/..a.csv", "/team/..\\a.csv", "/team/a:b"]) {
      assert.ok(isInside("/team", file, posix), file);
    }
    for (const file of ["/Team/a.csv", "/team2/a.csv", "/team/../a.csv", "/"]) {
      assert.ok(!isInside("/team", file, posix), file);
    }
  });
});

describe("the files of tools", () => {
  const refusal = async (root: string, flavor: path.PlatformPath, given: string): Promise<string> => {
    const error: unknown = await createNodeFiles([root], flavor)
      .readSearch(given)
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof Refusal, given);
    return error.message;
  };
  const asked = /outside the workspace|not a name that tools may use/u;

  it("on Windows are found by either separator and any case, and never outside the workspace", async () => {
    const root = "C:\\no such folder\\team";
    for (const given of ["a.prospect.json", "x/a.prospect.json", "x\\a.prospect.json", `${root}\\a.prospect.json`]) {
      assert.doesNotMatch(await refusal(root, win32, given), asked, given);
    }
    assert.doesNotMatch(await refusal(root, win32, `${root.toLowerCase()}\\a.prospect.json`), asked);
    for (const given of [
      "..\\a.prospect.json",
      "D:\\a.prospect.json",
      "D:a.prospect.json",
      "\\\\server\\share\\a.prospect.json",
    ]) {
      assert.match(await refusal(root, win32, given), asked, given);
    }
  });

  it("elsewhere are found by either separator, and never by a drive", async () => {
    const root = "/no such folder/team";
    for (const given of ["a.prospect.json", "x/a.prospect.json", "x\\a.prospect.json"]) {
      assert.doesNotMatch(await refusal(root, posix, given), asked, given);
    }
    for (const given of ["..\\a.prospect.json", "/no such folder/WORK/a.prospect.json", "C:\\a.prospect.json"]) {
      assert.match(await refusal(root, posix, given), asked, given);
    }
  });
});

describe("the path of a leave-out list", () => {
  it("has `/`, also where the folders are on a drive", () => {
    assert.equal(leaveOutPathFrom("/c:/team/searches", "/c:/team/lists/a b.csv"), "../lists/a b.csv");
    for (const named of ["lists\\a.csv", "C:/a.csv", "c:a.csv", "\\\\server\\a.csv"]) {
      assert.notEqual(leaveOutPathProblem(named), undefined, named);
    }
  });
});
