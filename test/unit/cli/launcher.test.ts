// The launcher at a fixed path: it starts the newest version of the extension with VS Code's own program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { launcherPath, writeLauncher, type Launcher } from "../../../src/cli/launcher";
import { newFolder, removeFolders } from "../store/rig";

describe("the launcher", () => {
  let base: string;
  let deps: Launcher;
  beforeEach(() => {
    base = path.join(newFolder(), "Ada's 100% folder");
    mkdirSync(base, { recursive: true });
    deps = {
      globalStorage: path.join(base, "storage"),
      extension: path.join(base, "extensions", "prospect-desk.prospect-desk-1.0.0"),
      program: path.join(base, "code"),
      platform: "linux",
    };
  });
  afterEach(removeFolders);

  const install = (version: string, seconds: number): void => {
    const cli = path.join(base, "extensions", `prospect-desk.prospect-desk-${version}`, "dist", "cli.js");
    mkdirSync(path.dirname(cli), { recursive: true });
    writeFileSync(cli, "");
    utimesSync(cli, seconds, seconds);
  };
  /** What a fake program of VS Code is started with. */
  const start = (
    env: Readonly<Record<string, string>> = {},
  ): { readonly status: number | null; readonly text: string } => {
    writeFileSync(
      deps.program,
      '#!/bin/sh\nfor word in "$@" "$ELECTRON_RUN_AS_NODE" "$PROSPECT_DESK_HOME"; do echo "$word"; done\n',
    );
    chmodSync(deps.program, 0o755);
    const variables = { PATH: process.env["PATH"] ?? "", ...env };
    const { status, stdout, stderr } = spawnSync(launcherPath(deps), ["run", "my file"], {
      env: variables,
      encoding: "utf8",
    });
    return { status, text: (stdout + stderr).replaceAll(base, "BASE") };
  };
  const started = (version: string, home = "BASE/storage"): string =>
    [
      "--no-warnings",
      `BASE/extensions/prospect-desk.prospect-desk-${version}/dist/cli.js`,
      "run",
      "my file",
      "1",
      home,
      "",
    ].join("\n");

  it("is at a fixed path of each system", () => {
    for (const [platform, globalStorage, place] of [
      ["linux", "/g", "/g/bin/prospect"],
      ["darwin", "/g", "/g/bin/prospect"],
      ["win32", "C:\\g", "C:\\g\\bin\\prospect.cmd"],
    ] as const) {
      assert.equal(launcherPath({ ...deps, globalStorage, platform }), place);
    }
  });

  it("is written only when it changes, and can be run by the user alone", async () => {
    await writeLauncher(deps);
    const file = launcherPath(deps);
    assert.equal(statSync(file).mode & 0o777, 0o700);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    utimesSync(file, 1_000, 1_000);
    await writeLauncher(deps);
    assert.equal(statSync(file).mtimeMs, 1_000_000, "the same script is not written again");
    await writeLauncher({ ...deps, program: "/other/code" });
    assert.notEqual(statSync(file).mtimeMs, 1_000_000);
    assert.match(readFileSync(file, "utf8"), /^program='\/other\/code'$/m);
  });

  it("starts its version, or the newest one after an update", async function () {
    if (process.platform === "win32") {
      this.skip();
    }
    await writeLauncher(deps);
    install("1.0.0", 1_000);
    install("2.0.0", 3_000);
    install("3.0.0", 2_000);
    assert.deepEqual(start(), { status: 0, text: started("1.0.0") });
    assert.deepEqual(start({ PROSPECT_DESK_HOME: "/mine" }), { status: 0, text: started("1.0.0", "/mine") });
    rmSync(deps.extension, { recursive: true });
    assert.deepEqual(start(), { status: 0, text: started("2.0.0") });
    rmSync(path.dirname(deps.extension), { recursive: true });
    assert.deepEqual(start(), { status: 1, text: "Prospect Desk is not installed any more.\n" });
  });

  it("of Windows doubles percent signs, which begin variables", async () => {
    const windows: Launcher = {
      ...{ globalStorage: "C:\\100%\\storage", extension: "C:\\ext\\prospect-desk.prospect-desk-1.0.0" },
      ...{ program: "C:\\Code\\Code.exe", platform: "win32" },
    };
    const folder = newFolder();
    const before = process.cwd();
    process.chdir(folder);
    try {
      await writeLauncher(windows);
    } finally {
      process.chdir(before);
    }
    const file = path.resolve(folder, launcherPath(windows));
    assert.ok(existsSync(file));
    const lines = readFileSync(file, "utf8").split("\r\n");
    assert.ok(lines.includes('set "cli=C:\\ext\\prospect-desk.prospect-desk-1.0.0\\dist\\cli.js"'));
    assert.ok(lines.includes('if not defined PROSPECT_DESK_HOME set "PROSPECT_DESK_HOME=C:\\100%%\\storage"'));
    assert.ok(lines.includes('  "C:\\Code\\Code.exe" --no-warnings "%cli%" %*'));
  });
});
