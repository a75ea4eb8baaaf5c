// Every text of the filter builder except the labels and meanings of filters, which are in the catalogue. Made when the
// module loads, after the page's language is set.
import { amountText, countText } from "../../src/language/language";
import { pageStrings, strings as componentStrings, timeLeft } from "../components/strings";

export const strings = {
  kind: { company: "Company search", people: "People search" },
  saveToLibrary: "Save to Library",
  openAsText: "Open as Text",
  openLastResult: "Open Last Result",
  filters: pageStrings.filters,
  addFilter: {
    company: "Describe the companies, or add a filter: fintechs in Berlin, 20–100 employees",
    people: "Describe the people, or add a filter: CTOs at fintechs in Berlin, 20–100 employees",
  },
  addsThese: "Enter adds these",
  addsSetting: {
    records: (count: string) => `Records: ${count}`,
    credits: (count: string) => `Credit limit: ${count}`,
    leaveOutKnown: "Skip records I already have",
  },
  notUsed: (words: string) => `Not used: “${words}”`,
  addKeyword: (filter: string, value: string) => `Add “${value}” to ${filter}`,
  leaveOutKeyword: (filter: string, value: string) => `Exclude “${value}” in ${filter}`,
  atCompanies: "At companies",
  removeCompanies: "Find people at all companies",
  addFilterName: "Add a filter",
  firstField: "Describe or add a filter",
  wordsPreventRun: (words: string) =>
    `“${words}” is not part of the search yet. Select a suggestion or delete it, then run the search.`,
  addFilterHelp: "Type words or a filter's name. Select a suggestion with the arrow keys and add it with Enter.",
  emptyText: {
    company: "Without filters, the search matches every company. Add a filter:",
    people: "Without filters, the search matches every person. Add a filter:",
  },
  addThis: "Add filter",
  removeFilter: (label: string) => `Remove filter ${label}`,
  tabs: {
    words: "In words",
    request: "Request",
  },
  requestSide: "This search",
  andMore: (count: number) => `and ${countText(count)} more`,
  copy: {
    curl: { link: "Copy as cURL", name: "Copy as cURL" },
    typescript: { link: "TypeScript", name: "Copy as TypeScript" },
    json: { link: "JSON", name: "Copy as JSON" },
  },
  copied: {
    json: "Copied as JSON.",
    curl: "Copied as cURL. It reads the key from $PROSPECT_DESK_KEY.",
    typescript: "Copied as TypeScript. It reads the key from $PROSPECT_DESK_KEY.",
  },
  runBar: "Run this search",
  /** The inputs stand for {0} and {1}. */
  limits: (records: string, credits: string) => `Fetch ${records} records, at most ${credits} credits`,
  limitsFor: (records: string, price: string, credits: string) =>
    `Fetch ${records} records for ${price}, at most ${credits} credits`,
  noLimit: "no limit",
  count: "Count · 1 record",
  countHelp: (credits: string) =>
    `Buys one record to learn how many match. It costs ${credits} and is not listed among the runs.`,
  aboutCredits: (credits: number) => (credits === 1 ? "about 1 credit" : `about ${amountText(credits)} credits`),
  aboutOfBalance: (credits: number, balance: number) =>
    `about ${amountText(credits)} of ${amountText(balance)} credits`,
  aboutForRecords: (about: string, records: number) =>
    records === 1 ? `${about} (1 record)` : `${about} (${countText(records)} records)`,
  unknownPrice: "the price is not known yet: 1 credit per record is assumed",
  unknownPriceOfOne: "about 1 credit; the price is not known yet",
  matches: {
    company: (total: number) => (total === 1 ? "1 company" : `${countText(total)} companies`),
    people: (total: number) => (total === 1 ? "1 person" : `${countText(total)} people`),
  },
  matched: (ago: string) => `matched ${ago}`,
  matchedBefore: (ago: string) => `matched ${ago}, before the filters changed`,
  notCounted: "Not counted yet",
  justNow: "just now",
  skipsWhat: "those of earlier runs of this search",
  counting: "Counting…",
  run: "Run",
  runKeys: /mac/i.test(navigator.userAgent) ? "⌘↩" : "Ctrl+Enter",
  stop: pageStrings.stop,
  stopping: "Stopping…",
  running: (fetched: number, wanted: number) =>
    wanted === 1
      ? `${countText(fetched)} of 1 record fetched`
      : `${countText(fetched)} of ${countText(wanted)} records fetched`,
  waiting: (seconds: number) => `waiting ${timeLeft(seconds)} for the rate limit`,
  exceedsBalance: "This may cost more credits than you have.",
  noConnection: "Not connected. The sandbox needs no API key and has synthetic data.",
  connect: pageStrings.connect,
  newKey: pageStrings.newKey,
  useSandbox: "Use the Sandbox",
  checking: (label: string) => `Checking the key of ${label}…`,
  sandbox: pageStrings.synthetic,
  keyRejected: (label: string, reason: string) => `The key of ${label} was rejected: ${reason}`,
  offline: (label: string, reason: string) => `Could not reach ${label}: ${reason}`,
  serviceError: (label: string, reason: string) => `Error from ${label}: ${reason}`,
  rateLimited: (label: string, seconds: number) => `Rate limit of ${label}: available again in ${timeLeft(seconds)}.`,
  rateLimitOver: (label: string) => `${label} is available again after a rate limit.`,
  secretsUnavailable: (reason: string) => `Secret storage is not available: ${reason}`,
  unreadableTitle: "This file is not a valid search",
  unreadableText: "Fix it in the text editor; the form reloads automatically. The file was not changed.",
  line: (line: number) => `Line ${countText(line)}`,
  warningsTitle: "Warnings",
  unknownTitle: "Unknown filters",
  unknownText: "They stay in the file but are not sent to the service.",
  removeUnknown: (field: string) => `Remove ${field} from the file`,
  remove: "Remove",
  nothingTitle: "No matches",
  nothingText: "These values are not known values of their filters. Check the spelling.",
  nothingPlain: "No records match these filters. Remove a value, widen a range or turn off exact match.",
  unlisted: (value: string, label: string) => `“${value}” in ${label}`,
  near: "Use instead:",
  fieldReason: componentStrings.entryProblem,
  beingEdited: "This field is still being edited.",
  notAddedYet: componentStrings.notAddedYet,
  notOnOrOff: (value: string) => `The file contains “${value}” here. Turn this on or off.`,
  moreToFix: (count: number) =>
    count === 1 ? "1 more field must be fixed." : `${countText(count)} more fields must be fixed.`,
  leaveOut: {
    title: "Leave out",
    help: "Companies and people in these files are not shown and, where possible, not paid for.",
    add: "Add a Leave-Out List…",
    everywhere: "for every search",
    preview: "Preview",
    previewName: (name: string) => `Preview ${name}`,
    removeName: componentStrings.remove,
    setting: "Change in Settings",
    plan: (sent: number, local: number) =>
      `leave-out entries: ${countText(sent)} sent to the service, ${countText(local)} filtered on this machine`,
  },
  noRequest: "Fix the invalid filters to see the request.",
} as const;
