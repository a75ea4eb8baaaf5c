// Built-in column profiles for the file imports of CRMs. Headers are the field labels that each import matches; a test
// names the source of each label.
//
// Sources of the maximum lengths; a field without a documented length has none:
// - Salesforce: https://developer.salesforce.com/docs/atlas.en-us.sfFieldRef.meta/sfFieldRef,
//   salesforce_field_reference_Lead.htm and salesforce_field_reference_Account.htm.
// - HubSpot: https://knowledge.hubspot.com/properties/property-field-types-in-hubspot, for texts of one and more lines.
// - Pipedrive: https://support.pipedrive.com/en/article/custom-fields, for fields of the type text.
import { offeredColumns } from "../records/columns";
import { nameInList, type ExtraData } from "../records/extraColumns";
import type { ColumnProfile, ProfileColumn } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";

/** Cannot be changed or removed. */
export interface CrmProfile extends ColumnProfile {
  readonly columns: readonly ProfileColumn[];
  /** A note for the user before the import. */
  readonly remark: string;
}

/** The profiles for a source; the other columns of a list of companies are imported, too. */
export function crmProfiles(kind: RecordKind, source: ExtraData = {}): readonly CrmProfile[] {
  const ofList = offeredColumns(kind, source).filter(({ id }) => nameInList(id) !== undefined);
  return (kind === "company" ? companyProfiles() : peopleProfiles(kind)).map((one) => {
    const headers = new Set(one.columns.map(({ header }) => header?.toLowerCase()));
    // The import matches fields by name, so no name may occur twice.
    const others = ofList.map(({ id, header }) =>
      headers.has(header.toLowerCase()) ? { id, header: `${header} (table)` } : { id },
    );
    return { ...one, columns: [...one.columns, ...others] };
  });
}

/** Whether the columns begin with those of a CRM profile. The name is not compared. */
export const isCrmProfile = (kind: RecordKind, { columns }: ColumnProfile): boolean =>
  crmProfiles(kind).some((one) => JSON.stringify(one.columns) === JSON.stringify(columns.slice(0, one.columns.length)));

const withDeliverable = (remark: string): string =>
  `Email is an address that is deliverable: the work address, or else the personal one. ${remark}`;

/** `lists` has no effect: these profiles have no columns that contain lists. */
const profile = (name: string, remark: string, columns: readonly ProfileColumn[]): CrmProfile => ({
  name,
  remark,
  columns,
  lists: "joined",
});

/** The maximum length of a text property, in characters. */
const hubSpotText = 65_536;
const pipedriveText = 255;

const upTo = (longest: number, column: ProfileColumn): ProfileColumn => ({ ...column, longest });

function companyProfiles(): readonly CrmProfile[] {
  return [
    profile(
      "HubSpot: companies",
      "HubSpot recognizes companies by their domain. Without the industry: HubSpot accepts only its own names.",
      [
        { id: "name", header: "Company name", longest: hubSpotText },
        { id: "domain", header: "Company Domain Name", longest: hubSpotText },
        { id: "website", or: "domain", header: "Website URL", longest: hubSpotText },
        { id: "headcount_exact", header: "Number of Employees" },
        { id: "year_founded", header: "Year Founded" },
        { id: "street", header: "Street Address", longest: hubSpotText },
        { id: "city", header: "City", longest: hubSpotText },
        { id: "region", header: "State/Region", longest: hubSpotText },
        { id: "country", header: "Country/Region", longest: hubSpotText },
        { id: "description", header: "Description", longest: hubSpotText },
      ],
    ),
    profile("Salesforce: accounts", "For the Data Import Wizard. Employees only where the number is known.", [
      { id: "name", header: "Account Name", longest: 255 },
      { id: "website", or: "domain", header: "Website", longest: 255 },
      { id: "industry", header: "Industry" },
      { id: "headcount_exact", header: "Employees" },
      { id: "street", header: "Billing Street", longest: 255 },
      { id: "city", header: "Billing City", longest: 40 },
      { id: "region", header: "Billing State/Province", longest: 80 },
      { id: "country", header: "Billing Country", longest: 80 },
      { id: "description", header: "Account Description", longest: 32_000 },
    ]),
    profile("Pipedrive: organizations", "Without the industry: Pipedrive accepts only the options of its field.", [
      { id: "name", header: "Organization - Name", longest: pipedriveText },
      { id: "address", or: "city", header: "Organization - Address" },
      { id: "website", or: "domain", header: "Organization - Website", longest: pipedriveText },
      { id: "headcount_exact", header: "Organization - Number of employees" },
    ]),
  ];
}

