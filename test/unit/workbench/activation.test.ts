// activate() must return at once: it registers everything in the manifest and loads the rest afterwards.
import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { commandIds, editorIds, idOfTool, mcpProviderId, toolNames, viewIds } from "../../../src/workbench/commandIds";
import { importWithVscode } from "./bundleWithVscode";
import { until } from "./wholeExtension";

/** A promise that never settles, as if the platform hangs. */
const never = (): Promise<never> => new Promise(() => undefined);

interface Registered {
  readonly commands: string[];
  readonly views: string[];
  readonly editors: string[];
  /** Tools for agents and providers of MCP servers. */
  readonly forAgents: string[];
}

/** A `vscode` whose promises never settle; it records registrations. */
function hangingVscode(registered: Registered): object {
  const disposable = { dispose: () => undefined };
  const anything = (): unknown =>
    new Proxy(function () {}, {
      get: (_target, name) => (name === "then" ? undefined : name === Symbol.toPrimitive ? () => "" : anything()),
      apply: () => anything(),
      construct: () => anything() as object,
      set: () => true,
    });
  class Uri {
    constructor(readonly path: string) {}
    readonly scheme = "file";
    get fsPath(): string {
      return this.path;
    }
    static joinPath(base: Uri, ...parts: string[]): Uri {
      return new Uri(path.posix.join(base.path, ...parts));
    }
    static file(file: string): Uri {
      return new Uri(file);
    }
    static parse(text: string): Uri {
      return new Uri(text);
    }
    static from({ path: p }: { path: string }): Uri {
      return new Uri(p);
    }
  }
  class EventEmitter {
    readonly event = (): object => disposable;
    fire(): void {}
    dispose(): void {}
  }
  const known: Record<string, unknown> = {
    Uri,
    EventEmitter,
    commands: {
      registerCommand: (id: string) => (registered.commands.push(id), disposable),
      registerTextEditorCommand: (id: string) => (registered.commands.push(id), disposable),
      executeCommand: never,
    },
  };
  const window = {
    createTreeView: (id: string) => (registered.views.push(id), anything()),
    registerTreeDataProvider: (id: string) => (registered.views.push(id), disposable),
    registerCustomEditorProvider: (id: string) => (registered.editors.push(id), disposable),
  };
  known["lm"] = {
    registerTool: (name: string) => (registered.forAgents.push(name), disposable),
    registerMcpServerDefinitionProvider: (id: string) => (registered.forAgents.push(id), disposable),
  };
  known["window"] = new Proxy(window, {
    get: (target, name) => (name in target ? target[name as keyof typeof target] : anything()),
  });
  return new Proxy(known, {
    get: (target, name) => (typeof name === "string" && name in target ? target[name] : anything()),
  });
}

describe("activate()", () => {
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
    assert.deepEqual(Object.keys(metafile.inputs).sort(), ["src/extension.ts", "src/workbench/commandIds.ts"]);
  });

  it("does not wait for the network, secrets or the disk, and has registered everything when it returns", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prospect-desk-activation-"));
    const registered: Registered = { commands: [], views: [], editors: [], forAgents: [] };
    const extension = (await importWithVscode(["src/extension.ts"], folder, hangingVscode(registered))) as {
      activate(context: object): unknown;
    };
    const touched: string[] = [];
    const restore = watchSynchronousDisk(touched);
    const subscriptions: { dispose(): unknown }[] = [];
    try {
      const secretsRead: string[] = [];
      const result = extension.activate({
        subscriptions,
        extensionUri: { path: folder, fsPath: folder, scheme: "file" },
        globalStorageUri: { path: path.join(folder, "storage"), fsPath: path.join(folder, "storage"), scheme: "file" },
        globalState: { get: () => "some-connection", update: never, keys: () => [], setKeysForSync: () => undefined },
        workspaceState: { get: () => undefined, update: never, keys: () => [] },
        secrets: {
          get: (entry: string) => (secretsRead.push(entry), never()),
          store: never,
          delete: never,
          onDidChange: () => ({ dispose: () => undefined }),
        },
        extension: { packageJSON: { version: "0.0.0" }, id: "prospect-desk.prospect-desk" },
      });
      assert.equal(result, undefined, "activate() returned something to wait for");
      assert.deepEqual([...registered.commands].sort(), Object.values(commandIds).sort());
      assert.deepEqual([...registered.views].sort(), Object.values(viewIds).sort());
      assert.deepEqual([...registered.editors].sort(), Object.values(editorIds).sort());
      assert.deepEqual(registered.forAgents, [...toolNames.map(idOfTool), mcpProviderId]);
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
