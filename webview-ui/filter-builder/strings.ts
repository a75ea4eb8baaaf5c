// Every text of the filter builder except the labels and meanings of filters, which are in the catalogue. Made when the
// module loads, after the page's language is set.
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
  addFilterHelp: l10n.t(
    "Type part of a filter's name or meaning. Use the arrow keys to select a filter and Enter to add it.",
  ),
  emptyTitle: l10n.t("Start with a filter"),
  emptyText: {
    company: l10n.t("Without filters, the search matches every company. Add a filter:"),
    people: l10n.t("Without filters, the search matches every person. Add a filter:"),
  },
  allFilters: (count: number) => l10n.t("All {0} filters", countText(count)),
  addThis: l10n.t({
    message: "Add filter",
    comment: ["Read aloud before the name of a filter; a language whose verb comes last may end it with a colon"],
  }),
  removeFilter: (label: string) => l10n.t("Remove filter {0}", label),
  exactAdvised: l10n.t("New values use exact match, as the service recommends for this filter."),
  ruleTitle: l10n.t("In words"),
  requestTitle: l10n.t({ message: "Request", comment: ["Heading: the request that is sent to the service"] }),
  requestSide: l10n.t("Request as JSON"),
  copy: { json: l10n.t("Copy as JSON"), curl: l10n.t("Copy as cURL"), typescript: l10n.t("Copy as TypeScript") },
  copied: {
    json: l10n.t("Copied as JSON."),
    curl: l10n.t("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY."),
    typescript: l10n.t("Copied as TypeScript. It reads the key from $PROSPECT_DESK_KEY."),
  },
  runBar: l10n.t("Run this search"),
  noLimit: l10n.t({ message: "none", comment: ["In an empty input: there is no credit limit"] }),
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
  noPlan: l10n.t("Estimating the run…"),
  exceedsBalance: l10n.t("This may cost more credits than you have."),
  noConnection: l10n.t("Not connected. The sandbox needs no API key and has synthetic data to try out."),
  connect: l10n.t("Connect…"),
  useSandbox: l10n.t("Use the sandbox"),
  checking: (label: string) => l10n.t("Checking the key of {0}…", label),
  sandbox: l10n.t("Sandbox: synthetic data"),
  keyRejected: (label: string, reason: string) => l10n.t("The key of {0} was rejected: {1}", label, reason),
  offline: (label: string, reason: string) => l10n.t("Could not reach {0}: {1}", label, reason),
  rateLimited: (label: string, seconds: number) =>
    l10n.t("Rate limit of {0}: available again in {1}.", label, timeLeft(seconds)),
  rateLimitOver: (label: string) => l10n.t("{0} is available again after a rate limit.", label),
  secretsUnavailable: (reason: string) => l10n.t("Secret storage is not available: {0}", reason),
  unreadableTitle: l10n.t("This file is not a valid search"),
  unreadableText: l10n.t("Fix it in the text editor; the form reloads automatically. The file was not changed."),
  line: (line: number) => l10n.t("Line {0}", countText(line)),
  warningsTitle: l10n.t("Warnings"),
  unknownTitle: l10n.t("Unknown filters"),
  unknownText: l10n.t("They stay in the file but are not sent to the service."),
  removeUnknown: (field: string) => l10n.t("Remove {0} from the file", field),
  remove: l10n.t("Remove"),
  nothingTitle: l10n.t("No matches"),
  nothingText: l10n.t("These values are not known values of their filters. Check the spelling."),
  nothingPlain: l10n.t("No records match these filters. Remove a value, widen a range or turn off exact match."),
  unlisted: (value: string, label: string) => l10n.t("“{0}” in {1}", value, label),
  near: l10n.t("Use instead:"),
  fieldReason: (label: string, problem: string) => l10n.t("“{0}”: {1}", label, problem),
  beingEdited: l10n.t("This field is still being edited."),
  notAddedYet: componentStrings.notAddedYet,
  notOnOrOff: (value: string) => l10n.t("The file contains “{0}” here. Turn this on or off.", value),
  moreToFix: (count: number) =>
    count === 1 ? l10n.t("1 more field must be fixed.") : l10n.t("{0} more fields must be fixed.", countText(count)),
  noRequest: l10n.t("Fix the invalid filters to see the request."),
} as const;
