// The texts of the grid and its menus, created once the page's language is known.
import * as l10n from "@vscode/l10n";
import { countText } from "../../../src/language/language";

export const gridStrings = {
  selection: l10n.t({ message: "Selection", comment: ["Header of the column with the checkboxes"] }),
  select: (title: string) => (title === "" ? l10n.t("Select") : l10n.t("Select {0}", title)),
  selectAll: l10n.t("Select all records"),
  filtered: l10n.t({ message: "filtered", comment: ["Mark of a column that has a filter"] }),
  columnMenu: (column: string) => l10n.t("{0}: sort, filter, and more", column),
  resize: l10n.t("Drag to resize, double-click to fit"),
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
  listed: (lists: string) =>
    l10n.t({ message: "in list: {0}", args: [lists], comment: ["A record: {0} is names of lists of records"] }),
  listedHint: (lists: string) =>
    l10n.t({ message: "In list: {0}", args: [lists], comment: ["A record: {0} is names of lists of records"] }),
  was: (value: string) => l10n.t({ message: "Before: {0}", args: [value], comment: ["{0} is the earlier value"] }),
  opensLink: (key: string) =>
    l10n.t({ message: "{0}+click opens the link", args: [key], comment: ["{0} is a key such as Ctrl"] }),
  hasLink: (keys: string) =>
    l10n.t({ message: "Link, {0} opens it", args: [keys], comment: ["{0} is keys such as Ctrl+Enter"] }),
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
  noRange: l10n.t("Range removed"),
  width: (column: string, width: number) => l10n.t("{0} is {1} pixels wide", column, countText(width)),
  moved: (column: string, place: number) => l10n.t("{0} is now column {1}", column, countText(place)),
  cannotMove: l10n.t("The column cannot be moved further."),
  pinned: (column: string) => l10n.t("{0} is pinned", column),
  unpinned: (column: string) => l10n.t("{0} is no longer pinned", column),
  hidden: (column: string) => l10n.t("{0} is hidden", column),
  menu: {
    ofCell: (column: string) =>
      l10n.t({ message: "{0}, cell", args: [column], comment: ["Menu of a cell: {0} is its column"] }),
    ofColumn: (column: string) =>
      l10n.t({ message: "{0}, column", args: [column], comment: ["Menu of a column: {0} is its name"] }),
    ofRecord: l10n.t("Record"),
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
    unsorted: l10n.t("Remove Sorting"),
    filter: l10n.t("Filter…"),
    clearFilter: l10n.t("Clear Filter"),
    pin: l10n.t("Pin Column"),
    unpin: l10n.t("Unpin Column"),
    moveLeft: l10n.t("Move Left"),
    moveRight: l10n.t("Move Right"),
    fit: l10n.t("Fit Width"),
    hide: l10n.t("Hide Column"),
    columns: l10n.t("Columns…"),
    only: (value: string) => l10n.t("Only “{0}”", value),
    exclude: (value: string) => l10n.t("Exclude “{0}”", value),
    onlyUnknown: l10n.t("Only Unknown"),
    excludeUnknown: l10n.t("Exclude Unknown"),
    copy: l10n.t("Copy"),
    copyCells: (cells: number) => l10n.t("Copy {0} Cells", countText(cells)),
    copyRecord: l10n.t("Copy Row as JSON"),
    openLink: l10n.t("Open Link"),
    writeEmail: l10n.t("Write Email"),
    lookUpCompany: l10n.t("Look Up Company"),
    lookUpPerson: l10n.t("Look Up Person"),
    findPeople: l10n.t("People at This Company"),
    addToList: l10n.t("Add to List…"),
    removeFromList: l10n.t("Remove from This List"),
    editNote: l10n.t("Note…"),
    leaveOut: l10n.t("Add to Leave-Out List…"),
    compare: l10n.t("Compare Records"),
    details: l10n.t("Show Details"),
  },
} as const;
