// `vscode` without a window: the build of the tests puts it where the product imports `vscode`. Commands can be called,
// questions get scripted answers, and what the user would notice is recorded. One file has all of it: `useVscode`.
import { readFileSync, promises as disk } from "node:fs";
import path from "node:path";
import type * as Vscode from "vscode";

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query: string,
  ) {}
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    const authority = this.scheme === "file" ? "//" : "";
    return `${this.scheme}:${authority}${this.path}${this.query === "" ? "" : `?${this.query}`}`;
  }
  static from({ scheme, path: place = "", query = "" }: { scheme: string; path?: string; query?: string }): Uri {
    return new Uri(scheme, place, query);
  }
  static file(place: string): Uri {
    return new Uri("file", place, "");
  }
  static parse(text: string): Uri {
    const [, scheme = "", place = "", query = ""] = /^([a-z-]+):(?:\/\/(?=\/))?([^?]*)\??(.*)$/.exec(text) ?? [];
    return new Uri(scheme, place, query);
  }
  static joinPath(base: Uri, ...parts: string[]): Uri {
    return new Uri(base.scheme, path.posix.join(base.path, ...parts), base.query);
  }
}

class TabInput {
  constructor(
    readonly uri: Uri,
    readonly viewType = "",
  ) {}
}
export class TabInputCustom extends TabInput {}
export class TabInputText extends TabInput {}

export class EventEmitter {
  readonly #listeners = new Set<(value: unknown) => void>();
  readonly event = (listener: (value: unknown) => void): object => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: unknown): void {
    [...this.#listeners].forEach((listener) => listener(value));
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class Disposable {
  constructor(readonly dispose: () => void) {}
}
export class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState: string,
  ) {}
}
export class ThemeIcon {
  constructor(readonly id: string) {}
}
class TextPart {
  constructor(readonly value: string) {}
}
export { TextPart as LanguageModelTextPart, TextPart as MarkdownString };
export class LanguageModelToolResult {
  constructor(readonly content: readonly TextPart[]) {}
}
export class McpStdioServerDefinition {
  cwd: Uri | undefined;
  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: readonly string[],
    readonly env: Record<string, string>,
    readonly version: string,
  ) {}
}
export class WorkspaceEdit {
  inserted = "";
  insert(_uri: Uri, _position: object, text: string): void {
    this.inserted += text;
  }
  createFile(): void {}
  renameFile(): void {}
  replace(): void {}
}
export const TreeItemCollapsibleState = { None: "none", Collapsed: "collapsed", Expanded: "expanded" };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
export const version = "1.139.1";

/** What no test looks at: callable, constructible, never a promise. */
const anything = (): unknown =>
  new Proxy(function () {}, {
    get: (_target, name) => (name === "then" ? undefined : name === Symbol.toPrimitive ? () => "" : anything()),
    apply: () => anything(),
    construct: () => anything() as object,
    set: () => true,
  });
type Parts = Record<string, unknown>;
const withDefaults = (known: Parts): Parts =>
  new Proxy(known, { get: (target, name) => (typeof name === "string" && name in target ? target[name] : anything()) });

export const CodeAction = anything();
export const CodeActionKind = anything();
export const CodeLens = anything();
export const ConfigurationTarget = anything();
export const Diagnostic = anything();
export const DiagnosticSeverity = anything();
export const ExtensionMode = anything();
export const FilePermission = anything();
export const FileSystemError = anything();
export const Position = anything();
export const ProgressLocation = anything();
export const QuickInputButtons = anything();
export const QuickPickItemKind = anything();
export const Range = anything();
export const RelativePattern = anything();
export const StatusBarAlignment = anything();
export const TextDocumentChangeReason = anything();
export const TextEdit = anything();
export const ThemeColor = anything();
export const ViewColumn = anything();
export const extensions = anything();
export const languages = anything();

/** Parts of the API that a test may change: its `useVscode` begins with them as they are below. */
export const window = withDefaults({});
export const workspace = withDefaults({});
export const commands = withDefaults({});
export const env = withDefaults({});
export const lm = withDefaults({});

/** Something the user would notice: a message, dialog, progress, built-in command or changed file. */
export interface Shown {
  readonly what: string;
  readonly args: readonly unknown[];
}

/** An answer of `createQuickPick`: nothing is picked yet. */
export const staysOpen = Symbol("stays open");
/** An answer of `createQuickPick`: the Back button. */
export const goesBack = Symbol("goes back");

/** `never` lets each answer declare the arguments it reads. */
type Answer = (...args: never[]) => unknown;

