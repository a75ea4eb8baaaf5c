// A `vscode` without a window: commands can be called, questions get scripted answers, and shown items are recorded.
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
    return `${this.scheme}:${this.path}${this.query === "" ? "" : `?${this.query}`}`;
  }
  static from({ scheme, path: place = "", query = "" }: { scheme: string; path?: string; query?: string }): Uri {
    return new Uri(scheme, place, query);
  }
  static file(place: string): Uri {
    return new Uri("file", place, "");
  }
  static parse(text: string): Uri {
    const [, scheme = "", place = "", query = ""] = /^([a-z-]+):([^?]*)\??(.*)$/.exec(text) ?? [];
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
  /** The window gets the focus. */
  focusWindow(): void;
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

const withDefaults = (known: Record<string, unknown>): object =>
  new Proxy(known, { get: (target, name) => (typeof name === "string" && name in target ? target[name] : anything()) });

export function createScriptedVscode(): ScriptedVscode {
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

  function createQuickPick(): object {
    const listeners = new Map<string, () => void>();
    const on = (name: string) => (listener: () => void) => (listeners.set(name, listener), disposable);
    const box = {
      items: [] as readonly unknown[],
      selectedItems: [] as readonly unknown[],
      onDidAccept: on("accept"),
      onDidHide: on("hide"),
      onDidChangeValue: on("value"),
      onDidTriggerItemButton: on("itemButton"),
      onDidTriggerButton: on("button"),
      show: () => {
        shown.push({ what: "createQuickPick", args: [box] });
        const picked = answers.get("createQuickPick")?.(box as never);
        if (picked === staysOpen) {
          return;
        }
        if (picked === goesBack) {
          listeners.get("button")?.();
          return;
        }
        box.selectedItems = picked === undefined ? [] : [picked];
        listeners.get(picked === undefined ? "hide" : "accept")?.();
      },
      hide: () => listeners.get("hide")?.(),
      dispose: () => undefined,
    };
    return box;
  }

  const windowState = new EventEmitter();
  const scripted: ScriptedVscode = {
    api: {},
    shown,
    commands,
    answers,
    documents,
    activeTab: undefined,
    treeSelection: [],
    tabs: [],
    settings: new Map(),
    focusWindow: () => windowState.fire({ focused: true }),
  };
  const window = {
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
    createQuickPick,
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
      get activeTabGroup() {
        return { activeTab: scripted.activeTab === undefined ? undefined : { input: scripted.activeTab } };
      },
    },
    withProgress: (options: { readonly title?: string }, work: (report: object, token: object) => unknown) => {
      shown.push({ what: "withProgress", args: [options.title] });
      return work(
        { report: () => undefined },
        { onCancellationRequested: () => disposable, isCancellationRequested: false },
      );
    },
  };
  const files = {
    ...asks("writeFile", "delete", "rename", "createDirectory"),
    isWritableFileSystem: () => undefined,
    readFile: () => Promise.reject(new Error("no file")),
    readDirectory: () => Promise.reject(new Error("no folder")),
    stat: () => Promise.reject(Object.assign(new Error("no file"), { code: "FileNotFound" })),
  };
  const workspace = {
    ...asks("applyEdit"),
    fs: withDefaults(files),
    textDocuments: [],
    workspaceFolders: undefined,
    findFiles: async () => [],
    asRelativePath: (uri: Uri) => uri.path,
    getConfiguration: () => ({
      get: (_name: string, fallback?: unknown) => fallback,
      inspect: (name: string) => ({ globalValue: scripted.settings.get(name) }),
    }),
    openTextDocument: async (uri: Uri) => {
      const text = documents.get(uri.toString());
      if (text === undefined) {
        throw new Error("no document");
      }
      return { uri, getText: () => text, positionAt: () => ({ line: 0 }), isUntitled: false };
    },
  };
  const known: Record<string, unknown> = {
    Uri,
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
    env: withDefaults({
      language: "en",
      clipboard: { readText: async () => "", writeText: ask("clipboard.writeText") },
      openExternal: ask("openExternal"),
    }),
    l10n: {
      t: (text: string, ...args: readonly unknown[]) =>
        text.replace(/\{(\d+)\}/g, (_all, nth: string) => String(args[Number(nth)])),
      bundle: undefined,
    },
    window: withDefaults(window),
    workspace: withDefaults(workspace),
  };
  return Object.assign(scripted, { api: withDefaults(known) });
}
