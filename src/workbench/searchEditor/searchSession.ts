// A saved search that is open in one or more filter builders: they all show the same document and the same run.
import {
  commands,
  Range,
  TextDocumentChangeReason,
  window,
  workspace,
  type CustomTextEditorProvider,
  type Disposable,
  type TextDocument,
  type Uri,
  type ViewColumn,
  type WebviewPanel,
} from "vscode";
import {
  builderProcedures,
  type BuilderProcedures,
  type BuilderUpdates,
  type DocumentState,
  type InitialBuilderState,
  type ShownAccount,
} from "../../../webview-ui/messages/filterBuilder";
import { listen, poster, type Handlers } from "../../../webview-ui/messages/procedures";
import type { App } from "../../app/app";
import { parseSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import type { SearchDocument } from "../../searches/searchDocument";
import type { AccountState, Observable } from "../account";
import { commandIds } from "../commandIds";
import { companiesSentence, type CompaniesOfSearches } from "../companiesOfSearches";
import { askedBy } from "../dialogSteps";
import { errorForLog } from "../errorText";
import { reloadLists, type LeaveOutLists } from "../leaveOut/leaveOutLists";
import { chooseListForSearch, openLeaveOutSetting, previewShownList, shownLists } from "../leaveOut/searchLists";
import type { SearchRunner } from "../runActivity";
import { refillNewSearch } from "../searchFiles/newSearchDocument";
import { applyEdits, readSearch, type UncommittedInputTracker } from "../searchFiles/searchFile";
import { searchNameOf } from "../searchFiles/searchFiles";
import { isEditable } from "../searchFiles/searchSource";
import { reopenWith, textEditorId } from "../tabs";
import { showPage } from "../webviewPage";
import { documentState, textEdits, type DocumentEdit } from "./documentState";
import { RunPreview } from "./runPreview";
import { namesOfIds, seenValues } from "./seenValues";

export interface SearchSessionDeps {
  readonly app: App;
  readonly account: Observable<AccountState>;
  readonly runner: SearchRunner;
  readonly leaveOut: LeaveOutLists;
  readonly companiesOfSearches: CompaniesOfSearches;
  readonly uncommittedInput: UncommittedInputTracker;
  readonly log: (line: string) => void;
}

/** VS Code rejects an edit if another one was made meanwhile; the edit is then computed again. */
const mostAttempts = 5;

/** @internal */
export class SearchSession implements Disposable {
  /** Each page with the number of its last edit. */
  readonly #pages = new Map<WebviewPanel, number>();
  /** Edits are applied one after the other, each computed from the text at that moment. */
  #edits = Promise.resolve();
  #queuedEdits = 0;
  readonly #preview: RunPreview;
  readonly #disposables: readonly Disposable[];

  constructor(
    private readonly document: TextDocument,
    private readonly deps: SearchSessionDeps,
  ) {
    const { account, app, runner, log } = deps;
    this.#preview = new RunPreview({
      source: document.uri,
      runner,
      readSearch: () => this.#readSearch(),
      suggestions: (field) => seenValues(app, field),
      names: (search) => namesOfIds(app, search),
      leaveOut: () => shownLists(deps.leaveOut, document.uri, this.#namedLists()),
      companies: () => {
        const companies = deps.companiesOfSearches.of(document.uri);
        return companies && companiesSentence(companies);
      },
      onChange: (run) => this.#postToAll("run", run),
      clock: app.clock,
      log,
    });
    this.#disposables = [
      workspace.onDidChangeTextDocument((event) => {
        // While edits are queued, the pages are ahead of the text.
        if (event.document !== document || event.contentChanges.length === 0 || this.#queuedEdits > 0) {
          return;
        }
        const page = [...this.#pages.keys()].find(({ active }) => active);
        const isUndone = event.reason === TextDocumentChangeReason.Undo && document.getText() === "";
        if (isUndone && document.isUntitled && page !== undefined) {
          // The first change turned the empty document into a search, so its undo is reverted.
          void this.#undoOrRedo("redo", page);
        } else {
          this.#showDocument();
        }
      }),
      account.onDidChange(() => {
        this.#postToAll("account", shownAccount(account.current));
        this.#preview.reload();
      }),
      deps.companiesOfSearches.onDidChange((uri) => {
        if (uri.toString() === document.uri.toString()) {
          this.#preview.refresh();
        }
      }),
      deps.leaveOut.onDidChange(() => this.#preview.refresh()),
      runner.onDidProgress((progress) => {
        if (progress.source === document.uri.toString()) {
          this.#preview.reload();
        }
      }),
    ];
  }

  /** The initial state of a new page. */
  initialState(): InitialBuilderState {
    return {
      input: this.deps.uncommittedInput.takeInput(this.document.uri),
      state: this.#documentState(),
      account: shownAccount(this.deps.account.current),
      run: this.#preview.state,
    };
  }

  addPage(page: WebviewPanel): void {
    this.#pages.set(page, 0);
  }

  /** Returns how many pages remain. */
  removePage(page: WebviewPanel): number {
    this.#pages.delete(page);
    this.deps.uncommittedInput.remove(page);
    return this.#pages.size;
  }

  dispose(): void {
    this.#disposables.forEach((one) => one.dispose());
  }

  /** The procedures of one page. */
  handlersFor(page: WebviewPanel): Handlers<BuilderProcedures> {
    const { app, account, uncommittedInput } = this.deps;
    const { uri } = this.document;
    return {
      ready: () => {
        this.#pages.set(page, 0);
        uncommittedInput.remove(page);
        post(page, "document", { state: this.#documentState(), lastEdit: 0 });
        post(page, "account", shownAccount(account.current));
        this.#preview.reload();
      },
      edit: ({ serial, edit }) => {
        this.#pages.set(page, serial);
        this.#edit(edit);
      },
      undo: () => this.#undoOrRedo("undo", page),
      redo: () => this.#undoOrRedo("redo", page),
      reportUncommitted: (reported) => uncommittedInput.set(page, uri, reported),
      run: () => this.#run(),
      count: () => this.#count(),
      stop: () => this.#preview.stop(),
      connect: () => commands.executeCommand(commandIds.connect),
      enterNewKey: () => commands.executeCommand(commandIds.enterNewKey),
      useSandbox: () => commands.executeCommand(commandIds.useSandbox),
      openAsText: (offset) => this.#openAsText(offset ?? 0, page.viewColumn),
      suggest: async (field) => post(page, "suggestions", { field, values: await seenValues(app, field) }),
      saveToLibrary: async () => {
        await this.#edits;
        await commands.executeCommand(commandIds.saveToLibrary, uri);
      },
      openLastResult: () => commands.executeCommand(commandIds.openRun, uri),
      addLeaveOutList: () => this.#addLeaveOutList(),
      previewLeaveOutList: (list) => previewShownList(this.deps.leaveOut, uri, list),
      openLeaveOutSetting,
      reloadLists: () => reloadLists(this.deps.leaveOut),
      removeCompanies: () => this.deps.companiesOfSearches.set(uri, undefined),
    };
  }

  #postToAll<Name extends keyof BuilderUpdates>(name: Name, payload: BuilderUpdates[Name]): void {
    for (const page of this.#pages.keys()) {
      post(page, name, payload);
    }
  }

  #documentState(): DocumentState {
    const name = searchNameOf(this.document.uri);
    if (this.document.isUntitled) {
      // The tab of a file has the file's name.
      this.#pages.forEach((_edit, page) => (page.title = name));
    }
    return documentState(name, this.document.getText());
  }

  /** Called while no edit is queued, so the text includes all received edits. */
  #showDocument(): void {
    const state = this.#documentState();
    for (const [page, lastEdit] of this.#pages) {
      post(page, "document", { state, lastEdit });
    }
    this.#preview.refresh();
  }

  #edit(edit: DocumentEdit): void {
    if (!isEditable(this.document.uri)) {
      this.#showDocument();
      void window.showInformationMessage("This is an old version of the search. Open its file to edit it.");
      return;
    }
    this.#queuedEdits += 1;
    this.#edits = this.#edits
      .then(() => this.#apply(edit))
      .catch((error: unknown) => this.deps.log(`An edit (${edit.kind}) failed: ${errorForLog(error)}`))
      .then(() => {
        this.#queuedEdits -= 1;
        if (this.#queuedEdits === 0) {
          this.#showDocument();
        }
      });
  }

  async #apply(edit: DocumentEdit): Promise<void> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const edits = textEdits(this.document.getText(), edit);
      if (edits.length === 0 || (await applyEdits(this.document, edits))) {
        return;
      }
    }
    this.deps.log(`An edit (${edit.kind}) was refused by the editor ${mostAttempts} times and is lost.`);
  }

  #readSearch(): SearchDocument | undefined {
    return parseSearch(this.document.getText()).document;
  }

  /** `undo` and `redo` act on the active editor, so they are ignored if the user has switched to another one. */
  async #undoOrRedo(command: "undo" | "redo", page: WebviewPanel): Promise<void> {
    await this.#edits;
    if (page.active) {
      await commands.executeCommand(command);
    }
  }

  /** The search once all edits are in the document; `undefined` after a message if it cannot run. */
  async #runnableSearch(): Promise<SearchDocument | undefined> {
    await this.#edits;
    const { uri } = this.document;
    return readSearch(uri, this.deps.uncommittedInput.reasonsFor(uri));
  }

  async #run(): Promise<void> {
    const search = await this.#runnableSearch();
    if (search !== undefined) {
      await this.deps.runner.run(this.document.uri, search);
      this.#preview.reload();
    }
  }

  async #count(): Promise<void> {
    const search = await this.#runnableSearch();
    if (search !== undefined) {
      await this.#preview.count(search);
    }
  }

  async #addLeaveOutList(): Promise<void> {
    await this.#edits;
    const path = await chooseListForSearch(this.deps.leaveOut, this.document.uri, this.#namedLists());
    if (path !== undefined) {
      this.#edit({ kind: "addLists", lists: [path] });
    }
  }

  /** The paths of the leave-out lists in the search. */
  #namedLists(): readonly string[] {
    const { leaveOut = [] } = readSearchForm(this.document.getText()) ?? {};
    return leaveOut.filter((one) => typeof one === "string");
  }

  async #openAsText(offset: number, viewColumn: ViewColumn | undefined): Promise<void> {
    await this.#edits;
    const at = this.document.positionAt(offset);
    const selection = new Range(at, at);
    await reopenWith(
      this.document.uri,
      textEditorId,
      viewColumn === undefined ? { selection } : { viewColumn, selection },
    );
  }
}

