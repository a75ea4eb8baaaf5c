// Every text of the results page that people read, made once the page's language is known.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../../src/language/language";
import { timeLeft } from "../components/strings";
import { detailStrings } from "./detailStrings";

export const strings = {
  synthetic: l10n.t("Sandbox data: synthetic, belongs to nobody"),
  tabs: { label: l10n.t("Views of this run"), records: l10n.t("Records"), summary: l10n.t("Summary") },
  grid: {
    label: (title: string, rows: number) =>
      rows === 1 ? l10n.t("{0}, 1 record", title) : l10n.t("{0}, {1} records", title, countText(rows)),
    numberColumn: "#",
    selectAll: l10n.t("Select all rows"),
    clearAll: l10n.t("Clear the selection of all rows"),
    help: l10n.t(
      "Arrow keys move. Space selects a row, Shift with the arrow keys extends the selection, Control+A selects all. Enter opens the details, or sorts on a column header. Shift+Alt with the left and right arrow changes the width of a column. Control+C copies.",
    ),
    sorted: (column: string, descending: boolean) =>
      descending ? l10n.t("Sorted by {0}, descending", column) : l10n.t("Sorted by {0}, ascending", column),
    unsorted: l10n.t("In the order in which the records were fetched"),
    width: (column: string, width: number) => l10n.t("{0} is {1} pixels wide", column, countText(width)),
    selected: (rows: number) => (rows === 0 ? l10n.t("Nothing selected") : recordsSelected(rows)),
    filtered: (shown: number, all: number) =>
      all === 1
        ? l10n.t("{0} of 1 record matches the quick filter", countText(shown))
        : shown === 1
          ? l10n.t("1 of {0} records matches the quick filter", countText(all))
          : l10n.t("{0} of {1} records match the quick filter", countText(shown), countText(all)),
    unfiltered: (all: number) =>
      all === 1 ? l10n.t("The only record is shown") : l10n.t("All {0} records shown", countText(all)),
    unreadable: l10n.t("Some rows could not be read."),
  },
  toolbar: {
    label: l10n.t("Actions"),
    filter: l10n.t("Quick filter"),
    filterHint: l10n.t("Filter what was fetched…"),
    clearFilter: l10n.t("Clear the quick filter"),
    clearFacet: (facet: string) => l10n.t("Clear the quick filter: {0}", facet),
    facet: (label: string, value: string) =>
      l10n.t({
        message: "{0}: {1}",
        args: [label, value],
        comment: ["{0} is a column or a distribution, {1} a value of it"],
      }),
    quickLabel: l10n.t("Show only contacts with"),
    quick: { deliverableEmail: l10n.t("Deliverable email"), mobilePhone: l10n.t("Mobile phone") },
    quickHint: {
      deliverableEmail: l10n.t("Contacts of whom any email found is deliverable, the most probable one or another"),
      mobilePhone: l10n.t("Contacts of whom any phone found is a mobile one, the most probable one or another"),
    },
    columns: l10n.t("Columns"),
    copy: l10n.t("Copy as"),
    copyScope: {
      selected: recordsSelected,
      filtered: recordsFiltered,
      all: (rows: number) => (rows === 1 ? l10n.t("1 record") : l10n.t("All {0} records", countText(rows))),
    },
    copyFormats: {
      csvWithHeaders: l10n.t("CSV, with headers"),
      csv: l10n.t("CSV, without headers"),
      markdownWithHeaders: l10n.t("Markdown table, with headers"),
      markdown: l10n.t("Markdown table, without headers"),
      json: "JSON",
      cell: l10n.t("Cell in focus"),
    },
    exportSelected: (rows: number) =>
      rows === 1 ? l10n.t("Export 1 selected") : l10n.t("Export {0} selected", countText(rows)),
    exportFiltered: (rows: number) =>
      rows === 1 ? l10n.t("Export 1 filtered") : l10n.t("Export {0} filtered", countText(rows)),
    exportAll: (rows: number) =>
      rows === 1 ? l10n.t("Export 1 fetched") : l10n.t("Export {0} fetched", countText(rows)),
    fetchMore: (more: number) => (more === 1 ? l10n.t("Fetch 1 more") : l10n.t("Fetch {0} more", countText(more))),
    resume: l10n.t("Resume"),
    continueRun: l10n.t("Continue…"),
    showReply: l10n.t("Show Reply"),
    connect: l10n.t("Connect…"),
    stop: l10n.t("Stop"),
    stopping: l10n.t("Stopping after this page…"),
    findPeopleHint: l10n.t("Select companies first"),
    findPeople: (companies: number) =>
      companies === 0
        ? l10n.t("Find people at companies")
        : companies === 1
          ? l10n.t("Find people at this company")
          : l10n.t("Find people at these {0} companies", countText(companies)),
    details: l10n.t("Details"),
    exportEverything: (total: number, credits: number | undefined) =>
      credits === undefined
        ? l10n.t("Fetch and export all {0} (price unknown until the first page)", countText(total))
        : l10n.t("Fetch and export all {0} (≈ {1} credits)", countText(total), amountText(credits)),
  },
  run: {
    fetching: (fetched: number, wanted: number) =>
      l10n.t("Fetching: {0} of {1}", countText(fetched), countText(wanted)),
    waiting: (seconds: number) => l10n.t("The service asks to wait: going on in {0}", timeLeft(seconds)),
    waitingSoon: l10n.t("The service asks to wait. The run goes on by itself."),
    arranging: l10n.t("Sorting and filtering…"),
    cancel: l10n.t("Cancel"),
  },
  empty: {
    company: l10n.t("No company matches this search. Take a filter away or widen a range, and run it again."),
    person: l10n.t("No person matches this search. Take a filter away or widen a range, and run it again."),
    contact: l10n.t("There are no contacts in this result yet."),
    running: l10n.t("The first records are on their way…"),
    filtered: (filter: string) => l10n.t("Nothing that was fetched matches “{0}”.", filter),
    stopped: l10n.t("No records were fetched. The line below says why."),
  },
  unavailable: l10n.t("These results cannot be shown"),
  details: detailStrings,
  summary: {
    label: l10n.t("Summary of what was fetched"),
    reading: l10n.t("Reading the records…"),
    of: (rows: number, filtered: boolean) =>
      filtered ? recordsMatching(rows) : rows === 1 ? l10n.t("1 record") : l10n.t("{0} records", countText(rows)),
    barAction: l10n.t("Press to filter the records by this"),
    asTable: l10n.t("As a table"),
    asBars: l10n.t("As bars"),
    turnToTable: (label: string) => l10n.t("{0}: As a table", label),
    turnToBars: (label: string) => l10n.t("{0}: As bars", label),
    value: l10n.t("Value"),
    amount: l10n.t("Records"),
    share: l10n.t("Share"),
    other: l10n.t({ message: "Other", comment: ["A bar: all values too rare for a bar of their own"] }),
    unknown: l10n.t({ message: "Unknown", comment: ["A bar: records that hold no value"] }),
    nothing: l10n.t("There is nothing to count yet."),
    onlyUnknown: l10n.t("No record says."),
  },
  columns: {
    label: l10n.t("Columns"),
    hint: l10n.t("Shown columns, in their order. The choice is kept for this kind of record."),
    up: (column: string) => l10n.t("Move {0} up", column),
    down: (column: string) => l10n.t("Move {0} down", column),
    reset: l10n.t("Back to the usual columns"),
    close: l10n.t("Done"),
    search: l10n.t("Find a column"),
    moved: (column: string, place: number) => l10n.t("{0} is now column {1}", column, countText(place)),
  },
} as const;

function recordsSelected(rows: number): string {
  return rows === 1 ? l10n.t("1 record selected") : l10n.t("{0} records selected", countText(rows));
}

function recordsFiltered(rows: number): string {
  return rows === 1 ? l10n.t("1 record filtered") : l10n.t("{0} records filtered", countText(rows));
}

function recordsMatching(rows: number): string {
  return rows === 1
    ? l10n.t("1 record that matches the quick filter")
    : l10n.t("{0} records that match the quick filter", countText(rows));
}