/** What a test scripts, and what it looks at afterwards. */
export interface ScriptedVscode {
  readonly shown: Shown[];
  readonly commands: Map<string, (...args: readonly unknown[]) => unknown>;
  /** Answers by function name, such as `showQuickPick` or `showInputBox`; without an answer they are dismissed. */
  readonly answers: Map<string, Answer>;
  /** Text of documents by URI. */
  readonly documents: Map<string, string>;
  activeTab: unknown;
  /** What is selected in every tree. */
  treeSelection: readonly unknown[];
  /** Inputs of all tabs that are open. */
  tabs: unknown[];
  /** The user's own values of `prospectDesk` settings. */
  readonly settings: Map<string, unknown>;
  /** The same of the workspace, which go before those of the user. */
  readonly workspaceSettings: Map<string, unknown>;
  /** What the extension registered for language models, by name or id. */
  readonly registered: Map<string, unknown>;
  /** The folders of the workspace. */
  folders: readonly Vscode.Uri[];
  /** The user presses Cancel in every progress notification. */
  cancelsProgress: boolean;
  /** Parts of the API, to which a test adds what it needs. */
  readonly window: Parts;
  readonly workspace: Parts;
  readonly fs: Parts;
  readonly env: Parts;
  /** The window gets the focus. */
  focusWindow(): void;
}

const windowState = new EventEmitter();
export const scripted = {
  ...{ shown: [] as Shown[], commands: new Map(), answers: new Map(), documents: new Map() },
  ...{ settings: new Map(), workspaceSettings: new Map(), registered: new Map() },
  ...{ activeTab: undefined, treeSelection: [], tabs: [], folders: [], cancelsProgress: false },
  ...{ window, workspace, env },
  get fs() {
    return workspace["fs"];
  },
  focusWindow: () => windowState.fire({ focused: true }),
} as unknown as ScriptedVscode;
const { shown, answers } = scripted;

/**
 * Hooks of the describe that calls it, which begins with a `vscode` as new; each of its tests, without messages and
 * answers. `readsDisk`: otherwise there are no files but the documents.
 */
export function useVscode({ readsDisk = false } = {}): ScriptedVscode {
  before(() => newVscode({ readsDisk }));
  beforeEach(() => {
    shown.length = 0;
    answers.clear();
  });
  return scripted;
}

/** The same, outside of hooks. */
export function newVscode({ readsDisk = false } = {}): ScriptedVscode {
  const { documents, settings, workspaceSettings, registered } = scripted;
  shown.length = 0;
  [scripted.commands, answers, documents, settings, workspaceSettings, registered].forEach((map) => map.clear());
  Object.assign(scripted, { activeTab: undefined, treeSelection: [], tabs: [], folders: [], cancelsProgress: false });
  for (const [part, fresh] of [
    [window, newWindow()],
    [workspace, newWorkspace(readsDisk)],
    [commands, newCommands()],
    [env, newEnv()],
    [lm, newLm()],
  ] as const) {
    Object.keys(part).forEach((name) => delete part[name]);
    Object.defineProperties(part, Object.getOwnPropertyDescriptors(fresh));
  }
  return scripted;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: { readonly configuration: { readonly properties: Record<string, { default?: unknown }> } };
};

type Values = Pick<ReadonlyMap<string, unknown>, "get">;

/** `getConfiguration` over the defaults of package.json; the values are by name, without the section. */
function configurationOf(user: Values, ofWorkspace: Values) {
  return (section?: string) => {
    const defaultOf = (name: string): unknown =>
      manifest.contributes.configuration.properties[`${section}.${name}`]?.default;
    return {
      get: (name: string): unknown => ofWorkspace.get(name) ?? user.get(name) ?? defaultOf(name),
      inspect: (name: string) => ({
        defaultValue: defaultOf(name),
        globalValue: user.get(name),
        workspaceValue: ofWorkspace.get(name),
        workspaceFolderValue: ofWorkspace.get(name),
      }),
    };
  };
}

const disposable = { dispose: () => undefined };
const ask =
  (what: string) =>
  async (...args: readonly unknown[]): Promise<unknown> => {
    shown.push({ what, args });
    return answers.get(what)?.(...(args as never[]));
  };
const asks = (...names: readonly string[]): Parts => Object.fromEntries(names.map((name) => [name, ask(name)]));

/** Its answer is what the user picks or types; without one it is dismissed. */
function createBox(what: "createQuickPick" | "createInputBox"): object {
  const listeners = new Map<string, (value?: unknown) => void>();
  const on = (name: string) => (listener: (value?: unknown) => void) => (listeners.set(name, listener), disposable);
  const box = {
    /** What the user does in a box that stays open: "accept", "value", "button", "itemButton". */
    fire: (event: string, value?: unknown) => listeners.get(event)?.(value),
    value: "",
    items: [] as readonly unknown[],
    busy: false,
    activeItems: [] as readonly unknown[],
    selectedItems: [] as readonly unknown[],
    onDidAccept: on("accept"),
    onDidChangeSelection: on("selection"),
    onDidHide: on("hide"),
    onDidChangeValue: on("value"),
    onDidTriggerItemButton: on("itemButton"),
    onDidTriggerButton: on("button"),
    show: () => {
      shown.push({ what, args: [box] });
      const answer = answers.get(what)?.(box as never);
      if (answer === staysOpen) {
        return;
      }
      if (answer === goesBack) {
        listeners.get("button")?.();
        return;
      }
      if (what === "createQuickPick") {
        box.selectedItems = answer === undefined ? [] : [answer].flat();
        listeners.get("selection")?.(box.selectedItems);
      } else if (typeof answer === "string") {
        box.value = answer;
      }
      listeners.get(answer === undefined ? "hide" : "accept")?.();
    },
    hide: () => listeners.get("hide")?.(),
    dispose: () => undefined,
  };
  return box;
}

