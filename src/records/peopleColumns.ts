// The columns of people, and of people inside enriched contacts.
import { column, fieldColumn, type Column } from "./column";
import { companyFields } from "./companyColumns";
import { pathReader } from "./recordPath";

/** The full name, or else first and last name. */
function fullName(prefix: string): (record: unknown) => unknown {
  const full = pathReader(`${prefix}full_name`);
  const first = pathReader(`${prefix}first_name`);
  const last = pathReader(`${prefix}last_name`);
  return (record) =>
    full(record) ?? [first(record), last(record)].filter((part) => typeof part === "string" && part !== "").join(" ");
}

/** Positions or schools as readable entries, `Head of Sales, Contoso`. */
function pairs(listPath: string, first: string, second: string): (record: unknown) => unknown {
  const list = pathReader(listPath);
  const readers = [pathReader(first), pathReader(second)];
  return (record) => {
    const items = list(record);
    return Array.isArray(items)
      ? items
          .map((item: unknown) =>
            readers
              .map((read) => read(item))
              .filter((part) => typeof part === "string" && part !== "")
              .join(", "),
          )
          .filter((text) => text !== "")
      : undefined;
  };
}

/** The fields of a person under a path prefix such as `profile.`. */
export function personFields(idPrefix: string, prefix: string, shown: ReadonlySet<string>): readonly Column[] {
  const field = (id: string, header: string, type: Column["type"], path: string, width?: number): Column =>
    fieldColumn(idPrefix + id, header, type, prefix + path, {
      visible: shown.has(id),
      ...(width === undefined ? {} : { width }),
    });
  const longText = (id: string, header: string, path: string): Column =>
    fieldColumn(idPrefix + id, header, "text", prefix + path, { visible: shown.has(id), width: 320, isLong: true });
  const pairColumn = (id: string, header: string, path: string, first: string, second: string): Column =>
    column(idPrefix + id, header, "list", pairs(prefix + path, first, second), {
      visible: shown.has(id),
      paths: [prefix + path],
    });
  const current = "employment.current";
  return [
    column(`${idPrefix}name`, "Name", "text", fullName(prefix), {
      visible: shown.has("name"),
      width: 200,
      paths: ["full_name", "first_name", "last_name"].map((name) => prefix + name),
    }),
    field("first_name", "First name", "text", "first_name", 130),
    field("last_name", "Last name", "text", "last_name", 130),
    field("title", "Title", "text", `${current}.title`, 240),
    field("seniority", "Seniority", "text", `${current}.seniority`, 110),
    field("job_functions", "Job functions", "list", `${current}.job_functions[].function`),
    field("sub_functions", "Sub-functions", "list", `${current}.job_functions[].sub_function`),
    field("position_since", "In position since", "date", `${current}.start_at`, 130),
    field("position_until", "In position until", "date", `${current}.end_at`, 130),
    longText("position_description", "Position description", `${current}.description`),
    ...companyFields(
      `${idPrefix}company_`,
      "Company",
      `${prefix}${current}.company.`,
      new Set([...shown].filter((id) => id.startsWith("company_")).map((id) => id.slice("company_".length))),
    ),
    field("city", "City", "text", "location.city", 140),
    field("region", "Region", "text", "location.region", 140),
    field("country", "Country", "text", "location.country", 140),
    field("country_code", "Country code", "text", "location.country_code", 80),
    field("headline", "Headline", "text", "headline", 320),
    longText("description", "Description", "description"),
    field("skills", "Skills", "list", "skills"),
    field("languages", "Languages", "list", "languages[].language"),
    pairColumn("schools", "Education", "educations", "school_name", "degree"),
    pairColumn("positions", "All positions", "employment.all", "title", "company.name"),
    field("network_url", "Professional-network URL", "url", "social_profiles.professional_network.url"),
    field("network_id", "Professional-network id", "number", "social_profiles.professional_network.id"),
    field("network_handle", "Professional-network handle", "text", "social_profiles.professional_network.handle"),
    field("connections", "Connections", "number", "social_profiles.professional_network.connection_count"),
    field("id", "Id", "text", "id"),
  ];
}

export function peopleColumns(): readonly Column[] {
  const shown = [
    "name",
    "title",
    "seniority",
    "job_functions",
    "company_name",
    "company_domain",
    "company_headcount",
    "company_industry",
    "city",
    "country",
    "position_since",
    "network_url",
  ];
  return personFields("", "", new Set(shown));
}
