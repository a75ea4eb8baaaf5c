// Every text of the filter builder except the labels and meanings of filters, which are in the catalogue. Made when the
// module loads, after the page's language is set.
import * as l10n from "@vscode/l10n";
import { amountText, countText } from "../../src/language/language";
import { pageStrings, strings as componentStrings, timeLeft } from "../components/strings";

export const strings = {
  kind: { company: l10n.t("Company search"), people: l10n.t("People search") },
  saveToLibrary: l10n.t("Save to Library"),
  openAsText: l10n.t("Open as Text"),
  openLastResult: l10n.t("Open Last Result"),
  filters: pageStrings.filters,
  addFilter: {
    company: l10n.t("Describe the companies, or add a filter: fintechs in Berlin, 20–100 employees"),
    people: l10n.t("Describe the people, or add a filter: CTOs at fintechs in Berlin, 20–100 employees"),
  },
  addsThese: l10n.t({ message: "Enter adds these", comment: ["Beside filters that were read from words"] }),
  addsSetting: {
    records: (count: string) => l10n.t("Records: {0}", count),
    credits: (count: string) => l10n.t("Credit limit: {0}", count),
    leaveOutKnown: l10n.t("Skip records I already have"),
  },
  notUsed: (words: string) => l10n.t("Not used: “{0}”", words),
  addKeyword: (filter: string, value: string) => l10n.t("Add “{1}” to {0}", filter, value),
  leaveOutKeyword: (filter: string, value: string) => l10n.t("Exclude “{1}” in {0}", filter, value),
  addFilterName: l10n.t("Add a filter"),
  addFilterHelp: l10n.t(
    "Type words or a filter's name. Select a suggestion with the arrow keys and add it with Enter.",
  ),
  emptyText: {
    company: l10n.t("Without filters, the search matches every company. Add a filter:"),
    people: l10n.t("Without filters, the search matches every person. Add a filter:"),
  },
  addThis: l10n.t({
    message: "Add filter",
    comment: ["Read aloud before the name of a filter; a language whose verb comes last may end it with a colon"],
  }),
  removeFilter: (label: string) => l10n.t("Remove filter {0}", label),
  tabs: {
    words: l10n.t("In words"),
    request: l10n.t({ message: "Request", comment: ["Heading: the request that is sent to the service"] }),
  },
  requestSide: l10n.t("This search"),
  andMore: (count: number) =>
    l10n.t({ message: "and {0} more", args: [countText(count)], comment: ["After ten values: shows the others"] }),
  copy: {
    curl: { link: l10n.t("Copy as cURL"), name: l10n.t("Copy as cURL") },
    typescript: { link: "TypeScript", name: l10n.t("Copy as TypeScript") },
    json: { link: "JSON", name: l10n.t("Copy as JSON") },
  },
  copied: {
    json: l10n.t("Copied as JSON."),
    curl: l10n.t("Copied as cURL. It reads the key from $PROSPECT_DESK_KEY."),
    typescript: l10n.t("Copied as TypeScript. It reads the key from $PROSPECT_DESK_KEY."),
  },
  runBar: l10n.t("Run this search"),
  /** The inputs stand for {0} and {1}. */
  limits: (records: string, credits: string) =>
    l10n.t({
      message: "Fetch {0} records, at most {1} credits",
      args: [records, credits],
      comment: ["{0} and {1} are inputs; {1} may be empty: no limit"],
    }),
  limitsFor: (records: string, price: string, credits: string) =>
    l10n.t({
      message: "Fetch {0} records for {1}, at most {2} credits",
      args: [records, price, credits],
      comment: ["{0} and {2} are inputs; {2} may be empty: no limit. {1}: “about 25 credits”"],
    }),
  noLimit: l10n.t({ message: "no limit", comment: ["In an empty input: there is no credit limit"] }),
  count: l10n.t({ message: "Count · 1 record", comment: ["Button: counts the matches by buying one record"] }),
  countHelp: (credits: string) =>
    l10n.t("Buys one record to learn how many match. It costs {0} and is not listed among the runs.", credits),
  aboutCredits: (credits: number) =>
    credits === 1 ? l10n.t("about 1 credit") : l10n.t("about {0} credits", amountText(credits)),
  aboutOfBalance: (credits: number, balance: number) =>
    l10n.t("about {0} of {1} credits", amountText(credits), amountText(balance)),
  aboutForRecords: (about: string, records: number) =>
    records === 1 ? l10n.t("{0} (1 record)", about) : l10n.t("{0} ({1} records)", about, countText(records)),
  unknownPrice: l10n.t("the price is not known yet: 1 credit per record is assumed"),
  unknownPriceOfOne: l10n.t("about 1 credit; the price is not known yet"),
  matches: {
    company: (total: number) => (total === 1 ? l10n.t("1 company") : l10n.t("{0} companies", countText(total))),
    people: (total: number) => (total === 1 ? l10n.t("1 person") : l10n.t("{0} people", countText(total))),
  },
  matched: (ago: string) => l10n.t({ message: "matched {0}", args: [ago], comment: ["After “1,240 people”"] }),
  matchedBefore: (ago: string) =>
    l10n.t({
      message: "matched {0}, before the filters changed",
      args: [ago],
      comment: ["After “1,240 people”"],
    }),
  notCounted: l10n.t("Not counted yet"),
  fetchedMatches: (count: number) =>
    count === 1
      ? l10n.t("1 matching record already fetched")
      : l10n.t("{0} matching records already fetched", countText(count)),
  justNow: l10n.t("just now"),
  skipCosts: l10n.t("what the service cannot leave out is charged"),
  counting: l10n.t("Counting…"),
  run: l10n.t({ message: "Run", comment: ["Button: runs a search"] }),
  runKeys: /mac/i.test(navigator.userAgent) ? "⌘↩" : l10n.t("Ctrl+Enter"),
  stop: pageStrings.stop,
  stopping: l10n.t("Stopping…"),
  running: (fetched: number, wanted: number) =>
    wanted === 1
      ? l10n.t("{0} of 1 record fetched", countText(fetched))
      : l10n.t("{0} of {1} records fetched", countText(fetched), countText(wanted)),
  waiting: (seconds: number) => l10n.t("waiting {0} for the rate limit", timeLeft(seconds)),
  exceedsBalance: l10n.t("This may cost more credits than you have."),
  noConnection: l10n.t("Not connected. The sandbox needs no API key and has synthetic data."),
  connect: pageStrings.connect,
  useSandbox: l10n.t("Use the Sandbox"),
  checking: (label: string) => l10n.t("Checking the key of {0}…", label),
  sandbox: pageStrings.synthetic,
  keyRejected: (label: string, reason: string) => l10n.t("The key of {0} was rejected: {1}", label, reason),
  offline: (label: string, reason: string) => l10n.t("Could not reach {0}: {1}", label, reason),
  serviceError: (label: string, reason: string) => l10n.t("Error from {0}: {1}", label, reason),
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
  fieldReason: componentStrings.entryProblem,
  beingEdited: l10n.t("This field is still being edited."),
  notAddedYet: componentStrings.notAddedYet,
  notOnOrOff: (value: string) => l10n.t("The file contains “{0}” here. Turn this on or off.", value),
  moreToFix: (count: number) =>
    count === 1 ? l10n.t("1 more field must be fixed.") : l10n.t("{0} more fields must be fixed.", countText(count)),
  leaveOut: {
    title: l10n.t({ message: "Leave out", comment: ["Heading: what a search must not find"] }),
    help: l10n.t("Companies and people in these files are not shown and, where possible, not paid for."),
    add: l10n.t("Add a Leave-Out List…"),
    everywhere: l10n.t("for every search"),
    preview: l10n.t("Preview"),
    previewName: (name: string) => l10n.t("Preview {0}", name),
    removeName: componentStrings.remove,
    setting: l10n.t("Change in Settings"),
    plan: (sent: number, local: number) =>
      l10n.t(
        "leave-out entries: {0} sent to the service, {1} filtered on this machine",
        countText(sent),
        countText(local),
      ),
  },
  noRequest: l10n.t("Fix the invalid filters to see the request."),
} as const;
