// Every text that the filter builder shows or says, made once the page's language is known. Labels and meanings of filters
// are the catalogue's.
import * as l10n from "@vscode/l10n";
import { countText } from "../../src/language/language";
import { strings as componentStrings, timeLeft } from "../components/strings";

export const strings = {
  kind: { company: l10n.t("Company search"), people: l10n.t("People search") },
  saveToLibrary: l10n.t("Save to library"),
  openAsText: l10n.t("Open as text"),
  filters: l10n.t("Filters"),
  addFilter: l10n.t("Add filter…"),
  addFilterName: l10n.t("Add a filter"),
  addFilterHelp: l10n.t("Type a part of the filter's name or of what it means. Arrow keys choose, Enter adds."),
  emptyTitle: l10n.t("Start with a filter"),
  emptyText: {
    company: l10n.t(
      "Without a filter the search finds every company. Choose what the companies should have in common:",
    ),
    people: l10n.t("Without a filter the search finds everybody. Choose what the people should have in common:"),
  },
  allFilters: (count: number) => l10n.t("All {0} filters", countText(count)),
  addThis: l10n.t({
    message: "Add the filter",
    comment: ["Read aloud before the name of a filter; a language whose verb comes last may end it with a colon"],
  }),
  removeFilter: (label: string) => l10n.t("Remove the filter {0}", label),
  exactAdvised: l10n.t("New values match exactly, as the service recommends here."),
  ruleTitle: l10n.t("In words"),
  requestTitle: l10n.t({ message: "Request", comment: ["Heading: the request that is sent to the service"] }),
  requestSide: l10n.t("The request as JSON, and copies of it"),
  copy: { json: l10n.t("Copy as JSON"), curl: l10n.t("Copy as cURL"), typescript: l10n.t("Copy as TypeScript") },
  copied: {
    json: l10n.t("Copied as JSON."),
    curl: l10n.t("Copied as cURL. The key is named by an environment variable."),
    typescript: l10n.t("Copied as TypeScript. The key is named by an environment variable."),
  },
  runBar: l10n.t("Run this search"),
  noCap: l10n.t({ message: "none", comment: ["In an empty input: there is no credit limit"] }),
  count: l10n.t({ message: "Count", comment: ["Button: counts the matches of a search"] }),
  counting: l10n.t("Counting…"),
  run: l10n.t({ message: "Run", comment: ["Button: runs a search"] }),
  stop: l10n.t("Stop"),
  stopping: l10n.t("Stopping…"),
  running: (fetched: number, wanted: number) =>
    wanted === 1
      ? l10n.t("{0} of 1 record fetched", countText(fetched))
      : l10n.t("{0} of {1} records fetched", countText(fetched), countText(wanted)),
  waiting: (seconds: number) => l10n.t("waiting {0} for the rate limit", timeLeft(seconds)),
  noPlan: l10n.t("Working out what a run would bring…"),
  exceedsBalance: l10n.t("This may cost more than the balance."),
  noConnection: l10n.t("Not connected yet. The sandbox needs no key and has synthetic data to try with."),
  connect: l10n.t("Connect…"),
  useSandbox: l10n.t("Use the sandbox"),
  checking: (label: string) => l10n.t("Checking the key of {0}…", label),
  sandbox: l10n.t("Sandbox: synthetic data"),
  keyRejected: (label: string, reason: string) => l10n.t("The key of {0} was rejected: {1}", label, reason),
  offline: (label: string, reason: string) => l10n.t("{0} cannot be reached: {1}", label, reason),
  rateLimited: (label: string, seconds: number) =>
    l10n.t("{0} asks to wait {1} (rate limit).", label, timeLeft(seconds)),
  rateLimitOver: (label: string) => l10n.t("The rate limit of {0} is over.", label),
  secretsUnavailable: (reason: string) => l10n.t("The secret storage cannot be used: {0}", reason),
  unreadableTitle: l10n.t("This file cannot be read as a search"),
  unreadableText: l10n.t("Mend it as text; the form comes back by itself. Nothing in the file has been changed."),
  line: (line: number) => l10n.t("Line {0}", countText(line)),
  warningsTitle: l10n.t("Worth a look"),
  unknownTitle: l10n.t("Filters this search does not have"),
  unknownText: l10n.t("They stay in the file as they are, and are left out of what is sent."),
  removeUnknown: (field: string) => l10n.t("Remove {0} from the file", field),
  remove: l10n.t("Remove"),
  nothingTitle: l10n.t("Nothing matches"),
  nothingText: l10n.t(
    "These values are not among the known ones. The lists are open, so a value may be right all the same.",
  ),
  nothingPlain: l10n.t(
    "Nothing matches these filters. Loosen one of them: remove a value, widen a range or leave exact match.",
  ),
  unlisted: (value: string, label: string) => l10n.t("“{0}” in {1}", value, label),
  near: l10n.t("Use instead:"),
  fieldReason: (label: string, problem: string) => l10n.t("“{0}”: {1}", label, problem),
  beingEdited: l10n.t("This field is still being edited."),
  notAddedYet: componentStrings.notAddedYet,
  notOnOrOff: (value: string) => l10n.t("The file has “{0}” here. Turn this on or off.", value),
  moreToFix: (count: number) =>
    count === 1 ? l10n.t("1 more field must be fixed.") : l10n.t("{0} more fields must be fixed.", countText(count)),
  noRequest: l10n.t("The request is shown once every filter is valid."),
} as const;
