// What the tests of results tabs share: the results editor over a database, and the page's side of its tabs.
import assert from "node:assert/strict";
import { Disposable, Uri } from "vscode";
import type { RowSource } from "../../../src/app/rowSource";
import type { RunHeader, StopReason } from "../../../src/runs/run";
import type { RunStore } from "../../../src/runs/runStore";
import type { StoredRun } from "../../../src/store/runs";
import { RecordLists } from "../../../src/workbench/lists/recordLists";
import { openResultsEditor, type ResultsEditor } from "../../../src/workbench/resultsEditor/registerResultsEditor";
import { ResultsTabs } from "../../../src/workbench/resultsEditor/resultsTabs";
import type { RunActivity } from "../../../src/workbench/runActivity";
import { answerName, type Answer, type Call, type Message } from "../../../webview-ui/messages/procedures";
import type {
  GridRow,
  ResultsAnswers,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsState,
  ResultsUpdates,
  ViewState,
} from "../../../webview-ui/messages/results";
import { testClock } from "../../support/testClock";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { useVscode } from "../../support/vscode";
import { addPage, beginRun, now, owner, type TestStore } from "../store/rig";

/** The saved search of the runs. */
export const search = "file:///w/engineers.prospect.json";
export const plain = { filter: "", columnFilters: [], quick: [] };
const day = 86_400_000;

const nothing = (): Disposable => new Disposable(() => undefined);

/** The page's side of one tab. */
export interface Tab {
  isUnavailable(): boolean;
  /** The name of the tab in VS Code. */
  name(): string;
  /** The state that the page has now. */
  state(): ResultsState;
  /** What a page that has just been loaded is sent. */
  ready(): Promise<Extract<ResultsInitial, { readonly kind: "open" }>>;
  unavailable(): Extract<ResultsInitial, { readonly kind: "unavailable" }>;
  /** All messages to the page. */
  readonly posted: Message<ResultsUpdates>[];
  call(call: Call<ResultsProcedures>): void;
  /** Posts the call, if any, and waits for an update that comes after it. */
  next<Name extends keyof ResultsUpdates>(
    name: Name,
    call?: Call<ResultsProcedures>,
    isIt?: (payload: ResultsUpdates[Name]) => boolean,
  ): Promise<ResultsUpdates[Name]>;
  /** Posts the call and waits for its answer; `undefined` if the rows have moved. */
  answer<Name extends keyof ResultsAnswers>(
    name: Name,
    payload: ResultsInput<Name>,
  ): Promise<ResultsAnswers[Name] | undefined>;
  /** Resolves once everything that was posted before is done. */
  settled(): Promise<unknown>;
  arrange(order: Partial<ResultsInput<"arrange">>): Promise<ViewState>;
  select(...selection: [number, number][]): Promise<unknown>;
  rows(start?: number, count?: number): Promise<readonly GridRow[]>;
  /** Titles of the rows shown. */
  titles(): Promise<readonly string[]>;
  /** This row, as the page names it. */
  row(at: number): { readonly revision: number; readonly at: number };
  close(): void;
}

/** The store's parts have their members only when they are asked for. */
export const replacing = <T extends object, K extends keyof T>(target: T, member: K, by: T[K]): T =>
  new Proxy(target, { get: (of, name) => (name === member ? by : (Reflect.get(of, name) as unknown)) });

/** What VS Code stores for a workspace. */
export const mementoOf = (memory: Map<string, unknown>) => ({
  get: (key: string) => memory.get(key),
  update: async (key: string, value: unknown) => void memory.set(key, value),
});

/** Hooks of the describe that makes it: each test has a database and an editor of its own. */
export class TabRig {
  readonly vscode = useVscode();
  desk!: OpenTestDesk;
  shown!: ResultsTabs;
  recordLists!: RecordLists;
  /** Shows replies that could not be read. */
  replier!: { provideTextDocumentContent(uri: Uri): Promise<string> };
  /** What VS Code stores for the workspace. */
  memory = new Map<string, unknown>();
  /** What the tab asked of others: what, and of what. */
  readonly asked: unknown[][] = [];
  /** The documents that are open, the saved search among them. */
  documents: object[] = [];
  /** Of the run that this window is running. */
  activity: RunActivity | undefined;
  leaveOutChanged: () => void = () => undefined;
  private editor: ResultsEditor | undefined;
  private readonly closers: (() => void)[] = [];
  private lastId = 0;

