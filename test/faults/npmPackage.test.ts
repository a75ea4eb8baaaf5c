// The package as npm installs it: what is in it, that its command runs, and what a Node that is too old says.
import assert from "node:assert/strict";
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { newFolder, removeFolders } from "../unit/store/rig";
import { commandLineScript } from "./support/commandLine";

describe("the package for npm", function () {
  let folder = "";
  beforeEach(() => {
    folder = newFolder();
    mkdirSync(folder, { recursive: true });
  });
  afterEach(removeFolders);

  const start = (program: string, args: readonly string[], cwd = folder): SpawnSyncReturns<string> =>
    spawnSync(program, args, {
      cwd,
      encoding: "utf8",
      shell: process.platform === "win32",
      // The command starts the Node of the path, as at a user's.
      env: { PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env["PATH"] ?? ""}`, HOME: folder },
    });
  const succeeded = ({ status, stdout, stderr }: SpawnSyncReturns<string>): string => {
    assert.equal(status, 0, stderr);
    return stdout;
  };

  /** The tools of the server as a host starts it: in another folder, with the place of the plugin filled in. */
  const toolsOf = (file: string, plugin: string): readonly unknown[] => {
    const text = readFileSync(file, "utf8").replace(/\$\{(?:CLAUDE_)?PLUGIN_ROOT\}/gu, plugin.replaceAll("\\", "/"));
    const { mcpServers } = JSON.parse(text) as {
      readonly mcpServers: Readonly<Record<string, { readonly args: readonly string[]; readonly env: object }>>;
    };
    const { args = [], env } = mcpServers["prospect-desk"] ?? {};
    const clientInfo = { name: "host", version: "1" };
    const lines = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
    ].map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`);
    // Nothing of the environment, not even a home; variables that the host does not know stay as they are.
    const { stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", ...args], {
      ...{ cwd: folder, input: lines.join(""), encoding: "utf8", env: { ...env } },
    });
    const replies = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; result: unknown });
    const listed = replies.find(({ id }) => id === 2)?.result as { readonly tools: readonly unknown[] } | undefined;
    assert.ok(listed, stderr);
    return listed.tools;
  };

  it("has neither sources nor tests, and runs as a command where it is installed", () => {
    const packed = succeeded(start("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], "."));
    const [tarball] = JSON.parse(packed) as readonly {
      readonly filename: string;
      readonly files: readonly { readonly path: string }[];
    }[];
    const files = tarball?.files.map(({ path: file }) => file) ?? [];
    for (const file of ["dist/cli.js", "dist/storeWorker.js", "LICENSE", "plugin/mcp.json"]) {
      assert.ok(files.includes(file), file);
    }
    assert.deepEqual(
      files.filter((file) =>
        /^(?:src|test|webview-ui|node_modules|media)\/|^dist\/(?:test|cli|webview)\/|desk\.js$|\.(?:map|ts|mjs)$/u.test(
          file,
        ),
      ),
      [],
    );
    succeeded(start("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${tarball?.filename ?? ""}`]));
    const command = path.join(folder, "node_modules", ".bin", "prospect-desk");
    assert.match(succeeded(start(command, ["--version"])), /^\d+\.\d+\.\d+\n$/u);
    assert.match(succeeded(start(command, ["help", "filters"])), /^Filters of a company search/u);
    const tracked = start(command, ["enrichment", "track", "enr-demo-finished", "--sandbox"]);
    assert.match(succeeded(tracked), /^enr-demo-finished\tfinished\t24 of 25 enriched, nothing found for 1\t/u);
    assert.equal(tracked.stderr, "", "no warning of Node");
    const plugin = path.join(folder, "node_modules", "prospect-desk", "plugin");
    for (const file of ["mcp.json", ".claude-plugin/plugin.json"]) {
      assert.equal(toolsOf(path.join(plugin, file), plugin).length, 8, file);
    }
  });

  it("says which Node is needed, before anything is loaded that an older one does not have", () => {
    const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })`;
    const hook = `data:text/javascript,${encodeURIComponent(older)}`;
    const { status, stdout, stderr } = start(process.execPath, ["--import", hook, commandLineScript, "runs"]);
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(stderr, /^Prospect Desk needs Node 22\.19 or newer with SQLite; this is Node 20\.19\.0\. .*\n$/u);
  });
});
