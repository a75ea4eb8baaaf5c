// Texts of the results page that are used at several places or choose between sentences. Created once the page's
// language is known.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../../src/language/language";
import { pageStrings, strings as componentStrings, timeLeft } from "../components/strings";

const isMac = /mac/i.test(globalThis.navigator?.userAgent ?? "");

/** The name of the main key: "Ctrl", or its sign on a Mac. */
export const mainKey = isMac ? "⌘" : "Ctrl";
export const withMainKey = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);
export const openLinkKeys = withMainKey(isMac ? "↩" : "Enter");

/** Of the grid and its menus. */
export const gridStrings = {
  selectAll: l10n.t("Select all records"),
  unknown: l10n.t({ message: "unknown", comment: ["Instead of a value"] }),
  unknownMark: "–",
  changedTo: (before: string, now: string) =>
    l10n.t({
      message: "{1}, before: {0}",
      args: [before, now],
      comment: ["A value that has changed: {0} is the earlier value, {1} the present one"],
    }),
  changes: {
    new: l10n.t({ message: "new", comment: ["A record that the earlier run does not have"] }),
    changed: l10n.t({ message: "changed", comment: ["A record that was different in the earlier run"] }),
    gone: l10n.t({ message: "gone", comment: ["A record that only the earlier run has"] }),
  },
  changeHints: {
    new: l10n.t("New: the earlier run does not have this record"),
    changed: l10n.t("Changed since the earlier run"),
    gone: l10n.t("Gone: only the earlier run has this record"),
  },
  help: l10n.t(
    "Arrow keys move. Shift with the arrow keys extends a range of cells, Control+C copies it. Space selects " +
      "records, Control+A selects all. Enter opens the details, Control+Enter opens a link, Shift+F10 opens the menu " +
      "of a cell. On a column header, Enter sorts, Alt+Down opens the menu, and Shift with left and right changes " +
      "the width. Shift+Alt with left and right moves the column. J and K go to the next and the previous record, " +
      "also in the details; F6 goes to the next part of the page.",
  ),
  range: (rows: number, columns: number) =>
    l10n.t({
      message: "{0} × {1} cells",
      args: [countText(rows), countText(columns)],
      comment: ["A range of cells: {0} rows, {1} columns"],
    }),
  moved: (column: string, place: number) => l10n.t("{0} is now column {1}", column, countText(place)),
  pinned: (column: string) => l10n.t("{0} is pinned", column),
  unpinned: (column: string) => l10n.t("{0} is no longer pinned", column),
  menu: {
    ascending: {
      text: l10n.t("Sort A to Z"),
      number: l10n.t("Sort Smallest to Largest"),
      date: l10n.t("Sort Oldest to Newest"),
    },
    descending: {
      text: l10n.t("Sort Z to A"),
      number: l10n.t("Sort Largest to Smallest"),
      date: l10n.t("Sort Newest to Oldest"),
    },
    filter: l10n.t("Filter…"),
    clearFilter: l10n.t("Clear Filter"),
    copy: l10n.t("Copy"),
    addToList: l10n.t("Add to List…"),
    compare: l10n.t("Compare Records"),
  },
} as const;

