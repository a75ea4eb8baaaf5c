// All texts of the results page, created once the page's language is known.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../../src/language/language";
import { pageStrings, strings as componentStrings, timeLeft } from "../components/strings";
import { gridStrings } from "./grid/gridStrings";

export const strings = {
  synthetic: pageStrings.synthetic,
  grid: {
    label: (title: string, rows: number) =>
      rows === 1 ? l10n.t("{0}, 1 record", title) : l10n.t("{0}, {1} records", title, countText(rows)),
    sorted: (column: string, descending: boolean) =>
      descending ? l10n.t("Sorted by {0}, descending", column) : l10n.t("Sorted by {0}, ascending", column),
    unsorted: l10n.t("In the order the records were fetched"),
    selected: (rows: number) => (rows === 0 ? l10n.t("Nothing selected") : recordsSelected(rows)),
  },
  toolbar: {
    label: l10n.t("Actions"),
    filter: l10n.t("Filter results"),
    filterHint: l10n.t("Filter results ({0})", /mac/i.test(navigator.userAgent) ? "⌘F" : l10n.t("Ctrl+F")),
    clearText: l10n.t("Clear the text"),
    quickLabel: l10n.t("Show only contacts with"),
    quick: { deliverableEmail: l10n.t("Deliverable email"), mobilePhone: l10n.t("Mobile phone") },
    quickHint: {
      deliverableEmail: l10n.t("Contacts with at least one deliverable email"),
      mobilePhone: l10n.t("Contacts with at least one mobile phone"),
    },
    columns: l10n.t("Columns"),
    copy: l10n.t("Copy as"),
    copyFormat: (format: string) =>
      l10n.t({ message: "Copy as {0}", args: [format], comment: ["{0} is a format such as CSV"] }),
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
    resume: l10n.t("Resume"),
    tryNow: l10n.t("Try Now"),
    continueRun: l10n.t("Continue…"),
    showReply: l10n.t("Show Reply"),
    connect: pageStrings.connect,
    stop: pageStrings.stop,
    stopping: l10n.t("Stopping after this page…"),
    addToList: gridStrings.menu.addToList,
    findPeople: (companies: number) =>
      companies === 1
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
    waiting: (seconds: number) => l10n.t("Rate limit reached: continues in {0}", timeLeft(seconds)),
    waitingSoon: l10n.t("Rate limit reached. The run continues by itself."),
    arranging: l10n.t("Sorting and filtering…"),
    cancel: l10n.t("Cancel"),
  },
  empty: {
    leftOut: (records: number) =>
      records === 1
        ? l10n.t("Leave-out lists hide the one record.")
        : l10n.t("Leave-out lists hide all {0} records.", countText(records)),
    company: l10n.t("No company matches this search. Remove a filter or widen a range, then run it again."),
    person: l10n.t("No person matches this search. Remove a filter or widen a range, then run it again."),
    contact: l10n.t("There are no contacts in this result yet."),
    running: l10n.t("Fetching the first records…"),
    filtered: l10n.t("No record passes all filters."),
    clear: l10n.t("Clear Filters"),
    stopped: l10n.t("No records were fetched. The reason is below."),
  },
  lost: l10n.t(
    "The extension has stopped, so these records are not current. This tab opens again by itself as soon as the " +
      "extension runs.",
  ),
  unavailable: l10n.t("These results cannot be shown"),
  details: {
    label: l10n.t("Record details"),
    none: l10n.t("Select a row to see its details."),
    loading: l10n.t("Reading the record…"),
    close: l10n.t("Close the details"),
    actions: l10n.t("Actions"),
    addToList: l10n.t("★ List…"),
    leaveOut: l10n.t("Leave Out…"),
    findPeople: l10n.t("People Here"),
    copy: gridStrings.menu.copy,
    raw: l10n.t("Raw JSON"),
    copyRaw: l10n.t("Copy JSON"),
    rawCut: l10n.t("Only the beginning is shown. Copy JSON copies the whole record."),
    openLabel: (label: string, address: string) =>
      l10n.t({
        message: "Open in the browser: {0}, {1}",
        args: [label, address],
        comment: ["{0} is what the address is of, {1} the address"],
      }),
    current: l10n.t({ message: "current", comment: ["Mark on a position somebody holds now"] }),
    now: l10n.t({ message: "now", comment: ["End of a period that lasts: Mar 2019 – now"] }),
    unknown: l10n.t({ message: "unknown", comment: ["Instead of a position's title or a school's name"] }),
    yes: l10n.t({ message: "yes", comment: ["Value of a field"] }),
    no: l10n.t({ message: "no", comment: ["Value of a field"] }),
    unknownFields: l10n.t("This record has none of the documented fields. See the raw JSON."),
    more: componentStrings.moreValues,
    headings: {
      about: l10n.t({ message: "About", comment: ["Heading: how a company or a person describes itself"] }),
      company: l10n.t("Company"),
      person: l10n.t("Contact"),
      headquarters: l10n.t("Headquarters"),
      offices: l10n.t("Offices"),
      specialties: l10n.t("Specialties"),
      technologies: l10n.t("Technologies"),
      positions: l10n.t("Career"),
      educations: l10n.t("Education"),
      skills: l10n.t("Skills"),
      languages: l10n.t("Languages"),
      emails: l10n.t("Emails"),
      phones: l10n.t("Phones"),
      input: l10n.t("Submitted as"),
      custom: l10n.t("Your own values"),
      other: l10n.t("Other fields"),
    },
    facts: {
      id: l10n.t({ message: "Id", comment: ["Of a record"] }),
      name: l10n.t("Name"),
      domain: l10n.t("Domain"),
      website: l10n.t("Website"),
      industry: l10n.t("Industry"),
      headcount: l10n.t("Headcount"),
      headcountRange: l10n.t({ message: "Size", comment: ["Range of the number of employees of a company"] }),
      founded: l10n.t("Founded"),
      type: l10n.t({ message: "Type", comment: ["Of a company, such as: Privately Held"] }),
      headline: l10n.t("Headline"),
      location: l10n.t("Location"),
      profile: l10n.t({ message: "Profile", comment: ["Address in the professional network"] }),
      followers: l10n.t("Followers"),
      connections: l10n.t({
        message: "Connections",
        comment: ["Number of people a person is connected with in the professional network"],
      }),
      work: l10n.t({ message: "work", comment: ["Kind of an email address"] }),
      personal: l10n.t({ message: "personal", comment: ["Kind of an email address"] }),
      mostProbable: l10n.t("most probable"),
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
  },
  picker: {
    pane: pageStrings.filters,
    toggle: (active: number) =>
      active === 0
        ? pageStrings.filters
        : active === 1
          ? l10n.t("Filters, 1 active")
          : l10n.t("Filters, {0} active", countText(active)),
    close: l10n.t("Close the filters"),
    label: (column: string) => l10n.t("Filter {0}", column),
    counting: l10n.t("Counting values…"),
    nothing: l10n.t("There are no values to filter by yet."),
    unknown: l10n.t({ message: "Unknown", comment: ["Records without a value"] }),
    more: (values: number) => (values === 1 ? l10n.t("1 more…") : l10n.t("{0} more…", countText(values))),
    moreOf: (column: string, values: number) => l10n.t("{0}: show {1} more values", column, countText(values)),
    range: componentStrings.addRange,
    rangeOf: (column: string) => l10n.t("{0}: from and to", column),
    find: (column: string) => l10n.t("Find in {0}", column),
    contains: (part: string) => l10n.t("Contains “{0}”", part),
    less: componentStrings.fewerValues,
    lessOf: (column: string) => l10n.t("{0}: show fewer values", column),
    tooMany: (values: number) => l10n.t("{0} more: type to narrow down", countText(values)),
    noneFound: l10n.t("No value matches."),
    from: l10n.t({ message: "From", comment: ["Lower end of a range"] }),
    to: l10n.t({ message: "To", comment: ["Upper end of a range"] }),
    isReversed: l10n.t("“From” is greater than “To”."),
    exclude: l10n.t("Exclude These"),
    include: l10n.t("Show Only These"),
    excludeOf: (column: string) => l10n.t("Exclude These: {0}", column),
    includeOf: (column: string) => l10n.t("Show Only These: {0}", column),
    clear: l10n.t("Clear"),
    clearOf: (column: string) => l10n.t("Clear {0}", column),
    clearFilter: gridStrings.menu.clearFilter,
    clearAll: l10n.t("Clear All"),
    done: l10n.t("Done"),
    addToSearch: l10n.t("Add to Search"),
    addToSearchOf: (column: string) => l10n.t("Add to Search: {0}", column),
    addToSearchHint: l10n.t("Adds the checked values to the filters of the search"),
  },
  filters: {
    label: l10n.t("Active filters"),
    remove: (filter: string) => l10n.t("Remove the filter: {0}", filter),
    text: (text: string) => l10n.t("“{0}”", text),
    values: (label: string, values: string) =>
      l10n.t({
        message: "{0}: {1}",
        args: [label, values],
        comment: ["{0} is a column, {1} one or more values of it"],
      }),
    excluded: (column: string, values: string) => l10n.t("{0} is not {1}", column, values),
    contains: (column: string, text: string) => l10n.t("{0} contains “{1}”", column, text),
    from: (column: string, value: string) => l10n.t("{0} from {1}", column, value),
    to: (column: string, value: string) => l10n.t("{0} up to {1}", column, value),
    between: (column: string, from: string, to: string) => l10n.t("{0} from {1} to {2}", column, from, to),
    and: (values: string, more: number) => l10n.t("{0} and {1} more", values, countText(more)),
  },
  comparison: {
    title: gridStrings.menu.compare,
    onlyDifferences: l10n.t("Only differences"),
    differs: l10n.t({ message: "differs", comment: ["Mark of a field with another value in each compared record"] }),
    copied: l10n.t("Copied."),
  },
  header: {
    runOf: (when: string) => l10n.t("Run: {0}", when),
    runShown: (when: string) => l10n.t("Showing the run: {0}", when),
    kindOf: (kind: string) => l10n.t("Kind of records: {0}", kind),
    kindShown: (kind: string) => l10n.t("Showing the records: {0}", kind),
    compare: l10n.t("Compare…"),
    comparedTo: (when: string) => l10n.t("Compared to {0}", when),
    notCompared: l10n.t("No comparison"),
    editSearch: l10n.t("Edit Search"),
    runAgain: l10n.t("Run Again"),
    rename: l10n.t("Rename…"),
    more: pageStrings.more,
  },
  changes: {
    label: l10n.t("Changes"),
    new: (records: number) => l10n.t("{0} new", countText(records)),
    changed: (records: number) => l10n.t("{0} changed", countText(records)),
    gone: (records: number) => l10n.t("{0} gone", countText(records)),
    announced: (changes: { readonly new: number; readonly changed: number; readonly gone: number }) =>
      l10n.t(
        "{0} new, {1} changed, {2} gone",
        countText(changes.new),
        countText(changes.changed),
        countText(changes.gone),
      ),
  },
  footer: {
    /** "108 of 20,000 shown", or without filters "20,000 records". */
    shown: (shown: number, all: number, filtered: boolean) =>
      filtered
        ? l10n.t("{0} of {1} shown", countText(shown), countText(all))
        : all === 1
          ? l10n.t("1 record")
          : l10n.t("{0} records", countText(all)),
    selected: (rows: number) => l10n.t("{0} selected", countText(rows)),
    leftOut: (records: number) =>
      l10n.t({
        message: "{0} left out",
        args: [countText(records)],
        comment: ["Number of records that leave-out lists hide"],
      }),
  },
  sums: {
    cells: (cells: number) => (cells === 1 ? l10n.t("1 cell") : l10n.t("{0} cells", countText(cells))),
    count: l10n.t({ message: "count", comment: ["How many cells are selected"] }),
    sum: l10n.t({ message: "sum", comment: ["Of the selected numbers"] }),
    average: l10n.t({ message: "average", comment: ["Of the selected numbers"] }),
    least: l10n.t({ message: "least", comment: ["The smallest of the selected numbers"] }),
    most: l10n.t({ message: "most", comment: ["The largest of the selected numbers"] }),
    copy: l10n.t("Copy these numbers"),
  },
  columns: {
    label: l10n.t("Columns"),
    hint: l10n.t(
      "Select the columns to show and their order. Pinned columns stay at the left. Your selection is saved for this " +
        "kind of record.",
    ),
    pin: (column: string) => l10n.t("Pin {0}", column),
    unpin: (column: string) => l10n.t("Unpin {0}", column),
    up: (column: string) => l10n.t("Move {0} up", column),
    down: (column: string) => l10n.t("Move {0} down", column),
    reset: l10n.t("Reset columns"),
    close: l10n.t("Done"),
    search: l10n.t("Find a column"),
  },
} as const;

function recordsSelected(rows: number): string {
  return rows === 1 ? l10n.t("1 record selected") : l10n.t("{0} records selected", countText(rows));
}

function recordsFiltered(rows: number): string {
  return rows === 1 ? l10n.t("1 record filtered") : l10n.t("{0} records filtered", countText(rows));
}
