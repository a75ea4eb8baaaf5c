// One results tab and its page: answers windows of rows, sorts and filters, follows the run, and carries out what is asked.
import { commands, env, l10n, Uri, type Disposable, type Webview } from "vscode";
import { fromResultsPage, type FromResultsPage, type ResultsInitial, type RowRange, type ToResultsPage, type ViewState } from "../../../webview-ui/messages/results";
import { columnInfo, columnsOf } from "../../rows/columns";
import { distributionsOf } from "../../rows/distributions";
import type { Pace } from "../../rows/pace";
import { parseRecord, recordTitle } from "../../rows/record";
import type { RunJournal } from "../../runs/journal";
import { sandboxConnection } from "../connections/connectionStore";
import { failureName } from "../failureName";
import { commandIds } from "../identifiers";
import { formatCount } from "../numbers";
import type { RunExporter, SearchRunner } from "../runActivity";
import { listenToPage } from "../webviewPage";
import { companyChoice, type CompanyChoice } from "./companyChoice";
import { mergeLayout, rememberedLayout, rememberLayout, type LayoutMemory } from "./columnLayouts";
import { copyRows } from "./copyRows";
import { laidOutJson, mostCopied } from "./copyText";
import { createResultsRows, type RowsOrder } from "./resultsRows";
import type { ResultsChoice } from "./shownResults";
import type { ShowReply } from "./rawReply";
import { runStatus } from "./runStatus";
import { webAddress } from "./webAddress";

export interface ResultsSessionParts {
  readonly runner: SearchRunner;
  readonly exporter: RunExporter;
  readonly memento: LayoutMemory;
  readonly log: (line: string) => void;
  readonly openPeopleSearch: (companies: readonly CompanyChoice[]) => Promise<void>;
  readonly showReply: ShowReply;
  readonly pace: Omit<Pace, "signal">;
  readonly now: () => number;
}

/** Cells longer than this are cut before they are sent; the page cuts shorter still. */
const longestCell = 400;
const longestRaw = 400_000;
const mostCompanies = 500;

export interface ResultsSession extends Disposable {
  /** What the page is opened with. */
  initial(): ResultsInitial;
  /** Takes in what was fetched since, here or in another window. */
  refresh(): Promise<void>;
  /** The run has not ended, and it is not this window that executes it. */
  isUnderWayElsewhere(): boolean;
  /** What is selected and shown now. */
  choice(): ResultsChoice;
}

