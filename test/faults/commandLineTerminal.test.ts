// What the command line prints to a real terminal and to a pipe.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { addPage, beginRun, newFolder, now, openTestStore, owner, removeFolders } from "../unit/store/rig";
import { commandLineScript, environmentOf, prospect } from "./support/commandLine";

const title = "\u001b]0;owned\u0007\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\\u001b[2J\u009b31m";

describe("the command line and a terminal", function () {
  let folder: string;
  let run: string;
  beforeEach(async () => {
    folder = newFolder();
    const { store, close } = openTestStore({ file: path.join(folder, "home", "store", "desk.db") });
    const begun = await beginRun(store);
    await addPage(store, begun, [{ id: "p1", full_name: `Zoë ${title}` }]);
    await store.runs.stop(begun.id, owner, { kind: "complete" }, now);
    await close();
    run = begun.id;
  });
  afterEach(removeFolders);

  it("prints control characters of records to a pipe", async () => {
    const { stdout, code, stderr } = await prospect(["export", run, "--fields", "name"], { folder });
    assert.equal(code, 0, stderr);
    assert.ok(stdout.includes(`Zoë ${title}`));
  });

  const script = spawnSync("script", ["--version"]);
  if (script.status === 0 && process.platform === "linux") {
    it("prints none of them to a terminal", () => {
      const line = [process.execPath, commandLineScript, "export", run, "--fields", "name"].join(" ");
      const { stdout, status } = spawnSync("script", ["-qec", line, "/dev/null"], {
        cwd: folder,
        env: environmentOf({ folder }),
        encoding: "utf8",
        input: "",
      });
      assert.equal(status, 0, stdout);
      assert.match(stdout, /Zoë \ufffd\]0;owned\ufffd/u);
      assert.deepEqual(
        ["\u001b", "\u0007", "\u009b"].filter((harmful) => stdout.includes(harmful)),
        [],
      );
    });
  }
});
