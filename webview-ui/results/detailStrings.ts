// The texts of the pane that shows one record, made once the page's language is known.
import * as l10n from "@vscode/l10n";
import { countText } from "../../src/language/language";

export const detailStrings = {
  label: l10n.t("Details of the row in focus"),
  none: l10n.t("Go to a row to read everything it holds."),
  loading: l10n.t("Reading the record…"),
  close: l10n.t("Close the details"),
  layout: l10n.t("Reading view"),
  raw: l10n.t("Raw JSON"),
  copyRaw: l10n.t("Copy JSON"),
  rawCut: l10n.t("Only the beginning is shown here; Copy JSON takes the whole record."),
  open: l10n.t({ message: "Open", comment: ["Button: opens an address in the browser"] }),
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
  odd: l10n.t("This record has a shape that is not known. The raw JSON shows it as it came."),
  more: (left: number) => l10n.t("Show {0} more", countText(left)),
  headings: {
    about: l10n.t({ message: "About", comment: ["Heading: how a company or a person describes itself"] }),
    company: l10n.t("Company"),
    person: l10n.t("Person"),
    headquarters: l10n.t("Headquarters"),
    offices: l10n.t("Offices"),
    specialties: l10n.t("Specialties"),
    technologies: l10n.t("Technologies"),
    positions: l10n.t("Positions"),
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
    headcountRange: l10n.t("Headcount range"),
    founded: l10n.t("Founded"),
    type: l10n.t({ message: "Type", comment: ["Of a company, such as: Privately Held"] }),
    headline: l10n.t("Headline"),
    location: l10n.t("Location"),
    profile: l10n.t("Professional network"),
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
        ? l10n.t({ message: "ownership {0}", args: [match], comment: ["Of a phone: {0} is a value such as confirmed"] })
        : l10n.t({
            message: "ownership {0}, {1} of 100",
            args: [match, countText(confidence)],
            comment: ["Of a phone: {0} is a value such as confirmed, {1} how sure it is"],
          }),
    reach: (rate: string) =>
      l10n.t({ message: "connect rate {0}", args: [rate], comment: ["Of a phone: {0} is a value such as high"] }),
  },
} as const;
