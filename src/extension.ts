// The entry point: registers a placeholder for everything in the manifest, and imports the rest later. Every window
// loads this file at start-up, so it only imports ids.
import {
  commands,
  EventEmitter,
  FileSystemError,
  lm,
  TabInputCustom,
  window,
  workspace,
  type CustomReadonlyEditorProvider,
  type CustomTextEditorProvider,
  type ExtensionContext,
  type FileChangeEvent,
  type FileSystemProvider,
  type Uri,
} from "vscode";
import {
  commandIds,
  editorIds,
  idOfTool,
  mcpProviderId,
  resultsScheme,
  toolNames,
  viewIds,
} from "./workbench/commandIds";
import type { OpenedDesk } from "./workbench/openDesk";
import type { Tree } from "./workbench/tree";

type Open = () => Promise<OpenedDesk>;

/** Set by `activate`, because VS Code gives `deactivate` nothing. */
let close = async (): Promise<void> => undefined;

/** Returns a promise only after a reload with unsaved searches. */
export function activate(context: ExtensionContext): Promise<void> | undefined {
  const { subscriptions } = context;
  const mcpChanged = new EventEmitter<void>();
  let desk: Promise<OpenedDesk> | undefined;
  let isDeactivated = false;
  close = async () => {
    isDeactivated = true;
    await (await desk?.catch(() => undefined))?.close();
  };
  const open: Open = async () => {
    if (isDeactivated) {
      throw new Error("Prospect Desk is shutting down.");
    }
    desk ??= import("./workbench/openDesk").then(({ openDesk }) => openDesk(context, trees, () => mcpChanged.fire()));
    return desk;
  };
  for (const id of Object.values(commandIds)) {
    subscriptions.push(commands.registerCommand(id, async (...args) => (await open()).commands[id](...args)));
  }
  const trees = {
    searches: registerTree("searches", context, open),
    enrichments: registerTree("enrichments", context, open),
  };
  subscriptions.push(
    window.registerCustomEditorProvider(editorIds.results, results(open), { supportsMultipleEditorsPerDocument: true }),
    workspace.registerFileSystemProvider(resultsScheme, resultsFiles(open), {
      isReadonly: true,
      isCaseSensitive: true,
    }),
  );
  for (const name of toolNames) {
    const tool = async () => (await open()).tool(name);
    subscriptions.push(
      lm.registerTool<unknown>(idOfTool(name), {
        prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
        invoke: async (options, token) => (await tool()).invoke(options, token),
      }),
    );
  }
  subscriptions.push(
    mcpChanged,
    lm.registerMcpServerDefinitionProvider(mcpProviderId, {
      onDidChangeMcpServerDefinitions: mcpChanged.event,
      provideMcpServerDefinitions: async () => (await open()).mcp.provide(),
      resolveMcpServerDefinition: async () => (await open()).mcp.resolve(),
    }),
  );
  // VS Code only waits for `activate`; the status bar, the views and the check of the key are updated later.
  setImmediate(() => void open().catch((error: unknown) => isDeactivated || showLoadError(error)));
  const registerBuilder = (): void => {
    subscriptions.push(
      window.registerCustomEditorProvider(editorIds.filterBuilder, filterBuilder(open), {
        supportsMultipleEditorsPerDocument: true,
      }),
    );
  };
  const unsaved = unsavedSearches();
  if (unsaved.length === 0) {
    registerBuilder();
    return undefined;
  }
  // After a reload, an unsaved document keeps its path only if an extension opens it before its editor does. Without a
  // path, its tab shows VS Code's name instead of ours.
  return Promise.allSettled(unsaved.map((uri) => workspace.openTextDocument(uri))).then(registerBuilder);
}

function unsavedSearches(): readonly Uri[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => {
    const isBuilder = input instanceof TabInputCustom && input.viewType === editorIds.filterBuilder;
    return isBuilder && input.uri.scheme === "untitled" ? [input.uri] : [];
  });
}

export const deactivate = (): Promise<void> => close();

function registerTree(name: keyof typeof viewIds, { subscriptions }: ExtensionContext, open: Open): Tree {
  const changed = new EventEmitter<unknown>();
  const view = window.createTreeView<unknown>(viewIds[name], {
    showCollapseAll: name === "searches",
    canSelectMany: name !== "enrichments",
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => (await open()).rows[name].getChildren(node),
      getTreeItem: async (node) => (await open()).rows[name].getTreeItem(node),
    },
  });
  subscriptions.push(view, changed);
  return { view, redraw: (rows) => changed.fire(rows) };
}

const filterBuilder = (open: Open): CustomTextEditorProvider => ({
  resolveCustomTextEditor: async (...args) => (await open()).filterBuilder.resolveCustomTextEditor(...args),
});

const results = (open: Open): CustomReadonlyEditorProvider => ({
  openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
  resolveCustomEditor: async (...args) => (await open()).results.resolveCustomEditor(...args),
});

const refuse = (): never => {
  throw FileSystemError.NoPermissions("The results of a run are read-only. Export them to get a file.");
};

/** VS Code reads the file before it opens a results tab. */
const resultsFiles = (open: Open): FileSystemProvider => ({
  onDidChangeFile: new EventEmitter<FileChangeEvent[]>().event,
  watch: () => ({ dispose: () => undefined }),
  stat: async (uri) => (await open()).resultsFiles.stat(uri),
  readFile: async (uri) => (await open()).resultsFiles.readFile(uri),
  readDirectory: () => [],
  createDirectory: refuse,
  writeFile: refuse,
  delete: refuse,
  rename: refuse,
});

function showLoadError(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  void window.showErrorMessage(`Prospect Desk could not start. Reinstall the extension. ${reason}`);
}
