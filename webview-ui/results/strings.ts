// Texts of the results page that are used at several places or choose between sentences. Created once the page's
// language is known.
import { amountText, countText } from "../../src/text/numbers";
import { pageStrings, strings as componentStrings, timeLeft } from "../components/strings";

const isMac = /mac/i.test(globalThis.navigator?.userAgent ?? "");

/** The name of the main key: "Ctrl", or its sign on a Mac. */
export const mainKey = isMac ? "⌘" : "Ctrl";
export const withMainKey = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);
export const openLinkKeys = withMainKey(isMac ? "↩" : "Enter");

/** Of the grid and its menus. */
export const gridStrings = {
  selectAll: "Select all records",
  unknown: "unknown",
  unknownMark: "–",
  changedTo: (before: string, now: string) => `${now}, before: ${before}`,
  changes: {
    new: "new",
    changed: "changed",
    gone: "gone",
  },
  changeHints: {
    new: "New: the earlier run does not have this record",
    changed: "Changed since the earlier run",
    gone: "Gone: only the earlier run has this record",
  },
  help:
    "Arrow keys move. Shift with the arrow keys extends a range of cells, Control+C copies it. Space selects " +
    "records, Control+A selects all. Enter opens the details, Control+Enter opens a link, Shift+F10 opens the menu " +
    "of a cell. On a column header, Enter sorts, Alt+Down opens the menu, and Shift with left and right changes " +
    "the width. Shift+Alt with left and right moves the column. J and K go to the next and the previous record, " +
    "also in the details; F6 goes to the next part of the page.",
  range: (rows: number, columns: number) => `${countText(rows)} × ${countText(columns)} cells`,
  moved: (column: string, place: number) => `${column} is now column ${countText(place)}`,
  pinned: (column: string) => `${column} is pinned`,
  unpinned: (column: string) => `${column} is no longer pinned`,
  menu: {
    ascending: {
      text: "Sort A to Z",
      number: "Sort Smallest to Largest",
      date: "Sort Oldest to Newest",
    },
    descending: {
      text: "Sort Z to A",
      number: "Sort Largest to Smallest",
      date: "Sort Newest to Oldest",
    },
    filter: "Filter…",
    clearFilter: "Clear Filter",
    copy: "Copy",
    addToList: "Add to List…",
    compare: "Compare Records",
  },
} as const;

