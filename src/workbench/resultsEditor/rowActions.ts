// The page's actions for the records of a results tab: copy, export, fetch more, find people, lists, links.
import { env, Uri } from "vscode";
import { cellLink, isEmailLink, openableUrl } from "../../../webview-ui/messages/cellLink";
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsInput, ResultsProcedures, RunStatus } from "../../../webview-ui/messages/results";
import { recordsByKey } from "../../app/readRecords";
import { onlyKeys, isPlain } from "../../app/rowSource";
import { indentedJson } from "../../export/jsonFormats";
import { cellText, columnOf } from "../../records/columns";
import { companyReference, personReference, type CompanyReference } from "../../records/companyReference";
import { parseExact } from "../../service/exactJson";
import { addToLeaveOutList } from "../leaveOut/addToList";
import { reloadLists } from "../leaveOut/leaveOutLists";
import { addToList, editNote, removeFromList } from "../lists/changeLists";
import type { RecordScope } from "../runActivity";
import { copyRows } from "./copyRows";
import type { ShownRecords } from "./shownRecords";

type Notice = (text: string, isProblem?: boolean) => void;

/** Handlers for the records that are shown when a request arrives; `current` rejects if there are none. */
export function rowHandlers(current: () => ShownRecords, notice: Notice) {
  const tell = (sentence: string | undefined): void => {
    if (sentence !== undefined) {
      notice(sentence);
    }
  };
  return {
    copy: (input) => copyRows(current(), input, notice),
    copyRaw: async (row) => {
      const json = await jsonOf(current(), row);
      if (json !== undefined) {
        await env.clipboard.writeText(indentedJson(json));
        notice("Record copied as JSON.");
      }
    },
    findPeople: async (row) => {
      const shown = current();
      await findPeople(shown, await keysOf(shown, row), notice);
    },
    newSearch: async () => {
      const { desk, subject } = current();
      await desk.newSearchFor(onlyKeys(subject, await keysOf(current(), undefined)));
    },
    lookUp: async ({ what, ...row }) => {
      const shown = current();
      const json = await jsonOf(shown, row);
      if (json !== undefined) {
        await lookUp(shown, parseExact(json), what, notice);
      }
    },
    /** Uses all selected records if the row is one of them. */
    leaveOut: async (row) => {
      const { desk, subject, selection } = current();
      const own = await keysOf(current(), row);
      const keys = own.some((key) => selection.keys.includes(key)) ? selection.keys : own;
      const added = { kind: subject.recordKind, keys, run: subject.run?.header.id };
      tell(await addToLeaveOutList(desk.app, desk.leaveOut, added));
    },
    reloadLists: () => reloadLists(current().desk.leaveOut),
    openCell: async ({ column, ...row }) => {
      const shown = current();
      const json = await jsonOf(shown, row);
      const shownColumn = columnOf(shown.subject.recordKind, column);
      if (json !== undefined && shownColumn !== undefined) {
        const text = cellText(shownColumn.value(parseExact(json)));
        await openLink(cellLink(shownColumn.type, column, text) ?? text, notice);
      }
    },
    openLink: ({ url }) => openLink(url, notice),
    addToList: async (row) => {
      const { desk, subject } = current();
      const keys = await keysOf(current(), row);
      if (keys.length > 0) {
        tell(await addToList({ kind: subject.recordKind, keys }, desk.recordLists));
      }
    },
    removeFromList: async (row) => {
      const { desk, subject } = current();
      const keys = await keysOf(current(), row);
      if (subject.list !== undefined && keys.length > 0) {
        tell(await removeFromList({ kind: subject.recordKind, keys }, subject.list, desk.recordLists));
      }
    },
    editNote: async (row) => {
      const { desk, subject } = current();
      const [key] = await keysOf(current(), row);
      if (subject.list !== undefined && key !== undefined) {
        await editNote(subject.recordKind, key, subject.list, desk.recordLists);
      }
    },
    setNote: async ({ note, ...row }) => {
      const { desk, subject } = current();
      const { list, recordKind } = subject;
      const [key] = await keysOf(current(), row);
      if (list !== undefined && key !== undefined) {
        await desk.recordLists.change((lists) => lists.setNote(list, recordKind, key, note));
      }
    },
  } satisfies Partial<Handlers<ResultsProcedures>>;
}