const newWindow = (): Parts => ({
  ...asks(
    "showInformationMessage",
    "showWarningMessage",
    "showErrorMessage",
    "showQuickPick",
    "showInputBox",
    "showOpenDialog",
    "showSaveDialog",
    "showTextDocument",
  ),
  createQuickPick: () => createBox("createQuickPick"),
  createInputBox: () => createBox("createInputBox"),
  createTreeView: () =>
    withDefaults({
      get selection() {
        return scripted.treeSelection;
      },
    }),
  state: { focused: true },
  onDidChangeWindowState: windowState.event,
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: {
    get all() {
      return [{ tabs: scripted.tabs.map((input) => ({ input })) }];
    },
    close: ask("tabGroups.close"),
    onDidChangeTabs: () => ({ dispose: () => undefined }),
    get activeTabGroup() {
      return { activeTab: scripted.activeTab === undefined ? undefined : { input: scripted.activeTab } };
    },
  },
  withProgress: (options: { readonly title?: string }, work: (report: object, token: object) => unknown) => {
    shown.push({ what: "withProgress", args: [options.title] });
    return work(
      { report: () => undefined },
      {
        onCancellationRequested: (listener: () => void) => {
          if (scripted.cancelsProgress) {
            listener();
          }
          return disposable;
        },
        isCancellationRequested: false,
      },
    );
  },
});

const folderAt = (uri: Uri): object => ({ uri, name: path.posix.basename(uri.path) });

/** Files of this machine, for what reads them. */
const onDisk = {
  readFile: (uri: Uri) => disk.readFile(uri.fsPath),
  stat: async (uri: Uri) => {
    const found = await disk.stat(uri.fsPath);
    const type = found.isFile() ? 1 : found.isDirectory() ? 2 : 0;
    return { type, size: found.size, mtime: found.mtimeMs, ctime: found.ctimeMs };
  },
  writeFile: (uri: Uri, bytes: Uint8Array) => disk.writeFile(uri.fsPath, bytes),
};

const newWorkspace = (readsDisk: boolean): Parts => ({
  ...asks("applyEdit"),
  fs: withDefaults({
    ...asks("writeFile", "delete", "rename", "createDirectory"),
    isWritableFileSystem: () => undefined,
    readFile: () => Promise.reject(new Error("no file")),
    readDirectory: () => Promise.reject(new Error("no folder")),
    stat: () => Promise.reject(Object.assign(new Error("no file"), { code: "FileNotFound" })),
    ...(readsDisk && onDisk),
  }),
  textDocuments: [],
  get workspaceFolders() {
    return scripted.folders.length === 0 ? undefined : scripted.folders.map(folderAt);
  },
  getWorkspaceFolder: ({ path: inside }: Uri) => {
    const found = scripted.folders.find((one) => inside.startsWith(`${one.path}/`));
    return found && folderAt(found);
  },
  findFiles: async () => [],
  asRelativePath: (uri: Uri) => uri.path,
  getConfiguration: configurationOf(scripted.settings, scripted.workspaceSettings),
  openTextDocument: async (uri: Uri) => {
    const text = scripted.documents.get(uri.toString());
    if (text === undefined) {
      throw new Error("no document");
    }
    return { uri, getText: () => text, positionAt: () => ({ line: 0 }), isUntitled: false };
  },
});

const newCommands = (): Parts => ({
  registerCommand: (id: string, run: (...args: readonly unknown[]) => unknown) => (
    scripted.commands.set(id, run),
    { dispose: () => scripted.commands.delete(id) }
  ),
  executeCommand: async (id: string, ...args: readonly unknown[]) => {
    const own = scripted.commands.get(id);
    if (own !== undefined) {
      return own(...args);
    }
    if (id !== "setContext") {
      shown.push({ what: id, args });
    }
    return undefined;
  },
});

const newEnv = (): Parts => ({
  language: "en",
  clipboard: {
    readText: async () => String(answers.get("clipboard.readText")?.() ?? ""),
    writeText: ask("clipboard.writeText"),
  },
  openExternal: ask("openExternal"),
});

const newLm = (): Parts => ({
  registerTool: (name: string, tool: unknown) => (scripted.registered.set(name, tool), disposable),
  registerMcpServerDefinitionProvider: (id: string, provider: unknown) => (
    scripted.registered.set(id, provider),
    disposable
  ),
});