function peopleProfiles(kind: "person" | "contact"): readonly CrmProfile[] {
  const isContact = kind === "contact";
  /** A column of the person; for a contact, of its profile, or else the submitted value. */
  const column = (id: string, header: string, submitted?: string): ProfileColumn => ({
    id: isContact ? `profile_${id}` : id,
    header,
    ...(isContact && submitted !== undefined && { or: `submitted_${submitted}` }),
  });
  const website = (header: string): ProfileColumn => ({
    ...column("company_website", header),
    or: isContact ? "profile_company_domain" : "company_domain",
  });
  const onlyOfContacts = (...columns: readonly ProfileColumn[]): readonly ProfileColumn[] => (isContact ? columns : []);
  /** Columns without a standard CRM field: the user maps or skips them in the import. */
  const ownOfContacts = onlyOfContacts({ id: "deliverable_email_status", header: "Email Status" }, { id: "custom" });
  const phone = (header: string): ProfileColumn => ({ id: "working_phone", header, format: "compactPhone" });
  return [
    profile(
      "HubSpot: contacts",
      isContact
        ? withDeliverable(
            "HubSpot recognizes contacts by their email. Those without one cannot be updated by a later import.",
          )
        : "HubSpot recognizes contacts by their email, which found people lack: the column Email is empty.",
      [
        upTo(hubSpotText, column("first_name", "First Name", "first_name")),
        upTo(hubSpotText, column("last_name", "Last Name", "last_name")),
        { id: isContact ? "deliverable_email" : "email", header: "Email", longest: hubSpotText },
        ...onlyOfContacts(phone("Phone Number")),
        upTo(hubSpotText, column("title", "Job Title")),
        upTo(hubSpotText, column("company_name", "Company Name", "company_name")),
        upTo(hubSpotText, website("Website URL")),
        upTo(hubSpotText, column("city", "City")),
        upTo(hubSpotText, column("region", "State/Region")),
        upTo(hubSpotText, column("country", "Country/Region")),
        ...ownOfContacts,
      ],
    ),
    profile(
      "Salesforce: leads",
      isContact
        ? withDeliverable("Salesforce needs last name and company. Match by email to avoid duplicates.")
        : "Salesforce needs last name and company. Without an email, match by name to avoid duplicates.",
      [
        upTo(40, column("first_name", "First Name", "first_name")),
        upTo(80, column("last_name", "Last Name", "last_name")),
        upTo(128, column("title", "Title")),
        upTo(255, column("company_name", "Company", "company_name")),
        ...onlyOfContacts({ id: "deliverable_email", header: "Email", longest: 80 }, upTo(40, phone("Phone"))),
        upTo(255, website("Website")),
        upTo(255, column("company_industry", "Industry")),
        column("company_headcount_exact", "No. of Employees"),
        upTo(40, column("city", "City")),
        upTo(80, column("country", "Country")),
        ...ownOfContacts,
      ],
    ),
    profile(
      "Pipedrive: people",
      isContact
        ? withDeliverable("Pipedrive has the field Job title only after a contact sync; create it or leave it out.")
        : "Without email and phone. Pipedrive has the field Job title only after a contact sync.",
      [
        { id: "name", header: "Person - Name", longest: pipedriveText },
        ...onlyOfContacts({ id: "deliverable_email", header: "Person - Email" }, phone("Person - Phone")),
        upTo(pipedriveText, column("title", "Person - Job title")),
        upTo(pipedriveText, column("company_name", "Organization - Name", "company_name")),
        ...ownOfContacts,
      ],
    ),
  ];
}
