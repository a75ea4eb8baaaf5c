// The address of a results tab: its query identifies the results, its path names the tab.
import { locale } from "../../text/numbers";

/** The results of a tab: the runs of one search, always the same run, or records of many runs. */
export type ResultsAddress = RunsAddress | FetchedAddress;

export type RunsAddress =
  | { readonly kind: "search"; readonly source: string }
  | { readonly kind: "run"; readonly run: string };

/** The matches of a text in everything fetched, or a list of records by its id. */
export type FetchedAddress =
  | { readonly kind: "found"; readonly text: string }
  | { readonly kind: "list"; readonly list: string };

const searchPrefix = "search=";
const foundPrefix = "found=";
const listPrefix = "list=";

export const isFetchedAddress = (address: ResultsAddress): address is FetchedAddress =>
  address.kind === "found" || address.kind === "list";

/** Only the query matters: the path is just a name. */
export function readResultsUri({ query }: { readonly query: string }): ResultsAddress {
  if (query.startsWith(searchPrefix)) {
    return { kind: "search", source: query.slice(searchPrefix.length) };
  }
  if (query.startsWith(foundPrefix)) {
    return { kind: "found", text: query.slice(foundPrefix.length) };
  }
  return query.startsWith(listPrefix)
    ? { kind: "list", list: query.slice(listPrefix.length) }
    : { kind: "run", run: query };
}

/** The query of the address. Equal for addresses of the same results, even if their tabs have different names. */
export function addressKey(address: ResultsAddress): string {
  switch (address.kind) {
    case "search":
      return `${searchPrefix}${address.source}`;
    case "found":
      return `${foundPrefix}${address.text}`;
    case "list":
      return `${listPrefix}${address.list}`;
    case "run":
      return address.run;
  }
}

const startPattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})-/;
const runIdPattern = /^\d{8}T\d{9}-[0-9a-f]{12}$/;
const longestTitle = 80;

/** "Acme search · 12:04"; without a time if the id has none. Contains no characters with a meaning in paths or tabs. */
export function resultsName(runId: string, title: string, timeZone?: string): string {
  const startedAt = startOf(runId);
  const timeFormat = new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const time = startedAt === undefined ? "" : ` · ${timeFormat.format(startedAt)}`;
  return `${searchResultsName(title)}${time}`;
}

/** The name of a search without characters that have a meaning in paths or tabs. */
export function searchResultsName(title: string): string {
  const plain = title
    .replace(/[\p{C}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const cut = Array.from(plain.replaceAll("/", "∕").replaceAll("\\", "∖"));
  const name = cut.length > longestTitle ? `${cut.slice(0, longestTitle - 1).join("")}…` : cut.join("");
  return name === "" || /^\.+$/.test(name) ? "Results" : name;
}

/** True for the id of a run. */
export function isRunId(id: string): boolean {
  return runIdPattern.test(id);
}

/** ms since 1970, from an id such as `20261120T120409123-0123456789ab`. */
function startOf(runId: string): number | undefined {
  const parts = startPattern.exec(runId)?.slice(1).map(Number);
  if (parts === undefined) {
    return undefined;
  }
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, ms = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}
