// One saved search that is open in one filter builder or more: they all show the same document and the same run.
import {
  commands,
  env,
  l10n,
  Range,
  window,
  workspace,
  type Disposable,
  type TextDocument,
  type ViewColumn,
} from "vscode";
import type {
  BuilderMessage,
  BuilderStart,
  BuilderUpdate,
  CopyFormat,
  RunState,
  ValueHint,
} from "../../../webview-ui/messages/filterBuilder";
import { requestAsCurl, requestAsJson, requestAsTypeScript } from "../../searches/describeSearch";
import { parseSearch } from "../../searches/parseSearch";
import type { SearchDocument } from "../../searches/searchDocument";
import { unknownValues } from "../../searches/unknownValues";
import { commandIds } from "../commandIds";
import { reopenWith, textEditorId } from "../reopenWith";
import { confirmUnknownFilters } from "./confirmUnknownFilters";
import { documentState, filtersKey, searchAsShown, type RunnableSearch, type ShownOnPage } from "./documentState";
import { editedDocument } from "./editedDocument";
import { createEditQueue } from "./editQueue";
import { shownAccount } from "./shownAccount";
import type { SearchEditorDeps } from "./registerSearchEditor";
import { errorForLog } from "../errorText";

/** One page: where updates go, whether it is the active editor, and in which column it is. */
export interface SessionPage {
  post(update: BuilderUpdate): void;
  readonly isActive: boolean;
  readonly viewColumn: ViewColumn | undefined;
}

export interface SearchSession extends Disposable {
  start(): BuilderStart;
  add(page: SessionPage): void;
  /** Returns how many pages are left. */
  remove(page: SessionPage): number;
  receive(message: BuilderMessage, page: SessionPage): void;
}

const nothingKnown: RunState = { sentence: "", exceedsBalance: false, hints: [], counting: false };

