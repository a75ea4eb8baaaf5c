// Whether links lead a file out of the workspace, on a real disk.
import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { isReallyInside, placeOutside } from "../../../src/searches/realPlace";
import { newFolder, removeFolders } from "../store/rig";

describe("a file of the workspace", () => {
  let base: string;
  let root: string;
  const at = (name: string): string => path.join(root, name);
  const placeOf = (name: string, roots = [root]): Promise<string | undefined> =>
    placeOutside({ realpath: (file) => realpath(file) }, roots, at(name));

  beforeEach(() => {
    base = realpathSync(newFolder());
    root = path.join(base, "workspace");
    mkdirSync(at("exports"), { recursive: true });
    mkdirSync(path.join(base, "outside"));
    writeFileSync(path.join(base, "outside", "a.csv"), "");
  });
  after(removeFolders);

  it("is inside, also if it and its folders are missing, or if a link leads to another folder inside", async () => {
    symlinkSync("exports", at("link"));
    symlinkSync("../missing", at("dangling"));
    for (const name of ["a.csv", "exports/a.csv", "new/folder/a.csv", "link/a.csv", "..a/b.csv"]) {
      assert.equal(await placeOf(name), undefined, name);
    }
  });

  it("is outside if a link is its folder, one of the folders above, or the file itself", async () => {
    symlinkSync("../outside", at("link"));
    symlinkSync("../../outside", at("exports/link"));
    symlinkSync("link", at("twice"));
    symlinkSync("../outside/a.csv", at("file.csv"));
    symlinkSync("/", at("system"));
    const outside = path.join(base, "outside");
    const places: Record<string, string> = {
      "link/a.csv": path.join(outside, "a.csv"),
      "link/new/b.csv": path.join(outside, "new", "b.csv"),
      "exports/link/b.csv": path.join(outside, "b.csv"),
      "twice/b.csv": path.join(outside, "b.csv"),
      "file.csv": path.join(outside, "a.csv"),
      "system/b.csv": "/b.csv",
    };
    for (const [name, place] of Object.entries(places)) {
      assert.equal(await placeOf(name), place);
    }
  });

  it("is inside if the link leads to another folder of the workspace, or the workspace itself is a link", async () => {
    symlinkSync("../outside", at("link"));
    assert.equal(await placeOf("link/a.csv", [root, path.join(base, "outside")]), undefined);
    const linked = path.join(base, "linked");
    symlinkSync(root, linked);
    const disk = { realpath: (file: string) => realpath(file) };
    assert.equal(await placeOutside(disk, [linked], path.join(linked, "exports", "a.csv")), undefined);
  });

  it("is not meant if it is outside by its name: the user chose that place", async () => {
    assert.equal(await placeOf("../outside/a.csv"), undefined);
  });

  it("is really inside only if its name and its links say so, whether it exists or not", async () => {
    symlinkSync("../outside", at("link"));
    const disk = { realpath: (file: string) => realpath(file) };
    const isInside = (name: string): Promise<boolean> => isReallyInside(disk, [root], at(name));
    assert.deepEqual(await Promise.all(["exports/a.csv", "..a.csv", "missing.csv"].map(isInside)), [true, true, true]);
    const outside = ["../outside/a.csv", "link/a.csv", "link/missing.csv", "../workspaces/a.csv"];
    assert.deepEqual(await Promise.all(outside.map(isInside)), [false, false, false, false]);
  });

  it("is where its path says when nothing of the path can be read", async () => {
    const disk = { realpath: () => Promise.reject(new Error("no")) };
    assert.equal(await placeOutside(disk, ["/w"], "/w/a.csv"), undefined);
  });
});