  constructor() {
    const { window, workspace } = this.vscode;
    before(() => {
      Object.assign(window, { onDidChangeWindowState: nothing });
      Object.assign(workspace, {
        registerTextDocumentContentProvider: (_scheme: string, given: TabRig["replier"]) => (
          (this.replier = given),
          nothing()
        ),
      });
    });
    afterEach(() => this.close());
    const newDesk = useTestDesks({ owner });
    beforeEach(() => this.open(newDesk({ clock: testClock(now) })));
  }

  get store(): TestStore {
    return this.desk.store;
  }

  get runs(): RunStore {
    return this.desk.runs;
  }

  private open(desk: OpenTestDesk): void {
    this.desk = desk;
    this.memory = new Map();
    this.asked.length = 0;
    this.activity = undefined;
    this.documents = [{ uri: Uri.parse(search), isClosed: false }];
    this.vscode.workspace["textDocuments"] = this.documents;
    this.shown = new ResultsTabs(mementoOf(this.memory) as never);
    this.recordLists = new RecordLists(this.desk.app);
    this.openEditor();
  }

  private close(): void {
    this.closers.splice(0).forEach((close) => close());
    this.editor?.dispose();
  }

  /** The editor over another store than that of the test. */
  openEditor(store = this.store): void {
    const { desk, shown, recordLists, asked } = this;
    const ask =
      (name: string) =>
      async (...more: readonly unknown[]): Promise<void> =>
        void asked.push([name, ...more]);
    const ofRun =
      (name: string) =>
      async ({ header }: { readonly header: RunHeader }, ...more: readonly unknown[]): Promise<void> =>
        void asked.push([name, header.id, ...more]);
    this.editor = openResultsEditor({
      app: { ...desk.app, store },
      extensionUri: Uri.file("/extension"),
      shown,
      recordLists,
      runner: {
        activity: () => this.activity,
        onDidProgress: nothing,
        fetchMore: ask("fetchMore"),
        resume: ask("resume"),
      },
      exporter: {
        export: async ({ title, recordKind, view, run }: RowSource, scope: unknown) =>
          void asked.push(["export", run?.header.id ?? { title, recordKind, view }, scope]),
      },
      leaveOut: {
        onDidChange: (listener: () => void) => ((this.leaveOutChanged = listener), nothing()),
        applyTo: () => true,
      },
      searchOfRun: {
        edit: ofRun("edit"),
        runAgain: ofRun("runAgain"),
        rename: ofRun("rename"),
        narrow: ofRun("narrow"),
      },
      openResults: async ({ id }: { readonly id: string }) => void asked.push(["open", id]),
      lookups: { lookUp: ask("lookUp") },
      openPeopleSearch: ask("findPeople"),
      findPeopleAt: async ({ view }: RowSource) =>
        void asked.push(["findPeopleInGroups", view.kind === "keys" ? view.keys.length : -1]),
      newSearchFor: async ({ view }: RowSource) => void asked.push(["newSearch", view.kind === "keys" && view.keys]),
      log: () => undefined,
    } as never);
  }

  /** A run of the search on a day in January that has stopped, with these companies. */
  async runOf(
    at: number,
    ids: readonly string[],
    stop: StopReason = { kind: "complete" },
    metadata?: object,
  ): Promise<StoredRun> {
    const { store } = this;
    const run = await beginRun(store, "company", {
      ...{
        id: `202601${String(at).padStart(2, "0")}T120000000-0123456789ab`,
        startedAt: now - (15 - at) * day,
      },
      source: search,
      task: { kind: "companySearch", filters: {} },
    });
    const companies = ids.map((id) => ({ id, name: `Company ${id}`, domain: `${id}.example` }));
    await addPage(store, run, companies, { metadata });
    await store.runs.stop(run.id, owner, stop, now);
    this.runs.notify({ id: run.id, kind: "created" });
    return run;
  }