export const strings = {
  grid: {
    label: (title: string, rows: number) =>
      rows === 1 ? `${title}, 1 record` : `${title}, ${countText(rows)} records`,
    sorted: (column: string, descending: boolean) =>
      descending ? `Sorted by ${column}, descending` : `Sorted by ${column}, ascending`,
    selected: (rows: number) => (rows === 0 ? "Nothing selected" : recordsSelected(rows)),
  },
  toolbar: {
    label: "Actions",
    filterHint: `Filter results (${isMac ? "⌘F" : "Ctrl+F"})`,
    clearText: "Clear the text",
    quick: { deliverableEmail: "Deliverable email", mobilePhone: "Mobile phone" },
    quickHint: {
      deliverableEmail: "Contacts with at least one deliverable email",
      mobilePhone: "Contacts with at least one mobile phone",
    },
    columns: "Columns",
    copyScope: {
      selected: recordsSelected,
      filtered: recordsFiltered,
      all: (rows: number) => (rows === 1 ? "1 record" : `All ${countText(rows)} records`),
    },
    exportSelected: (rows: number) => (rows === 1 ? "Export 1 selected" : `Export ${countText(rows)} selected`),
    exportShown: (rows: number) => `Export ${countText(rows)}`,
    fetchMore: (more: number, credits: number | undefined) =>
      credits === undefined
        ? more === 1
          ? "Fetch 1 more"
          : `Fetch ${countText(more)} more`
        : more === 1
          ? `Fetch 1 more (about ${amountText(credits)} credits)`
          : `Fetch ${countText(more)} more (about ${amountText(credits)} credits)`,
    details: "Details",
    exportEverything: (total: number, credits: number | undefined) =>
      credits === undefined
        ? `Fetch and export all ${countText(total)} (price unknown until the first page)`
        : `Fetch and export all ${countText(total)} (≈ ${amountText(credits)} credits)`,
  },
  run: {
    waiting: (seconds: number) => `Rate limit reached: continues in ${timeLeft(seconds)}`,
  },
  empty: {
    leftOut: (records: number) =>
      records === 1
        ? "Leave-out lists hide the one record."
        : `Leave-out lists hide all ${countText(records)} records.`,
    company: "No company matches this search. Remove a filter or widen a range, then run it again.",
    person: "No person matches this search. Remove a filter or widen a range, then run it again.",
    contact: "There are no contacts in this result yet.",
  },
  lost:
    "The extension has stopped, so these records are not current. This tab opens again by itself as soon as the " +
    "extension runs.",
  details: {
    label: "Record details",
    close: "Close the details",
    addToList: "★ List…",
    leaveOut: "Leave Out…",
    findPeople: "People Here",
    rawCut: "Only the beginning is shown. Copy JSON copies the whole record.",
    current: "current",
    unknown: "unknown",
    owner: (match: string, confidence: number | undefined) =>
      confidence === undefined ? `ownership ${match}` : `ownership ${match}, ${countText(confidence)} of 100`,
    reach: (rate: string) => `connect rate ${rate}`,
  },
  picker: {
    pane: pageStrings.filters,
    close: "Close the filters",
    counting: "Counting values…",
    unknown: "Unknown",
    more: (values: number) => (values === 1 ? "1 more…" : `${countText(values)} more…`),
    moreOf: (column: string, values: number) => `${column}: show ${countText(values)} more values`,
    range: componentStrings.addRange,
    rangeOf: (column: string) => `${column}: from and to`,
    find: (column: string) => `Find in ${column}`,
    from: "From",
    to: "To",
    isReversed: "“From” is greater than “To”.",
    excludeOf: (column: string) => `Exclude These: ${column}`,
    includeOf: (column: string) => `Show Only These: ${column}`,
    clearAll: "Clear All",
    done: "Done",
  },
  filters: {
    remove: (filter: string) => `Remove the filter: ${filter}`,
  },
  comparison: {
    title: gridStrings.menu.compare,
    differs: "differs",
  },
  header: {
    runOf: (when: string) => `Run: ${when}`,
    runShown: (when: string) => `Showing the run: ${when}`,
    kindOf: (kind: string) => `Kind of records: ${kind}`,
    kindShown: (kind: string) => `Showing the records: ${kind}`,
    comparedTo: (when: string) => `Compared to ${when.replace(/^(?:Today|Yesterday)/u, (day) => day.toLowerCase())}`,
  },
  changes: {
    new: (records: number) => `${countText(records)} new`,
    changed: (records: number) => `${countText(records)} changed`,
    gone: (records: number) => `${countText(records)} gone`,
  },
  footer: {
    about: "About these results",
    /** "108 of 20,000 shown", or without filters "20,000 records". */
    shown: (shown: number, all: number, filtered: boolean) =>
      filtered
        ? `${countText(shown)} of ${countText(all)} shown`
        : all === 1
          ? "1 record"
          : `${countText(all)} records`,
  },
  sums: {
    cells: (cells: number) => (cells === 1 ? "1 cell" : `${countText(cells)} cells`),
  },
  columns: {
    hint:
      "Select the columns to show and their order. Pinned columns stay at the left. Your selection is saved for this " +
      "kind of record.",
    pin: (column: string) => `Pin ${column}`,
    search: "Find a column",
  },
} as const;

function recordsSelected(rows: number): string {
  return rows === 1 ? "1 record selected" : `${countText(rows)} records selected`;
}

function recordsFiltered(rows: number): string {
  return rows === 1 ? "1 record filtered" : `${countText(rows)} records filtered`;
}