export async function openResultsSession(webview: Webview, journal: RunJournal, parts: ResultsSessionParts): Promise<ResultsSession> {
  const kind = journal.recordKind;
  const columns = columnsOf(kind).map(columnInfo);
  const rows = createResultsRows(journal, parts.pace, parts.now);
  let layout = rememberedLayout(parts.memento, kind, columns);
  let revision = 1;
  let arranging: AbortController | undefined;
  let summing: AbortController | undefined;
  let touched = false;
  const selected = new Set<number>();
  const visible = (): readonly string[] => layout.filter((place) => place.visible).map((place) => place.id);
  await rows.arrange({ filter: "", columns: visible() }, new AbortController().signal);

  const post = (message: ToResultsPage): void => void webview.postMessage(message);
  const notice = (text: string, problem = false): void => post({ kind: "notice", text, problem });
  const view = (): ViewState => {
    const { sort, filter, facet, quick = [] } = rows.order;
    return { revision, count: rows.count, records: journal.count, sort, filter, facet, quick, arranging: arranging !== undefined, selection: rows.rangesOf(selected) };
  };
  const status = (): ReturnType<typeof runStatus> => runStatus(journal.summary(), parts.runner.activity(journal.id), parts.now());
  const initial = (): ResultsInitial => ({
    kind: "open",
    state: {
      title: journal.summary().header.title,
      recordKind: kind,
      columns: columns.map(({ id, label, type }) => ({ id, label, numeric: type === "number" })),
      layout,
      view: view(),
      run: status(),
      synthetic: journal.summary().header.connection.origin === sandboxConnection.origin,
    },
  });

  /** Sorts and filters anew; what was under way is given up. */
  async function arrange(order: RowsOrder): Promise<void> {
    arranging?.abort();
    const own = new AbortController();
    arranging = own;
    post({ kind: "view", view: view() });
    try {
      await rows.arrange(order, own.signal);
      // Pages may have come meanwhile.
      await rows.grow(own.signal);
      revision++;
    } catch (error) {
      if (!own.signal.aborted) {
        parts.log(`The records of run ${journal.id} could not be sorted or filtered: ${failureName(error)}`);
        notice(l10n.t("The records could not be sorted or filtered. They stand as before."), true);
      }
    }
    if (arranging === own) {
      arranging = undefined;
      post({ kind: "view", view: view() });
    }
  }

  async function getRows({ id, revision: asked, start, count }: Extract<FromResultsPage, { kind: "getRows" }>): Promise<void> {
    if (asked !== revision) {
      return;
    }
    try {
      const found = await rows.rows(start, count);
      post({ kind: "rows", id, revision: asked, start, rows: found.map(({ row, title, cells }) => ({ row, title: cut(title), cells: cells.map(cut) })) });
    } catch (error) {
      parts.log(`Rows ${start}–${start + count} of run ${journal.id} could not be read: ${failureName(error)}`);
      post({ kind: "rowsFailed", id, sentence: error instanceof Error ? error.message : l10n.t("Some rows could not be read.") });
    }
  }

  async function recordAt(at: number, asked: number): Promise<Uint8Array | undefined> {
    const [row] = asked === revision ? rows.journalRows([[at, at + 1]]) : [];
    return row === undefined ? undefined : (await journal.readMany([row]))[0];
  }

  async function getDetails({ id, at, revision: asked }: Extract<FromResultsPage, { kind: "getDetails" }>): Promise<void> {
    const bytes = await recordAt(at, asked);
    if (bytes !== undefined) {
      const record = parseRecord(bytes);
      const raw = laidOutJson(bytes);
      post({ kind: "details", id, title: cut(recordTitle(kind, record)), record, raw: raw.slice(0, longestRaw), rawCut: raw.length > longestRaw });
    }
  }

  async function getSummary(id: number): Promise<void> {
    summing?.abort();
    const own = new AbortController();
    summing = own;
    const chosen = rows.plain ? undefined : rows.journalRows([[0, rows.count]]);
    try {
      const distributions = await distributionsOf(journal, { ...parts.pace, signal: own.signal }, parts.now(), chosen);
      post({ kind: "summary", id, records: rows.count, filtered: rows.order.filter.trim() !== "" || rows.order.facet !== undefined || (rows.order.quick ?? []).length > 0, distributions });
    } catch (error) {
      if (!own.signal.aborted) {
        throw error;
      }
    }
  }

  async function copy(message: Extract<FromResultsPage, { kind: "copy" }>): Promise<void> {
    const chosen = message.revision === revision ? rows.journalRows(message.rows.map(([from, to]): RowRange => [from, Math.min(to, from + mostCopied + 1)])) : [];
    const said = await copyRows(journal, chosen, visible(), message);
    if (said !== undefined) {
      notice(said.sentence, said.isProblem);
    }
  }

  async function exportRows(scope: Extract<FromResultsPage, { kind: "export" }>["scope"]): Promise<void> {
    if (scope === "everything" || (scope === "all" && rows.plain)) {
      await parts.exporter.exportRun(journal.id, { kind: scope });
      return;
    }
    const ranges = scope === "selected" ? rows.rangesOf(selected) : ([[0, rows.count]] as const);
    await parts.exporter.exportRun(journal.id, { kind: "rows", rows: rows.journalRows(ranges), ...(scope === "selected" ? { because: "selected" } : { because: "filtered", shown: rows.order }) });
  }

  async function findPeople(): Promise<void> {
    const chosen = rows.journalRows(rows.rangesOf(selected));
    const records = (await journal.readMany(chosen.slice(0, mostCompanies))).map(parseRecord);
    if (chosen.length > mostCompanies) {
      notice(l10n.t("Only the first {0} companies were taken: a search with more filters than that is refused.", formatCount(mostCompanies)), true);
    }
    await parts.openPeopleSearch(records.map(companyChoice));
  }

  async function openLink(url: string): Promise<void> {
    const address = webAddress(url);
    if (address === undefined) {
      notice(l10n.t("This address was not opened: it is not a plain http or https address."), true);
    } else {
      await env.openExternal(Uri.parse(address, true));
    }
  }

  async function setLayout(next: typeof layout, forget: boolean): Promise<void> {
    const before = visible();
    layout = mergeLayout(next, columns);
    await rememberLayout(parts.memento, kind, forget ? [] : layout);
    if (forget || visible().join("\n") !== before.join("\n")) {
      await rows.arrange({ ...rows.order, columns: visible() }, new AbortController().signal);
      revision++;
      post({ kind: "layout", layout, view: view() });
    }
  }

  /** A page that comes back is given what is so now; what it kept counts only in a tab that is new. */
  async function onReady(kept: Extract<FromResultsPage, { kind: "ready" }>["kept"]): Promise<void> {
    if (kept !== undefined && !touched) {
      touched = true;
      if (kept.filter !== "" || kept.sort !== undefined || kept.facet !== undefined || kept.quick.length > 0) {
        await arrange({ filter: kept.filter, sort: kept.sort, facet: kept.facet, quick: kept.quick, columns: visible() });
      }
      if (kept.records === journal.count) {
        rows.journalRows(kept.selection).forEach((row) => selected.add(row));
        revision++;
      }
    }
    post({ kind: "initial", initial: initial() });
  }

  function select({ revision: asked, selection, keepHidden }: Extract<FromResultsPage, { kind: "select" }>): void {
    if (asked !== revision) {
      return;
    }
    if (!keepHidden || rows.count === journal.count) {
      selected.clear();
    } else {
      rows.journalRows([[0, rows.count]]).forEach((row) => selected.delete(row));
    }
    rows.journalRows(selection).forEach((row) => selected.add(row));
  }

  async function carryOut(message: FromResultsPage): Promise<void> {
    touched ||= message.kind === "arrange" || message.kind === "select";
    switch (message.kind) {
      case "ready":
        return onReady(message.kept);
      case "getRows":
        return getRows(message);
      case "arrange":
        return arrange({ sort: message.sort, filter: message.filter, facet: message.facet, quick: message.quick, columns: visible() });
      case "cancelArrange":
        return arranging?.abort();
      case "select":
        return select(message);
      case "setLayout":
        return setLayout(message.layout, false);
      case "resetLayout":
        return setLayout([], true);
      case "getDetails":
        return getDetails(message);
      case "getSummary":
        return getSummary(message.id);
      case "copy":
        return copy(message);
      case "copyRaw": {
        const bytes = await recordAt(message.at, message.revision);
        if (bytes !== undefined) {
          await env.clipboard.writeText(laidOutJson(bytes));
          notice(l10n.t("The record was copied as JSON."));
        }
        return;
      }
      case "export":
        return exportRows(message.scope);
      case "fetchMore":
        return parts.runner.fetchMore(journal.id, message.records);
      case "resume":
        return parts.runner.resume(journal.id);
      case "showReply":
        return parts.showReply(journal.id, journal.summary().header.title);
      case "stop":
        return parts.runner.stop(journal.id);
      case "connect":
        return void (await commands.executeCommand(commandIds.connect));
      case "findPeople":
        return findPeople();
      case "openLink":
        return openLink(message.url);
    }
  }

  const onFailure = (error: unknown): void => {
    parts.log(`Results of run ${journal.id}: ${failureName(error)}`);
    notice(error instanceof Error ? error.message : String(error), true);
  };
  const listening = listenToPage<FromResultsPage>(
    webview,
    fromResultsPage,
    (message) => void carryOut(message).catch(onFailure),
    (problem) => parts.log(`A message of a results page was refused: ${problem}`),
  );

  let refreshing: Promise<void> = Promise.resolve();
  async function takeIn(): Promise<void> {
    const before = journal.count;
    await journal.refresh();
    if (journal.count !== before) {
      await rows.grow();
      if (!rows.plain) {
        revision++;
      }
      post({ kind: "view", view: view() });
    }
    post({ kind: "run", run: status() });
  }

  return {
    initial,
    refresh() {
      refreshing = refreshing.then(takeIn).catch(onFailure);
      return refreshing;
    },
    isUnderWayElsewhere: () => journal.summary().stop === undefined && parts.runner.activity(journal.id) === undefined,
    choice: () => ({ selected: rows.journalRows(rows.rangesOf(selected)), shown: rows.plain ? undefined : rows.journalRows([[0, rows.count]]) }),
    dispose() {
      listening.dispose();
      arranging?.abort();
      summing?.abort();
    },
  };
}

function cut(text: string): string {
  return text.length > longestCell ? text.slice(0, longestCell) : text;
}
