// A `vscode` without a window: commands can be called, questions get scripted answers, and shown items are recorded.
import { readFileSync, promises as disk } from "node:fs";
import path from "node:path";

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

class EventEmitter {
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
class TreeItem {
  constructor(
    readonly label: string,
    readonly collapsibleState: string,
  ) {}
}
class ThemeIcon {
  constructor(readonly id: string) {}
}
class TextPart {
  constructor(readonly value: string) {}
}
class ToolResult {
  constructor(readonly content: readonly TextPart[]) {}
}
class StdioServer {
  cwd: Uri | undefined;
  constructor(
    readonly label: string,
    readonly command: string,
    readonly args: readonly string[],
    readonly env: Record<string, string>,
    readonly version: string,
  ) {}
}
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

export interface ScriptedVscode {
  readonly api: object;
  /** Parts of `api`, to which a test adds what it needs. */
  readonly window: Record<string, unknown>;
  readonly workspace: Record<string, unknown>;
  readonly fs: Record<string, unknown>;
  readonly env: Record<string, unknown>;
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
  folders: readonly Uri[];
  /** The user presses Cancel in every progress notification. */
  cancelsProgress: boolean;
  /** The window gets the focus. */
  focusWindow(): void;
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

/** Replaces the parts of `vscode` that tests do not check: callable, constructible, never a promise. */
const anything = (): unknown =>
  new Proxy(function () {}, {
    get: (_target, name) => (name === "then" ? undefined : name === Symbol.toPrimitive ? () => "" : anything()),
    apply: () => anything(),
    construct: () => anything() as object,
    set: () => true,
  });

const withDefaults = (known: Record<string, unknown>): Record<string, unknown> =>
  new Proxy(known, { get: (target, name) => (typeof name === "string" && name in target ? target[name] : anything()) });

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

/** `readsDisk`: otherwise there are no files but the documents. */
export function createScriptedVscode({ readsDisk = false } = {}): ScriptedVscode {
  const shown: Shown[] = [];
  const commands: ScriptedVscode["commands"] = new Map();
  const answers: ScriptedVscode["answers"] = new Map();
  const documents = new Map<string, string>();
  const ask =
    (what: string) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      shown.push({ what, args });
      return answers.get(what)?.(...(args as never[]));
    };
  const asks = (...names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, ask(name)]));

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

  const windowState = new EventEmitter();
  const scripted = {
    shown,
    commands,
    answers,
    documents,
    activeTab: undefined as unknown,
    treeSelection: [] as readonly unknown[],
    tabs: [] as unknown[],
    settings: new Map<string, unknown>(),
    workspaceSettings: new Map<string, unknown>(),
    registered: new Map<string, unknown>(),
    folders: [] as readonly Uri[],
    cancelsProgress: false,
    focusWindow: () => windowState.fire({ focused: true }),
  };
  const window = withDefaults({
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
  const fs = withDefaults({
    ...asks("writeFile", "delete", "rename", "createDirectory"),
    isWritableFileSystem: () => undefined,
    readFile: () => Promise.reject(new Error("no file")),
    readDirectory: () => Promise.reject(new Error("no folder")),
    stat: () => Promise.reject(Object.assign(new Error("no file"), { code: "FileNotFound" })),
    ...(readsDisk && onDisk),
  });
  const workspace = withDefaults({
    ...asks("applyEdit"),
    fs,
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
      const text = documents.get(uri.toString());
      if (text === undefined) {
        throw new Error("no document");
      }
      return { uri, getText: () => text, positionAt: () => ({ line: 0 }), isUntitled: false };
    },
  });
  const env = withDefaults({
    language: "en",
    clipboard: {
      readText: async () => String(answers.get("clipboard.readText")?.() ?? ""),
      writeText: ask("clipboard.writeText"),
    },
    openExternal: ask("openExternal"),
  });
  const api = withDefaults({
    Uri,
    Disposable,
    TreeItem,
    ThemeIcon,
    TreeItemCollapsibleState: { None: "none", Collapsed: "collapsed", Expanded: "expanded" },
    TabInputCustom,
    TabInputText,
    EventEmitter,
    commands: {
      registerCommand: (id: string, run: (...args: readonly unknown[]) => unknown) => (
        commands.set(id, run),
        { dispose: () => commands.delete(id) }
      ),
      executeCommand: async (id: string, ...args: readonly unknown[]) => {
        const own = commands.get(id);
        if (own !== undefined) {
          return own(...args);
        }
        if (id !== "setContext") {
          shown.push({ what: id, args });
        }
        return undefined;
      },
    },
    env,
    lm: {
      registerTool: (name: string, tool: unknown) => (scripted.registered.set(name, tool), disposable),
      registerMcpServerDefinitionProvider: (id: string, provider: unknown) => (
        scripted.registered.set(id, provider),
        disposable
      ),
    },
    LanguageModelTextPart: TextPart,
    LanguageModelToolResult: ToolResult,
    MarkdownString: TextPart,
    McpStdioServerDefinition: StdioServer,
    CancellationError: class extends Error {},
    WorkspaceEdit: class {
      inserted = "";
      insert(_uri: Uri, _position: object, text: string): void {
        this.inserted += text;
      }
      createFile(): void {}
      renameFile(): void {}
      replace(): void {}
    },
    FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
    window,
    workspace,
  });
  return Object.assign(scripted, { api, window, workspace, fs, env });
}
