// The identifiers of a company in the results, for a search of the people there.

export interface CompanyReference {
  readonly id?: string;
  readonly domain?: string;
  readonly name?: string;
}

/** The identifiers that a record has; none if it is no company. */
export function companyReference(record: unknown): CompanyReference {
  const fields = typeof record === "object" && record !== null ? (record as Readonly<Record<string, unknown>>) : {};
  const text = (field: "id" | "domain" | "name"): CompanyReference => {
    const value = fields[field];
    return typeof value === "string" && value !== "" ? { [field]: value } : {};
  };
  return { ...text("id"), ...text("domain"), ...text("name") };
}
