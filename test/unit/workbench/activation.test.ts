// activate() must return at once: it registers everything in the manifest and loads the rest afterwards.
import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { commands, Uri } from "vscode";
import { activate, deactivate } from "../../../src/extension";
import { commandIds, editorIds, idOfTool, mcpProviderId, toolNames, viewIds } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { useVscode } from "../../support/vscode";

/** A promise that never settles, as if the platform hangs. */
const never = (): Promise<never> => new Promise(() => undefined);

describe("activate()", () => {
  const vscode = useVscode();

  it("loads only ids before it returns", async () => {
    const { metafile } = await build({
      entryPoints: ["src/extension.ts"],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      plugins: [
        {
          name: "dynamic imports stay outside",
          setup: ({ onResolve }) =>
            onResolve({ filter: /.*/ }, ({ kind, path: imported }) =>
              kind === "dynamic-import" || imported === "vscode" ? { path: imported, external: true } : undefined,
            ),
        },
      ],
    });
    assert.deepEqual(Object.keys(metafile.inputs).sort(), [
      "src/extension.ts",
      "src/workbench/commandIds.ts",
      "src/workbench/manifestCommands.ts",
    ]);
  });

  it("is followed by a desk that does not load SQLite in the extension host's thread", async () => {
    const { metafile } = await build({
      entryPoints: ["src/workbench/openDesk.ts"],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      external: ["vscode"],
      outdir: "built",
    });
    const loading = Object.entries(metafile.inputs).filter(([, { imports }]) =>
      imports.some(({ kind, path: imported }) => kind === "import-statement" && imported === "node:sqlite"),
    );
    assert.deepEqual(
      loading.map(([file]) => file),
      [],
    );
  });

  it("does not wait for the network, secrets or the disk, and has registered everything when it returns", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-activation-"));
    const views: string[] = [];
    const editors: string[] = [];
    const createTreeView = vscode.window["createTreeView"] as () => object;
    Object.assign(commands, { executeCommand: never });
    Object.assign(vscode.window, {
      createTreeView: (id: string) => (views.push(id), createTreeView()),
      registerCustomEditorProvider: (id: string) => (editors.push(id), { dispose: () => undefined }),
    });
    const touched: string[] = [];
    const restore = watchSynchronousDisk(touched);
    const subscriptions: { dispose(): unknown }[] = [];
    try {
      const secretsRead: string[] = [];
      const result = activate({
        subscriptions,
        extensionUri: Uri.file(folder),
        globalStorageUri: Uri.file(path.join(folder, "storage")),
        globalState: { get: () => "some-connection", update: never, keys: () => [], setKeysForSync: () => undefined },
        workspaceState: { get: () => undefined, update: never, keys: () => [] },
        secrets: {
          get: (entry: string) => (secretsRead.push(entry), never()),
          store: never,
          delete: never,
          onDidChange: () => ({ dispose: () => undefined }),
        },
        extension: { packageJSON: { version: "0.0.0" }, id: "prospect-desk.prospect-desk" },
      } as never);
      assert.equal(result, undefined, "activate() returned something to wait for");
      assert.deepEqual([...vscode.commands.keys()].sort(), Object.values(commandIds).sort());
      assert.deepEqual(views.sort(), Object.values(viewIds).sort());
      assert.deepEqual(editors.sort(), Object.values(editorIds).sort());
      assert.deepEqual([...vscode.registered.keys()], [...toolNames.map(idOfTool), mcpProviderId]);
      assert.deepEqual(touched, [], "activate() read or wrote the disk while VS Code waited");
      assert.equal(fs.existsSync(path.join(folder, "storage")), false);
      assert.deepEqual(secretsRead, []);
      await until(() => secretsRead.length > 0);
      assert.deepEqual(
        secretsRead,
        ["prospectDesk.connection.some-connection"],
        "the key is read in the background, without a command",
      );
    } finally {
      restore();
      await deactivate();
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Records every synchronous call of node:fs until restored. */
function watchSynchronousDisk(touched: string[]): () => void {
  const originals = Object.entries(fs).filter(
    ([name, value]) => name.endsWith("Sync") && typeof value === "function",
  ) as [keyof typeof fs, () => unknown][];
  const writable = fs as unknown as Record<string, unknown>;
  for (const [name, original] of originals) {
    writable[name] = (...values: unknown[]) => {
      touched.push(name);
      return Reflect.apply(original, fs, values) as unknown;
    };
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of originals) {
      writable[name] = original;
    }
    syncBuiltinESMExports();
  };
}