export function createSearchSession(document: TextDocument, parts: SearchEditorDeps): SearchSession {
  const { runner, account, log, unsettledPages } = parts;
  const source = document.uri;
  /** Each page with the number of its last edit. */
  const pages = new Map<SessionPage, number>();
  let run = nothingKnown;
  let counting = false;
  let latest = 0;
  /** Which filters the known total is of: those of the count or run that told it. */
  let asked: string | undefined;
  let total: { readonly at: number; readonly key: string | undefined } | undefined;
  const earlier = runner.knownTotal(source);
  if (earlier !== undefined) {
    total = { at: earlier.at, key: undefined };
  }

  /** Filters that found nothing the last time, before this editor was opened. */
  let foundNothing: string | undefined;
  runner.lastFound(source).then(
    (last) => {
      if (last?.total === 0) {
        foundNothing = filtersKey(last.asked);
        refreshRun();
      }
    },
    (error: unknown) => log(`What an earlier run found could not be read: ${errorForLog(error)}`),
  );

  const queue = createEditQueue(editedDocument(document), () => showDocument(), log);
  const disposables: readonly Disposable[] = [
    workspace.onDidChangeTextDocument((event) => {
      // While edits wait, what the page shows is newer than the text: no echo.
      if (event.document === document && event.contentChanges.length > 0 && !queue.busy) {
        showDocument();
      }
    }),
    account.onDidChange(() => {
      tell({ type: "account", account: shownAccount(account.current) });
      refreshRun();
    }),
    runner.onDidProgress((progress) => {
      if (progress.source === source.toString()) {
        refreshRun();
      }
    }),
  ];

  function tell(update: BuilderUpdate): void {
    for (const page of pages.keys()) {
      page.post(update);
    }
  }

  function state(): BuilderStart["state"] {
    return documentState(source.path.slice(source.path.lastIndexOf("/") + 1), document.getText());
  }

  function showDocument(): void {
    // Nothing waits in the queue now, so the text holds every edit that has come.
    for (const [page, answered] of pages) {
      page.post({ type: "document", state: state(), answered });
    }
    refreshRun();
  }

  function readable(): SearchDocument | undefined {
    return parseSearch(document.getText()).document;
  }

  function refreshRun(): void {
    workOutRun().catch((error: unknown) => log(`The plan of a run could not be worked out: ${errorForLog(error)}`));
  }

  async function workOutRun(): Promise<void> {
    latest += 1;
    const turn = latest;
    const search = readable();
    if (search === undefined) {
      // What is known is of a search that is not there any more.
      showRun({ ...nothingKnown, counting, activity: activity() });
      return;
    }
    // The state of the run itself must not wait for the plan.
    showRun({ ...run, counting, activity: activity() });
    const [plan, found] = [await runner.plan(source, search), totalOf(search)];
    const hints = found === 0 ? await hintsFor(search) : [];
    if (turn === latest) {
      showRun({
        sentence: plan.sentence,
        exceedsBalance: plan.exceedsBalance,
        total: found,
        hints,
        counting,
        activity: activity(),
      });
    }
  }

  function showRun(next: RunState): void {
    run = next;
    tell({ type: "run", run });
  }

  function activity(): RunState["activity"] {
    const going = runner.activityOf(source);
    return going === undefined
      ? undefined
      : { fetched: going.fetched, wanted: going.wanted, waitingUntil: going.waitingUntil, stopping: going.stopping };
  }

  function totalOf(search: SearchDocument): number | undefined {
    const known = runner.knownTotal(source);
    const key = filtersKey(search);
    if (known !== undefined && known.at !== total?.at) {
      total = { at: known.at, key: asked ?? key };
      foundNothing = undefined;
    }
    if (known !== undefined && total?.key === key) {
      return known.total;
    }
    return foundNothing === key ? 0 : undefined;
  }

  async function hintsFor(search: SearchDocument): Promise<readonly ValueHint[]> {
    const hints: ValueHint[] = [];
    for (const { field, index, value, near } of unknownValues(search)) {
      const seen = (await parts.suggestions?.(field)) ?? [];
      if (
        search.filters[field]?.[index]?.exclude !== true &&
        !seen.some((one) => one.toLowerCase() === value.toLowerCase())
      ) {
        hints.push({ field, value, near });
      }
    }
    return hints;
  }

  async function act(message: BuilderMessage, page: SessionPage): Promise<void> {
    switch (message.type) {
      case "ready":
        pages.set(page, 0);
        unsettledPages.tell(page, source, []);
        page.post({ type: "document", state: state(), answered: 0 });
        page.post({ type: "account", account: shownAccount(account.current) });
        return refreshRun();
      case "edit":
        pages.set(page, message.serial);
        return queue.add(message.edit);
      case "undo":
      case "redo":
        await queue.idle();
        // VS Code undoes in the active editor: whoever has gone on to another one meant this one, and loses nothing there.
        return void (page.isActive && (await commands.executeCommand(message.type)));
      case "unsettled":
        return unsettledPages.tell(page, source, message.reasons);
      case "run":
        return startRun(await searchOnScreen(message, page));
      case "count":
        return startCount(await searchOnScreen(message, page));
      case "stop": {
        const going = runner.activityOf(source);
        return going === undefined ? undefined : runner.stop(going.runId);
      }
      case "connect":
        return void (await commands.executeCommand(commandIds.connect));
      case "useSandbox":
        return void (await commands.executeCommand(commandIds.useSandbox));
      case "openAsText":
        return openAsText(message.offset, page.viewColumn);
      case "copy":
        return copy(message.as, page);
      case "suggest":
        return page.post({
          type: "suggestions",
          field: message.field,
          values: (await parts.suggestions?.(message.field)) ?? [],
        });
      case "saveToLibrary":
        await queue.idle();
        return parts.saveToLibrary(document);
    }
  }

  /** The search that a page shows, once the document has all of its edits; nothing else is run or counted. */
  async function searchOnScreen(message: ShownOnPage, page: SessionPage): Promise<RunnableSearch | undefined> {
    await queue.idle();
    const search = searchAsShown(document.getText(), message, {
      edits: pages.get(page) ?? 0,
      unsettled: unsettledPages.reasonsOf(page),
    });
    if (search !== undefined) {
      return search;
    }
    page.post({ type: "document", state: state(), answered: message.serial });
    void window.showWarningMessage(
      l10n.t("Nothing was run: the filter builder did not show the search as it is now. Check it and try again."),
    );
    return undefined;
  }

  async function startRun(search: RunnableSearch | undefined): Promise<void> {
    if (search !== undefined && (await confirmUnknownFilters(search))) {
      asked = filtersKey(search.document);
      await runner.run(source, search.document);
      refreshRun();
    }
  }

  async function startCount(shown: RunnableSearch | undefined): Promise<void> {
    if (shown === undefined || counting) {
      return;
    }
    const search = shown.document;
    asked = filtersKey(search);
    counting = true;
    showRun({ ...run, counting });
    try {
      await runner.count(source, search);
    } finally {
      counting = false;
      refreshRun();
    }
  }

  async function openAsText(offset: number | undefined, viewColumn: ViewColumn | undefined): Promise<void> {
    await queue.idle();
    const at = document.positionAt(offset ?? 0);
    await reopenWith(source, textEditorId, {
      ...(viewColumn === undefined ? {} : { viewColumn }),
      selection: new Range(at, at),
    });
  }

  async function copy(as: CopyFormat, page: SessionPage): Promise<void> {
    await queue.idle();
    const search = readable();
    if (search !== undefined) {
      const texts: Readonly<Record<CopyFormat, () => string>> = {
        json: () => requestAsJson(search),
        curl: () => requestAsCurl(search, parts.copyOrigin()),
        typescript: () => requestAsTypeScript(search, parts.copyOrigin()),
      };
      await env.clipboard.writeText(texts[as]());
      page.post({ type: "copied", as });
    }
  }

  return {
    start: () => ({ state: state(), account: shownAccount(account.current), run }),
    add: (page) => void pages.set(page, 0),
    remove: (page) => {
      pages.delete(page);
      unsettledPages.tell(page, source, []);
      return pages.size;
    },
    receive: (message, page) => {
      act(message, page).catch((error: unknown) =>
        log(`The filter builder could not do “${message.type}”: ${errorForLog(error)}`),
      );
    },
    dispose: () => disposables.forEach((one) => one.dispose()),
  };
}