/** The key of the row at this position, or of the selected rows. */
async function keysOf(
  { rows, selection }: ShownRecords,
  row: { readonly at: number } | undefined,
): Promise<readonly number[]> {
  await selection.settled;
  return row === undefined ? selection.keys : rows.keysAt([[row.at, row.at + 1]]);
}

async function jsonOf(shown: ShownRecords, row: { readonly at: number }): Promise<string | undefined> {
  const keys = await keysOf(shown, row);
  return keys.length === 0 ? undefined : (await shown.desk.app.store.records.jsonOf(keys))[0];
}

/**
 * Actions that may cost credits. They run only if the page's offer is still valid: another window may have continued
 * the run, or the message may be older than the page. `readStatus` reads the run again, shows it on the page, and
 * resolves to the new offers.
 */
export function spendingHandlers(current: () => ShownRecords, readStatus: () => Promise<RunStatus>, notice: Notice) {
  /** Acts if the run still has the offer that the page showed. `state` includes the run's id. */
  const ifOffered = async (
    state: string,
    isOffered: (now: RunStatus) => boolean,
    act: (shown: ShownRecords, now: RunStatus) => Promise<void>,
  ): Promise<void> => {
    const now = await readStatus();
    if (now.state === state && isOffered(now)) {
      await act(current(), now);
    } else {
      notice("Nothing was fetched: this run has changed. Check what it offers now and try again.", true);
    }
  };
  return {
    fetchMore: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("fetchMore"),
        ({ desk, subject }, { more }) => desk.runner.fetchMore(subject.id, more),
      ),
    resume: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("resume") || actions.includes("continue"),
        ({ desk, subject }) => desk.runner.resume(subject.id),
      ),
    acceptEnd: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("acceptEnd"),
        ({ desk, subject }) => desk.runner.acceptEnd(subject.id),
      ),
    tryNow: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("tryNow"),
        ({ desk, subject }) => desk.runner.tryNow(subject.id),
      ),
    export: async (input) => {
      if (input.scope === "everything") {
        await ifOffered(
          input.state,
          ({ everything }) => everything !== undefined,
          (shown) => exportRows(shown, input.scope),
        );
      } else {
        await exportRows(current(), input.scope);
      }
    },
  } satisfies Partial<Handlers<ResultsProcedures>>;
}

async function exportRows(
  { desk, subject, since, rows, selection }: ShownRecords,
  scope: ResultsInput<"export">["scope"],
): Promise<void> {
  await selection.settled;
  const { order, count } = rows;
  let exported: RecordScope = { kind: "filtered", shown: { ...order, since }, count };
  if (scope === "selected") {
    exported = { kind: "selected", keys: selection.keys };
  } else if (scope === "everything" || (scope === "all" && isPlain(order))) {
    exported = { kind: scope };
  }
  await desk.exporter.export(subject, exported);
}

/** More companies than this are passed as a list instead of a filter. */
const mostInFilter = 100;

/** Finds people at the companies of these records. */
async function findPeople({ desk, subject }: ShownRecords, keys: readonly number[], notice: Notice): Promise<void> {
  if (keys.length > mostInFilter) {
    await desk.findPeopleAt(onlyKeys(subject, keys));
    return;
  }
  const companies: CompanyReference[] = [];
  for await (const record of recordsByKey(desk.app.store, keys)) {
    if (record !== undefined) {
      companies.push(companyReference(subject.recordKind, record));
    }
  }
  if (companies.every((company) => Object.keys(company).length === 0)) {
    notice("This record names no company.", true);
  } else {
    await desk.openPeopleSearch(companies);
  }
}

async function lookUp(
  { desk, subject: { recordKind } }: ShownRecords,
  record: unknown,
  what: "company" | "person",
  notice: Notice,
): Promise<void> {
  const company = companyReference(recordKind, record);
  const text = what === "person" ? personReference(recordKind, record) : (company.domain ?? company.url);
  if (text !== undefined) {
    await desk.lookups.lookUp(what, text);
  } else if (what === "person") {
    notice("This record has no profile address to look up.", true);
  } else {
    notice("This record has no domain or profile address of a company to look up.", true);
  }
}

async function openLink(url: string, notice: Notice): Promise<void> {
  const address = isEmailLink(url) ? url : openableUrl(url);
  if (address === undefined) {
    notice("The address was not opened, because it is not a plain http or https address.", true);
  } else {
    await env.openExternal(Uri.parse(address, true));
  }
}
