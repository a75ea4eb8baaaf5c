// The whole extension with its sandbox, worker and files, and a `vscode` without a window.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { activate, deactivate } from "../../src/extension";
import { commandIds } from "../../src/workbench/commandIds";
import { newFolder, openTestStore, removeFolders, type TestStore } from "../unit/store/rig";
import { newVscode, scripted, Uri, type Shown } from "./vscode";

export interface WholeExtension {
  /** The extension stores everything below this folder. */
  readonly storage: string;
  readonly database: string;
  /** Reads the database as another program would. */
  query(sql: string): readonly Record<string, unknown>[];
  /** What VS Code stores for the extension, for this workspace and for all. */
  readonly state: ReadonlyMap<string, unknown>;
  deactivate(): Promise<void>;
}

export interface WindowToOpen {
  readonly storage: string;
  /** Entries of the secret storage. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** What VS Code has stored for the extension. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** The folder that has the worker in `dist`. */
  readonly extension?: string;
}

/** Opens a window; the one before must be closed. */
export async function startExtension({
  storage,
  secrets = new Map(),
  state: stored = {},
  extension = process.cwd(),
}: WindowToOpen): Promise<WholeExtension> {
  const database = path.join(storage, "store", "desk.db");
  const subscriptions: { dispose(): unknown }[] = [];
  const keys = new Map(secrets);
  // Not the first window after the installation: the walkthrough does not open.
  const values = new Map<string, unknown>([["walkthroughShown", true], ...Object.entries(stored)]);
  const state = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
    keys: () => [...values.keys()],
    setKeysForSync: () => undefined,
  };
  void activate({
    subscriptions,
    extensionUri: Uri.file(extension),
    globalStorageUri: Uri.file(storage),
    globalState: state,
    workspaceState: state,
    secrets: {
      get: async (name: string) => keys.get(name),
      store: async (name: string, value: string) => void keys.set(name, value),
      delete: async (name: string) => void keys.delete(name),
      keys: async () => [...keys.keys()],
      onDidChange: () => ({ dispose: () => undefined }),
    },
    extension: { packageJSON: { version: "0.0.0" }, id: "prospect-desk.prospect-desk" },
  } as never);
  // The entry module loads the rest in the background; a command waits for it.
  await scripted.commands.get(commandIds.showLog)?.();
  return {
    storage,
    database,
    state: values,
    query(sql) {
      const opened = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
      try {
        return opened.prepare(sql).all();
      } finally {
        opened.close();
      }
    },
    async deactivate() {
      await deactivate();
      subscriptions.forEach((one) => one.dispose());
    },
  };
}

/** The messages among what was shown. */
export const said = (shown: readonly Shown[]): readonly string[] =>
  shown.filter(({ what }) => /^show\w+Message$/.test(what)).map(({ args: [text] }) => String(text));

/** Hooks of the describe that makes it: each test, or all of them, have a folder, a `vscode`, and one window. */
export class ExtensionRig {
  readonly vscode = scripted;
  folder = "";
  private started: WholeExtension | undefined;

  constructor({ one = "each", ...options }: { readonly one?: "each" | "all"; readonly readsDisk?: boolean } = {}) {
    const [begin, end] = one === "each" ? [beforeEach, afterEach] : [before, after];
    begin(() => {
      newVscode(options);
      this.folder = newFolder();
    });
    beforeEach(() => {
      this.vscode.shown.length = 0;
      this.vscode.answers.clear();
    });
    end(async () => {
      await this.started?.deactivate();
      this.started = undefined;
      removeFolders();
    });
  }

  /** Once it is started. */
  get extension(): WholeExtension {
    return this.started ?? assert.fail("the extension is not started");
  }

  get file(): string {
    return path.join(this.folder, "storage", "store", "desk.db");
  }

  async start(window: Partial<WindowToOpen> = {}): Promise<WholeExtension> {
    this.started = await startExtension({ storage: path.join(this.folder, "storage"), ...window });
    return this.started;
  }

  /** Works on the database as another window would, before or while this one is open. */
  async inAnotherWindow<T>(work: (store: TestStore) => Promise<T>): Promise<T> {
    const { store, close } = openTestStore({ file: this.file });
    try {
      return await work(store);
    } finally {
      await close();
    }
  }

  /** Carries out a command. Resolves with what it has shown. */
  async call(id: string, ...args: readonly unknown[]): Promise<readonly Shown[]> {
    this.vscode.shown.length = 0;
    await this.vscode.commands.get(id)?.(...args);
    return [...this.vscode.shown];
  }

  /** The user presses the first button of each warning, with any name. */
  confirm(): void {
    this.vscode.answers.set("showWarningMessage", (_question: string, _options: object, button: string) => button);
  }
}
