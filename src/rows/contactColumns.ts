// The columns of enriched contacts: what was submitted, the emails and phones found, and the person's profile.
import { contactOutcome } from "../service/contactOutcome";
import { column, fieldColumn, type Column } from "./column";
import { personFields } from "./peopleColumns";
import { pathReader } from "./recordPath";

const submittedFields = [
  ["first_name", "First name submitted"],
  ["last_name", "Last name submitted"],
  ["company_name", "Company submitted"],
  ["company_domain", "Domain submitted"],
  ["professional_network_url", "Profile submitted"],
] as const;

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

/** The name of the profile found, or else the one submitted. */
function contactName(): (record: unknown) => unknown {
  const profileName = pathReader("profile.full_name");
  const firstSubmitted = pathReader("input.first_name");
  const lastSubmitted = pathReader("input.last_name");
  return (record) =>
    profileName(record) ??
    [firstSubmitted(record), lastSubmitted(record)].filter((part) => typeof part === "string" && part !== "").join(" ");
}

/** Records that are no contacts have none. */
function outcome(): (record: unknown) => unknown {
  const submitted = pathReader("input");
  const found = pathReader("contact_info");
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
  return (record) => (isObject(submitted(record)) || isObject(found(record)) ? contactOutcome(record) : undefined);
}

export function contactColumns(): readonly Column[] {
  const profileFields = personFields(
    "profile_",
    "profile.",
    new Set(["title", "company_name", "company_domain", "country", "network_url"]),
  );
  return [
    column("name", "Name", "text", contactName(), {
      visible: true,
      width: 200,
      paths: ["profile.full_name", "input.first_name", "input.last_name"],
    }),
    column("outcome", "Outcome", "text", outcome(), { visible: true, width: 110 }),
    fieldColumn("work_email", "Work email", "email", "contact_info.most_probable_work_email.email", { visible: true }),
    fieldColumn("work_email_status", "Work email status", "text", "contact_info.most_probable_work_email.status", {
      visible: true,
      width: 140,
    }),
    fieldColumn("personal_email", "Personal email", "email", "contact_info.most_probable_personal_email.email", {
      visible: true,
    }),
    fieldColumn(
      "personal_email_status",
      "Personal email status",
      "text",
      "contact_info.most_probable_personal_email.status",
      { width: 140 },
    ),
    fieldColumn("phone", "Phone", "phone", "contact_info.most_probable_phone.number", { visible: true }),
    fieldColumn("phone_line_type", "Line type", "text", "contact_info.most_probable_phone.line_type", {
      visible: true,
      width: 110,
    }),
    fieldColumn("phone_line_status", "Line status", "text", "contact_info.most_probable_phone.line_status", {
      width: 110,
    }),
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
    ...profileFields.filter(({ id }) => id !== "profile_name"),
    ...submittedFields.map(([field, header]) =>
      fieldColumn(`submitted_${field}`, header, field.endsWith("url") ? "url" : "text", `input.${field}`),
    ),
    column("custom", "Custom values", "list", custom(), { paths: ["custom"] }),
  ];
}