  /** As if the account had paid so many credits for a company yesterday. */
  learnPrice(credits = 1): void {
    this.desk.db.run(
      `insert into call (connection, operation, at, state, asked, price)
       values ('c1', 'companySearch', ?, 'answered', 1, ?)`,
      now - day,
      credits,
    );
  }

  /** Tells the tab that its run has changed, and waits until it shows that. */
  async refreshed(tab: Tab, run: StoredRun): Promise<void> {
    const shown = tab.next("run");
    this.runs.notify({ id: run.id, kind: "changed" });
    await shown;
  }

  async openTab(query = `search=${search}`): Promise<Tab> {
    const listeners = new Set<(call: object) => void>();
    const waiting = new Set<(message: Message<ResultsUpdates>) => void>();
    const posted: Message<ResultsUpdates>[] = [];
    let latest: ResultsInitial | undefined;
    const initial = (): ResultsInitial => latest ?? assert.fail("the page shows nothing yet");
    const webview = {
      html: "",
      options: {},
      cspSource: "",
      asWebviewUri: (uri: Uri) => uri,
      onDidReceiveMessage: (listener: (call: object) => void) => (
        listeners.add(listener),
        new Disposable(() => listeners.delete(listener))
      ),
      postMessage: async (message: Message<ResultsUpdates>) => {
        posted.push(message);
        if (message.name === "initial") {
          latest = message.payload;
        } else if (latest?.kind === "open" && ["header", "view", "run"].includes(message.name)) {
          latest = { ...latest, state: { ...latest.state, [message.name]: message.payload } };
        }
        [...waiting].forEach((isWaiting) => isWaiting(message));
        return true;
      },
    };
    let onClose: () => void = () => undefined;
    const panel = {
      webview,
      title: "",
      visible: true,
      active: true,
      onDidDispose: (listener: () => void) => (onClose = listener),
      onDidChangeViewState: nothing,
    };
    const uri = Uri.from({ scheme: "prospect-run", path: "/Engineers", query });
    const resolved = this.editor?.provider.resolveCustomEditor({ uri } as never, panel as never, undefined as never);
    this.closers.push(() => onClose());
    const send = (call: object): void => [...listeners].forEach((listener) => listener(call));
    // A page can be loaded before the records are read.
    send({ name: "ready" });
    await resolved;
    const tab: Tab = {
      ready: async () => {
        const opened = await tab.next("initial", { name: "ready" });
        return opened.kind === "open" ? opened : assert.fail(opened.sentence);
      },
      isUnavailable: () => initial().kind === "unavailable",
      name: () => panel.title,
      state: () => {
        const now = initial();
        return now.kind === "open" ? now.state : assert.fail(`unavailable: ${now.sentence}`);
      },
      unavailable: () => {
        const now = initial();
        return now.kind === "unavailable" ? now : assert.fail("it shows a run");
      },
      posted,
      call: send,
      next: (name, call, isIt = () => true) =>
        new Promise((resolve) => {
          const listener = (message: Message<ResultsUpdates>): void => {
            if (message.name === name && isIt(message.payload as never)) {
              waiting.delete(listener);
              resolve(message.payload as never);
            }
          };
          waiting.add(listener);
          if (call !== undefined) {
            send(call);
          }
        }),
      answer: async (name, payload) => {
        const id = (this.lastId += 1);
        const isIt = (answer: Answer): boolean => answer.id === id;
        const answered = tab.next(answerName as never, { name, payload, id } as never, isIt as never);
        return ((await answered) as unknown as Answer).result as never;
      },
      settled: () => tab.answer("getValues", { text: "" }),
      arrange: (order) =>
        tab.next("view", { name: "arrange", payload: { ...plain, ...order } }, ({ arranging }) => !arranging),
      select: (...selection) => {
        const { revision } = tab.state().view;
        tab.call({ name: "select", payload: { revision, selection, keepHidden: false } });
        // What is asked next waits for the selection.
        return tab.settled();
      },
      rows: async (start = 0, count = 500) =>
        (await tab.answer("getRows", { revision: tab.state().view.revision, start, count })) ?? [],
      titles: async () => (await tab.rows()).map(({ title }) => title),
      row: (at) => ({ revision: tab.state().view.revision, at }),
      close: () => onClose(),
    };
    await tab.next("initial", { name: "ready" });
    return tab;
  }
}
