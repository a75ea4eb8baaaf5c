// The columns of enriched contacts: the submitted values, the emails and phones found, and the person's profile.
import { contactOutcome } from "../service/contactOutcome";
import { column, fieldColumn, pathColumn, type Column } from "./column";
import { isStatusColumn, statusQuality } from "./contactStatus";
import { personFields } from "./peopleColumns";
import { pathReader, pathText } from "./recordPath";

const submittedFields = [
  ["first_name", "First name submitted"],
  ["last_name", "Last name submitted"],
  ["company_name", "Company submitted"],
  ["company_domain", "Domain submitted"],
  ["professional_network_url", "Profile submitted"],
] as const;

interface FoundEmail {
  readonly email: string;
  readonly status: string;
}

const emailPaths = [
  "contact_info.most_probable_work_email",
  "contact_info.work_emails",
  "contact_info.most_probable_personal_email",
  "contact_info.personal_emails",
];

/** The first deliverable address; work addresses come before personal ones. */
function deliverableEmail(): (record: unknown) => FoundEmail | undefined {
  const readers = emailPaths.map(pathReader);
  return (record) =>
    readers
      .flatMap((read): readonly unknown[] => [read(record)].flat())
      .find(
        (found): found is FoundEmail =>
          isObject(found) &&
          "email" in found &&
          typeof found.email === "string" &&
          found.email.trim() !== "" &&
          "status" in found &&
          typeof found.status === "string" &&
          statusQuality(found.status.toUpperCase()) === "usable",
      );
}

const phonePaths = ["contact_info.most_probable_phone", "contact_info.phones"];

/** The first phone that is not out of service; the most probable one comes first. */
function workingPhone(lineType?: string): (record: unknown) => unknown {
  const readers = phonePaths.map(pathReader);
  return (record) =>
    readers
      .flatMap((read): readonly unknown[] => [read(record)].flat())
      .filter((found) => isObject(found))
      .map((found) => found as Readonly<Record<string, unknown>>)
      .find(
        ({ number, line_status: status, line_type: type }) =>
          typeof number === "string" &&
          number.trim() !== "" &&
          !(typeof status === "string" && statusQuality(status.toUpperCase()) === "unusable") &&
          (lineType === undefined || (typeof type === "string" && type.toUpperCase() === lineType)),
      )?.["number"];
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The caller's own pairs, `campaign: spring; owner: Ada`. */
function custom(): (record: unknown) => unknown {
  const customValues = pathReader("custom");
  return (record) => {
    const values = customValues(record);
    return typeof values === "object" && values !== null
      ? Object.entries(values).map(
          ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
        )
      : undefined;
  };
}

/** A column for one of the caller's own values, by its name. */
export const customColumn = (name: string): Column => ({
  ...pathColumn(pathText(["custom", name])),
  label: name,
  visible: true,
});

export const isCustom = ({ id }: Pick<Column, "id">): boolean => /^custom[.[]/u.test(id);

/** The name of the profile found, or else the one submitted. */
function contactName(): (record: unknown) => unknown {
  const profileName = pathReader("profile.full_name");
  const firstSubmitted = pathReader("input.first_name");
  const lastSubmitted = pathReader("input.last_name");
  return (record) =>
    profileName(record) ??
    [firstSubmitted(record), lastSubmitted(record)].filter((part) => typeof part === "string" && part !== "").join(" ");
}

/** The outcome; `undefined` for records that are not contacts. */
function outcome(): (record: unknown) => unknown {
  const submitted = pathReader("input");
  const found = pathReader("contact_info");
  return (record) => (isObject(submitted(record)) || isObject(found(record)) ? contactOutcome(record) : undefined);
}

export function contactColumns(): readonly Column[] {
  const profileFields = personFields(
    "profile_",
    "profile.",
    new Set(["title", "company_domain", "country", "network_url"]),
  );
  const deliverable = deliverableEmail();
  const best = (id: string, header: string, type: Column["type"], path: string, width: number): Column =>
    fieldColumn(id, header, type, `contact_info.${path}`, { visible: !isStatusColumn(id), width });
  // The widths up to the personal email: together they fit a window of 1440 px with side bar and filters.
  return [
    column("name", "Name", "text", contactName(), {
      visible: true,
      width: 120,
      paths: ["profile.full_name", "input.first_name", "input.last_name"],
    }),
    fieldColumn("profile_company_name", "Company name", "text", "profile.employment.current.company.name", {
      visible: true,
      width: 126,
    }),
    column("outcome", "Outcome", "text", outcome(), { visible: true, width: 98 }),
    best("work_email", "Work email", "email", "most_probable_work_email.email", 184),
    best("work_email_status", "Work email status", "text", "most_probable_work_email.status", 150),
    best("phone", "Phone", "phone", "most_probable_phone.number", 140),
    best("phone_line_status", "Line status", "text", "most_probable_phone.line_status", 90),
    best("personal_email", "Personal email", "email", "most_probable_personal_email.email", 156),
    best("personal_email_status", "Personal email status", "text", "most_probable_personal_email.status", 150),
    best("phone_line_type", "Line type", "text", "most_probable_phone.line_type", 100),
    column("deliverable_email", "Deliverable email", "email", (record) => deliverable(record)?.email),
    column("deliverable_email_status", "Deliverable email status", "text", (record) => deliverable(record)?.status, {
      width: 150,
    }),
    column("working_phone", "Working phone", "phone", workingPhone()),
    column("mobile_phone", "Mobile phone", "phone", workingPhone("MOBILE")),
    fieldColumn("phone_region", "Phone region", "text", "contact_info.most_probable_phone.region", { width: 90 }),
    fieldColumn("phone_ownership", "Phone ownership", "text", "contact_info.most_probable_phone.ownership_match", {
      width: 120,
    }),
    fieldColumn(
      "phone_ownership_confidence",
      "Phone ownership confidence",
      "number",
      "contact_info.most_probable_phone.ownership_match_confidence",
    ),
    fieldColumn("phone_connect_rate", "Phone connect rate", "text", "contact_info.most_probable_phone.connect_rate", {
      width: 120,
    }),
    fieldColumn("work_emails", "All work emails", "list", "contact_info.work_emails[].email"),
    fieldColumn("personal_emails", "All personal emails", "list", "contact_info.personal_emails[].email"),
    fieldColumn("phones", "All phones", "list", "contact_info.phones[].number"),
    ...profileFields.filter(({ id }) => id !== "profile_name" && id !== "profile_company_name"),
    ...submittedFields.map(([field, header]) =>
      fieldColumn(`submitted_${field}`, header, field.endsWith("url") ? "url" : "text", `input.${field}`),
    ),
    column("custom", "Custom values", "list", custom(), { paths: ["custom"] }),
  ];
}