export const strings = {
  grid: {
    label: (title: string, rows: number) =>
      rows === 1 ? l10n.t("{0}, 1 record", title) : l10n.t("{0}, {1} records", title, countText(rows)),
    sorted: (column: string, descending: boolean) =>
      descending ? l10n.t("Sorted by {0}, descending", column) : l10n.t("Sorted by {0}, ascending", column),
    selected: (rows: number) => (rows === 0 ? l10n.t("Nothing selected") : recordsSelected(rows)),
  },
  toolbar: {
    label: l10n.t("Actions"),
    filterHint: l10n.t("Filter results ({0})", isMac ? "⌘F" : l10n.t("Ctrl+F")),
    clearText: l10n.t("Clear the text"),
    quick: { deliverableEmail: l10n.t("Deliverable email"), mobilePhone: l10n.t("Mobile phone") },
    quickHint: {
      deliverableEmail: l10n.t("Contacts with at least one deliverable email"),
      mobilePhone: l10n.t("Contacts with at least one mobile phone"),
    },
    columns: l10n.t("Columns"),
    copyScope: {
      selected: recordsSelected,
      filtered: recordsFiltered,
      all: (rows: number) => (rows === 1 ? l10n.t("1 record") : l10n.t("All {0} records", countText(rows))),
    },
    exportSelected: (rows: number) =>
      rows === 1 ? l10n.t("Export 1 selected") : l10n.t("Export {0} selected", countText(rows)),
    exportShown: (rows: number) => l10n.t("Export {0}", countText(rows)),
    fetchMore: (more: number, credits: number | undefined) =>
      credits === undefined
        ? more === 1
          ? l10n.t("Fetch 1 more")
          : l10n.t("Fetch {0} more", countText(more))
        : more === 1
          ? l10n.t("Fetch 1 more (about {0} credits)", amountText(credits))
          : l10n.t("Fetch {0} more (about {1} credits)", countText(more), amountText(credits)),
    details: l10n.t("Details"),
    exportEverything: (total: number, credits: number | undefined) =>
      credits === undefined
        ? l10n.t("Fetch and export all {0} (price unknown until the first page)", countText(total))
        : l10n.t("Fetch and export all {0} (≈ {1} credits)", countText(total), amountText(credits)),
  },
  run: {
    waiting: (seconds: number) => l10n.t("Rate limit reached: continues in {0}", timeLeft(seconds)),
  },
  empty: {
    leftOut: (records: number) =>
      records === 1
        ? l10n.t("Leave-out lists hide the one record.")
        : l10n.t("Leave-out lists hide all {0} records.", countText(records)),
    company: l10n.t("No company matches this search. Remove a filter or widen a range, then run it again."),
    person: l10n.t("No person matches this search. Remove a filter or widen a range, then run it again."),
    contact: l10n.t("There are no contacts in this result yet."),
  },
  lost: l10n.t(
    "The extension has stopped, so these records are not current. This tab opens again by itself as soon as the " +
      "extension runs.",
  ),
  details: {
    label: l10n.t("Record details"),
    close: l10n.t("Close the details"),
    addToList: l10n.t("★ List…"),
    leaveOut: l10n.t("Leave Out…"),
    findPeople: l10n.t("People Here"),
    rawCut: l10n.t("Only the beginning is shown. Copy JSON copies the whole record."),
    current: l10n.t({ message: "current", comment: ["Mark on a position somebody holds now"] }),
    unknown: l10n.t({ message: "unknown", comment: ["Instead of a position's title or a school's name"] }),
    owner: (match: string, confidence: number | undefined) =>
      confidence === undefined
        ? l10n.t({
            message: "ownership {0}",
            args: [match],
            comment: ["Of a phone: {0} is a value such as confirmed"],
          })
        : l10n.t({
            message: "ownership {0}, {1} of 100",
            args: [match, countText(confidence)],
            comment: ["Of a phone: {0} is a value such as confirmed, {1} how sure it is"],
          }),
    reach: (rate: string) =>
      l10n.t({ message: "connect rate {0}", args: [rate], comment: ["Of a phone: {0} is a value such as high"] }),
  },
  picker: {
    pane: pageStrings.filters,
    close: l10n.t("Close the filters"),
    counting: l10n.t("Counting values…"),
    unknown: l10n.t({ message: "Unknown", comment: ["Records without a value"] }),
    more: (values: number) => (values === 1 ? l10n.t("1 more…") : l10n.t("{0} more…", countText(values))),
    moreOf: (column: string, values: number) => l10n.t("{0}: show {1} more values", column, countText(values)),
    range: componentStrings.addRange,
    rangeOf: (column: string) => l10n.t("{0}: from and to", column),
    find: (column: string) => l10n.t("Find in {0}", column),
    from: l10n.t({ message: "From", comment: ["Lower end of a range"] }),
    to: l10n.t({ message: "To", comment: ["Upper end of a range"] }),
    isReversed: l10n.t("“From” is greater than “To”."),
    excludeOf: (column: string) => l10n.t("Exclude These: {0}", column),
    includeOf: (column: string) => l10n.t("Show Only These: {0}", column),
    clearAll: l10n.t("Clear All"),
    done: l10n.t("Done"),
  },
  filters: {
    remove: (filter: string) => l10n.t("Remove the filter: {0}", filter),
  },
  comparison: {
    title: gridStrings.menu.compare,
    differs: l10n.t({ message: "differs", comment: ["Mark of a field with another value in each compared record"] }),
  },
  header: {
    runOf: (when: string) => l10n.t("Run: {0}", when),
    runShown: (when: string) => l10n.t("Showing the run: {0}", when),
    kindOf: (kind: string) => l10n.t("Kind of records: {0}", kind),
    kindShown: (kind: string) => l10n.t("Showing the records: {0}", kind),
    comparedTo: (when: string) => l10n.t("Compared to {0}", when),
  },
  changes: {
    new: (records: number) => l10n.t("{0} new", countText(records)),
    changed: (records: number) => l10n.t("{0} changed", countText(records)),
    gone: (records: number) => l10n.t("{0} gone", countText(records)),
  },
  footer: {
    /** "108 of 20,000 shown", or without filters "20,000 records". */
    shown: (shown: number, all: number, filtered: boolean) =>
      filtered
        ? l10n.t("{0} of {1} shown", countText(shown), countText(all))
        : all === 1
          ? l10n.t("1 record")
          : l10n.t("{0} records", countText(all)),
  },
  sums: {
    cells: (cells: number) => (cells === 1 ? l10n.t("1 cell") : l10n.t("{0} cells", countText(cells))),
  },
  columns: {
    hint: l10n.t(
      "Select the columns to show and their order. Pinned columns stay at the left. Your selection is saved for this " +
        "kind of record.",
    ),
    pin: (column: string) => l10n.t("Pin {0}", column),
    search: l10n.t("Find a column"),
  },
} as const;

function recordsSelected(rows: number): string {
  return rows === 1 ? l10n.t("1 record selected") : l10n.t("{0} records selected", countText(rows));
}

function recordsFiltered(rows: number): string {
  return rows === 1 ? l10n.t("1 record filtered") : l10n.t("{0} records filtered", countText(rows));
}
