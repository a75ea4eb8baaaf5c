// What identifies a company of the results, for a search of the people there.

export interface CompanyChoice {
  readonly id?: string;
  readonly domain?: string;
  readonly name?: string;
}

/** The identifiers a record has; an empty choice for what is no company. */
export function companyChoice(record: unknown): CompanyChoice {
  const fields = typeof record === "object" && record !== null ? (record as Readonly<Record<string, unknown>>) : {};
  const text = (field: "id" | "domain" | "name"): CompanyChoice => {
    const value = fields[field];
    return typeof value === "string" && value !== "" ? { [field]: value } : {};
  };
  return { ...text("id"), ...text("domain"), ...text("name") };
}
