// The columns of companies, and of companies inside other records.
import { column, fieldColumn, type Column } from "./column";
import { pathReader } from "./recordPath";

/** The exact headcount, or else the label of its range; sorted by the lower end of the range. */
function headcountColumn(id: string, header: string, prefix: string, visible: boolean): Column {
  const exact = pathReader(`${prefix}headcount`);
  const range = pathReader(`${prefix}headcount_range`);
  const known = (record: unknown): unknown => {
    const count = exact(record);
    return count === 0 || count === "" || count === null || count === undefined ? undefined : count;
  };
  return column(id, header, "number", (record) => known(record) ?? range(record), {
    visible,
    paths: [`${prefix}headcount`, `${prefix}headcount_range`],
    firstOf: [`${id}_exact`, `${id}_range`],
    sortKey: (record) => {
      const count = known(record);
      const number =
        typeof count === "number"
          ? count
          : Number.parseInt(String(count ?? range(record) ?? "").replaceAll(",", ""), 10);
      return Number.isNaN(number) ? undefined : number;
    },
  });
}

/** Technologies are objects with a name; a plain list of names is accepted as well. */
function names(path: string): (record: unknown) => unknown {
  const list = pathReader(path);
  const name = pathReader("name");
  return (record) => {
    const items = list(record);
    return Array.isArray(items)
      ? items
          .map((item: unknown) => (typeof item === "object" ? name(item) : item))
          .filter((item) => item !== undefined && item !== null)
      : undefined;
  };
}

/** The fields of a company under a path prefix such as `employment.current.company.`. */
export function companyFields(
  idPrefix: string,
  headerPrefix: string,
  prefix: string,
  shown: ReadonlySet<string>,
): readonly Column[] {
  const field = (
    id: string,
    header: string,
    type: Column["type"],
    path: string,
    options: { readonly width?: number; readonly zeroIsUnknown?: boolean; readonly isLong?: true } = {},
  ): Column =>
    fieldColumn(idPrefix + id, sentence(headerPrefix, header), type, prefix + path, {
      ...options,
      visible: shown.has(id),
    });
  return [
    field("name", "Name", "text", "name", { width: 220 }),
    field("domain", "Domain", "text", "domain"),
    field("website", "Website", "url", "website"),
    field("industry", "Industry", "text", "industry.main_industry"),
    field("type", "Type", "text", "company_type", { width: 140 }),
    headcountColumn(`${idPrefix}headcount`, sentence(headerPrefix, "Headcount"), prefix, shown.has("headcount")),
    field("headcount_exact", "Headcount (exact)", "number", "headcount", { zeroIsUnknown: true }),
    field("headcount_range", "Headcount range", "text", "headcount_range", { width: 120 }),
    field("year_founded", "Founded", "number", "year_founded", { zeroIsUnknown: true, width: 90 }),
    field("city", "City", "text", "locations.headquarters.city", { width: 140 }),
    field("region", "Region", "text", "locations.headquarters.region", { width: 140 }),
    field("country", "Country", "text", "locations.headquarters.country", { width: 140 }),
    field("country_code", "Country code", "text", "locations.headquarters.country_code", { width: 80 }),
    field("street", "Street", "text", "locations.headquarters.line1"),
    field("address", "Address", "text", "locations.headquarters.line2", { width: 260 }),
    field("offices", "Offices", "list", "locations.offices[].line2"),
    field("specialties", "Specialties", "list", "specialties"),
    column(`${idPrefix}technologies`, sentence(headerPrefix, "Technologies"), "list", names(`${prefix}technologies`), {
      visible: shown.has("technologies"),
      paths: [`${prefix}technologies`],
    }),
    field("description", "Description", "text", "description", { width: 320, isLong: true }),
    field("network_url", "Professional-network URL", "url", "social_profiles.professional_network.url"),
    field("network_id", "Professional-network id", "number", "social_profiles.professional_network.id"),
    field("network_handle", "Professional-network handle", "text", "social_profiles.professional_network.handle"),
    field("followers", "Followers", "number", "social_profiles.professional_network.connection_count"),
    field("logo_url", "Logo", "url", "logo_url"),
    field("id", "Id", "text", "id"),
  ];
}

function sentence(prefix: string, header: string): string {
  return prefix === "" ? header : `${prefix} ${header.charAt(0).toLowerCase()}${header.slice(1)}`;
}

export function companyColumns(): readonly Column[] {
  return companyFields(
    "",
    "",
    "",
    new Set([
      "name",
      "domain",
      "industry",
      "headcount",
      "year_founded",
      "city",
      "country",
      "type",
      "specialties",
      "network_url",
    ]),
  );
}