/** The state of the connection without secrets such as the key, which only the host may have. */
function shownAccount(state: AccountState): ShownAccount {
  if (!("connection" in state)) {
    return state;
  }
  const { connection, ...rest } = state;
  return { ...rest, label: connection.label, sandbox: connection.sandbox };
}

function post<Name extends keyof BuilderUpdates>(
  { webview }: WebviewPanel,
  name: Name,
  payload: BuilderUpdates[Name],
): void {
  poster<BuilderUpdates>(webview)(name, payload);
}

export interface SearchEditorDeps extends SearchSessionDeps {
  readonly extensionUri: Uri;
}

/** The custom text editor for saved searches: one session per document, one page per tab. */
export function createSearchEditor(deps: SearchEditorDeps): CustomTextEditorProvider {
  const { log, extensionUri } = deps;
  const sessions = new Map<TextDocument, SearchSession>();

  async function resolveCustomTextEditor(document: TextDocument, panel: WebviewPanel): Promise<void> {
    await refillNewSearch(document);
    const session = sessions.get(document) ?? new SearchSession(document, deps);
    sessions.set(document, session);
    session.addPage(panel);
    const listening = listen(panel.webview, builderProcedures, session.handlersFor(panel), {
      onRefused: (problem) => log(`A message of the filter builder was refused: ${problem}`),
      onFailure: (error, procedure) => log(`The filter builder could not do “${procedure}”: ${errorForLog(error)}`),
      around: (call) => askedBy(() => panel.active, call),
    });
    panel.onDidDispose(() => {
      listening.dispose();
      if (session.removePage(panel) === 0) {
        session.dispose();
        sessions.delete(document);
      }
    });
    showPage(panel.webview, extensionUri, "filterBuilder", session.initialState());
  }

  return { resolveCustomTextEditor };
}
