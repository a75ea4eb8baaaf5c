// The page's actions for the records of a results tab: copy, export, fetch more, find people, lists, links.
import { env, Uri } from "vscode";
import { cellLink, isEmailLink, openableUrl } from "../../../webview-ui/messages/cellLink";
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ResultsInput, ResultsProcedures, RunAction, RunStatus } from "../../../webview-ui/messages/results";
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
import type { ShownRecords } from "./resultsDesk";

export function rowHandlers(shown: ShownRecords) {
  const { desk, rows, selection, subject } = shown;
  const { recordLists } = desk;
  const { recordKind: kind, list } = subject;
  const tell = (sentence: string | undefined): void => (sentence === undefined ? undefined : shown.notice(sentence));

  /** The key of the row at this position, or of the selected rows. */
  const keysOf = async (row: { readonly at: number } | undefined): Promise<readonly number[]> => {
    await selection.settled;
    return row === undefined ? selection.keys : rows.keysAt([[row.at, row.at + 1]]);
  };
  const jsonOf = async (row: { readonly at: number }): Promise<string | undefined> => {
    const keys = await keysOf(row);
    return keys.length === 0 ? undefined : (await desk.app.store.records.jsonOf(keys))[0];
  };

  return {
    copy: (input) => copyRows(shown, input),
    copyRaw: async (row) => {
      const json = await jsonOf(row);
      if (json !== undefined) {
        await env.clipboard.writeText(indentedJson(json));
        shown.notice("Record copied as JSON.");
      }
    },
    findPeople: async (row) => findPeople(shown, await keysOf(row)),
    newSearch: async () => desk.newSearchFor(onlyKeys(subject, await keysOf(undefined))),
    lookUp: async ({ what, ...row }) => {
      const json = await jsonOf(row);
      if (json !== undefined) {
        await lookUp(shown, parseExact(json), what);
      }
    },
    /** Uses all selected records if the row is one of them. */
    leaveOut: async (row) => {
      const own = await keysOf(row);
      const keys = own.some((key) => selection.keys.includes(key)) ? selection.keys : own;
      tell(await addToLeaveOutList(desk, { kind, keys, run: subject.run?.header.id }));
    },
    reloadLists: () => reloadLists(desk.leaveOut),
    openCell: async ({ column, ...row }) => {
      const json = await jsonOf(row);
      const shownColumn = columnOf(kind, column);
      if (json !== undefined && shownColumn !== undefined) {
        const text = cellText(shownColumn.value(parseExact(json)));
        await openLink(shown, cellLink(shownColumn.type, column, text) ?? text);
      }
    },
    openLink: ({ url }) => openLink(shown, url),
    addToList: async (row) => {
      const keys = await keysOf(row);
      if (keys.length > 0) {
        tell(await addToList({ kind, keys }, recordLists));
      }
    },
    removeFromList: async (row) => {
      const keys = await keysOf(row);
      if (list !== undefined && keys.length > 0) {
        tell(await removeFromList({ kind, keys }, list, recordLists));
      }
    },
    editNote: async (row) => {
      const [key] = await keysOf(row);
      if (list !== undefined && key !== undefined) {
        await editNote(kind, key, list, recordLists);
      }
    },
    setNote: async ({ note, ...row }) => {
      const [key] = await keysOf(row);
      if (list !== undefined && key !== undefined) {
        await recordLists.change((lists) => lists.setNote(list, kind, key, note));
      }
    },
  } satisfies Partial<Handlers<ResultsProcedures>>;
}

/**
 * Actions that may cost credits. They run only if the page's offer is still valid: another window may have continued
 * the run, or the message may be older than the page. `readStatus` reads the run again, shows it on the page, and
 * resolves to the new offers.
 */
export function spendingHandlers(shown: ShownRecords, readStatus: () => Promise<RunStatus>) {
  const { runner } = shown.desk;
  const { id } = shown.subject;
  const ifOffered = async (
    state: string,
    isOffered: (now: RunStatus) => boolean,
    act: (now: RunStatus) => Promise<void>,
  ): Promise<void> => {
    const now = await readStatus();
    if (now.state === state && isOffered(now)) {
      await act(now);
    } else {
      shown.notice("Nothing was fetched: this run has changed. Check what it offers now and try again.", true);
    }
  };
  const offers =
    (...wanted: readonly RunAction[]) =>
    ({ actions }: RunStatus): boolean =>
      actions.some((action) => wanted.includes(action));
  return {
    fetchMore: ({ state }) => ifOffered(state, offers("fetchMore"), ({ more }) => runner.fetchMore(id, more)),
    resume: ({ state }) => ifOffered(state, offers("resume", "continue"), () => runner.resume(id)),
    acceptEnd: ({ state }) => ifOffered(state, offers("acceptEnd"), () => runner.acceptEnd(id)),
    tryNow: ({ state }) => ifOffered(state, offers("tryNow"), () => runner.tryNow(id)),
    export: (input) =>
      input.scope === "everything"
        ? ifOffered(
            input.state,
            ({ everything }) => everything !== undefined,
            () => exportRows(shown, input.scope),
          )
        : exportRows(shown, input.scope),
  } satisfies Partial<Handlers<ResultsProcedures>>;
}

async function exportRows(
  { desk, subject, since, rows, selection }: ShownRecords,
  scope: ResultsInput<"export">["scope"],
): Promise<void> {
  await selection.settled;
  const { order, count } = rows;
  const exported: RecordScope =
    scope === "everything" || (scope === "all" && isPlain(order))
      ? { kind: scope }
      : scope === "selected"
        ? { kind: "selected", keys: selection.keys }
        : { kind: "filtered", shown: { ...order, since }, count };
  await desk.exporter.export(subject, exported);
}

/** More companies than this are passed as a list instead of a filter. */
const mostInFilter = 100;

/** Finds people at the companies of these records. */
async function findPeople({ desk, subject, notice }: ShownRecords, keys: readonly number[]): Promise<void> {
  if (keys.length > mostInFilter) {
    await desk.findPeopleAt(onlyKeys(subject, keys));
    return;
  }
  const companies: CompanyReference[] = [];
  for await (const record of recordsByKey(desk.app.store, keys)) {
    companies.push(...(record === undefined ? [] : [companyReference(subject.recordKind, record)]));
  }
  if (companies.every((company) => Object.keys(company).length === 0)) {
    notice("This record names no company.", true);
  } else {
    await desk.openPeopleSearch(companies);
  }
}

async function lookUp(
  { desk, subject: { recordKind }, notice }: ShownRecords,
  record: unknown,
  what: "company" | "person",
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

async function openLink({ notice }: ShownRecords, url: string): Promise<void> {
  const address = isEmailLink(url) ? url : openableUrl(url);
  if (address === undefined) {
    notice("The address was not opened, because it is not a plain http or https address.", true);
  } else {
    await env.openExternal(Uri.parse(address, true));
  }
}
